import Bus
import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import ServiceKit

extension Security {
    /// The capability rule of a service, called directly with the test's clocks and keys.
    @Suite("Capabilities: the rule", .tags(.processes)) final class CapabilityRuleTests {
        private let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(
            "cap-\(UInt64.random(in: 0 ... .max))"
        ).path
        private let clock = Clock()
        private let user = UserID.random()

        deinit { try? FileManager.default.removeItem(atPath: scratch) }

        private final class Clock: Sendable {
            private let time = Mutex<Int64>(1_800_000_000)
            var now: Int64 { time.withLock { $0 } }
            func advance(_ seconds: Int64) { time.withLock { $0 += seconds } }
        }

        private func world(
            _ service: ServiceName = .scoring, acceptsMissing: Bool = false
        ) throws -> (mint: CapabilityIssuer, guardian: CapabilityVerifier) {
            try ServiceKit.Tokens(directory: scratch).create()
            let keys = CapabilityKeys(directories: [scratch + "/none", scratch])
            let clock = clock
            return (
                try CapabilityIssuer(keys, now: { clock.now }),
                try CapabilityVerifier(service, keys, acceptsMissing: acceptsMissing, now: { clock.now })
            )
        }

        private func made(
            _ mint: CapabilityIssuer, _ type: MessageType, _ user: UserID? = nil, at audience: ServiceName = .scoring
        ) throws -> CapabilitySet {
            let field = try #require(mint.ready(type, user: user ?? self.user, audience: audience))
            // As a worker reads them.
            return try #require(
                CapabilitySet(bytes: Array(field.bytes.dropFirst(field.bytes.count > 80 ? 7 : 6).dropLast())))
        }

        private func refusal(
            _ guardian: CapabilityVerifier, _ set: CapabilitySet?, _ type: MessageType = ScoreQuery.type,
            _ user: UserID? = nil
        ) -> CapabilityVerifier.Refusal? {
            do {
                try guardian.check(type, user: user ?? self.user, set)
                return nil
            } catch {
                return error
            }
        }

        @Test(
            "SEC-12 a capability is good for one person, one service and one request type, and no bit of it can be changed"
        )
        func exact() throws {
            let (mint, guardian) = try world()
            let good = try made(mint, ScoreQuery.type)
            #expect(good.count == 1)
            for _ in 0..<3 { #expect(refusal(guardian, good) == nil) }
            #expect(refusal(guardian, nil) == .missing)
            #expect(refusal(guardian, good, ScoreQuery.type, .random()) == .foreign)
            #expect(refusal(guardian, good, BreakdownQuery.type) == .foreign, "replayed for another request")
            #expect(refusal(guardian, try made(mint, ScoreQuery.type, .random())) == .foreign)
            #expect(
                refusal(guardian, try made(mint, ScoreQuery.type, at: .coaching)) == .foreign, "for another service")
            for offset in 0..<Capability.size {
                for bit in 0..<8 {
                    var bytes = good.bytes
                    bytes[offset] ^= 1 << UInt8(bit)
                    let refused = refusal(guardian, CapabilitySet(bytes: bytes))
                    switch offset {
                    case 4..<8: #expect(refused == .forged || refused == .expired, "\(offset)")
                    case 40...: #expect(refused == .forged, "\(offset)")
                    default: #expect(refused == .foreign, "\(offset)")
                    }
                }
            }
        }

        @Test(
            "SEC-12 nobody makes a capability with another service's key, and the wrong ones of a set do not spoil the right one"
        )
        func keys() throws {
            let (mint, guardian) = try world()
            // As the coach could, which has only its own key.
            try FileManager.default.createDirectory(atPath: scratch + "/forger", withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: scratch + "/capability.coaching", toPath: scratch + "/forger/capability.scoring")
            let clock = clock
            let forger = try CapabilityIssuer(
                CapabilityKeys(directories: [scratch + "/forger"]), services: [.scoring], now: { clock.now })
            #expect(refusal(guardian, try made(forger, ScoreQuery.type)) == .forged)
            let good = try made(mint, ScoreQuery.type)
            let others = try made(mint, ScoreQuery.type, .random()).bytes + made(mint, BreakdownQuery.type).bytes
            #expect(refusal(guardian, CapabilitySet(bytes: others + good.bytes)) == nil)
        }

