import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

/// Cells in the clear that another program gave a value of another kind, in the databases of a running stack.
@Suite(.serialized, .tags(.processes)) struct DamagedCellsTests {
    /// A column of a table.
    private struct Cell {
        let service: ServiceName
        let table: String
        let column: String
        /// The value that is written, as SQL.
        let value: String
        /// The row is one of these.
        let condition: String

        init(
            _ service: ServiceName, _ table: String, _ column: String, _ value: String = "'x'",
            _ condition: String = "1 = 1"
        ) {
            (self.service, self.table, self.column) = (service, table, column)
            (self.value, self.condition) = (value, condition)
        }

        var name: String { "\(service) \(table).\(column) = \(value)" }
    }

    private static let cells = [
        Cell(.api, "tokens", "used", "'x'", "kind = 'device'"), Cell(.api, "tokens", "used", "'x'", "kind = 'session'"),
        Cell(.api, "accounts", "letter"), Cell(.api, "accounts", "sealed"),

        Cell(
            .api, "security_record", "number", "number + 100.5",
            "number < (SELECT max(number) FROM security_record)"),
        Cell(.api, "throttle", "until"),
        Cell(.ingestion, "samples", "sealed", "x'01'"), Cell(.ingestion, "samples", "day"),
        Cell(.ingestion, "samples", "day", "day + 0.5"), Cell(.ingestion, "samples", "arrived"),
        Cell(.ingestion, "metrics", "revision"), Cell(.ingestion, "metrics", "day", "day - 0.5"),
        Cell(.ingestion, "rules", "sealed", "x'01'"), Cell(.ingestion, "additions", "state"),
        Cell(.ingestion, "imports", "created"), Cell(.ingestion, "nights", "at"),
        Cell(.ingestion, "nights", "day", "day - 0.5"), Cell(.ingestion, "kept", "bytes"),
        Cell(.ingestion, "letters", "at"), Cell(.ingestion, "day_totals", "day", "day - 0.5"),
        Cell(.sentiment, "entries", "day"), Cell(.sentiment, "entries", "day", "day - 0.5"),
        Cell(.sentiment, "entries", "at"), Cell(.sentiment, "entries", "at", "at - 0.5"),
        Cell(.sentiment, "entries", "revision"),
        Cell(.goals, "measured_actions", "sealed"), Cell(.goals, "measured_actions", "sealed", "x'01'"),
        Cell(.goals, "action_goal_contributions", "sealed", "x'01'"), Cell(.goals, "measures", "factor"),
        Cell(.goals, "goal_days", "sealed", "x'01'"), Cell(.goals, "expectation_measures", "sealed", "x'01'"),
        Cell(.goals, "goal_relevances", "strength"), Cell(.goals, "milestones", "target"),
        Cell(.goals, "goals", "target", "target - 0.5"), Cell(.goals, "goals", "weeks"),
        Cell(.goals, "terms", "number", "number + 0.5"), Cell(.goals, "personal_values", "priority"),
        Cell(.goals, "actions", "day", "day - 0.5"), Cell(.goals, "actions", "start", "start - 0.5"),
        Cell(.goals, "actions", "duration"), Cell(.goals, "expectations", "importance"),
        Cell(.goals, "abstractions", "logged", "'x'", "id IN (SELECT id FROM measures)"),
        Cell(.goals, "abstractions", "version", "'x'", "id IN (SELECT id FROM actions)"),
        Cell(.goals, "health_staged", "state"), Cell(.goals, "health_staged", "day", "day - 0.5"),
        Cell(.goals, "numbers", "sealed", "x'01'"), Cell(.goals, "reviews", "week", "week + 0.5"),
        Cell(.scoring, "scores", "revision"), Cell(.scoring, "scores", "day", "day - 0.5"),
        Cell(.scoring, "inputs", "day", "day - 0.5", "kind = 2"), Cell(.scoring, "inputs", "revision"),
        Cell(.scoring, "inputs", "kind", "kind + 0.5", "kind = 2"),
        Cell(.plans, "plans", "number", "number - 0.5"), Cell(.plans, "months", "month", "month - 0.5"),
    ]

    /// Writes a value into a column of the last row of a table.
    /// - Returns: the statement that restores it; nil without such a row.
    private func damage(_ cell: Cell, _ file: DatabaseFile) throws -> String? {
        let keys = try file.rows("SELECT name FROM pragma_table_info('\(cell.table)') WHERE pk > 0 ORDER BY pk")
            .map { try $0["name"] as String }
        let columns = keys.enumerated().map { "quote(\"\($1)\") AS key\($0)" }.joined(separator: ", ")
        let order = keys.map { "\"\($0)\" DESC" }.joined(separator: ", ")
        let found = try file.rows(
            """
            SELECT quote("\(cell.column)") AS old, quote(\(cell.value)) AS new, \(columns) FROM \(cell.table)
            WHERE \(cell.condition) ORDER BY \(order) LIMIT 1
            """)
        guard let row = found.first else { return nil }
        // Infinity is quoted as a word that is no number.
        let (old, quoted): (String, String) = (try row["old"], try row["new"])
        let new = quoted == "Inf" ? cell.value : quoted
        /// - Parameter present: what the column has before.
        func update(_ present: String, to value: String) throws -> String {
            let isRow = try keys.enumerated().map { place, key in
                "\"\(key)\" = \(key == cell.column ? present : try row["key\(place)"] as String)"
            }.joined(separator: " AND ")
            return "UPDATE \(cell.table) SET \"\(cell.column)\" = \(value) WHERE \(isRow)"
        }
        try write(try update(old, to: new), to: cell.table, file)
        return try update(new, to: old)
    }

    /// Writes as a program that knows neither the checks nor the triggers of a table.
    private func write(_ statement: String, to table: String, _ file: DatabaseFile) throws {
        let triggers = try file.rows(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = '\(table)'"
        ).map { (name: try $0["name"] as String, sql: try $0["sql"] as String) }
        try file.execute(
            (["PRAGMA ignore_check_constraints = ON", "PRAGMA defer_foreign_keys = ON"]
                + triggers.map { "DROP TRIGGER \($0.name)" } + [statement] + triggers.map(\.sql)
                + ["PRAGMA ignore_check_constraints = OFF"]).joined(separator: ";\n"))
    }

    /// Every route that answers with data and needs no id.
    private func routes(_ browser: Browser) async throws -> [String] {
        let today = Day(number: Int32(Date().timeIntervalSince1970 / 86_400))
        let range = "from=\(today.advanced(by: -300))&through=\(today)"
        let documented = try await browser.documentedRoutes().map(\.route)
            .filter { $0.hasPrefix("GET /v1/") && !$0.contains("{") }.map { String($0.dropFirst(4)) }
            .filter { $0 != "/v1/events" && $0 != "/v1/export" }
        let asked = [
            "/v1/journal/search?q=the&limit=100", "/v1/journal/days?\(range)", "/v1/metrics?\(range)",
            "/v1/check-ins?from=\(today.advanced(by: -20))&through=\(today)", "/v1/score/history?\(range)",
            "/v1/contexts?\(range)",
        ]
        let pages = ["/", "/journal", "/goals", "/settings/data", "/settings/security", "/settings"]
        var found: [String] = []
        for path in documented + asked + pages where try await browser.get(path).status == 200 { found.append(path) }
        return found
    }

    @Test(
        "OWN-2 one damaged cell costs its row at most: every list, sign-in and the export have all others",
        .timeLimit(.minutes(12)))
    func everywhere() async throws {
        try await Stack.run { stack in
            let made = try await stack.pulsum("demo", "--language", "en")
            #expect(made.status == 0, "\(made.errors)")
            let example = try #require(try await stack.bus.request(ListAccounts()).accounts.first)
            let password = try #require(
                made.output.split(separator: "\n").first { $0.hasPrefix("Password") }?.split(separator: " ").last)
            let account = ["name": example.name, "password": String(password)]
            let browser = Browser(stack.url)
            // A wrong one first, so that there is something to throttle.
            _ = try await Browser(stack.url).post("/v1/sessions", ["name": example.name, "password": "wrong"])
            #expect(try await browser.post("/v1/sessions", account).status == 201)
            #expect(try await browser.post("/v1/tokens", ["label": "phone"]).status == 201)
            try await stack.settle()
            let routes = try await routes(browser)
            #expect(routes.count > 40, "\(routes)")
            var before: [String: Int] = [:]
            for path in routes { before[path] = try await browser.get(path).list.count }
            for cell in Self.cells {
                let file = try DatabaseFile("\(stack.directory)/db/\(cell.service).sqlite")
                guard let restore = try damage(cell, file) else {
                    Issue.record("\(cell.name): there is no row")
                    continue
                }
                // Plans answer twenty requests a minute.
                for path in routes where cell.service == .plans || !path.hasPrefix("/v1/plans/") {
                    // The current plan is computed from whole months or not at all.
                    guard cell.table != "months" || path != "/v1/plans/current" else { continue }
                    let answer = try await browser.get(path)
                    #expect(answer.status == 200, "\(cell.name): \(path): \(answer.text.prefix(300))")
                    let isShort = answer.list.count < (before[path] ?? 0) - 1
                    #expect(!isShort, "\(cell.name): \(path) has \(answer.list.count) of \(before[path] ?? 0)")
                }
                try await export(browser, stack, cell)
                if cell.service == .api {
                    #expect(
                        try await Browser(stack.url).post("/v1/sessions", account).status == 201,
                        "\(cell.name): sign-in")
                    let accounts = try await stack.pulsum("account", "list")
                    #expect(accounts.status == 0, "\(cell.name): \(accounts.errors)")
                    let tokens = try await stack.pulsum("token", "list")
                    #expect(tokens.output.contains("phone"), "\(cell.name): \(tokens.output) \(tokens.errors)")
                }
                try write(restore, to: cell.table, file)
            }
        }
    }

    /// The archive is whole, and so is every file in it.
    private func export(_ browser: Browser, _ stack: Stack, _ cell: Cell) async throws {
        let exported = try await browser.get("/v1/export")
        #expect(exported.status == 200, "\(cell.name): \(exported.text.prefix(300))")
        let path = stack.scratch.file("export.zip")
        try exported.body.write(to: URL(fileURLWithPath: path))
        let read = try await Executable.run(
            "/usr/bin/python3",
            [
                "-c",
                "import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; [json.loads(z.read(n)) for n in z.namelist() if n.endswith('.json')]",
                path,
            ])
        #expect(read.status == 0, "\(cell.name): the export broke off: \(read.errors.suffix(300))")
    }
}
