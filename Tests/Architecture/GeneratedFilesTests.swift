import Fixtures
import Foundation
import Messages
import Testing

/// The parts of deployment files that list services: each stands between `# Generated: NAME` and `# End of NAME` and
/// follows from `Topology.entries`.
@Suite struct GeneratedFilesTests {
    @Test("DESIGN: lists of services in deployment files follow from Topology", arguments: GeneratedPart.all)
    func generated(part: GeneratedPart) throws {
        let url = Repository.root.appendingPathComponent(part.file)
        let text = try String(contentsOf: url, encoding: .utf8)
        let made = try #require(part.replaced(in: text), "\(part.file) has no part “\(part.name)”")
        if ProcessInfo.processInfo.environment["PULSUM_GENERATE"] == "1" { try Data(made.utf8).write(to: url) }
        #expect(
            try String(contentsOf: url, encoding: .utf8) == made,
            "\(part.file) differs from Topology in “\(part.name)”. Run deploy/generate and commit.")
    }

    @Test("DESIGN: an upgrade replaces every process, and each service before those that call it")
    func upgradeOrder() {
        let order = Topology.upgradeOrder
        #expect(order.count == Topology.processes.count && Set(order) == Set(Topology.processes))
        #expect(order.first == .broker && order.last == .api)
        for request in Topology.requests where request.type != DeliverEvents.type {
            for (callee, caller) in request.callers.map({ (request.service, $0) }) {
                guard let callee, callee != caller, let later = order.firstIndex(of: caller) else { continue }
                #expect(order.firstIndex(of: callee).map { $0 < later } == true, "\(caller) calls \(callee)")
            }
        }
        #expect(Topology.callees(of: .coaching).isSuperset(of: [.safety, .gateway, .scoring, .ingestion]))
    }

    @Test("DESIGN: a part is replaced as a whole, with its indentation; without its marks nothing is")
    func replacing() {
        let part = GeneratedPart(file: "", name: "x", lines: ["a", "  b"])
        #expect(
            part.replaced(in: "1\n  # Generated: x\nold\n  # End of x\n2\n")
                == "1\n  # Generated: x\n  a\n    b\n  # End of x\n2\n")
        #expect(part.replaced(in: "1\n# Generated: y\n# End of y\n") == nil)
    }
}

/// Lines of a file that follow from Topology.
struct GeneratedPart: CustomTestStringConvertible, Sendable {
    let file: String
    let name: String
    /// Without the indentation of the marks around them.
    let lines: [String]

    var testDescription: String { "\(file): \(name)" }

    /// The file's text with this part renewed; nil where it has no marks of that name.
    func replaced(in text: String) -> String? {
        var before = text.components(separatedBy: "\n")
        guard
            let begin = before.firstIndex(where: { $0.trimmingCharacters(in: .whitespaces) == "# Generated: \(name)" }),
            let end = before[begin...].firstIndex(where: {
                $0.trimmingCharacters(in: .whitespaces) == "# End of \(name)"
            })
        else { return nil }
        let indentation = before[begin].prefix { $0 == " " }
        before.replaceSubrange(begin + 1..<end, with: lines.map { $0.isEmpty ? "" : indentation + $0 })
        return before.joined(separator: "\n")
    }

    static let all: [GeneratedPart] =
        [
            GeneratedPart(
                file: "docker-compose.yml", name: "keys",
                lines: (Topology.processes + [.cli]).map { "- \($0)-keys:/out/\($0)" }),
            GeneratedPart(file: "docker-compose.yml", name: "services", lines: services),
            GeneratedPart(
                file: "docker-compose.yml", name: "volumes",
                lines: (Topology.processes + [.cli]).flatMap { ["\($0)-keys:", "\($0)-data:"] }),
            GeneratedPart(
                file: "deploy/compose/Dockerfile", name: "processes", lines: ["ARG PROCESSES=\"\(names(" "))\""]),
            GeneratedPart(file: "deploy/compose/Dockerfile", name: "bases", lines: bases),
            GeneratedPart(
                file: "deploy/compose/postgresql.yml", name: "passwords",
                lines: Topology.services.map { "- \($0)-database:/out/\($0)" }),
            GeneratedPart(
                file: "deploy/compose/postgresql.yml", name: "services",
                lines: Topology.services.map { "\($0): { <<: *service, volumes: [\($0)-database:/database:ro] }" }),
            GeneratedPart(
                file: "deploy/compose/postgresql.yml", name: "volumes",
                lines: Topology.services.map { "\($0)-database:" }),
            GeneratedPart(
                file: "deploy/monitoring/prometheus.yml", name: "processes", lines: ["- names: [\(names(", "))]"]),
            GeneratedPart(
                file: "deploy/compose/upgrade", name: "order of an upgrade",
                lines: ["order=(\(Topology.upgradeOrder.map(\.rawValue).joined(separator: " ")))"]),
        ] + KubernetesFiles.parts

    private static func names(_ separator: String) -> String {
        Topology.processes.map(\.rawValue).joined(separator: separator)
    }

    /// The stage that each image is made of: with the sentence model or without.
    private static let bases: [String] = Topology.processes.map { name in
        let loadsModel = Topology.entries.contains { $0.name == name && $0.container?.loadsModel == true }
        return "FROM \(loadsModel ? "with-model" : "runtime") AS base-of-pulsum-\(name)"
    }

    /// One block for each service that is on the bus network alone.
    private static let services: [String] = Topology.entries.compactMap { entry in
        entry.container.map { container in
            [
                "\(entry.name):", "  <<: *inside", "  # \(container.reason)", "  mem_limit: \(container.memory)m",
                "  build: { <<: *build, args: { <<: *arguments, SERVICE: pulsum-\(entry.name) } }",
                "  image: pulsum/\(entry.name)",
            ] + (container.loadsModel ? ["  environment: { PULSUM_WITHOUT_MODEL: \"${PULSUM_WITHOUT_MODEL:-}\" }"] : [])
                + [
                    "  networks: [bus]", "  depends_on: { broker: { condition: service_started } }",
                    "  volumes: [\(entry.name)-keys:/secrets:ro, \(entry.name)-data:/data]",
                ]
        }
    }.reduce(into: []) { lines, block in lines += lines.isEmpty ? block : [""] + block }
}
