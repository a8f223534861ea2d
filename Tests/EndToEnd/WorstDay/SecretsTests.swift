import AsyncHTTPClient
import Fixtures
import Foundation
import Messages
import ServiceKit
import TestTraits
import Testing

/// Guarantee (e) on a whole stack: the bus runs over TCP with keys, and no secret is readable by others.
@Suite(.serialized, .tags(.processes)) struct SecretsTests {
    @Test(
        "(e) over tcp every process joins with its key; no token, key or master key stands in an environment, argument, log line or metric",
        .timeLimit(.minutes(5)))
    func secrets() async throws {
        // Below the ports that the kernel gives to connections.
        let bus = "tcp://127.0.0.1:\(UInt16.random(in: 20_000...31_000))"
        let scratch = try Scratch()
        let stack = try await Stack.start(
            environment: ["PULSUM_BUS": bus, "PULSUM_LOG": "trace", "PULSUM_CLOUD_KEY": "sk-misplaced-canary"],
            scratch: scratch)
        do {
            try await look(at: stack, bus)
            try await stack.stop()
        } catch {
            _ = try? await stack.stop()
            throw error
        }
    }

    private func look(at stack: Stack, _ bus: String) async throws {
        func pulsum(_ arguments: String...) async throws -> Executable.Result {
            try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum").path, arguments,
                environment: ["PULSUM_DATA": stack.directory, "PULSUM_BUS": bus])
        }
        let status = try await pulsum("status")
        #expect(status.status == 0 && !status.output.contains("is not running"), "\(status.output)\(status.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: stack.directory + "/keys").count == 2
                * Tokens.names.count + Topology.services.count)

        // A second key for scoring is accepted immediately. Revoking the old one disconnects its processes, which
        // rejoin with the new one.
        #expect(try await pulsum("keys", "rotate", "scoring").status == 0)
        let revoked = try await pulsum("keys", "revoke", "scoring")
        #expect(revoked.status == 0, "\(revoked.errors)")
        _ = try await eventually("the broker throws the old key out") { () -> Bool? in
            stack.logText.contains("The credentials of scoring were revoked") ? true : nil
        }
        _ = try await eventually("everybody is back") { () -> Bool? in
            let status = try await pulsum("status")
            return status.status == 0 && !status.output.contains("is not running") ? true : nil
        }
        #expect(try await pulsum("bus", "ping", "scoring").status == 0)

        var needles: [(name: String, bytes: Data)] = [("a misplaced cloud key", Data("sk-misplaced-canary".utf8))]
        for folder in ["tokens", "keys"] {
            for file in try FileManager.default.contentsOfDirectory(atPath: "\(stack.directory)/\(folder)")
            where !file.hasSuffix(".public") {
                let path = "\(stack.directory)/\(folder)/\(file)"
                #expect(
                    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600,
                    "\(path)")
                let text = try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(
                    in: .whitespacesAndNewlines)
                needles.append(("\(folder)/\(file)", Data(text.utf8)))
            }
        }
        let master = try Data(contentsOf: URL(fileURLWithPath: stack.directory + "/master.key"))
        needles.append(("the master key", master))
        needles.append(
            (
                "the master key in hexadecimal",
                Data(master.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().utf8)
            ))
        needles.append(("the master key in base64", Data(master.base64EncodedString().utf8)))
        #expect(
            try FileManager.default.attributesOfItem(atPath: stack.directory + "/run")[.posixPermissions] as? Int
                == 0o700)

        var places = [("the log", stack.log), ("the output of status", Data((status.output + status.errors).utf8))]
        places.append(("the output of keys list", Data(try await pulsum("keys", "list").output.utf8)))
        places.append(("the configuration as printed", Data(try await pulsum("config").output.utf8)))
        for service in Topology.processes {
            let processes = stack.processIDs(of: service)
            #expect(processes.count == 1)
            for process in processes {
                // Only root may read a service's environment.
                for file in geteuid() == 0 ? ["environ", "cmdline"] : ["cmdline"] {
                    places.append(
                        (
                            "\(file) of \(service)",
                            try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(process)/\(file)")).readToEnd()
                                ?? Data()
                        ))
                }
            }
            let response = try await HTTPClient.shared.execute(
                HTTPClientRequest(url: try stack.healthAddress(of: service) + "/metrics"), timeout: .seconds(10))
            let metrics = Data(buffer: try await response.body.collect(upTo: 4 << 20))
            #expect(metrics.range(of: Data("handshake_failures_total{cause=\"unknown_key\"} 0".utf8)) != nil)
            places.append(("the metrics of \(service)", metrics))
        }
        for (place, content) in places {
            #expect(!content.isEmpty, "\(place) is empty")
            for needle in needles {
                #expect(content.range(of: needle.bytes) == nil, "\(needle.name) stands in \(place)")
            }
        }
    }
}
