import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

/// Rows that are damaged in the databases of a running stack.
@Suite(.serialized, .tags(.processes)) struct DamagedRowsTests {
    /// A sealed column of a list, and the key of its rows.
    private struct Place {
        let service: ServiceName
        let table: String
        let column: String
        let key: [String]
        /// Damaged rows are of these.
        let condition: String

        init(
            _ service: ServiceName, _ table: String, column: String = "sealed", _ key: [String],
            _ condition: String = "1 = 1"
        ) {
            self.service = service
            self.table = table
            self.column = column
            self.key = key
            self.condition = condition
        }
    }

    private static let places = [
        Place(.api, "security_record", ["number"]),
        Place(.api, "bodies", []),
        Place(.ingestion, "metrics", ["day"]), Place(.ingestion, "samples", ["kind", "day"]),
        Place(.ingestion, "letters", ["id"]), Place(.ingestion, "imports", ["job"]),
        Place(.ingestion, "day_totals", ["day"]),
        Place(.ingestion, "body_mass", ["day"]), Place(.ingestion, "intake", ["day"]),
        Place(.sentiment, "entries", column: "body", ["at", "id"]),
        Place(.scoring, "scores", ["day"]), Place(.scoring, "inputs", ["day", "id"], "kind = 2 AND day < 40000"),
        Place(.coaching, "coaches", column: "body", []),
        Place(.goals, "abstractions", column: "texts", ["id"], "id IN (SELECT id FROM actions)"),
        Place(.goals, "abstractions", column: "texts", ["id"], "id IN (SELECT id FROM goals)"),
        Place(.goals, "abstractions", column: "texts", ["id"], "id IN (SELECT id FROM terms)"),
        Place(.goals, "abstractions", column: "texts", ["id"], "id IN (SELECT id FROM personal_values)"),
        Place(.goals, "abstractions", column: "texts", ["id"], "id IN (SELECT id FROM reviews)"),
        Place(.plans, "plans", ["id"]), Place(.plans, "months", ["month"]),
    ]

    /// Damages the newest row of a list by its key.
    private func damage(_ place: Place, _ stack: Stack) throws {
        let file = try DatabaseFile("\(stack.directory)/db/\(place.service).sqlite")
        let triggers = try file.rows(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = '\(place.table)'"
        ).map { (name: try $0["name"] as String, sql: try $0["sql"] as String) }
        let key = place.key.isEmpty ? ["user"] : place.key
        let (keys, newest) = (key.joined(separator: ", "), key.map { "\($0) DESC" }.joined(separator: ", "))
        try file.execute(
            (triggers.map { "DROP TRIGGER \($0.name)" }
                + [
                    """
                    UPDATE \(place.table) SET \(place.column) = x'01020304' WHERE (\(keys)) IN (
                        SELECT \(keys) FROM \(place.table) WHERE \(place.condition) ORDER BY \(newest) LIMIT 1)
                    """
                ] + triggers.map(\.sql)).joined(separator: ";\n"))
    }

    /// Waits until days are recomputed, events are delivered, and goals has made actions of the records.
    private func settle(_ stack: Stack) async throws {
        func count(_ service: ServiceName, _ rows: String) throws -> Int {
            try DatabaseFile("\(stack.directory)/db/\(service).sqlite").rows("SELECT count(*) AS number FROM \(rows)")
                .map { try $0["number"] as Int }.first ?? 0
        }
        _ = try await eventually("no day is dirty", within: .seconds(120)) {
            try count(.ingestion, "dirty") == 0 ? true : nil
        }
        try await stack.settle()
        _ = try await eventually("no staged record is pending", within: .seconds(120)) {
            try count(.goals, "health_staged WHERE state = 1") == 0 ? true : nil
        }
        try await stack.settle()
    }

    @Test(
        "OWN-2 one damaged row of every list costs itself: lists, search and export have all others, and count and name it",
        .timeLimit(.minutes(8)))
    func everywhere() async throws {
        try await Stack.run { stack in
            let made = try await stack.pulsum("demo", "--language", "en")
            #expect(made.status == 0, "\(made.errors)")
            let example = try #require(try await stack.bus.request(ListAccounts()).accounts.first)
            let password = try #require(
                made.output.split(separator: "\n").first { $0.hasPrefix("Password") }?.split(separator: " ").last)
            let browser = Browser(stack.url)
            #expect(
                try await browser.post("/v1/sessions", ["name": example.name, "password": String(password)]).status
                    == 201)
            try await settle(stack)
            // East of Greenwich the next day may have begun.
            let last = Day(number: Int32(Date().timeIntervalSince1970 / 86_400) + 1)
            let range = "from=\(last.advanced(by: -300))&through=\(last)"
            let lists: [(path: String, key: String?)] = [
                ("/v1/journal?limit=100", nil), ("/v1/journal/search?q=the&limit=100", nil),
                ("/v1/security-record?limit=1000", nil), ("/v1/letters", nil), ("/v1/imports", nil),
                ("/v1/metrics?\(range)", nil), ("/v1/check-ins?from=\(last.advanced(by: -20))&through=\(last)", nil),
                ("/v1/goals", nil), ("/v1/terms", nil), ("/v1/values", nil), ("/v1/actions", nil),
                ("/v1/plans/history", "plans"),
            ]
            /// Of all pages: one that had a damaged entry is filled up.
            func counts() async throws -> [String: Int] {
                var counts: [String: Int] = [:]
                for (path, key) in lists {
                    var page: String? = path
                    while let address = page {
                        let answer = try await browser.get(address)
                        #expect(answer.status == 200, "\(address): \(answer.text.prefix(300))")
                        counts[path, default: 0] +=
                            key.map { (answer.json[$0] as? [Any])?.count ?? -1 } ?? answer.list.count
                        page = answer.next
                    }
                }
                return counts
            }
            let before = try await counts()
            for place in Self.places { try damage(place, stack) }
            let after = try await counts()
            for (path, _) in lists {
                let isFound = try #require(before[path]) > 0
                #expect(isFound, "\(path) had nothing to damage")
                let gone = (before[path] ?? 0) - (after[path] ?? 0)
                // A search may have found the damaged entry or another one; a day of metrics may be empty.
                #expect(
                    gone == 1 || gone == 0 && ["search", "metrics"].contains { path.contains($0) }, "\(path): \(gone)")
            }
            let history = try await browser.get("/v1/score/history?\(range)").list
            #expect(history.count { $0["status"] as? String == "final" } > 200)
            #expect(history.count { $0["status"] as? String == "damaged" } == 1)
            #expect(try await browser.get("/v1/today").json["state"] as? String == "unavailable")
            try await named(browser, stack, example.user)
        }
    }

    /// Headers, pages, archive, warnings and the command line name what is damaged.
    private func named(_ browser: Browser, _ stack: Stack, _ user: UserID) async throws {
        #expect(try await browser.get("/journal").text.contains("entries "))
        #expect(try await browser.get("/settings/security").text.contains("security_record "))
        #expect(
            try await stack.pulsum("journal", "list", "--limit", "100").output.contains("damaged: entries ")
        )
        let exported = try await browser.get("/v1/export")
        #expect(exported.status == 200)
        let path = stack.scratch.file("export.zip")
        try exported.body.write(to: URL(fileURLWithPath: path))
        let read = try await Executable.run(
            "/usr/bin/python3",
            [
                "-c",
                "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; import json; [json.loads(z.read(n)) for n in z.namelist() if n.endswith('.json')]; print(z.read('manifest.json').decode())",
                path,
            ])
        #expect(read.status == 0, "\(read.errors)")
        let manifest = try #require(
            try JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [String: Any])
        let damaged = try #require(manifest["damaged"] as? [[String: Any]])
        for place in Self.places {
            let rows = damaged.first { $0["service"] as? String == place.service.rawValue }
            let names = rows?["names"] as? [String] ?? []
            #expect(names.contains { $0.hasPrefix(place.table) }, "\(place.service) \(place.table): \(names)")
            let expected = Self.places.count { $0.service == place.service }
            #expect(rows?["count"] as? Int == expected, "\(place.service): \(names)")
        }
        let status = try await stack.pulsum("status").output
        #expect(status.contains("cannot be opened: ") && status.contains("abstractions "))
        let installation = try await browser.get("/v1/installation").json["warnings"] as? [[String: Any]] ?? []
        #expect(installation.contains { $0["kind"] as? String == "damagedRows" })
    }
}
