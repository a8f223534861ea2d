import AsyncHTTPClient
import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit
import TestTraits
import Testing
import Wire

extension Security {
    /// Requests open to a compromised worker: real processes, its real token, and no other secret of theirs.
    @Suite("Capabilities: a worker that is taken over", .tags(.processes)) struct CapabilityTests {
        /// The error with which the bus refuses a request.
        private func refusal(_ body: () async throws -> some Sendable) async -> ServiceError? {
            do {
                _ = try await body()
                return nil
            } catch { return error as? ServiceError }
        }

        private func phrase(_ user: UserID) -> Phrase {
            Phrase(
                user: user, toneHints: [.calm], topSignal: .sleep, topMomentID: nil, rationale: .askedAbout,
                zScoreSummary: [])
        }

        /// A client with exactly these capabilities.
        private struct Fixed: CapabilitySource {
            let field: CapabilityField?
            func ready(_ type: MessageType, user: UserID, audience: ServiceName) -> CapabilityField? { field }
            func fetch(_ type: MessageType, user: UserID, audience: ServiceName, over bus: any Requesting) async throws
                -> CapabilityField?
            { nil }
        }

        private func join(_ stack: Stack, as service: ServiceName, with capabilities: [Capability]) throws
            -> BusConnection
        {
            var configuration = BusConfiguration(
                service: service, release: "test", brokers: stack.bus.configuration.brokers,
                token: try ServiceKit.Tokens(directory: stack.directory + "/tokens").read(service))
            configuration.capabilities = Fixed(field: CapabilityField(capabilities))
            let connection = try BusConnection(configuration)
            Task { try await connection.run() }
            return connection
        }

        @Test(
            "SEC-12 with its own token a worker asks nobody about a person it was not asked about; what the API asks goes through, to the gateway too",
            .timeLimit(.minutes(5)))
        func takenOver() async throws {
            try await Stack.run { stack in
                let (ada, ben) = (try await stack.makeAccount("Ada"), try await stack.makeAccount("Ben"))
                let coach = try stack.join(as: .coaching) { _ in }
                let sentiment = try stack.join(as: .sentiment) { _ in }

                // The permission table no longer allows these requests.
                for worker in [coach, sentiment] {
                    let today = World.today
                    #expect(await refusal { try await worker.request(ProfileQuery(user: ada)) }?.code == .refused)
                    #expect(
                        await refusal { try await worker.request(BreakdownQuery(user: ada, today: today)) }?.code
                            == .refused)
                    #expect(await refusal { try await worker.request(MintCapability(user: ada)) }?.code == .refused)
                }

                // The capability check: the coach may ask for phrasing, but not about a person.
                func isRefused(_ worker: BusConnection, _ user: UserID, _ reason: String) async {
                    let error = await refusal { try await worker.request(phrase(user)) }
                    #expect(
                        error?.code == .refused && error?.message.contains(reason) == true,
                        "\(error?.description ?? "answered")")
                }
                await isRefused(coach, ada, "no capability")
                let bens = try #require(
                    CapabilitySet(bytes: try await stack.bus.request(MintCapability(user: ben)).capabilities))
                let own = try #require(bens.first(Phrase.type, user: ben, audience: .gateway))
                await isRefused(try join(stack, as: .coaching, with: [own]), ada, "another person")
                let other = try #require(bens.first(ConsentQuery.type, user: ben, audience: .gateway))
                await isRefused(
                    try join(stack, as: .coaching, with: [other]), ben, "another person, service or request")
                let elsewhere = try #require(bens.first(Chat.type, user: ben, audience: .coaching))
                await isRefused(
                    try join(stack, as: .coaching, with: [elsewhere]), ben, "another person, service or request")
                var forged = own.bytes
                forged.replaceSubrange(24..<40, with: ada.bytes)
                await isRefused(try join(stack, as: .coaching, with: [try #require(Capability(forged))]), ada, "key")
                let fits = try await join(stack, as: .coaching, with: [own]).request(phrase(ben))
                #expect(fits.gate == "consent")

                // A person's own question reaches the gateway through the coach.
                let reply = try await stack.bus.request(
                    Chat(user: ada, text: "How can I sleep better?", at: World.now, country: ""))
                #expect(reply.gate == "consent", "\(reply.gate ?? "none")")
                let chat = try #require(bens.first(Chat.type, user: ben, audience: .coaching))
                let without = try await join(stack, as: .cli, with: [chat])
                    .request(Chat(user: ben, text: "How can I sleep better?", at: World.now, country: ""))
                #expect(without.gate == "unavailable", "the coach has no capability of its own to ask with")
                #expect(
                    try await stack.pulsum("chat", "--user", "Ada", "How", "can", "I", "sleep", "better?").status == 0)

                let page = try await HTTPClient.shared.execute(
                    HTTPClientRequest(url: try stack.healthAddress(of: .gateway) + "/metrics"), timeout: .seconds(10))
                let metrics = String(buffer: try await page.body.collect(upTo: 4 << 20))
                for count in ["missing\"} 2", "foreign\"} 3", "forged\"} 1", "expired\"} 0"] {
                    #expect(metrics.contains("pulsum_capability_refusals_total{reason=\"\(count)"), "\(count)")
                }
            }
        }

