import Fixtures
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Bus

/// Transport of capabilities; ServiceKit decides their validity.
@Suite(.timeLimit(.minutes(1)), .tags(.deadline)) struct CapabilityTests {
    private let user = UserID(high: 0x0102_0304_0506_0708, low: 0x1112_1314_1516_1718)

    private func capability(_ type: MessageType, _ audience: ServiceName, user: UserID? = nil, code: UInt8 = 0xAB)
        throws -> Capability
    {
        let statement = try #require(
            Capability.statement(type, user: user ?? self.user, audience: audience, expires: 0x6000_0000))
        return try #require(Capability(statement + [UInt8](repeating: code, count: 32)))
    }

    private func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    @Test("A capability and its field have the bytes that docs/bus-protocol.md says")
    func golden() throws {
        let capability = try capability(ScoreQuery.type, .scoring)
        let text =
            "0100050260000000" + "73636f72696e67000000000000000000" + "01020304050607081112131415161718"
            + String(repeating: "ab", count: 32)
        #expect(hex(capability.bytes) == text)
        #expect(
            capability.type == ScoreQuery.type && capability.audience == .scoring && capability.user == user
                && capability.expires == 0x6000_0000)
        #expect(hex(try #require(CapabilityField([capability])).bytes) == "faffffff0f" + "49" + text + "01")
        let two = try #require(CapabilityField([capability, capability]))
        #expect(hex(two.bytes) == "faffffff0f" + "9101" + text + text + "02")
        #expect(CapabilityField([]) == nil && CapabilityField(Array(repeating: capability, count: 17)) == nil)
        #expect(Capability(capability.bytes.dropLast()) == nil && Capability([2] + capability.bytes.dropFirst()) == nil)
    }

    @Test(
        "A field at the end of a payload is found, is skipped by decoders that do not know it, and no other bytes match"
    )
    func found() throws {
        let request = ScoreQuery(user: user, today: Day(number: 20_000))
        for count in [1, 2, 16] {
            let capabilities = try (0..<count).map { try capability(ScoreQuery.type, .scoring, code: UInt8($0)) }
            let frame = try Codec.encode(request, appending: CapabilityField(capabilities))
            #expect(CapabilityField.find(in: frame.bytes) == CapabilitySet(capabilities))
            let read = try Codec.decode(ScoreQuery.self, from: frame)
            #expect(read.user == request.user && read.today == request.today)
            // A part of a batch.
            let batch = try Frame([1, 2, 3] + Array(frame.bytes) + [9])
            let slice = batch.slice(3, frame.count)
            #expect(CapabilityField.find(in: slice.bytes) == CapabilitySet(capabilities))
            for change in [0, 4, 5] {
                var bytes = Array(frame.bytes)
                bytes[frame.count - 1 - count * Capability.size - (count > 1 ? 7 : 6) + change] ^= 1
                #expect(try CapabilityField.find(in: Frame(bytes).bytes) == nil)
            }
        }
        let plain = try Codec.encode(request)
        #expect(CapabilityField.find(in: plain.bytes) == nil)
        for bytes in [[], [1], [16], [0], [UInt8](repeating: 1, count: 80)] {
            #expect(try CapabilityField.find(in: Frame(bytes).bytes) == nil)
        }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0..<200)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            if !bytes.isEmpty { bytes[bytes.count - 1] = .random(in: 0...17) }
            #expect(try CapabilityField.find(in: Frame(bytes).bytes) == nil)
        }
    }

    @Test("Every request about a person says whom it is about, and Topology knows which these are")
    func persons() {
        #expect(ScoreQuery(user: user, today: Day(number: 1)).person == user)
        #expect(Chat(user: user, text: "", at: 0, country: "").person == user)
        #expect(Ping().person == nil && EraseUser(user: user).person == nil)
        #expect(
            Set(Topology.reached(through: Chat.type)) == Self.throughChat
                && Topology.reached(through: CloudPreview.type) == [PhrasePreview.type]
                && Topology.reached(through: SimilarTitles.type) == [EmbedTexts.type]
                && Set(Topology.reached(through: CardsQuery.type)) == [DayContextsQuery.type, MetricsQuery.type]
                && Topology.reached(through: ScoreQuery.type).isEmpty)
        for request in Topology.requests {
            #expect(request.isAboutPerson == (request.messages[0] is any UserRequest.Type))
        }
        // Any other service than the API and the command line may ask about a person only with the capability of a
        // request that it serves.
        let callers = Topology.requests.filter { $0.isAboutPerson && !$0.callers.subtracting([.api, .cli]).isEmpty }
        #expect(
            Set(callers.map(\.type))
                == Self.throughChat.union([PhrasePreview.type, EmbedTexts.type]))
    }

    /// What a chat asks others: to phrase a reply, and the numbers that it is answered from.
    private static let throughChat: Set<MessageType> = [
        Phrase.type, MetricsQuery.type, CheckInsQuery.type, ScoreHistory.type, RecentDays.type, BreakdownQuery.type,
        GoalsQuery.type, MeasuresQuery.type, ActionsQuery.type, WorkoutSums.type, DayContextsQuery.type,
        KindDaysQuery.type, PlanNumbers.type,
    ]

    private struct Source: CapabilitySource {
        let field: CapabilityField?
        let fetched: CapabilityField?
        func ready(_ type: MessageType, user: UserID, audience: ServiceName) -> CapabilityField? { field }
        func fetch(_ type: MessageType, user: UserID, audience: ServiceName, over bus: any Requesting) async throws
            -> CapabilityField?
        { fetched }
    }

    /// What a service received.
    private final class Seen: Sendable {
        let sets = Mutex<[CapabilitySet?]>([])
        func note(_ context: RequestContext) { sets.withLock { $0.append(context.capabilities) } }
    }

    private func caller(_ world: BusWorld, _ service: ServiceName, _ source: Source) throws -> BusConnection {
        var configuration = try world.connection(service).configuration
        configuration.capabilities = source
        return try BusConnection(configuration)
    }

    @Test("A handler's requests about the same person carry what came for them, and nothing else does")
    func inheritedVariables() async throws {
        let world = try BusWorld()
        let (chat, phrase) = (try capability(Chat.type, .coaching), try capability(Phrase.type, .gateway))
        let field = try #require(CapabilityField([chat, phrase]))
        let api = try caller(world, .api, Source(field: nil, fetched: field))
        let (coaching, gateway) = (try world.connection(.coaching), try world.connection(.gateway))
        let (atCoaching, atGateway) = (Seen(), Seen())
        let stranger = UserID.random()
        gateway.handle(Phrase.self) { _, context in
            atGateway.note(context)
            return PhraseReply(gate: "consent")
        }
        coaching.handle(Chat.self) { request, context in
            atCoaching.note(context)
            func phrase(_ user: UserID) -> Phrase {
                Phrase(
                    user: user, toneHints: [.calm], topSignal: .sleep, topMomentID: nil, rationale: .askedAbout,
                    zScoreSummary: [])
            }
            _ = try await coaching.request(phrase(request.user))
            _ = try await coaching.request(phrase(stranger))
            return ChatReply(coachReply: "", source: .fixed, level: .safe)
        }
        let user = user
        try await running([try world.broker()], [api, coaching, gateway]) {
            // Many concurrent requests travel in batches.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<200 {
                    group.addTask { _ = try await api.request(Chat(user: user, text: "x", at: 0, country: "")) }
                }
                try await group.waitForAll()
            }
        }
        #expect(atCoaching.sets.withLock { $0.count == 200 && $0.allSatisfy { $0 == CapabilitySet([chat, phrase]) } })
        #expect(
            atGateway.sets.withLock { sets in
                sets.count { $0 == CapabilitySet([phrase]) } == 200 && sets.count { $0 == nil } == 200
            })
    }

    @Test("A request whose capability is refused is sent once more where a fresh one differs, under the same id")
    func renewed() async throws {
        let world = try BusWorld()
        let stale = try #require(CapabilityField([try capability(ScoreQuery.type, .scoring, code: 1)]))
        let fresh = try #require(CapabilityField([try capability(ScoreQuery.type, .scoring, code: 2)]))
        let sources = [
            Source(field: stale, fetched: fresh), Source(field: stale, fetched: stale),
            Source(field: stale, fetched: nil),
        ]
        let callers = try sources.map { try caller(world, .api, $0) }
        let scoring = try world.connection(.scoring)
        let asked = Mutex<[RequestID]>([])
        let right = try capability(ScoreQuery.type, .scoring, code: 2)
        scoring.handle(ScoreQuery.self) { request, context in
            asked.withLock { $0.append(context.id) }
            guard context.capabilities == CapabilitySet([right]) else {
                throw ServiceError(.refused, "Not with this one.")
            }
            return ScoreReport(day: request.today, status: .noData)
        }
        let query = ScoreQuery(user: user, today: Day(number: 1))
        try await running([try world.broker()], callers + [scoring]) {
            let id = RequestID.random()
            let report = try await callers[0].request(query, id: id)
            #expect(report.status == .noData)
            #expect(asked.withLock { $0 } == [id, id])
            for caller in callers.dropFirst() {
                asked.withLock { $0 = [] }
                await #expect(throws: ServiceError(.refused, "Not with this one.")) {
                    _ = try await caller.request(query)
                }
                #expect(asked.withLock { $0.count } == 1)
            }
        }
    }

    @Test("A payload that holds a capability has room for it, or is refused before it is sent")
    func large() async throws {
        let world = try BusWorld()
        let field = try #require(CapabilityField([try capability(ImportLibrary.type, .coaching)]))
        let api = try caller(world, .api, Source(field: field, fetched: nil))
        let coaching = try world.connection(.coaching)
        coaching.handle(ImportLibrary.self) { request, context in
            .init(
                added: Int32(request.json.count), updated: Int32(context.capabilities?.count ?? 0), unchanged: 0,
                skipped: [:])
        }
        let user = user
        try await running([try world.broker()], [api, coaching]) {
            func library(_ count: Int) -> ImportLibrary {
                ImportLibrary(user: user, fileName: "", json: [UInt8](repeating: 1, count: count))
            }
            let overhead = try Codec.encode(library(8 << 20)).count - (8 << 20)
            let most = (8 << 20) - overhead - field.bytes.count
            let reply = try await api.request(library(most))
            #expect(Int(reply.added) == most && reply.updated == 1)
            await #expect(throws: ServiceError.self) { _ = try await api.request(library(most + 1)) }
        }
    }
}
