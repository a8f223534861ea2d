import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

extension Security {
    /// A thief of a disk whose key lies apart: two people who are alike but for crises leave the same rows, numbers and
    /// lengths. Left out are the order of rows within a file, instants, and what a person does after a crisis that others
    /// do not, such as to withdraw it.
    @Suite("A crisis on the disk", .tags(.processes)) struct AlikeTests {
        private struct Subject {
            let user: UserID
            let browser: Browser
            /// What differs: a text about oneself.
            let text: String
        }

        // As many bytes, and both English.
        private static let crisis = "I want to kill myself tonight."
        private static let ordinary = "I want to read a novel tonight"

        private static var today: Day { Day(number: Int32(Date().timeIntervalSince1970 / 86_400)) }
        private static var now: Milliseconds { Milliseconds(Date().timeIntervalSince1970 * 1000) }

        private func join(_ name: String, _ text: String, _ stack: Stack) async throws -> Subject {
            let user = try await stack.makeAccount(name, zone: "UTC")
            let browser = Browser(stack.url)
            let answer = try await browser.post("/v1/sessions", ["name": name, "password": "correct horse battery"])
            #expect(answer.status == 201)
            return Subject(user: user, browser: browser, text: text)
        }

        /// What both do, one step after the other, so that every event is delivered by itself.
        private func live(_ person: Subject, _ stack: Stack) async throws {
            for back in 1...4 {
                let day = Self.today.advanced(by: -back)
                _ = try await stack.bus.request(
                    SubmitCheckIn(
                        user: person.user, day: day, at: Milliseconds(day.number) * 86_400_000 + 1, stress: 3,
                        energy: Int32(back + 1), sleepQuality: 4))
                try await stack.settle()
            }
            func write(_ text: String) async throws {
                let written = try await person.browser.post("/v1/journal", ["text": text])
                #expect(written.status == 201)
                let id = try #require(written.json["id"] as? String)
                _ = try await person.browser.analysis(of: written)
                #expect(try await person.browser.put("/v1/journal/\(id)/mood", ["value": 0.25]).status == 200)
                try await stack.settle()
            }
            func look() async throws {
                for path in ["/v1/today", "/v1/score", "/v1/score/breakdown", "/v1/score/history"] {
                    #expect(try await person.browser.get(path).status == 200, "\(path)")
                }
                try await stack.settle()
            }
            try await write("A quiet day with friends.")
            try await look()
            try await write(person.text)
            try await look()
            try await write("Another quiet day, at home.")
            let saved = try await stack.bus.request(
                SaveValue(user: person.user, content: ValueContent(title: person.text)))
            #expect(saved.value.facts.level.map { $0 >= .crisis } == (person.text == Self.crisis))
            try await stack.settle()
            _ = try await stack.bus.request(
                SaveValue(
                    user: person.user,
                    edited: EditedVersion(id: saved.value.facts.id, version: saved.value.facts.version),
                    content: ValueContent(title: "A calm evening")))
            try await stack.settle()
            let asOf = AsOf(at: Self.now, today: Self.today)
            _ = try await stack.bus.request(ReadAction(user: person.user, sentence: person.text, asOf: asOf))
            try await stack.settle()
            // The day before yesterday has a check-in, a month ago nothing.
            for back in [2, 30] {
                _ = try await stack.bus.request(
                    Chat(user: person.user, text: person.text, at: Self.now - Int64(back) * 86_400_000, country: "DE"),
                    budget: .seconds(30))
                try await stack.settle()
            }
            _ = try await stack.bus.request(
                SubmitCheckIn(user: person.user, day: Self.today, at: Self.now, stress: 2, energy: 5, sleepQuality: 4))
            try await stack.settle()
            try await look()
        }

        /// The rows of a person in all databases as a thief sees them: lengths of what is sealed or random, numbers and
        /// texts that are not.
        private func rows(of user: UserID, _ stack: Stack) throws -> [String: [String]] {
            let person = user.bytes.map { String(format: "%02X", $0) }.joined()
            var found: [String: [String]] = [:]
            for service in Topology.services {
                let file = try DatabaseFile(stack.directory + "/db/\(service).sqlite")
                let tables = try file.rows(
                    """
                    SELECT m.name, group_concat(c.name) FROM sqlite_schema m JOIN pragma_table_info(m.name) c
                    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' GROUP BY m.name
                    """)
                for table in tables {
                    let (name, names): (String, String) = (try table[0], try table[1])
                    let columns = names.split(separator: ",").map(String.init)
                    guard let owner = columns.first(where: { ["user", "subject"].contains($0) }) else { continue }
                    let shown = columns.map { column in
                        """
                        '\(column) ' || CASE typeof("\(column)") WHEN 'blob' THEN 'of ' || length("\(column)")
                            WHEN 'integer' THEN CASE WHEN abs("\(column)") > 100000000000 THEN 'instant' ELSE "\(column)" END
                            WHEN 'text' THEN CASE WHEN length("\(column)") > 15 THEN 'of ' || length("\(column)") ELSE "\(column)" END
                            ELSE coalesce("\(column)", 'none') END
                        """
                    }.joined(separator: " || ', ' || ")
                    found["\(service) \(name)"] = try file.rows(
                        "SELECT \(shown) FROM \(name) WHERE \"\(owner)\" = x'\(person)'"
                    ).map { try $0[0] as String }.sorted()
                }
            }
            return found
        }

        @Test(
            "SEC-15 SCO-7 two people who are alike but for crises leave the same tables, rows, numbers and lengths on the disk",
            .timeLimit(.minutes(5)))
        func alike() async throws {
            #expect(Self.crisis.utf8.count == Self.ordinary.utf8.count)
            try await Stack.run { stack in
                let (troubled, other) = (
                    try await join("Ada", Self.crisis, stack), try await join("Bea", Self.ordinary, stack)
                )
                try await live(troubled, stack)
                try await live(other, stack)
                let state = try await troubled.browser.get("/v1/today").json["state"] as? String
                #expect(state == "withheld", "the crisis was noticed")
                let (mine, theirs) = (try rows(of: troubled.user, stack), try rows(of: other.user, stack))
                #expect(mine.keys.sorted() == theirs.keys.sorted())
                #expect(mine.values.reduce(0) { $0 + $1.count } > 60)
                for (table, rows) in mine.sorted(by: { $0.key < $1.key }) {
                    let others = theirs[table] ?? []
                    #expect(
                        rows == others,
                        "\(table): only after a crisis \(rows.filter { !others.contains($0) }), only without \(others.filter { !rows.contains($0) }), \(rows.count) and \(others.count) rows"
                    )
                }
            }
        }
    }
}
