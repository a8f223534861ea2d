import Fixtures
import Foundation
import Messages
import Testing

/// Module boundaries, checked against the manifest and the sources.
@Suite struct ArchitectureTests {
    /// Service targets: the service's bus name, capitalised.
    static let services = Set(Topology.processes.map { $0 == .api ? "API" : $0.rawValue.capitalized } + ["Pulsum"])
    /// The shared libraries of the manifest, top to bottom: each may import only those below it.
    static let shared: [String] = {
        let text = try? String(contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let ours = (text ?? "").matches(of: /(?m)^ {4}shared\(\s*"(\w+)"/).map { String($0.output.1) }
        let foreign = (text ?? "").matches(of: /path: "Shared\/(C\w+)"/).map { String($0.output.1) }
        return ours.reversed() + foreign
    }()

    @Test("DESIGN: the manifest has every folder of Shared, once")
    func libraries() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.appendingPathComponent("Shared").path)
        #expect(Self.shared.sorted() == folders.sorted() && Self.shared.contains("ExamplePerson"))
    }

    @Test("DESIGN: no service's target depends on another service")
    func manifest() throws {
        let text = try String(contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let names = Self.services.map { "\"\($0)\"" }
        var declared: Set<String> = []
        let declarations = text.matches(
            of: /(?m)^ {4}(?:service\(| {4}\.executableTarget\(\s*name: "Broker")(?:.|\n)*?\),?$/)
        // Tests of a service may run another one.
        for declaration in declarations.map({ text[$0.range].replacing(/tests: \[[^\]]*\]/, with: "") }) {
            let mentioned = names.filter { declaration.contains($0) }
            #expect(mentioned.count == 1, "a service depends on another one: \(declaration)")
            declared.formUnion(mentioned)
        }
        #expect(declared == Set(names))
    }

    @Test(
        "DESIGN: no service imports another service, a library imports downward only, and Storage alone a database library"
    )
    func imports() throws {
        for (folder, allowed) in try Self.folders() {
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
                $0.hasSuffix(".swift")
            }
            #expect(!files.isEmpty || folder.lastPathComponent.hasPrefix("C"))
            for file in files {
                let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                let imported = text.split(separator: "\n").compactMap { line -> String? in
                    let words = line.split(separator: " ")
                    guard let position = words.firstIndex(of: "import"), position <= 2, position + 1 < words.count
                    else { return nil }
                    return String(words[position + 1])
                }
                if imported.contains("BrokerCore") {
                    #expect(folder.lastPathComponent == "Broker", "\(file) imports the broker")
                }
                for name in imported where ["GRDB", "GRDBSQLite", "SQLite3", "CPostgres"].contains(name) {
                    #expect(
                        folder.lastPathComponent == "Storage", "\(folder.lastPathComponent)/\(file) imports \(name)")
                }
                for name in imported where Self.services.contains(name) || Self.shared.contains(name) {
                    #expect(allowed.contains(name), "\(folder.lastPathComponent)/\(file) imports \(name)")
                }
            }
        }
    }

    @Test("DESIGN: a service's SQL is in the values that hold a transaction, no other")
    func statements() throws {
        let statement = try Regex(#"\b(transaction|\$0)\.(execute|rows?|value|forEachRow)\("#)
        for service in Self.services {
            let folder = Repository.root.appendingPathComponent("Services/\(service)")
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift")
            {
                let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                #expect(!text.contains("extension Transaction"), "\(service)/\(file) extends Transaction")
                guard text.contains("import Storage"), text.contains(statement) else { continue }
                #expect(
                    text.contains("    let transaction: Transaction\n") || text.contains(#/extension \w+Rows \{/#),
                    "\(service)/\(file) runs statements outside of a value of rows")
            }
        }
    }

    @Test(
        "GAT-9: the compose file publishes only the API's port, lets only the gateway out, and hardens every container")
    func compose() throws {
        let text = try String(contentsOf: Repository.root.appendingPathComponent("docker-compose.yml"), encoding: .utf8)
        let sections = text.components(separatedBy: "\nservices:\n")
        let body = try #require(sections.last?.components(separatedBy: "\nnetworks:\n").first)
        var services: [String: String] = [:]
        var name = ""
        for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  "), !line.hasPrefix("   "), line.hasSuffix(":") {
                name = String(line.dropFirst(2).dropLast())
            }
            services[name, default: ""] += line + "\n"
        }
        services[""] = nil
        #expect(Set(services.keys) == Set(Topology.processes.map(\.rawValue) + ["keys", "cli"]))
        for (name, text) in services {
            let anchor = ["keys", "gateway"].contains(name) ? "<<: *process" : "<<: *inside"
            #expect(text.contains(anchor), "\(name) is not hardened, or asks outside for names")
            #expect(text.contains("mem_limit: "), "\(name) has no limit of memory")
            #expect(text.contains("ports:") == (name == "api"), "\(name) publishes a port")
            let networks: [String: String] = ["api": "[bus, edge]", "gateway": "[bus, egress]"]
            let own = name == "keys" ? "network_mode: none" : "networks: \(networks[name] ?? "[bus]")"
            #expect(text.contains(own + "\n"), "\(name) is on other networks")
        }
        #expect(sections[0].contains("x-inside: &inside\n  <<: *process\n  dns: [127.0.0.1]\n"))
        for setting in ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "core: 0", "pids_limit: "] {
            #expect(sections[0].contains(setting))
        }
        #expect(text.contains("bus: { internal: true }"))
    }

    @Test("GAT-9: only the gateway, private servers and the trace exporter are reached by connections of our own")
    func waysOut() throws {
        // Refuses every address that is not private. The local model and the identity provider are its only servers.
        let users = [
            "LocalModel.swift", "LocalModelError.swift", "TranscriptionServer.swift", "ProviderConnection.swift",
        ]
        for (folder, _) in try Self.folders() where !["Gateway", "PrivateHTTP"].contains(folder.lastPathComponent) {
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter({
                $0.hasSuffix(".swift")
            }) {
                let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                for way in ["import AsyncHTTPClient", "URLSession", "FoundationNetworking", "AsyncSocket.connected"] {
                    // The trace exporter, off by default, connects to private addresses only.
                    guard !file.hasSuffix("CollectorConnection.swift") || way != "AsyncSocket.connected" else {
                        continue
                    }
                    #expect(!text.contains(way), "\(folder.lastPathComponent)/\(file) has a way out: \(way)")
                }
                let name = file.split(separator: "/").last.map(String.init) ?? file
                #expect(
                    !text.contains("import PrivateHTTP") || users.contains(name),
                    "\(folder.lastPathComponent)/\(file) has a way to private servers")
            }
        }
    }

    private static func folders() throws -> [(URL, Set<String>)] {
        let services = services.map { (Repository.root.appendingPathComponent("Services/\($0)"), Set(shared)) }
        let libraries = shared.enumerated().map {
            (Repository.root.appendingPathComponent("Shared/\($1)"), Set(shared.dropFirst($0 + 1)))
        }
        return services + libraries
    }
}
