import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(5)), .tags(.processes)) struct CallTests {
    @Test("GAT-6 the receipt holds exactly the bytes that arrived, the consent's version and the outcome")
    func receipt() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            try await world.consent(false)
            try await world.consent()
            let reply = try await world.phrase()
            let receipt = try #require(try await world.receipts().first)
            #expect(Array(receipt.body.utf8) == world.server.arrivals.first?.body)
            #expect(receipt.id == reply.receipt)
            #expect(receipt.consentVersion == 3)
            #expect(receipt.outcome == "ok")
            #expect(receipt.destination == world.server.url.dropFirst("http://".count) + "/responses")
            #expect(receipt.at == world.now)
        }
    }

    @Test("GAT-6 the receipt is durable before the first byte leaves")
    func receiptFirst() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            world.server.answer(.hold)
            async let reply = world.phrase()
            await world.server.arrived(1)
            let receipt = try #require(try await world.receipts().first)
            #expect(receipt.outcome == "open")
            #expect(Array(receipt.body.utf8) == world.server.arrivals.first?.body)
            world.server.release()
            _ = try await reply
            #expect(try await world.receipts().map(\.outcome) == ["ok"])
        }
    }

    @Test("GAT-6 receipts come newest first, a hundred at a time")
    func pages() async throws {
        try await GatewayWorld.run { world in
            try await world.gateway.store.write { [user = world.user] transaction in
                for at in 1...150 {
                    try ReceiptRows(user: user, transaction: transaction).add(
                        Receipt(
                            id: .random(), at: Milliseconds(at), consentVersion: 1, destination: "d", body: "\(at)",
                            outcome: "open"), holder: "h")
                }
            }
            let first = try await world.receipts()
            #expect(first.map(\.at) == (51...150).reversed().map { Milliseconds($0) })
            let rest = try await world.gateway.receipts(ReceiptsQuery(user: world.user, before: 51)).receipts
            #expect(rest.count == 50)
            // The next page begins inside a millisecond: the id of the last receipt tells where.
            let last = try #require(first.last)
            let none = ReceiptsQuery(user: world.user, before: last.at, beforeID: last.id)
            #expect(try await world.gateway.receipts(none).receipts == rest)
            var exported: [Substring] = []
            var cursor: String?
            repeat {
                let page = try await world.gateway.export(world.user, cursor)
                exported += page.files.filter { $0.name.hasSuffix("jsonl") }.flatMap {
                    String(decoding: $0.content, as: UTF8.self).split(separator: "\n")
                }
                cursor = page.next
            } while cursor != nil
            #expect(Set(exported).count == 150)
        }
    }

    @Test("GAT-6 no receipt is lost where a page ends inside a millisecond")
    func samePage() async throws {
        try await GatewayWorld.run { world in
            try await world.gateway.store.write { [user = world.user] transaction in
                for index in 0..<230 {
                    try ReceiptRows(user: user, transaction: transaction).add(
                        Receipt(
                            id: .random(), at: Milliseconds(index / 60), consentVersion: 1, destination: "d",
                            body: "\(index)", outcome: "open"), holder: "h")
                }
            }
            var query = ReceiptsQuery(user: world.user)
            var seen: [String] = []
            while let page = try? await world.gateway.receipts(query).receipts, let last = page.last {
                seen += page.map(\.body)
                (query.before, query.beforeID) = (last.at, last.id)
            }
            #expect(seen.count == 230)
            #expect(Set(seen).count == 230)
        }
    }

    @Test("GAT-7 the key is sent as a bearer token, kept sealed, and shown nowhere")
    func key() async throws {
        try await GatewayWorld.run { world in
            let key = "sk-test-0123456789abcdef"
            _ = try await world.gateway.setKey(SetCloudKey(user: world.user, key: " \(key)\n"))
            let state = try await world.consent()
            #expect(state.hasKey)
            _ = try await world.phrase()
            #expect(world.server.headers.first?["authorization"] == "Bearer \(key)")
            #expect(try await world.receipts().allSatisfy { !$0.body.contains(key) })
            let export = try await world.gateway.export(world.user, nil)
            #expect(export.files.allSatisfy { !String(decoding: $0.content, as: UTF8.self).contains(key) })
            for name in try FileManager.default.contentsOfDirectory(atPath: world.directory) {
                let content = FileManager.default.contents(atPath: world.directory + "/" + name) ?? Data()
                #expect(content.range(of: Data(key.utf8)) == nil, "\(name)")
            }
            _ = try await world.gateway.setKey(SetCloudKey(user: world.user, key: ""))
            #expect(try await world.gateway.consentState(world.user).hasKey == false)
        }
    }

    @Test(
        "GAT-7 a key that cannot be one is refused",
        arguments: ["two words", "line\nbreak", "ключ", String(repeating: "k", count: 513)])
    func badKey(_ key: String) async throws {
        try await GatewayWorld.run { world in
            await #expect(throws: ServiceError.self) {
                try await world.gateway.setKey(SetCloudKey(user: world.user, key: key))
            }
        }
    }

    @Test("GAT-7 the secret file serves those without a key of their own, read anew for each call")
    func keyFile() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            for key in ["first-key", "second-key"] {
                try Data("\(key)\n".utf8).write(to: URL(fileURLWithPath: world.directory + "/cloud.key"))
                chmod(world.directory + "/cloud.key", 0o600)
                _ = try await world.phrase()
                world.later()
            }
            #expect(world.server.headers.map { $0["authorization"] } == ["Bearer first-key", "Bearer second-key"])
            // One that others may read is not used.
            chmod(world.directory + "/cloud.key", 0o644)
            #expect(world.gateway.sharedKey() == nil)
        }
    }

    @Test("GAT-7 testing the connection sends nothing about anybody")
    func connection() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            world.server.answer(.reply(coachReply: "The connection works."))
            let test = TestConnection(user: world.user)
            #expect(try await world.gateway.testConnection(test, until: .now + .seconds(20)).ok)
            let body = String(decoding: try #require(world.server.arrivals.first).body, as: UTF8.self)
            #expect(body.contains("This is a connection test."))
            #expect(!body.contains("\(world.user)"))
            #expect(!body.contains("Compared"))
            world.later()
            world.server.answer(.status(401))
            let refused = try await world.gateway.testConnection(test, until: .now + .seconds(20))
            #expect(!refused.ok)
            #expect(refused.message.contains("API key"))
        }
    }

    @Test("GAT-8 the Responses API with a strict schema, nothing stored, at the configured address")
    func protocolShape() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            _ = try await world.phrase()
            let arrival = try #require(world.server.arrivals.first)
            #expect(arrival.path == "/v1/responses")
            #expect(arrival.headers["content-type"] == "application/json")
            let json = try #require(try JSONSerialization.jsonObject(with: Data(arrival.body)) as? [String: Any])
            #expect(json["store"] as? Bool == false)
            #expect(json["model"] as? String == "gpt-5")
            let format = try #require((json["text"] as? [String: Any])?["format"] as? [String: Any])
            #expect(format["type"] as? String == "json_schema")
            #expect(format["strict"] as? Bool == true)
            let schema = try #require(format["schema"] as? [String: Any])
            #expect(schema["additionalProperties"] as? Bool == false)
            #expect(Set(schema["required"] as? [String] ?? []) == ["coachReply", "nextAction"])
            #expect(
                ((schema["properties"] as? [String: Any])?["coachReply"] as? [String: Any])?["type"] as? String
                    == "string")
        }
    }

    @Test("GAT-8 https, unless the host is on this machine or a private network")
    func addresses() {
        for url in [
            "https://api.openai.com/v1", "http://127.0.0.1:8/v1", "http://localhost/v1", "http://[::1]:80/v1",
            "http://192.168.1.4:1234/v1",
            "http://10.0.0.1/v1",
            "http://172.20.0.3/v1", "http://ollama:11434/v1", "http://[fd00::1]/v1",
        ] { #expect((try? CloudAddress(url)) != nil, "\(url)") }
        for url in [
            "http://api.openai.com/v1", "http://8.8.8.8/v1", "http://172.32.0.1/v1", "http://192.169.0.1/v1",
            "ftp://127.0.0.1/v1", "127.0.0.1", "https://",
            "http://127.0.0.1.evil.com/v1", "http://[2001:db8::1]/v1", "http://10.0.0.1.evil/v1",
        ] { #expect((try? CloudAddress(url)) == nil, "\(url)") }
    }

    @Test("GAT-7 without a key nothing is sent to a public address")
    func noKey() async throws {
        try await GatewayWorld.run { world in
            let elsewhere = try world.anotherGateway(url: "https://cloud.invalid/v1")
            try await world.consent(by: elsewhere)
            #expect(try await world.phrase(by: elsewhere) == PhraseReply(gate: "call"))
            #expect(try await world.receipts().isEmpty)
            // The checks before the call run first, and a refused call counts for no limit.
            try await world.consent()
            _ = try await world.phrase()
            try await world.consent(by: elsewhere)
            #expect(try await world.phrase(by: elsewhere) == PhraseReply(gate: "rateLimit"))
        }
    }

    @Test("OWN-1 erasing a person leaves no consent, receipt or key, and a late outcome brings nothing back")
    func erased() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            world.server.answer(.hold)
            async let reply = world.phrase()
            await world.server.arrived(1)
            _ = try await world.gateway.store.erase(world.user)
            world.gateway.calls.cancel(world.user)
            #expect(try await reply.gate == "call")
            for table in ["consents", "receipts", "calls", "cloud_keys"] {
                #expect(
                    try await world.gateway.store.read { try $0.value(Int.self, "SELECT count(*) FROM \(table)") } == 0)
            }
            let (store, user) = (world.gateway.store, world.user)
            let late = await #expect(throws: ServiceError.self) {
                try await store.write { transaction in
                    try CallRows(user: user, transaction: transaction).admit(1, isRetry: false)
                }
            }
            #expect(late?.code == .erased)
        }
    }
}
