import Bus
import CrisisCards
import Messages
import Testing

@testable import API

/// Texts whose service is away, and what safety says of them (SAF-4).
@Suite struct WrittenTextRouterTests {
    struct Written: Sendable, CustomStringConvertible {
        let description: String
        /// Method, path and body over HTTP, with the text in place of `TEXT`.
        let call: (method: String, path: String, body: String)
        /// Path and fields of its form, with the same text; nil if no page has one.
        var form: (path: String, fields: [String: String])?
        /// The request that has the text.
        let isSent: @Sendable (FakeBus, String) -> Bool
    }

    private static let id = "0b0e7a2c-5a3f-4d55-9c8e-2f1d3c4b5a69"

    static let texts = [
        Written(
            description: "journal entry", call: ("POST", "/v1/journal", #"{"text":"TEXT"}"#),
            form: ("/pulse", ["text": "TEXT"]),
            isSent: { bus, text in bus.sent(SubmitJournal.self).contains { $0.text == text } }),
        Written(
            description: "changed journal entry", call: ("PUT", "/v1/journal/\(id)", #"{"text":"TEXT","revision":1}"#),
            isSent: { bus, text in bus.sent(EditJournalEntry.self).contains { $0.text == text } }),
        Written(
            description: "goal",
            call: (
                "POST", "/v1/goals",
                #"{"title":"TEXT","start":"2026-01-01","target":"2026-03-01","targets":[],"milestones":[],"obligations":[],"relevance":[],"terms":[]}"#
            ), form: ("/goals", ["title": "TEXT", "start": "2026-01-01", "target": "2026-03-01"]),
            isSent: { bus, text in bus.sent(SaveGoal.self).contains { $0.content.title == text } }),
        Written(
            description: "term",
            call: ("POST", "/v1/terms", #"{"title":"TEXT","start":"2026-01-01","goals":[]}"#),
            form: ("/terms", ["title": "TEXT", "start": "2026-01-01", "number": "1", "status": "1"]),
            isSent: { bus, text in bus.sent(SaveTerm.self).contains { $0.content.title == text } }),
        Written(
            description: "reflection on a term",
            call: ("POST", "/v1/terms/\(id)/close", #"{"version":1,"reflection":"TEXT"}"#),
            form: ("/terms/\(id)/close", ["version": "1", "reflection": "TEXT"]),
            isSent: { bus, text in bus.sent(CloseTerm.self).contains { $0.reflection == text } }),
        Written(
            description: "action",
            call: (
                "POST", "/v1/actions", #"{"title":"TEXT","start":1772000000000,"measurements":[],"contributions":[]}"#
            ), form: ("/actions", ["title": "TEXT", "day": "2026-02-25", "time": "07:00"]),
            isSent: { bus, text in bus.sent(SaveAction.self).contains { $0.content.title == text } }),
        Written(
            description: "sentence that is read", call: ("POST", "/v1/actions/read", #"{"sentence":"TEXT"}"#),
            form: ("/actions/read", ["sentence": "TEXT"]),
            isSent: { bus, text in bus.sent(ReadAction.self).contains { $0.sentence == text } }),
        Written(
            description: "value", call: ("POST", "/v1/values", #"{"title":"TEXT","level":"general","priority":50}"#),
            form: ("/values", ["title": "TEXT", "level": "general", "priority": "50"]),
            isSent: { bus, text in bus.sent(SaveValue.self).contains { $0.content.title == text } }),
        Written(
            description: "measure", call: ("POST", "/v1/measures", #"{"title":"TEXT","kind":"count","unit":"pages"}"#),
            isSent: { bus, text in bus.sent(SaveMeasure.self).contains { $0.content.title == text } }),
        Written(
            description: "weekly review",
            call: ("PUT", "/v1/reviews/2026-02-25", #"{"content":{"wentWell":"TEXT"}}"#),
            form: ("/review", ["week": "2026-02-25", "wentWell": "TEXT"]),
            isSent: { bus, text in bus.sent(SaveReview.self).contains { $0.content.wentWell == text } }),
        Written(
            description: "health rule",
            call: (
                "POST", "/v1/goals/health-rules", #"{"kind":"steps","title":"TEXT","measure":"\#(id)"}"#
            ), form: ("/actions/health", ["kind": "1", "title": "TEXT", "measure": id]),
            isSent: { bus, text in bus.sent(SaveHealthRule.self).contains { $0.content.title == text } }),
        Written(
            description: "title to compare", call: ("POST", "/v1/goals/similar", #"{"title":"TEXT"}"#),
            isSent: { bus, text in bus.sent(SimilarTitles.self).contains { $0.title == text } }),
    ]

    @Test(
        "SAF-4 a text whose service is away has the card that safety finds, below /v1 and after a form, and its error otherwise",
        arguments: texts)
    func away(text: Written) async throws {
        try await FeatureWorld.run { world in
            let written = "I want to end it all"
            let body = text.call.body.replacing("TEXT", with: written)
            func send() async throws -> FeatureWorld.Answer {
                try await world.call(.init(text.call.method) ?? .get, text.call.path, body)
            }
            // Nobody answers: the table of this process supplies the card.
            let unread = try await send()
            #expect(unread.status == .serviceUnavailable && unread.phones.contains("116 123"), "\(unread.text)")
            #expect(text.isSent(world.bus, written))
            world.bus.findsCrisis()
            let crisis = try await send()
            #expect(crisis.status == .serviceUnavailable && crisis.phones.contains("116 123"), "\(crisis.text)")
            world.bus.on(Classify.self) { _ in Verdict(level: .safe) }
            let safe = try await send()
            #expect(safe.status == .serviceUnavailable && safe.json["crisis"] == nil, "\(safe.text)")
            guard let form = text.form else { return }
            world.bus.findsCrisis()
            let page = try await world.submit(form.path, form.fields.mapValues { $0.replacing("TEXT", with: written) })
            #expect(page.status == .serviceUnavailable && page.text.contains("tel:116123"), "\(page.status)")
        }
    }

    @Test("SAF-4 a message that the coach did not read has the card as its reply")
    func chat() async throws {
        try await FeatureWorld.run { world in
            world.bus.findsCrisis()
            let reply = try await world.call(.post, "/v1/chat", #"{"text":"I want to end it all"}"#)
            #expect(reply.status == .ok && reply.json["level"] as? String == "crisis")
            #expect(reply.json["gate"] as? String == "unavailable" && reply.phones.contains("116 123"))
            let page = try await world.submit("/coach", ["text": "I want to end it all"])
            #expect(page.status == .seeOther && page.headers[.location]?.hasPrefix("/safety?") == true)
            world.bus.on(Classify.self) { _ in Verdict(level: .safe) }
            #expect(try await world.call(.post, "/v1/chat", #"{"text":"Hello"}"#).status == .serviceUnavailable)
        }
    }

    @Test("SAF-4 SAF-1 a new tag that is a sign of danger is not kept, nor is one that was not read")
    func tags() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(SetDayTags.self) { DayTags(day: $0.day, tags: $0.tags) }
            func put(_ tag: String) async throws -> FeatureWorld.Answer {
                try await world.call(.put, "/v1/days/2026-02-25/tags", #"{"tags":["\#(tag)"]}"#)
            }
            let unread = try await put("dark")
            #expect(unread.status == .serviceUnavailable && unread.phones.contains("116 123"))
            world.bus.findsCrisis()
            let refused = try await put("dark")
            #expect(refused.status == .forbidden && refused.phones.contains("116 123"))
            world.bus.on(SetDayContext.self) { DayContext(day: $0.day, flags: $0.flags) }
            let page = try await world.submit(
                "/days/2026-02-25/context", ["tags": "1", "newTag": "dark", "key": ""])
            #expect(page.status == .forbidden && page.text.contains("tel:116123"), "\(page.status)")
            // Texts that are refused as tags are read before.
            #expect(try await put(String(repeating: "dark ", count: 20)).status == .forbidden)
            let many = (1...OwnTag.maximumPerDay + 1).map { "\"dark \($0)\"" }.joined(separator: ",")
            let tooMany = try await world.call(.put, "/v1/days/2026-02-25/tags", #"{"tags":[\#(many)]}"#)
            #expect(tooMany.status == .forbidden && tooMany.phones.contains("116 123"))
            #expect(world.bus.sent(SetDayTags.self).isEmpty)
            world.bus.on(Classify.self) { _ in Verdict(level: .safe) }
            #expect(try await put("garden").status == .ok)
        }
    }

    @Test(
        "SAF-4 SAF-5 a crisis verdict on a saved text leads to the card with the way to take it back",
        arguments: [
            "/values", "/review", "/actions",
        ])
    func verdicts(path: String) async throws {
        try await FeatureWorld.run { world in
            let card = CrisisCardWriter.card(country: "GB", reason: .selfHarm)
            let verdict = Verdict(level: .crisis, reason: .selfHarm, card: card)
            let facts = RecordFacts(id: .random(), version: 1, logTime: 0, level: .crisis)
            world.bus.findsCrisis()
            world.bus.on(SaveValue.self) {
                .init(value: PersonalValue(facts: facts, content: $0.content), verdict: verdict)
            }
            world.bus.on(SaveReview.self) {
                .init(review: WeekReview(facts: facts, week: $0.week, content: $0.content), verdict: nil)
            }
            world.bus.on(MeasuresQuery.self) { _ in .init(measures: []) }
            world.bus.on(SaveAction.self) {
                .init(action: Action(facts: facts, content: $0.content, day: $0.day), verdict: nil)
            }
            let fields = [
                "/values": ["title": "Dark"], "/review": ["wentWell": "Dark", "week": "2026-02-25"],
                "/actions": ["title": "Dark", "day": "2026-02-25", "time": "07:00"],
            ]
            let page = try await world.submit(path, fields[path] ?? [:])
            let location = page.headers[.location] ?? ""
            #expect(
                page.status == .seeOther && location.hasPrefix("/safety?") && location.contains("chat"), "\(location)")
        }
    }
}
