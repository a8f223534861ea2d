import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Goals
@testable import Storage

@Suite(.serialized, .tags(.processes)) struct TableImportTests {
    @Test("GOL-5: a preview reports every bad row by its line, with each field and its reason, and writes nothing")
    func preview() async throws {
        let world = try World()
        let before = try await world.state()
        let csv = """
            day,start,minutes,title,value,unit,measure,goal,colour
            2026-03-01,,30,Ran,5,km,Running,,red
            2026-02-30,,x,,5,,Nothing,Nowhere,
            "2026-03-02",,10,"A note
            of two lines",1,km,Running,,
            2026-03-02,,-1,\(String(repeating: "t", count: 201)),-4,km,Running,,
            2026-03-03,,1
            2026-03-03,2026-03-03T25:00Z,1,Late,1,km,Running,,
            2026-03-04,,10,"Open

            """
        let report = try await world.preview(csv, .actions)
        #expect((report.rows, report.added, report.bad, report.unknownColumns) == (7, 2, 5, ["colour"]))
        let errors = Dictionary(
            uniqueKeysWithValues: report.badRows.map { row in
                (row.line, Set(row.errors.map { "\($0.field) \($0.code)" }))
            })
        #expect(
            errors == [
                3: [
                    "day notADay", "minutes notANumber", "measure unknownReference", "goal unknownReference",
                ],
                6: ["minutes outOfRange", "title tooLong", "value outOfRange"],
                7: [" unreadableRow"],
                8: ["start notATime"],
                9: [" unreadableRow"],
            ])
        var after = try await world.state()
        for table in ["table_imports", "table_parts", "storage_keys"] { after.rows[table] = before.rows[table] }
        #expect(after == before)
        let refused = try await world.importing(csv, .actions)
        #expect(refused.phase == .refused)
        #expect(refused.report == report)
        #expect(refused.written == 0)
        #expect(try await world.state().actions.isEmpty)
    }

    @Test(
        "GOL-5: what a spreadsheet writes is read: semicolons, decimal commas, a byte order mark, names instead of ids")
    func spreadsheet() async throws {
        let world = try World()
        let csv = """
            \u{FEFF}Day;Title;Minutes;Value;Unit;Measure\r
            2026-03-01;Ran;32,5;5,25;km;Running\r
            2026-03-02;Read;1.030,5;12;pages;Reading\r
            2026-03-02;'=not a formula;;;;\r
            2026-03-03;Ran more;10;7;km;running\r

            """
        let status = try await world.importing(csv, .actions)
        #expect(status.phase == .done, "\(status.report.badRows)")
        #expect(status.written == 4, "\(status.report.badRows)")
        let state = try await world.state()
        #expect(
            state.measures.map(\.content.title) == ["Running", "Reading"]
                || state.measures.map(\.content.title) == ["Reading", "Running"])
        let actions = state.actions.reversed().map { "\($0.day) \($0.content.title ?? "") \($0.content.duration ?? 0)" }
        #expect(
            Set(actions) == [
                "2026-03-01 Ran 1950", "2026-03-02 Read 61830", "2026-03-02 =not a formula 0",
                "2026-03-03 Ran more 600",
            ])
        let running = try #require(state.measures.first { $0.content.unit == "km" })
        #expect(running.content.kind == .distance)
        #expect(running.content.factor == 1_000)
        let amounts = state.actions.flatMap(\.content.measurements).filter { $0.measure == running.facts.id }
        #expect(Set(amounts.map(\.value)) == [5.25, 7])
    }

    @Test("GOL-5: a row with an id changes its entry; columns that the table lacks stay; a row without an id is new")
    func partial() async throws {
        let world = try World()
        let content = try await GoalTests.parts(world)
        let goal = try await world.goal(content)
        let csv = "id,title,importance\n\(goal),Run a marathon,9\n,Incomplete,3\n"
        let refused = try await world.importing(csv, .goals)
        #expect(refused.phase == .refused)
        #expect(Set(refused.report.badRows.flatMap(\.errors).map(\.field)) == ["start", "target"])
        let changed = try await world.importing("id,title,importance\n\(goal),Run a marathon,9\n", .goals)
        #expect(changed.phase == .done)
        #expect(changed.report.changed == 1)
        let stored = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0]
        var expected = content
        (expected.title, expected.importance) = ("Run a marathon", 9)
        #expect(stored.content == expected)
        #expect(stored.facts.version == 2)
        let again = try await world.importing("id,title,importance\n\(goal),Run a marathon,9\n", .goals)
        #expect(again.report.unchanged == 1)
        #expect(try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0] == stored)
        // Things of another person are not changed by their ids.
        let bens = try await world.importing("id,title,importance\n\(goal),Mine,9\n", .goals, of: World.ben)
        #expect(bens.phase == .refused)
        #expect(try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0] == stored)
    }

    @Test("GOL-5: rows are checked against each other: overlapping terms, numbers and ids that stand twice")
    func rows() async throws {
        let world = try World()
        let id = EntityID.random()
        let terms =
            "number,start,end\n1,2026-01-01,2026-03-01\n1,2026-04-01,2026-05-01\n2,2026-02-01,2026-03-15\n,2026-06-01,\n"
        let report = try await world.preview(terms, .terms)
        #expect(
            report.badRows.map { $0.errors.map { "\($0.field) \($0.code)" } } == [
                ["number numberTaken"], ["start overlapping"],
            ])
        let values = "id,title\n\(id),Family\n\(id),Health\nnonsense,Work\n"
        let twice = try await world.preview(values, .values)
        #expect(
            twice.badRows == [
                BadRow(line: 3, errors: [FieldError(field: "id", code: .repeated)]),
                BadRow(line: 4, errors: [FieldError(field: "id", code: .notAnID)]),
            ])
        let headers = try await world.preview("title,title\na,b\n", .values)
        #expect(headers.badRows == [BadRow(line: 1, errors: [FieldError(field: "title", code: .columnNeeded)])])
        #expect(try await world.preview("nothing\nhere\n", .values).bad == 1)
        #expect(try await world.preview("{\"values\": [{\"facts\": 1}, 5", .graph).bad == 2)
        #expect(try await world.preview("{\"values\": []} {", .graph).bad == 1)
        for file in ["{}", " { } ", "{\"metrics\": []}"] {
            let rows = try await world.preview(file, .graph).badRows
            #expect(rows == [BadRow(line: 1, errors: [FieldError(field: "", code: .listNeeded)])], "\(file)")
        }
        #expect(try await world.preview("{\"values\": []}", .graph).bad == 0)
        #expect(try await world.preview("\u{0}\u{1}\u{2}", .graph).bad == 1)
    }

    @Test("GOL-5: an import is done once, however often it is sent; its uploads have limits and end after a day")
    func idempotent() async throws {
        let world = try World()
        let bytes = Array("title,priority\nFamily,1\nHealth,2\n".utf8)
        let table = try await world.upload(bytes, part: 7)
        // A repeated part is stored once, a gap is refused.
        #expect(
            try await world.tables.upload(
                UploadTable(user: World.ada, table: table, offset: 0, bytes: Array(bytes[..<7]))
            ).offset == Int64(bytes.count))
        #expect(
            await code {
                _ = try await world.tables.upload(UploadTable(user: World.ada, table: table, offset: 99, bytes: [1]))
            } == .conflict)
        #expect(
            await code {
                _ = try await world.tables.upload(
                    UploadTable(user: World.ada, table: table, offset: UploadTable.maximumBytes, bytes: [1]))
            } == .invalid)
        let request = ImportTable(user: World.ada, table: table, kind: .values)
        let statuses = try await withThrowingTaskGroup(of: TableImportStatus.self) { group in
            for _ in 0..<4 { group.addTask { try await world.tables.run(request) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.contains { $0.phase == .done })
        #expect(try await world.tables.run(request).phase == .done)
        #expect(try await world.state().values.map(\.content.title) == ["Family", "Health"])
        #expect(try await world.state().rows["table_parts"] == 0)
        #expect(
            await code {
                _ = try await world.tables.run(ImportTable(user: World.ada, table: table, kind: .goals))
            } == .conflict)
        #expect(
            await code {
                _ = try await world.tables.run(ImportTable(user: World.ben, table: table, kind: .values))
            } == .notFound)
        for _ in 0..<6 { try await world.upload(bytes) }
        #expect(try await world.state().rows["table_imports"] == TableRows.maximumImports)
        world.time.withLock { $0 += TableRows.kept + 1 }
        _ = try await world.tables.turn()
        #expect(try await world.state().rows["table_imports"] == 0)
        #expect(
            await code { _ = try await world.tables.status(TableImportQuery(user: World.ada, table: table)) }
                == .notFound)
    }

    @Test("GOL-5: if a row cannot be written any more, everything of the import is taken back")
    func takenBack() async throws {
        let world = try World()
        let measure = try await world.measure()
        let goal = try await world.goal(
            GoalContent(
                title: "Run", start: World.start, target: World.start.advanced(by: 70),
                targets: [MeasureTarget(measure: measure, value: 100)]))
        let walk = try await world.goal(
            GoalContent(
                title: "Walk", start: World.start, target: World.start.advanced(by: 70),
                targets: [MeasureTarget(measure: measure, value: 100)]))
        let old = try await world.action(
            ActionContent(
                title: "Old", start: World.now, measurements: [MeasuredValue(measure: measure, value: 1)],
                contributions: [GoalContribution(goal: goal, measure: measure, amount: 1)]))
        var csv = "id,day,title,value,unit,measure,goal\n\(old),2026-09-20,Changed,9,km,Measure in km,Run\n"
        for number in 1...600 {
            let name = number == 600 ? "\(goal)" : number.isMultiple(of: 2) ? "Walk" : "Run"
            csv += ",2026-09-20,New \(number),1,km,Measure in km,\(name)\n"
        }
        let before = try await world.state()
        let table = try await world.upload(Array(csv.utf8))
        // The goal is deleted while the import is under way: the page after it cannot be written.
        let importer = TableImporter(
            store: world.store, user: World.ada, table: table, kind: .actions, now: { World.now })
        let report = try await importer.check()
        #expect(report.bad == 0)
        #expect(report.rows == 601)
        try await world.store.write { transaction in
            let rows = TableRows(user: World.ada, transaction: transaction)
            var upload = try #require(try rows.upload(table))
            (upload.kind, upload.phase, upload.report) = (.actions, .writing, report)
            try rows.set(table, upload, now: World.now)
        }
        let other = try await world.goal(
            GoalContent(
                title: "Other", start: World.start, target: World.start.advanced(by: 7),
                targets: [MeasureTarget(measure: measure, value: 1)]))
        // Two pages are written, then the goal goes.
        let pages = Mutex(0)
        try await importer.run {
            pages.withLock { pages in
                pages += 1
                return pages <= 2
            }
        }
        #expect(try await world.state().actions.count == 2 * TableImporter.page)
        _ = try await world.service.delete(DeleteGoal(user: World.ada, goal: goal), id: .random())
        let status = try await world.tables.run(ImportTable(user: World.ada, table: table, kind: .actions))
        #expect(status.phase == .undone)
        #expect(status.written == 0)
        #expect(status.report.badRows.map { $0.errors.map { "\($0.field) \($0.code)" } } == [["goal unknownReference"]])
        let after = try await world.state()
        #expect(after.actions.map(\.content.title) == ["Old"])
        #expect(Set(after.goals.map(\.facts.id)) == [walk, other])
        #expect(after.actions[0].content.measurements == before.actions[0].content.measurements)
        #expect(after.rows["table_changes"] == 0 && after.rows["table_goals"] == 0 && after.rows["goal_days"] == 0)
    }

    @Test("GOL-5: what is added after a row was planned stays: a goal in a term, and an entry with the row's id")
    func meanwhile() async throws {
        let world = try World()
        let goal = try await world.goal(in: try await world.measure())
        let planned = try await world.store.read {
            try StoredEntries(user: World.ada, transaction: $0).entries(.goal, [goal])[goal]
        }
        let stored = try #require(planned)
        let term = try await world.service.save(
            SaveTerm(user: World.ada, content: TermContent(start: World.start, goals: [goal])), id: .random()
        ).term.facts.id
        guard case .goal(var content) = stored.draft else { throw CancellationError() }
        content.importance = 9
        let draft = Draft.goal(content)
        try await world.store.write { transaction in
            var writer = EntryWriter(user: World.ada, transaction: transaction, now: World.now)
            _ = try writer.write(goal, draft, over: stored, logged: World.now)
        }
        let changed = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal)).goals[0]
        #expect(changed.content.terms == [term])
        #expect(changed.content.importance == 9)
        let refused = await code {
            try await world.store.write { transaction in
                var writer = EntryWriter(user: World.ada, transaction: transaction, now: World.now)
                _ = try writer.write(goal, draft, over: nil, logged: World.now)
            }
        }
        #expect(refused == .conflict)
    }

    @Test(
        "GOL-9: an entry that is changed between the plan of its row and the write is planned again, and the import ends"
    )
    func changedAfterPlan() async throws {
        let world = try World()
        let old = try await world.action(ActionContent(title: "Old", start: World.now))
        try await importing(old, into: world) {
            try AbstractionRows(user: World.ada, transaction: $0).count(old, version: 1)
        }
        let actions = try await world.state().actions
        #expect(
            actions.first { $0.facts.id == old }.map { "\($0.content.title ?? "") \($0.facts.version)" } == "Changed 3")
    }

    @Test("GOL-9: of two imports that add the same action the later one plans its row again, and neither fails")
    func addedAfterPlan() async throws {
        let (world, new) = (try World(), EntityID.random())
        try await importing(new, into: world) {
            var writer = EntryWriter(user: World.ada, transaction: $0, now: World.now)
            let day = try #require(Day("2026-09-20"))
            let action = ActionContent(title: "Other", start: World.now)
            _ = try writer.write(new, .action(action, day), over: nil, logged: World.now)
            try writer.finish()
        }
        let actions = try await world.state().actions
        #expect(
            actions.first { $0.facts.id == new }.map { "\($0.content.title ?? "") \($0.facts.version)" } == "Changed 2")
    }

    /// Imports a table whose first page has an entry, which `change` writes between the plan of its row and the write.
    private func importing(
        _ entry: EntityID, into world: World, _ change: @escaping @Sendable (Transaction) throws -> Void
    ) async throws {
        var csv = "id,day,title\n\(entry),2026-09-20,Changed\n"
        for number in 1...TableImporter.page { csv += ",2026-09-20,New \(number)\n" }
        let table = try await world.upload(Array(csv.utf8))
        let importer = TableImporter(
            store: world.store, user: World.ada, table: table, kind: .actions, now: { World.now })
        let report = try await importer.check()
        try await world.store.write { transaction in
            let rows = TableRows(user: World.ada, transaction: transaction)
            var upload = try #require(try rows.upload(table))
            (upload.kind, upload.phase, upload.report) = (.actions, .writing, report)
            try rows.set(table, upload, now: World.now)
        }
        let store = world.store
        let pages = Mutex(0)
        // Asked for the second time, the first page is planned and not yet written.
        try await importer.run {
            let page = pages.withLock { pages in
                pages += 1
                return pages
            }
            guard page == 2 else { return true }
            let done = DispatchSemaphore(value: 0)
            Task {
                try? await store.write(change)
                done.signal()
            }
            done.wait()
            return true
        }
        let upload = try await store.read { try TableRows(user: World.ada, transaction: $0).upload(table) }
        #expect(upload?.phase == .done)
        #expect(pages.withLock { $0 } > 2)
        #expect(try await world.state().actions.count == TableImporter.page + 1)
    }

    @Test("SAF-1: imported texts are judged; they are sealed, and the bytes of an upload too")
    func judged() async throws {
        let world = try World()
        let status = try await world.importing("title,notes\nquincecanary,quincecanary notes\n", .values)
        #expect(status.phase == .done)
        try await world.upload(Array("title\nquincecanary again\n".utf8))
        #expect(try await world.state().values[0].facts.level == nil)
        #expect(try await world.service.judge.judgeDue(now: World.now + 120_000) == 1)
        #expect(world.bus.state.withLock { $0.asked } == ["quincecanary\nquincecanary notes"])
        for name in try FileManager.default.contentsOfDirectory(atPath: world.directory) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(world.directory)/\(name)"))
            #expect(bytes.range(of: Data("quincecanary".utf8)) == nil, "\(name)")
        }
    }
}
