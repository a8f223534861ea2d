import Fixtures
import Foundation
import LocalTime
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// What could tell of intimate kinds besides their records: bodies, receipts, damaged rows, and rows of an earlier release.
@Suite(.tags(.processes)) struct HiddenDataTests {
    private static func metrics(_ text: String) -> String {
        #"{"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[{"date":"2026-10-19 08:00:00 +0200","Min":61,"Avg":61,"Max":61,"source":"Watch"}]},\#(text)]}}"#
    }

    private static func count(_ table: String, _ workshop: Workshop) async throws -> Int {
        try await workshop.store.read { try $0.value(Int.self, "SELECT count(*) FROM \(table)") ?? 0 }
    }

    private static func shown(_ workshop: Workshop) async throws -> [AsideBody] {
        try await workshop.service.aside(AsideQuery(user: workshop.user)).bodies
    }

    private static func answer(_ group: String, _ isKept: Bool, _ workshop: Workshop) async throws {
        _ = try await workshop.service.answer(AnswerGroup(user: workshop.user, group: group, isKept: isKept))
    }

    // MARK: Bodies

    private static let rejected = [
        metrics(
            #"{"name":"number_of_alcoholic_beverages","units":"count","data":[{"date":"zz","qty":3.25,"source":"Diary"}]}"#
        ),
        metrics(
            #"{"name":"number_of_alcoholic_beverages","units":"zz","data":[{"date":"2026-10-19 20:00:00 +0200","qty":3.25,"source":"Diary"}]}"#
        ),
        // Another unknown metric puts it aside.
        metrics(
            #"{"name":"zz","units":"zz","data":[{"date":"2026-10-19 20:00:00 +0200","qty":1}]},{"name":"alcohol_of_another_name","units":"zz","data":[{"date":"2026-10-19 20:00:00 +0200","qty":3.25}]}"#
        ),
        // Damaged before any name was read.
        #"{"data":{"metrics":[}}"# + " number_of_alcoholic_beverages 3.25",
        #"{"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[{"date":"# + " alcoholConsumption 3.25",
        "number_of_alcoholic_beverages,3.25",
    ]

    @Test(
        "ING-18 No body with intimate kinds is shown, read, downloaded or exported before a yes, whether what is in it was accepted, rejected or never read",
        arguments: rejected)
    func bodies(body: String) async throws {
        let workshop = try Workshop()
        let status = try await workshop.post(body, from: "health-auto-export")
        #expect(try await Self.count("aside", workshop) == 1, "\(status)")
        #expect(try await Self.shown(workshop).isEmpty)
        #expect(try await workshop.service.aside(AsideQuery(user: workshop.user)).bytes == 0)
        #expect(IntimateKindTests.found(in: try await IntimateKindTests.told(workshop)).isEmpty)
        #expect(try await IntimateKindTests.groups(workshop).keys.sorted() == ["alcohol"])
        try await Self.answer("alcohol", true, workshop)
        #expect(try await Self.shown(workshop).count == 1)
        #expect(try await IntimateKindTests.told(workshop).contains("3.25"))
        try await Self.answer("alcohol", false, workshop)
        #expect(try await Self.count("aside_pieces", workshop) == 0)
        _ = try await workshop.post(body, from: "health-auto-export")
        #expect(try await Self.count("aside_pieces", workshop) == 0)
    }

    @Test(
        "ING-18 A body that is no text is listed without its content until its owner agreed to all groups; a no deletes it"
    )
    func binary() async throws {
        let workshop = try Workshop()
        let body = PostedWeek.Post(at: 0, status: "", body: [0x1F, 0x8B, 0x08, 0x00] + Array("zz36.62".utf8))
        _ = try await workshop.post(body, from: "hc-webhook", member: nil)
        let listed = try await Self.shown(workshop)
        #expect(listed.count == 1 && listed.first?.isText == false)
        #expect(try await IntimateKindTests.groups(workshop).isEmpty)
        #expect(try await !IntimateKindTests.told(workshop).contains("36.62"))
        for group in IntimateGroup.names { try await Self.answer(group, true, workshop) }
        #expect(try await IntimateKindTests.told(workshop).contains("36.62"))
        try await Self.answer("mind", false, workshop)
        #expect(try await Self.shown(workshop).isEmpty)
    }

    @Test("ING-18 A body that failed is hidden like one that could not be read")
    func failed() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(IntimateKindTests.body, from: "hc-webhook")
        try await workshop.store.write { [user = workshop.user] transaction in
            try transaction.execute("UPDATE samples SET sealed = ? WHERE user = ?", [Data([1, 2, 3]), user])
        }
        let again = IntimateKindTests.body.replacing("\"bpm\":61", with: "\"bpm\":62")
            .replacing("2026-10-20T00:00", with: "2026-10-20T01:00")
        let status = try await workshop.post(again, from: "hc-webhook")
        #expect(status.phase == .failed && status.companion?.isAside == false, "\(status)")
        #expect(try await Self.count("aside", workshop) == 1)
        #expect(IntimateKindTests.found(in: try await IntimateKindTests.told(workshop)).isEmpty)
        try await Self.answer("cycle", false, workshop)
        #expect(try await Self.count("aside", workshop) == 0)
    }

    @Test("ING-18 A damaged body is not shown, and a no deletes it; a damaged answer shows nothing and ends")
    func damaged() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(String(IntimateKindTests.life.dropLast(40)), from: "health-auto-export")
        try await Self.answer("mind", true, workshop)
        let id = try await workshop.store.write { transaction in
            try transaction.execute("UPDATE aside SET sealed = ?", [Data([1])])
            return try transaction.value(EntityID.self, "SELECT id FROM aside")
        }
        let piece = AsidePiece(user: workshop.user, id: try #require(id), number: 0)
        #expect(try await workshop.service.piece(piece).bytes == nil)
        #expect(IntimateKindTests.found(in: try await IntimateKindTests.told(workshop)).contains("zzheadache") == false)
        try await Self.answer("alcohol", false, workshop)
        #expect(try await Self.count("aside_pieces", workshop) == 0)
        try await workshop.store.write { try $0.execute("UPDATE intimate_groups SET sealed = ?", [Data([1])]) }
        // The yes without a date of deletion shows nothing, and nothing of the group is taken.
        #expect(try await IntimateKindTests.groups(workshop)["mind"] == false)
        let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
        try await workshop.worker.drainGroups(now: now + 31 * 86_400_000)
        let due = try await Self.count("intimate_groups WHERE deletes IS NOT NULL", workshop)
        #expect(due == 0)
    }

    // MARK: Deletion

    /// A no to more than one transaction deletes, which leaves a part to the worker.
    private static func declinedLarge() async throws -> Workshop {
        let workshop = try Workshop()
        let points = (0..<1_300).map { index in
            let day = 10 + index / 600
            return
                #"{"date":"2026-10-\#(day) \#(String(format: "%02d", (index % 600) / 60 + 8)):\#(String(format: "%02d", index % 60)):00 +0200","qty":1,"source":"Diary"}"#
        }
        let metric =
            #"{"name":"number_of_alcoholic_beverages","units":"count","data":[\#(points.joined(separator: ","))]}"#
        _ = try await workshop.post(Self.metrics(metric), from: "health-auto-export")
        let before = try await IntimateKindTests.rows(workshop)
        #expect(before > 1_200)
        try await Self.answer("alcohol", false, workshop)
        let after = try await IntimateKindTests.rows(workshop)
        #expect(after > 0 && after < before)
        return workshop
    }

    @Test("ING-18 A no to more than one transaction deletes is answered at once, and the worker deletes the rest")
    func large() async throws {
        let workshop = try await Self.declinedLarge()
        try await workshop.worker.drain()
        #expect(try await IntimateKindTests.rows(workshop) == 0)
        #expect(try await Self.count("readings", workshop) == 0)
    }

    @Test("ING-18 A yes before the worker deleted what was declined brings nothing of it back, and holds from then on")
    func soon() async throws {
        let workshop = try await Self.declinedLarge()
        try await Self.answer("alcohol", true, workshop)
        #expect(try await IntimateKindTests.rows(workshop) == 0)
        #expect(try await Self.count("readings", workshop) == 0)
        let metric =
            #"{"name":"number_of_alcoholic_beverages","units":"count","data":[{"date":"2026-10-19 20:00:00 +0200","qty":3.25}]}"#
        _ = try await workshop.post(Self.metrics(metric), from: "health-auto-export")
        try await workshop.worker.drain()
        #expect(try await IntimateKindTests.rows(workshop) == 1)
        #expect(try await IntimateKindTests.groups(workshop) == ["alcohol": true])
    }

    @Test("ING-18 What one person's key does not open keeps nobody else's data")
    func others() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(IntimateKindTests.body, from: "hc-webhook")
        let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
        try await workshop.store.write { transaction in
            for high in [1, UInt64.max] {
                try transaction.execute(
                    "INSERT INTO intimate_groups (user, id, deletes, sealed) VALUES (?, ?, 1, ?)",
                    [UserID(high: high, low: 1), EntityID.random(), Data([1])])
            }
        }
        try await workshop.worker.drainGroups(now: now + 31 * 86_400_000)
        #expect(try await IntimateKindTests.rows(workshop) == 0)
    }

    @Test("ING-18 A no deletes what sources said is gone of the group, and no more of it is kept")
    func tombstones() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(IntimateKindTests.body, from: "hc-webhook")
        let user = workshop.user
        func say(_ keys: [String]) async throws {
            try await workshop.store.write { transaction in
                var post = CompanionPost()
                post.deletions = keys.map { CompanionDeletion(target: .key($0), version: nil, member: nil) }
                let merge = try CompanionMerge(user: user, transaction: transaction, arrived: 0)
                _ = try merge.take(post, from: CompanionSender(companion: "health-bridge", device: 1, member: nil))
            }
        }
        try await say(["healthkit/menstrualFlow/1", "healthkit/heartRate/1"])
        #expect(try await Self.count("companion_deletions", workshop) == 2)
        try await Self.answer("cycle", false, workshop)
        #expect(try await Self.count("companion_deletions", workshop) == 1)
        try await say(["healthkit/menstrualFlow/2", "healthkit/heartRate/2"])
        #expect(try await Self.count("companion_deletions", workshop) == 2)
    }

    @Test("ING-18 A question is taken back once nothing is left of its group; an answer stays")
    func undone() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(IntimateKindTests.body, from: "hc-webhook")
        #expect(try await IntimateKindTests.groups(workshop).keys.sorted() == ["cycle"])
        try await Self.answer("mind", true, workshop)
        try await workshop.forget(1)
        let left = try await Self.count("aside", workshop)
        #expect(
            try await IntimateKindTests.groups(workshop).keys.sorted() == (left > 0 ? ["cycle", "mind"] : ["mind"]))
        let ids = try await workshop.store.read { try $0.rows("SELECT id FROM aside").map { try $0["id"] as EntityID } }
        for id in ids { _ = try await workshop.service.remove(RemoveAside(user: workshop.user, id: id)) }
        #expect(try await IntimateKindTests.groups(workshop).keys.sorted() == ["mind"])
    }

    // MARK: Earlier releases

    @Test("ING-18 ING-19 Records and bodies of a release before the groups are sorted, asked about and hidden")
    func earlier() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(IntimateKindTests.body, from: "hc-webhook")
        _ = try await workshop.post(String(IntimateKindTests.life.dropLast(40)), from: "health-auto-export")
        let before = try await IntimateKindTests.rows(workshop)
        let readings = try await Self.count("readings", workshop)
        let user = workshop.user
        try await workshop.store.write { transaction in
            try transaction.execute("UPDATE companion_records SET area = NULL")
            try transaction.execute("DELETE FROM readings")
            try transaction.execute("DELETE FROM intimate_groups")
            for row in try transaction.rows("SELECT id FROM aside") {
                let id: EntityID = try row["id"]
                let body = AsideBody(id: id, companion: "health-auto-export", at: 0, bytes: 1, problem: .notJSON)
                try transaction.execute(
                    "UPDATE aside SET sealed = ? WHERE id = ?",
                    [try transaction.seal(body, user: user, table: "aside", row: "\(id)"), id])
            }
        }
        #expect(IntimateKindTests.found(in: try await IntimateKindTests.told(workshop)).isEmpty)
        try await workshop.worker.drain()
        #expect(try await IntimateKindTests.rows(workshop) == before)
        #expect(try await Self.count("readings", workshop) == readings)
        #expect(try await IntimateKindTests.groups(workshop).count >= 2)
        #expect(IntimateKindTests.found(in: try await IntimateKindTests.told(workshop)).isEmpty)
        #expect(try await Self.count("companion_records WHERE area IS NULL", workshop) == 0)
    }

    @Test("ING-18 The answers of a person without any data are in the export")
    func answers() async throws {
        let workshop = try Workshop()
        try await Self.answer("mind", false, workshop)
        let files = try await workshop.service.export(workshop.user, nil).files
        #expect(files.map(\.name) == ["ingestion/intimate-kinds.json"])
    }

    // MARK: Counts

    @Test("ING-18 A receipt is the same with and without intimate records, accepted or not")
    func receipts() async throws {
        func receipt(_ rest: String) async throws -> ImportStatus {
            let workshop = try Workshop()
            var status = try await workshop.post(Self.metrics(rest), from: "health-auto-export")
            status.job = EntityID(high: 0, low: 1)
            status.bytesRead = 0
            status.bytesTotal = 0
            return status
        }
        let far = #"{"name":"sexual_activity","units":"count","data":[{"date":"2099-10-19 20:00:00 +0200","qty":1}]}"#
        let none = far.replacing("2099", with: "2026").replacing(#""qty":1"#, with: #""qty":0"#)
        let steps = #"{"name":"vo2_max","units":"ml/(kg·min)","data":[]}"#
        let plain = try await receipt(steps)
        for more in [
            #"{"name":"number_of_alcoholic_beverages","units":"count","data":[{"date":"2026-10-19 20:00:00 +0200","qty":3.25}]}"#,
            #"{"name":"number_of_alcoholic_beverages","units":"count","data":[{"date":"zz","qty":3.25}]}"#,
            #"{"name":"alcohol_of_another_name","units":"count","data":[{"date":"2026-10-19 20:00:00 +0200","qty":3.25}]}"#,
            far, none,
        ] {
            let hidden = try await receipt("\(steps),\(more)")
            #expect(hidden == plain, "\(hidden) \(plain)")
        }
    }

    @Test("ING-18 A receipt counts no member of an intimate record, whatever its array is called")
    func members() async throws {
        func receipt(_ types: [String]) async throws -> ImportStatus {
            let workshop = try Workshop()
            let records = types.map {
                #"{"id":"\#($0)","type":"\#($0)","startDate":"2026-10-19T06:00:00Z","endDate":"2026-10-19T06:00:00Z","value":2,"unit":"count","zz":1}"#
            }
            var status = try await workshop.post(
                #"{"provider":"apple","data":{"records":[\#(records.joined(separator: ","))]}}"#, from: "open-wearables"
            )
            status.job = EntityID(high: 0, low: 1)
            status.bytesRead = 0
            status.bytesTotal = 0
            return status
        }
        let (steps, flow) = ("HKQuantityTypeIdentifierStepCount", "HKCategoryTypeIdentifierMenstrualFlow")
        let plain = try await receipt([steps])
        #expect(plain.companion?.unknownFields == ["data.records.zz": 1], "\(plain)")
        #expect(try await receipt([steps, flow]) == plain)
        #expect(try await receipt([flow]).companion?.unknownFields == [:])
    }

    @Test("ING-18 A receipt counts no deletions that name intimate kinds")
    func deletions() async throws {
        func receipt(_ keys: [String]) async throws -> ImportStatus {
            let workshop = try Workshop()
            let deletions = keys.map {
                #"{"record_family":"quantity","client_record_id":"\#($0)-0F0E7C2A-1111-4222-8333-944455556666"}"#
            }
            var status = try await workshop.post(
                """
                {"deleted_records":[\(deletions.joined(separator: ","))]}
                """, from: "health-bridge")
            status.job = EntityID(high: 0, low: 1)
            status.bytesRead = 0
            status.bytesTotal = 0
            return status
        }
        let plain = try await receipt(["hk-quantity-heart-rate"])
        #expect(plain.companion?.deletions == 1, "\(plain)")
        #expect(try await receipt(["hk-quantity-heart-rate", "hk-category-menstrual-flow"]) == plain)
    }

    @Test("ING-19 Kinds come in pages, and no kind is lost between them")
    func pages() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(IntimateKindTests.body, from: "hc-webhook")
        for group in IntimateGroup.names { try await Self.answer(group, true, workshop) }
        let user = workshop.user
        let all = try await workshop.service.kinds(KindsQuery(user: user)).kinds.map(\.info.kind)
        var (found, cursor, pages): ([String], String?, Int) = ([], nil, 0)
        repeat {
            let page = try await workshop.store.read { [cursor] in
                try KindView(user: user, transaction: $0).summaries(after: cursor, readingsOfPage: 0)
            }
            found += page.kinds.map(\.info.kind)
            cursor = page.next
            pages += 1
        } while cursor != nil
        #expect(found == all && pages > 1)
    }
}
