import Fixtures
import Foundation
import HealthFormats
import Messages
import Storage
import TestTraits
import Testing

@testable import Ingestion

/// The room of hidden bodies.
@Suite(.tags(.processes)) struct HiddenRoomTests {
    /// Two of this size fit, three do not.
    private static let third = Int(AsideRows.maximumHidden) / 3 + 1

    /// - Returns: whether the body is shown.
    private static func keep(
        _ at: Milliseconds, _ problem: ImportProblem, _ workshop: Workshop, size: Int = third, group: String = "cycle",
        isNew: Bool = true
    ) async throws -> Bool {
        try await workshop.store.write { [user = workshop.user] transaction in
            var body = AsideBody(
                id: .random(), companion: "hc-webhook", at: at, bytes: Int64(size), problem: problem, isText: true)
            body.groups = [group]
            let rows = AsideRows(user: user, transaction: transaction)
            let isTold = try rows.keep(
                body, MemoryBytes([UInt8](repeating: 0x20, count: size)), isPart: problem == .partlyRead, isNew: isNew)
            #expect(try rows.bytes() == 0)
            return isTold
        }
    }

    /// When the bodies came, the newest first.
    private static func left(_ workshop: Workshop) async throws -> [Milliseconds] {
        try await workshop.store.read { [user = workshop.user] in
            try AsideRows(user: user, transaction: $0).bodies().map(\.at)
        }
    }

    private static func workshop() async throws -> Workshop {
        let workshop = try Workshop()
        // The person's key.
        _ = try await workshop.post(IntimateKindTests.body, from: "hc-webhook")
        #expect(try await left(workshop).isEmpty)
        return workshop
    }

    @Test("ING-18 Of hidden bodies that were read in part the oldest make room, and one that does not fit is not kept")
    func parts() async throws {
        let workshop = try await Self.workshop()
        for at in 1...4 as ClosedRange<Milliseconds> {
            #expect(try await !Self.keep(at, .partlyRead, workshop))
        }
        #expect(try await Self.left(workshop) == [4, 3])
        _ = try await Self.keep(5, .partlyRead, workshop, size: Int(AsideRows.maximumHidden) + 1, group: "mind")
        #expect(try await Self.left(workshop) == [4, 3])
        #expect(try await IntimateKindTests.groups(workshop).keys.sorted() == ["cycle"], "nothing of mind is kept")
    }

    @Test("ING-18 A hidden body of which nothing was read never leaves for another: the next one is refused")
    func whole() async throws {
        let workshop = try await Self.workshop()
        _ = try await Self.keep(1, .notJSON, workshop)
        _ = try await Self.keep(2, .partlyRead, workshop)
        _ = try await Self.keep(3, .notJSON, workshop)
        #expect(try await Self.left(workshop) == [3, 1], "a part leaves first")
        _ = try await Self.keep(4, .partlyRead, workshop)
        #expect(try await Self.left(workshop) == [3, 1])
        let refused = await #expect(throws: ServiceError.self) { _ = try await Self.keep(5, .notJSON, workshop) }
        #expect(refused?.code == .busy)
        func begin() async throws {
            _ = try await workshop.service.begin(
                BeginUpload(
                    user: workshop.user, job: .random(), fileName: "post.json", size: 10, isPost: true,
                    companion: CompanionSender(companion: "hc-webhook", device: 1, member: nil)))
        }
        try await begin()
        // An upload was accepted before it was read.
        _ = try await Self.keep(6, .notJSON, workshop, isNew: false)
        #expect(try await Self.left(workshop) == [6, 3, 1])
        let full = await #expect(throws: ServiceError.self) { try await begin() }
        #expect(full?.code == .busy)
        _ = try await workshop.service.answer(AnswerGroup(user: workshop.user, group: "cycle", isKept: false))
        #expect(try await Self.left(workshop).isEmpty)
        try await begin()
    }

    @Test("ING-18 The question about a group is taken back with the last hidden body of it")
    func question() async throws {
        let workshop = try await Self.workshop()
        _ = try await Self.keep(1, .partlyRead, workshop, group: "mind")
        #expect(try await IntimateKindTests.groups(workshop).keys.sorted() == ["cycle", "mind"])
        _ = try await Self.keep(2, .partlyRead, workshop)
        _ = try await Self.keep(3, .partlyRead, workshop)
        #expect(try await Self.left(workshop) == [3, 2])
        #expect(try await IntimateKindTests.groups(workshop).keys.sorted() == ["cycle"])
        try await workshop.forget(1)
        #expect(try await IntimateKindTests.groups(workshop).keys.sorted() == ["cycle"])
        let ids = try await workshop.store.read { try $0.rows("SELECT id FROM aside").map { try $0["id"] as EntityID } }
        for id in ids { _ = try await workshop.service.remove(RemoveAside(user: workshop.user, id: id)) }
        #expect(try await IntimateKindTests.groups(workshop).isEmpty)
    }
}
