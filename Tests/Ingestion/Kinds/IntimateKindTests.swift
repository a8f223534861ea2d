import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Intimate kinds: sealed until their owner agrees, and gone after a no.
@Suite(.tags(.processes)) struct IntimateKindTests {
    /// One record of each group, and a pulse. A record of an unknown type makes the body one that is put aside.
    static let body = """
        {"timestamp":"2026-10-20T00:00:00Z","heart_rate":[{"bpm":61,"time":"2026-10-19T04:00:00Z"}],
        "menstruation_flow":[{"flow":3,"time":"2026-10-19T04:30:00Z"}],
        "basal_body_temperature":[{"celsius":36.62,"time":"2026-10-19T04:00:00Z"}],
        "sexual_activity":[{"time":"2026-10-18T22:00:00Z","protection_used":1}]}
        """
    static let life = """
        {"data":{"stateOfMind":[{"id":"6D2E4C7A-1111-4222-8333-944455556666","kind":"momentary_emotion",
        "start":"2026-10-19T10:00:00Z","end":"2026-10-19T10:00:00Z","valence":-0.6,"labels":["zzlonely"],
        "associations":["family"]}],
        "symptoms":[{"name":"zzheadache","severity":"severe","start":"2026-10-19 10:00:00 +0200",
        "end":"2026-10-19 11:00:00 +0200","source":"Diary"}],
        "medications":[{"displayText":"zzthyroxine 50","status":"Taken","dosage":1,
        "start":"2026-10-19 08:00:00 +0200","end":"2026-10-19 08:00:00 +0200","scheduledDate":"2026-10-19 08:00:00 +0200"}],
        "metrics":[{"name":"number_of_alcoholic_beverages","units":"count",
        "data":[{"date":"2026-10-19 20:00:00 +0200","qty":3.25,"source":"Diary"}]}]}}
        """

    static func groups(_ workshop: Workshop) async throws -> [String: Bool?] {
        let reply = try await workshop.service.groups(IntimateGroups(user: workshop.user))
        return Dictionary(uniqueKeysWithValues: reply.groups.map { ($0.group, $0.isKept) })
    }

    /// Everything that ingestion tells about a person but the question itself, as text.
    static func told(_ workshop: Workshop) async throws -> String {
        let (user, service) = (workshop.user, workshop.service)
        var text = ""
        func add(_ value: some Encodable) throws {
            text += String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        for status in try await service.list(ImportList(user: user)).imports {
            try add(status)
            try add(try await service.query(ImportQuery(user: user, job: status.job)))
        }
        try add(try await service.arrivals(CompanionArrivals(user: user, devices: [1, 2])))
        try add(try await service.kinds(KindArrivals(user: user)))
        try add(try await service.sources(SourcesQuery(user: user, day: nil)))
        try add(try await service.aside(AsideQuery(user: user)))
        for body in try await service.aside(AsideQuery(user: user)).bodies {
            let piece = try await service.piece(AsidePiece(user: user, id: body.id, number: 0)).bytes
            text += String(decoding: piece ?? [], as: UTF8.self)
        }
        var cursor: String?
        repeat {
            let page = try await service.export(user, cursor)
            // The person's own answers name the groups.
            for file in page.files where file.name != "ingestion/intimate-kinds.json" {
                text += file.name + String(decoding: file.content, as: UTF8.self)
            }
            cursor = page.next
        } while cursor != nil
        return text
    }

    static func found(in text: String) -> [String] {
        let values = ["36.62", "zzlonely", "zzheadache", "zzthyroxine", "-0.6", "3.25"]
        let names = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init).filter {
            !IntimateNames.groups(of: $0).isEmpty
        }
        return values.filter(text.contains) + Set(names).sorted()
    }

    static func rows(_ workshop: Workshop) async throws -> Int {
        try await workshop.store.read { [user = workshop.user] transaction in
            let samples = try CompanionRows(user: user, transaction: transaction).area("")
            return try transaction.value(
                Int.self, "SELECT count(*) FROM companion_records WHERE area <> ?", [samples]) ?? 0
        }
    }

    @Test("ING-18 Nothing tells of intimate kinds before their owner agrees; then export and bodies do")
    func sealed() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(Self.body, from: "hc-webhook")
        _ = try await workshop.post(Self.life, from: "health-auto-export")
        let asked = try await Self.groups(workshop)
        #expect(Set(asked.keys) == Set(IntimateGroup.names), "\(asked)")
        #expect(asked.values.allSatisfy { $0 == nil })
        #expect(Self.found(in: try await Self.told(workshop)).isEmpty)
        for group in IntimateGroup.names {
            _ = try await workshop.service.answer(AnswerGroup(user: workshop.user, group: group, isKept: true))
        }
        let told = try await Self.told(workshop)
        for value in ["36.62", "zzlonely", "zzheadache", "zzthyroxine", "-0.6", "3.25", "menstrualFlow"] {
            #expect(told.contains(value), "\(value)")
        }
    }

    @Test("ING-18 A no deletes a group in every form and keeps nothing of it later; a yes begins anew")
    func declined() async throws {
        let workshop = try Workshop()
        let (user, service) = (workshop.user, workshop.service)
        _ = try await workshop.post(Self.body, from: "hc-webhook")
        _ = try await workshop.post(Self.life, from: "health-auto-export")
        let before = try await Self.rows(workshop)
        for group in IntimateGroup.names {
            _ = try await service.answer(AnswerGroup(user: user, group: group, isKept: false))
        }
        #expect(before >= 6)
        #expect(try await Self.rows(workshop) == 0)
        _ = try await workshop.post(Self.body, from: "hc-webhook")
        #expect(try await Self.rows(workshop) == 0)
        #expect(Self.found(in: try await Self.told(workshop)).isEmpty)
        #expect(try await service.arrivals(CompanionArrivals(user: user, devices: [1])).devices.first?.kinds.count == 1)
        _ = try await service.answer(AnswerGroup(user: user, group: "cycle", isKept: true))
        _ = try await workshop.post(Self.body, from: "hc-webhook")
        #expect(try await Self.told(workshop).contains("36.62"))
        _ = try await service.answer(AnswerGroup(user: user, group: "cycle", isKept: false))
        #expect(Self.found(in: try await Self.told(workshop)).isEmpty)
        #expect(try await Self.rows(workshop) == 0)
        await #expect(throws: ServiceError.self) {
            try await service.answer(AnswerGroup(user: user, group: "heart", isKept: true))
        }
    }

    @Test("ING-18 After 30 days without an answer a group is deleted; one that was agreed to stays")
    func lapsed() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(Self.body, from: "hc-webhook")
        _ = try await workshop.post(Self.life, from: "health-auto-export")
        _ = try await workshop.service.answer(AnswerGroup(user: workshop.user, group: "mind", isKept: true))
        let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
        try await workshop.worker.drainGroups(now: now + 29 * 86_400_000)
        #expect(try await Self.groups(workshop).values.count { $0 == nil } == 4)
        try await workshop.worker.drainGroups(now: now + 31 * 86_400_000)
        #expect(try await Self.groups(workshop).filter { $0.value != false }.map(\.key) == ["mind"])
        #expect(try await Self.rows(workshop) == 1)
    }

    @Test("ING-18 An unreadable body with intimate kinds is shown only after a yes, and a no deletes it")
    func aside() async throws {
        let workshop = try Workshop()
        let cut = String(Self.life.prefix(Self.life.count - 40))
        _ = try await workshop.post(cut, from: "health-auto-export")
        func bodies() async throws -> Int {
            try await workshop.store.read { try $0.value(Int.self, "SELECT count(*) FROM aside_pieces") ?? 0 }
        }
        #expect(try await bodies() == 1)
        #expect(Self.found(in: try await Self.told(workshop)).isEmpty)
        #expect(try await workshop.service.aside(AsideQuery(user: workshop.user)).bodies.isEmpty)
        _ = try await workshop.service.answer(AnswerGroup(user: workshop.user, group: "mind", isKept: false))
        #expect(try await bodies() == 0)
    }
}
