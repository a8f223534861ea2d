import Bus
import Foundation
import HTTPTypes
import Messages
import Testing

@testable import API

/// Status, headers and body of each feature's routes and forms, with what they send to the services.
@Suite struct FeatureRouterTests {
    private static let id = "0b0e7a2c-5a3f-4d55-9c8e-2f1d3c4b5a69"

    // MARK: Journal

    @Test("Journal: an entry is sent once for each key, and a body without a text is refused")
    func journal() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(SubmitJournal.self) {
                JournalEntry(
                    id: .random(), day: $0.day, at: $0.at, text: $0.text,
                    analysis: JournalAnalysis(
                        verdict: Verdict(level: .safe), sentiment: nil, provider: "test", redacted: ""))
            }
            let answers = [
                try await world.call(.post, "/v1/journal", #"{"text":"Ran."}"#, key: "one"),
                try await world.call(.post, "/v1/journal", #"{"text":"Ran."}"#, key: "one"),
                try await world.call(.post, "/v1/journal", #"{"text":"Swam."}"#, key: "one"),
            ]
            #expect(answers.allSatisfy { $0.status == .created && $0.headers[.cacheControl] == "no-store" })
            #expect(answers[0].json["text"] as? String == "Ran.")
            let ids = world.bus.ids(SubmitJournal.self)
            #expect(ids[0] == ids[1] && ids[0] != ids[2])
            #expect(world.bus.sent(SubmitJournal.self)[0].country == "GB")
            let empty = try await world.call(.post, "/v1/journal", "{}")
            #expect(empty.status == .badRequest && empty.json["detail"] as? String == "The field text is missing.")
        }
    }

    @Test("Journal: a deleted entry can be restored from the page that reports it")
    func deletion() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(DeleteJournalEntry.self) { _ in Empty() }
            world.bus.on(JournalQuery.self) { _ in .init(entries: []) }
            let form = try await world.submit("/journal/\(Self.id)/delete", [:])
            #expect(form.status == .seeOther && form.headers[.location] == "/journal?item=\(Self.id)&done=deleted")
            let page = try await world.open("/journal?item=\(Self.id)&done=deleted")
            #expect(page.text.contains("action=\"/journal/\(Self.id)/restore\""))
            #expect(try await world.call(.delete, "/v1/journal/\(Self.id)").status == .noContent)
            #expect(try await world.call(.get, "/v1/journal?beforeID=\(Self.id)").status == .badRequest)
        }
    }

    // MARK: Days

    @Test("Days: a check-in is for a day that has begun; a slider of a form is a number from 1 to 7")
    func checkIns() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(SubmitCheckIn.self) { CheckIn(id: .random(), day: $0.day, at: $0.at, stress: $0.stress) }
            let added = try await world.call(.post, "/v1/check-ins", #"{"stress":3}"#)
            #expect(added.status == .created && added.json["stress"] as? Int == 3)
            let ahead = try await world.call(.post, "/v1/check-ins", #"{"stress":3,"day":"2199-01-01"}"#)
            #expect(ahead.status == .badRequest && (ahead.json["detail"] as? String)?.contains("has not begun") == true)
            #expect(try await world.submit("/check-ins", ["stress": "8"]).status == .badRequest)
            #expect(try await world.submit("/check-ins", ["stress": "3", "day": "2199-01-01"]).status == .badRequest)
            #expect(world.bus.sent(SubmitCheckIn.self).count == 1)
            let form = try await world.submit("/check-ins", ["stress": "4", "back": "/breakdown"])
            #expect(form.status == .seeOther && form.headers[.location] == "/breakdown?done=saved")
        }
    }

    @Test("Days: an own tag is noted from Today with its time, and taken away; scoring keeps the others of the day")
    func ownTags() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(DayTagsQuery.self) { query in
                DayTagsQuery.Reply(days: [DayTags(day: query.from, tags: ["Coffee"])], known: ["Coffee", "walk"])
            }
            world.bus.on(SetDayTags.self) { DayTags(day: $0.day, tags: $0.tags) }
            let noted = try await world.submit("/tags", ["tag": "walk", "wanted": "1"])
            #expect(noted.status == .seeOther && noted.headers[.location] == "/?done=saved#own-tags")
            let taken = try await world.submit("/tags", ["tag": "coffee", "wanted": "0"])
            #expect(taken.headers[.location] == "/?done=takenBack#own-tags")
            #expect(world.bus.sent(SetDayTags.self).map(\.tags) == [["walk"], ["coffee"]])
            #expect(world.bus.sent(SetDayTags.self).map(\.change) == [.add, .remove])
            #expect(world.bus.sent(SetDayTags.self).allSatisfy { $0.at != nil })
            // A new word is read before it is kept (SAF-1).
            #expect(try await world.submit("/tags", ["newTag": "dark"]).status == .serviceUnavailable)
            world.bus.findsCrisis()
            #expect(try await world.submit("/tags", ["newTag": "dark"]).status == .forbidden)
            #expect(world.bus.sent(SetDayTags.self).count == 2)
            world.bus.on(Classify.self) { _ in Verdict(level: .safe) }
            _ = try await world.submit("/tags", ["newTag": "late shift, sauna"])
            #expect(world.bus.sent(SetDayTags.self).last?.tags == ["late shift", "sauna"])
            let last = world.bus.sent(SetDayTags.self).last
            #expect(last?.change == .add)
            #expect(try await world.submit("/tags", ["newTag": " "]).headers[.location] == "/#own-tags")
            // The same form is the same request, one of a page that shows another state is not.
            let before = world.bus.ids(SetDayTags.self).count
            for key in ["tags 4", "tags 4", "tags 5"] {
                _ = try await world.submit("/tags", ["key": key, "tag": "walk", "wanted": "1"])
            }
            let ids = Array(world.bus.ids(SetDayTags.self).dropFirst(before))
            #expect(ids.count == 3 && Set(ids).count == 2)
        }
    }

    @Test(
        "Days: a form that shows an answer corrects it and keeps the others; the last one taken back deletes the check-in"
    )
    func corrections() async throws {
        try await FeatureWorld.run { world in
            var stored = CheckIn(id: .random(), day: Day(number: 20_000), at: 1, stress: 3, energy: 4)
            let known = stored
            world.bus.on(CheckInsQuery.self) { _ in .init(checkIns: [known]) }
            world.bus.on(CorrectCheckIn.self) { CheckIn(id: $0.checkIn, day: known.day, at: 1, energy: $0.energy) }
            world.bus.on(SubmitCheckIn.self) { CheckIn(id: .random(), day: $0.day, at: $0.at, energy: $0.energy) }
            world.bus.on(DeleteCheckIn.self) { _ in Empty() }
            let shown = ["checkIn": "\(stored.id)", "day": "\(stored.day)"]
            let form = try await world.submit("/check-ins", shown.merging(["energy": "6"]) { $1 })
            #expect(form.headers[.location] == "/?done=changed")
            _ = try await world.submit("/check-ins", shown.merging(["takeBack": "energy"]) { $1 })
            let sent = world.bus.sent(CorrectCheckIn.self)
            #expect(sent.map(\.energy) == [6, nil] && sent.map(\.stress) == [3, 3])
            #expect(try await world.submit("/check-ins", shown.merging(["energy": "8"]) { $1 }).status == .badRequest)
            stored.stress = nil
            let last = stored
            world.bus.on(CheckInsQuery.self) { _ in .init(checkIns: [last]) }
            _ = try await world.submit("/check-ins", shown.merging(["takeBack": "energy"]) { $1 })
            #expect(world.bus.sent(DeleteCheckIn.self).map(\.checkIn) == [stored.id])
            // A correction dated after now, by a clock that was set back since, keeps none.
            var times = CheckIn.Corrections()
            times.energy = .max
            stored.corrected = times
            let ahead = stored
            world.bus.on(CheckInsQuery.self) { _ in .init(checkIns: [ahead]) }
            _ = try await world.submit("/check-ins", shown.merging(["takeBack": "energy"]) { $1 })
            #expect(world.bus.sent(DeleteCheckIn.self).count == 2)
            // One that is gone is not corrected: the answer is a new one.
            world.bus.on(CheckInsQuery.self) { _ in .init(checkIns: []) }
            _ = try await world.submit("/check-ins", shown.merging(["energy": "2"]) { $1 })
            #expect(world.bus.sent(SubmitCheckIn.self).last?.energy == 2)
        }
    }

    @Test("Days: a form is the same command in place, as a page and held; taking back twice is done")
    func sameAnswer() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(CheckInsQuery.self) { _ in throw ServiceError(.unavailable, "away") }
            world.bus.on(SubmitCheckIn.self) { CheckIn(id: .random(), day: $0.day, at: $0.at, energy: $0.energy) }
            let fields = ["key": "k", "checkIn": "", "energy": "6"]
            let now = "\(Milliseconds(Date().timeIntervalSince1970 * 1000))"
            for more in [[:], ["back": "/?number=shown"], ["written": now], ["written": now, "back": "/"]] {
                _ = try await world.submit("/check-ins", fields.merging(more) { $1 })
            }
            let ids = world.bus.ids(SubmitCheckIn.self)
            #expect(ids.count == 4 && Set(ids).count == 1)
            world.bus.on(CheckInsQuery.self) { _ in .init(checkIns: []) }
            world.bus.on(DeleteCheckIn.self) { _ in throw ServiceError(.notFound, "gone") }
            let back = try await world.submit("/check-ins", ["checkIn": Self.id, "takeBack": "energy"])
            #expect(back.status == .seeOther && back.headers[.location] == "/?done=takenBack")
            let deleted = try await world.submit("/check-ins/\(Self.id)/delete", [:])
            #expect(deleted.status == .seeOther && deleted.headers[.location] == "/?done=takenBack")
        }
    }

    @Test("COA-5 Coach: the answer to a suggestion is taken under its name of this release and of the one before")
    func suggestionAnswers() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(CardFeedback.self) { _ in CardFeedback.Reply(cheer: nil, streak: 0) }
            for field in ["answer", "action"] {
                let answer = try await world.submit("/suggestions/m1", [field: "completed", "back": "/"])
                #expect(answer.status == .seeOther && answer.headers[.location] == "/")
            }
            #expect(world.bus.sent(CardFeedback.self).map(\.action) == [.completed, .completed])
            #expect(try await world.submit("/suggestions/m1", ["answer": "perhaps"]).status == .badRequest)
        }
    }

    @Test("Days: a range is from an earlier to a later day, and has at most 400 days")
    func ranges() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(CheckInsQuery.self) { _ in .init(checkIns: []) }
            let paths = [
                "from=2026-02-02&through=2026-02-01": 400, "from=2024-01-01&through=2026-01-01": 400, "from=x": 400,
            ]
            for (query, status) in paths.merging(
                ["from=2025-01-01&through=2026-02-04": 200, "": 200], uniquingKeysWith: max)
            {
                let answer = try await world.call(.get, "/v1/check-ins?\(query)")
                #expect(answer.status.code == status, "\(query)")
            }
            #expect(try await world.call(.put, "/v1/days/tomorrow/context", #"{"flags":[]}"#).status == .badRequest)
        }
    }

    // MARK: Score

    @Test("SCO-7 Score: a device asks as a reader who must not learn of a crisis, a session as the person")
    func score() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(ScoreQuery.self) { ScoreReport(day: $0.day ?? $0.today, status: .final, score: 61.4) }
            let own = try await world.call(.get, "/v1/score?day=2026-02-25")
            let shown = try await world.call(.get, "/v1/score?day=2026-02-25", as: .reader)
            #expect(own.status == .ok && own.json["score"] as? Double == 61.4 && own.headers[.eTag] != nil)
            #expect(shown.status == .ok)
            #expect(world.bus.sent(ScoreQuery.self).map { $0.isOutward ?? false } == [false, true])
            #expect(try await world.call(.get, "/v1/score?day=x").status == .badRequest)
        }
    }

    // MARK: Sources

    @Test("ING-6 Sources: the order of trust is part of the profile; an import needs bytes")
    func sources() async throws {
        try await FeatureWorld.run { world in
            let kept = try await world.call(.put, "/v1/sources", #"{"order":["Watch","Scale"]}"#)
            #expect(kept.status == .ok && kept.json["sourceOrder"] as? [String] == ["Watch", "Scale"])
            #expect(try await world.application.profiles.profile(world.user).sourceOrder == ["Watch", "Scale"])
            world.bus.on(BeginUpload.self) { .init(job: $0.job, offset: 0) }
            let empty = try await world.call(.post, "/v1/imports?name=export.zip", "", as: .ingester)
            #expect(empty.status == .badRequest && empty.json["code"] as? String == "empty")
            let replaced = try await world.call(.post, "/v1/imports?replace=true", "x", as: .ingester)
            #expect(replaced.status == .forbidden && replaced.json["code"] as? String == "sessionNeeded")
        }
    }

    // MARK: Coach and safety

    @Test("Coach: feedback names one of the actions; a finished suggestion leads to its sentence, shown once")
    func feedback() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(CardFeedback.self) { _ in .init(cheer: "Well done.", streak: 1) }
            #expect(try await world.submit("/suggestions/walk", ["answer": "eaten"]).status == .badRequest)
            let form = try await world.submit("/suggestions/walk", ["answer": "completed"])
            let next = try #require(form.headers[.location])
            #expect(try await world.open(next).text.contains("Well done."))
            #expect(try await !world.open(next).text.contains("Well done."))
            // Today's card says by itself what was answered; the same form sent twice counts once.
            let sent = ["answer": "declined", "back": "/", "key": "k"]
            for _ in 0..<2 { #expect(try await world.submit("/suggestions/walk", sent).headers[.location] == "/") }
            #expect(Set(world.bus.ids(CardFeedback.self).suffix(2)).count == 1)
        }
    }

    @Test("SCO-7 a token's request for the day asks for a suggestion on a day with a score only")
    func suggestionOfDay() async throws {
        try await FeatureWorld.run { world in
            let days: [(ScoreReport.Status, Double?)] = [(.withheld, nil), (.noData, nil), (.provisional, 50)]
            for (status, score) in days {
                world.bus.on(RecentDays.self) { query in
                    RecentDays.Reply(
                        days: [
                            ScoredDay(
                                report: ScoreReport(day: query.today, status: status, score: score), contributions: [])
                        ], scores: [], sensorDays: 7, sensorDaysNeeded: 7)
                }
                let asked = world.bus.sent(CardsQuery.self).count
                let answer = try await world.call(.get, "/v1/today", as: .reader)
                #expect(answer.status == .ok)
                let queries = world.bus.sent(CardsQuery.self).dropFirst(asked)
                #expect(queries.count == (score == nil ? 0 : 1))
                #expect(queries.allSatisfy { $0.isOutward == true && $0.hour != nil })
            }
        }
    }

    @Test("WEB-10 nobody is taken for a person who was away while ingestion does not answer")
    func back() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(RecentDays.self) { query in
                let report = ScoreReport(day: query.today.advanced(by: -30), status: .final, score: 50)
                return RecentDays.Reply(
                    days: [ScoredDay(report: report, contributions: [])], scores: [50], sensorDays: 7,
                    sensorDaysNeeded: 7)
            }
            let unanswered = try await world.call(.get, "/v1/today", as: .reader)
            #expect(unanswered.json["state"] as? String == "ended")
            world.bus.on(LatestArrival.self) { _ in LatestArrival.Reply(at: nil) }
            let answered = try await world.call(.get, "/v1/today", as: .reader)
            #expect(answered.json["state"] as? String == "back")
        }
    }

    @Test("SAF-4 Safety: help lines and the page need no service, and the page no session")
    func safety() async throws {
        try await FeatureWorld.run { world in
            let card = try await world.call(.get, "/v1/crisis-resources?reason=selfHarm")
            #expect(card.status == .ok && card.text.contains("116 123"))
            #expect(try await world.call(.get, "/v1/crisis-resources?reason=boredom").status == .badRequest)
            for caller in [Caller.nobody, .session] {
                #expect(try await world.open("/safety", as: caller).status == .ok)
            }
            world.bus.on(NotACrisis.self) { _ in Empty() }
            let taken = try await world.submit("/journal/\(Self.id)/not-a-crisis", [:])
            #expect(taken.status == .seeOther && world.bus.sent(NotACrisis.self).first?.entry == EntityID(Self.id))
            let lost = try await world.submit("/safety/plan", ["ownSteps": "Walk"])
            #expect(lost.status == .badRequest && world.bus.sent(SetSafetyPlan.self).isEmpty)
        }
    }

    // MARK: Goals

    @Test("GOL-2 Goals: every wrong field is named, in an answer and at its field in a form; a list has its next page")
    func goals() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(SaveValue.self) { _ in
                throw ServiceError(
                    .invalid, "The value cannot be saved.",
                    fields: [FieldError(field: "priority", code: .outOfRange, low: 1, high: 100)])
            }
            world.bus.on(Classify.self) { _ in Verdict(level: .safe) }
            world.bus.on(ValuesQuery.self) { _ in
                .init(values: [], next: ListCursor(place: 7, id: EntityID(high: 0, low: 1)))
            }
            let answer = try await world.call(.post, "/v1/values", #"{"title":"Rest","priority":900}"#)
            let fields = answer.json["fields"] as? [[String: Any]]
            #expect(answer.status == .badRequest && fields?.first?["field"] as? String == "priority")
            let form = try await world.submit("/values", ["title": "Rest", "priority": "900"])
            #expect(form.status == .badRequest && form.text.contains("value=\"Rest\""))
            let list = try await world.call(.get, "/v1/values?limit=1")
            #expect(list.headers[.link]?.hasPrefix("</v1/values?limit=1&after=7.") == true)
            #expect(try await world.call(.get, "/v1/values?after=7").status == .badRequest)
            #expect(try await world.call(.get, "/v1/values/none").status == .notFound)
        }
    }

    @Test("Goals: a deletion of another version shows the entry again, and nothing is deleted")
    func conflicts() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(DeleteValue.self) { _ in throw ServiceError(.conflict, "The value has changed.") }
            world.bus.on(ValuesQuery.self) { query in
                .init(values: [
                    PersonalValue(
                        facts: RecordFacts(id: query.value ?? .random(), version: 2, logTime: 0),
                        content: ValueContent(title: "Rest"))
                ])
            }
            let form = try await world.submit("/values/\(Self.id)/delete", ["version": "1"])
            #expect(form.status == .conflict && form.text.contains("Rest"))
            #expect(try await world.call(.delete, "/v1/values/\(Self.id)?version=1").status == .conflict)
            #expect(world.bus.sent(DeleteValue.self).map(\.version) == [1, 1])
        }
    }

    // MARK: Plans

    @Test("PLN-8 Plans: 20 requests in a minute, then 429 with the seconds to wait; away is maintenance")
    func plans() async throws {
        try await FeatureWorld.run { world in
            for _ in 0..<RequestWindow.maximumRequests {
                let answer = try await world.call(.get, "/v1/plans/current")
                #expect(answer.status == .serviceUnavailable && answer.json["code"] as? String == "maintenance")
                #expect(answer.headers[.retryAfter] == "10")
            }
            let refused = try await world.call(.get, "/v1/plans/current")
            #expect(refused.status == .tooManyRequests && refused.json["code"] as? String == "rate-limited")
            #expect(refused.headers[.retryAfter].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
            #expect(world.bus.sent(CurrentPlan.self).count == RequestWindow.maximumRequests)
        }
    }

    // MARK: Settings and installation

    @Test("GAT-1 Settings: consent names the text that was seen, and is recorded")
    func consent() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(SetConsent.self) {
                ConsentState(
                    granted: $0.granted, version: 1, at: $0.at, copyVersion: $0.copyVersion, pending: false, banner: "",
                    hasKey: false)
            }
            let granted = try await world.call(.put, "/v1/consent", #"{"granted":true,"copyVersion":3}"#)
            #expect(granted.status == .ok && granted.json["copyVersion"] as? Int == 3)
            let record = try await world.application.accounts.record.entries(of: world.user)
            #expect(record.entries.contains { $0.event == .consentGiven })
            #expect(try await world.call(.put, "/v1/consent", #"{"granted":true}"#).status == .badRequest)
            // The form carries the proof of its session, which a page of another site does not know.
            let forged = try await world.submit("/settings/cloud", ["granted": "true", "copyVersion": "3"])
            #expect(forged.status == .forbidden && world.bus.sent(SetConsent.self).count == 1)
        }
    }

    @Test("Installation: services that do not answer are named; texts are for everybody")
    func installation() async throws {
        try await FeatureWorld.run { world in
            world.bus.on(KeepingQuery.self) { _ in .init(warnings: [], masterKey: "key", rotation: nil) }
            let state = try await world.call(.get, "/v1/installation")
            #expect(state.status == .ok && (state.json["silent"] as? [String])?.isEmpty == true)
            #expect((state.json["services"] as? [Any])?.count == Topology.services.count)
            for path in ["/privacy", "/questions", "/about", "/offline"] {
                #expect(try await world.open(path, as: .nobody).status == .ok)
            }
            #expect(try await world.open("/operators").status == .forbidden)
        }
    }
}