        @Test(
            "SEC-12 a retry of a command gets the first answer, whatever capability comes with it",
            .timeLimit(.minutes(5)), .tags(.sharedStack))
        func retry() async throws {
            try await Stack.shared { stack in
                let user = try await stack.makeAccount("Ada")
                let id = RequestID.random()
                let request = SubmitCheckIn(
                    user: user, day: World.today, at: World.now, stress: 3, energy: 4, sleepQuality: 5)
                let first = try await stack.bus.request(request, id: id)
                // As the API issues it five minutes later.
                let later = try CapabilityIssuer(
                    CapabilityKeys(directories: [stack.directory + "/tokens"]),
                    now: { Int64(Date().timeIntervalSince1970) + 300 })
                let own = try #require(
                    CapabilitySet(bytes: try await stack.bus.request(MintCapability(user: user)).capabilities))
                #expect(
                    later.ready(SubmitCheckIn.type, user: user, audience: .scoring)
                        != own.field(SubmitCheckIn.type, user: user, audience: .scoring))
                var peer = stack.bus.configuration
                peer.capabilities = later
                let client = try BusConnection(peer)
                let running = Task { try await client.run() }
                defer { running.cancel() }
                #expect(try await client.request(request, id: id) == first)
            }
        }

        /// Sends a request with default fields, except the person and a required job, entry, measure or inner request.
        private func ask<R: UserRequest>(_: R.Type, _ user: UserID, at service: ServiceName, _ bus: BusConnection)
            async throws -> ServiceError?
        {
            let person = [0x0A, 16] + user.bytes
            let decoder = WireDecoder()
            // Field 3 of `SaveHealthRule` is a content with a measure in its field 7.
            let measured = [0x1A, 18, 0x3A, 16] + UserID.random().bytes
            // An id in field 2 or 3, or one in each; a message with an id in field 2; a content.
            let (second, third) = ([0x12, 16] + UserID.random().bytes, [0x1A, 16] + UserID.random().bytes)
            let required = [[], second, [0x12, UInt8(person.count)] + person, third, second + third, measured]
            let request = try #require(
                required.lazy.compactMap { try? decoder.decode(R.self, from: person + $0) }.first, "\(R.self)")
            return await refusal { try await bus.request(request, to: service) }
        }

        @Test(
            "SEC-12 every request about a person is checked by every service that answers it", .timeLimit(.minutes(5)),
            .tags(.sharedStack))
        func everyType() async throws {
            try await Stack.shared { stack in
                let user = try await stack.makeAccount("Ada")
                let owner = try stack.join(as: .cli) { _ in }
                let coach = try stack.join(as: .coaching) { _ in }
                var asked = 0
                for request in Topology.requests where request.isAboutPerson {
                    let type = try #require(request.messages[0] as? any UserRequest.Type)
                    for service in request.service.map({ [$0] }) ?? Topology.services {
                        let error = try await ask(
                            type, user, at: service, request.callers.contains(.cli) ? owner : coach)
                        #expect(
                            error?.code == .refused && error?.message.contains("no capability") == true,
                            "\(request.name) at \(service): \(error?.description ?? "answered")")
                        asked += 1
                    }
                }
                #expect(asked > 35)
            }
        }

        @Test(
            "SEC-12 while an older API is replaced, a setting lets requests without a capability through, and no wrong ones",
            .timeLimit(.minutes(5)))
        func upgrade() async throws {
            try await Stack.run(environment: ["PULSUM_CAPABILITIES": "accept-missing"]) { stack in
                let (ada, ben) = (try await stack.makeAccount("Ada"), try await stack.makeAccount("Ben"))
                let older = try stack.join(as: .cli) { _ in }
                #expect(try await older.request(ScoreQuery(user: ada, today: World.today)).score == nil)
                let bens = try #require(
                    CapabilitySet(bytes: try await stack.bus.request(MintCapability(user: ben)).capabilities))
                let wrong = try join(
                    stack, as: .cli, with: [try #require(bens.first(ScoreQuery.type, user: ben, audience: .scoring))])
                #expect(
                    await refusal { try await wrong.request(ScoreQuery(user: ada, today: World.today)) }?.code
                        == .refused)
                #expect(stack.logText.contains("remove PULSUM_CAPABILITIES"))
            }
        }

        @Test("SEC-12 a service whose capability key is missing does not start, and says what to do")
        func missingKey() async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            let keys = KeyManager(directory: scratch.file("keys"))
            try keys.create()
            try FileManager.default.removeItem(atPath: scratch.file("keys/capability.scoring"))
            let result = try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum-scoring").path, [],
                environment: [
                    "PULSUM_DATA": scratch.file("data"), "PULSUM_KEYS": scratch.file("keys"),
                    "PULSUM_BUS": "tcp://broker.invalid:5550",
                ])
            #expect(result.status != 0)
            #expect(
                (result.output + result.errors).contains("The capability key of scoring is missing"),
                "\(result.output)\(result.errors)")
        }

        @Test(
            "SEC-12 the country goes with the journal entry: its crisis card is the person's own",
            .timeLimit(.minutes(5)), .tags(.sharedStack))
        func country() async throws {
            try await Stack.shared { stack in
                let user = try await stack.makeAccount("Ada")
                var profile = try await stack.bus.request(ProfileQuery(user: user))
                profile.country = "US"
                _ = try await stack.bus.request(SetProfile(profile: profile))
                let entry = try await stack.pulsum("journal", "add", "I want to kill myself tonight.", "--json")
                #expect(entry.output.contains("\"country\" : \"US\""), "\(entry.output)\(entry.errors)")
                try await stack.settle()
                let cards = try await stack.pulsum("cards", "--json")
                #expect(cards.output.contains("\"country\" : \"US\""), "\(cards.output)\(cards.errors)")
            }
        }
    }
}

private enum World {
    static var now: Milliseconds { Milliseconds(Date().timeIntervalSince1970 * 1000) }
    static var today: Day { Day(number: Int32(Date().timeIntervalSince1970 / 86_400)) }
}