        @Test(
            "SEC-12 capabilities last five to ten minutes, twelve with the skew; none from the far future counts; a request without one counts in an upgrade only"
        )
        func expiry() throws {
            let (mint, guardian) = try world()
            for _ in 0..<50 {
                let set = try made(mint, ScoreQuery.type)
                let left = Int64(try #require(set[0]).expires) - clock.now
                #expect((300...600).contains(left) && (clock.now + left).isMultiple(of: 300))
                clock.advance(left + CapabilityVerifier.skew - 1)
                #expect(refusal(guardian, set) == nil)
                clock.advance(1)
                #expect(refusal(guardian, set) == .expired)
                clock.advance(.random(in: 0...1_000))
            }
            let now = clock.now
            let future = try CapabilityIssuer(CapabilityKeys(directories: [scratch]), now: { now + 1_000 })
            #expect(refusal(guardian, try made(future, ScoreQuery.type)) == .expired)
            let late = try CapabilityIssuer(CapabilityKeys(directories: [scratch]), now: { now + 120 })
            #expect(refusal(guardian, try made(late, ScoreQuery.type)) == nil, "two clocks two minutes apart")

            let upgrading = try world(acceptsMissing: true)
            #expect(refusal(upgrading.guardian, nil) == nil)
            #expect(refusal(upgrading.guardian, try made(mint, ScoreQuery.type, .random())) == .foreign)
        }

        @Test(
            "SEC-12 with a chat go capabilities for the phrasing and the numbers of that person; with what a client asks for, one for each service and type"
        )
        func sets() throws {
            let (mint, _) = try world()
            let chat = try made(mint, Chat.type, at: .coaching)
            let reached = Topology.reached(through: Chat.type)
            #expect(chat.count == 1 + reached.count && chat[0]?.audience == .coaching)
            #expect(chat.first(Phrase.type, user: user, audience: .gateway) != nil)
            #expect(chat.first(MetricsQuery.type, user: user, audience: .ingestion) != nil)
            let all = try mint.mint(MintCapability(user: user), for: .cli)
            let known = Topology.requests.filter(\.isAboutPerson)
            for request in known {
                for service in request.service.map({ [$0] }) ?? Topology.services {
                    #expect(
                        all.first(request.type, user: user, audience: service) != nil, "\(request.name) at \(service)")
                }
            }
            #expect(all.count == Set(known.filter { $0.service != nil }.map(\.type)).count + Topology.services.count)
            let one = try mint.mint(MintCapability(user: user, types: [Chat.type]), for: .cli)
            #expect(one.count == 1 + reached.count)
            #expect(throws: ServiceError.self) {
                try mint.mint(MintCapability(user: self.user, types: [EraseUser.type]), for: .cli)
            }
            #expect(try mint.mint(MintCapability(user: user), for: ServiceName(rawValue: "peer")).count == 0)
        }

        @Test(
            "SEC-12 a client asks once for each person, and again before its capabilities expire; without an API it goes without"
        )
        func wallet() async throws {
            let (mint, guardian) = try world()
            let clock = clock
            let wallet = CapabilityCache(now: { clock.now })
            let api = FakeAPI(mint)
            for _ in 0..<3 {
                if wallet.ready(ScoreQuery.type, user: user, audience: .scoring) == nil {
                    #expect(try await wallet.fetch(ScoreQuery.type, user: user, audience: .scoring, over: api) != nil)
                }
            }
            #expect(api.asked.withLock { $0 } == 1)
            #expect(wallet.ready(Chat.type, user: user, audience: .coaching) != nil)
            #expect(wallet.ready(ScoreQuery.type, user: .random(), audience: .scoring) == nil)
            let field = try #require(wallet.ready(ScoreQuery.type, user: user, audience: .scoring))
            #expect(refusal(guardian, CapabilitySet(bytes: Array(field.bytes.dropFirst(6).dropLast()))) == nil)
            clock.advance(600)
            #expect(wallet.ready(ScoreQuery.type, user: user, audience: .scoring) == nil)
            api.failure.withLock { $0 = .unavailable }
            #expect(try await wallet.fetch(ScoreQuery.type, user: user, audience: .scoring, over: api) == nil)
            api.failure.withLock { $0 = .busy }
            await #expect(throws: ServiceError.self) {
                _ = try await wallet.fetch(ScoreQuery.type, user: self.user, audience: .scoring, over: api)
            }
        }

        private final class FakeAPI: Requesting {
            let asked = Mutex(0)
            let failure = Mutex<ServiceError.Code?>(nil)
            private let mint: CapabilityIssuer
            init(_ mint: CapabilityIssuer) { self.mint = mint }

            func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?)
                async throws -> R.Reply
            {
                if let code = failure.withLock({ $0 }) { throw ServiceError(code, "Not now.") }
                asked.withLock { $0 += 1 }
                guard let asked = request as? MintCapability,
                    let reply = MintCapability.Reply(capabilities: try mint.mint(asked, for: .cli).bytes) as? R.Reply
                else { throw ServiceError(.unavailable, "Nobody answers.") }
                return reply
            }
        }

        @Test(
            "SEC-12 a key is replaced without a request refused, and the old one stops to count; in containers each service has its own, the API all"
        )
        func rotation() throws {
            let manager = KeyManager(directory: scratch, usesDirectoryPerName: true)
            try manager.create()
            func text(_ place: ServiceName) throws -> String {
                try String(contentsOfFile: "\(scratch)/\(place)/capability.scoring", encoding: .utf8)
            }
            let clock = clock
            let old = try CapabilityIssuer(CapabilityKeys(directories: [scratch + "/api"]), now: { clock.now })
            let guardian = try CapabilityVerifier(
                .scoring, CapabilityKeys(directories: [scratch + "/scoring"]), now: { clock.now })
            let before = try text(.api)
            try manager.rotateCapability(.scoring)
            #expect(try text(.api) == text(.scoring))
            #expect(try text(.api).hasSuffix(before))
            // An API process started after the rotation uses the new key at once; one started before it, the old key.
            let new = try CapabilityIssuer(CapabilityKeys(directories: [scratch + "/api"]), now: { clock.now })
            clock.advance(1)
            #expect(refusal(guardian, try made(new, ScoreQuery.type)) == nil)
            #expect(refusal(guardian, try made(old, ScoreQuery.type)) == nil)
            let last = try made(old, ScoreQuery.type)
            clock.advance(300)
            #expect(refusal(guardian, try made(old, ScoreQuery.type)) == nil, "by now with the new key")
            try manager.revokeCapability(.scoring)
            clock.advance(300)
            #expect(refusal(guardian, last) == .forged)
            #expect(refusal(guardian, try made(old, ScoreQuery.type)) == nil)

            // A lost volume gets the API's key again: each start creates the missing files.
            try FileManager.default.removeItem(atPath: scratch + "/scoring/capability.scoring")
            try FileManager.default.removeItem(atPath: scratch + "/safety/capability.safety")
            try FileManager.default.removeItem(atPath: scratch + "/api/capability.safety")
            #expect(try manager.create().isEmpty)
            #expect(try text(.api) == text(.scoring))
            _ = try CapabilityVerifier(.safety, CapabilityKeys(directories: [scratch + "/safety"]))
            _ = try CapabilityIssuer(CapabilityKeys(directories: [scratch + "/api"]))
        }

        @Test("SEC-12 A key replaced in the first directory is rejected even if another directory holds a copy")
        func directories() throws {
            try KeyManager(directory: scratch + "/keys").create()
            try ServiceKit.Tokens(directory: scratch + "/tokens").create()
            let keys = try CapabilityKeys(directories: [scratch + "/keys", scratch + "/tokens"]).read(.scoring)
            #expect(keys == (try CapabilityKeys(directories: [scratch + "/keys"]).read(.scoring)) && keys.count == 1)
            let copy = try CapabilityKeys(directories: [scratch + "/none", scratch + "/tokens"]).read(.scoring)
            #expect(copy.count == 1 && copy != keys)
        }

        @Test("SEC-12 a missing, open or malformed key stops the start with a sentence")
        func missing() throws {
            try ServiceKit.Tokens(directory: scratch).create()
            let keys = CapabilityKeys(directories: [scratch])
            let path = scratch + "/capability.scoring"
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(try #require(throws: StartFailure.self) { try keys.read(.scoring) }.message.contains("chmod 600"))
            for text in ["short\n", String(repeating: "g", count: 64)] {
                try Files.replace(path, text)
                #expect(
                    try #require(throws: StartFailure.self) { try keys.read(.scoring) }.message.contains("malformed"))
            }
            Files.remove(path)
            #expect(
                try #require(throws: StartFailure.self) { try CapabilityVerifier(.scoring, keys) }.message.contains(
                    "pulsum keys create"))
            #expect(try #require(throws: StartFailure.self) { try CapabilityIssuer(keys) }.message.contains("scoring"))
        }
    }
}
