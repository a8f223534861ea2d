import Messages
import Storage

/// Checks an uploaded table and writes it page by page: all rows or none (GOL-5).
struct TableImporter: Sendable {
    /// Rows checked or written in one transaction, which holds the database's writer for some 30 ms.
    static let page = 300
    /// Changes taken back in one transaction.
    static let undone = 100
    /// Rows of a table, at most: ten years with 27 actions a day.
    static let maximumRows = 100_000
    /// Rows that later ones may refer to by name, at most: goals, values and measures. They are kept in memory.
    static let maximumNames = 10_000
    /// Terms, at most; each is compared with all others.
    static let maximumTerms = 1_000

    let store: Store
    let user: UserID
    let table: EntityID
    let kind: TableKind
    let now: @Sendable () -> Milliseconds

    private var source: TableSource { TableSource(store: store, user: user, table: table, kind: kind) }

    /// A row that cannot be written any more.
    private struct RowFailed: Error {
        var row: BadRow
    }

    /// Another process goes on with the import, or the time is over.
    private struct Left: Error {}

    /// Rows that are planned and not yet written.
    private struct Page: Sendable {
        var rows: [PlannedRow]
        /// The plan after these rows.
        var plan: TablePlan
        /// Rows of the table up to the last one of these.
        var position: Int64
    }

    // MARK: Checking

    /// Counts rows against the bounds of a table.
    private struct Bounds {
        private var (rows, names, terms) = (0, 0, 0)

        /// The bound that these rows exceed; nil within all.
        mutating func exceeded(by rows: [SourceRow], _ kind: TableKind) -> Int? {
            for row in rows {
                self.rows += 1
                var entry = Sheets.of(kind)?.kind
                if case .json(let own, _) = row.content { entry = own }
                switch entry {
                case .goal, .value, .measure: names += 1
                case .term: terms += 1
                case .action, nil: break
                }
            }
            if self.rows > TableImporter.maximumRows { return TableImporter.maximumRows }
            if names > TableImporter.maximumNames { return TableImporter.maximumNames }
            return terms > TableImporter.maximumTerms ? TableImporter.maximumTerms : nil
        }
    }

    /// Checks every row and writes nothing. A table with too many rows has the first row beyond as a bad one, and the
    /// rest of it is not read.
    /// - Parameter hasTime: asked before each page.
    /// - Throws: `ServiceError(.invalid)` when the time is over; `CancellationError`.
    func check(while hasTime: () -> Bool = { true }) async throws -> TableReport {
        let header = try await source.header()
        var report = TableReport(unknownColumns: header.unknown)
        guard header.errors.isEmpty else {
            (report.bad, report.badRows) = (1, [BadRow(line: 1, errors: header.errors)])
            return report
        }
        var (plan, bounds) = (try await plan(header), Bounds())
        try await source.read(page: Self.page) { rows in
            try Task.checkCancellation()
            guard hasTime() else {
                throw ServiceError(.invalid, "The table takes too long to check; split it into several ones.")
            }
            if let bound = bounds.exceeded(by: rows, kind) {
                let error = FieldError(field: "", code: .tooMany, high: Double(bound))
                (report.rows, report.bad) = (report.rows + 1, report.bad + 1)
                report.badRows.insert(BadRow(line: rows.last?.line ?? 1, errors: [error]), at: 0)
                report.badRows.removeLast(max(0, report.badRows.count - TableReport.maximumBadRows))
                return false
            }
            let planned: [PlannedRow]
            (plan, planned) = try await self.plan(rows, plan)
            for row in planned { Self.count(row, &report) }
            return true
        }
        return report
    }

    /// Plans a page after those that `plan` has planned.
    private func plan(_ rows: [SourceRow], _ plan: TablePlan) async throws -> (TablePlan, [PlannedRow]) {
        try await store.read { transaction in
            var plan = plan
            let planned = try plan.plan(rows, transaction)
            return (plan, planned)
        }
    }

    private func plan(_ header: TableSource.Header) async throws -> TablePlan {
        let (user, table, kind) = (user, table, kind)
        let context = try await store.read { try TableContextRows(user: user, transaction: $0).context(of: table) }
        return TablePlan(user: user, kind: kind, header: header, context: context)
    }

    private static func count(_ row: PlannedRow, _ report: inout TableReport) {
        report.rows += 1
        switch row.outcome {
        case .add: report.added += 1
        case .change: report.changed += 1
        case .unchanged: report.unchanged += 1
        case .bad(let errors):
            report.bad += 1
            if report.badRows.count < TableReport.maximumBadRows {
                report.badRows.append(BadRow(line: row.line, errors: errors))
            }
        }
    }

    // MARK: Writing

    /// Goes on with an import until it is done, taken back, or the time is over.
    /// - Parameter hasTime: asked before each page.
    func run(while hasTime: @escaping @Sendable () -> Bool) async throws {
        do {
            guard let phase = try await upload()?.phase else { return }
            if phase == .writing {
                while try await !write(while: hasTime) {}
            }
            while try await upload()?.phase == .undoing { try await undo(while: hasTime) }
        } catch is Left {
            return
        }
    }

    private func upload() async throws -> TableRows.Upload? {
        let (user, table) = (user, table)
        return try await store.read { try TableRows(user: user, transaction: $0).upload(table) }
    }

    /// Writes each page while the next one is planned.
    /// - Returns: False if an entry was added, changed or deleted elsewhere after its row was planned: what is left has
    ///   to be planned again.
    private func write(while hasTime: @escaping @Sendable () -> Bool) async throws -> Bool {
        let header = try await source.header()
        guard let start = try await upload()?.position else { return true }
        var (plan, position, planned) = (try await plan(header), Int64(0), Page?.none)
        do {
            try await source.read(page: Self.page) { rows in
                try Task.checkCancellation()
                let rest = Array(rows.dropFirst(Int(clamping: max(0, start - position))))
                plan.skip(rows.count - rest.count)
                position += Int64(rows.count)
                guard !rest.isEmpty else { return true }
                guard hasTime() else {
                    try await write(planned)
                    throw Left()
                }
                let (before, last) = (plan, planned)
                async let written: Void = write(last)
                let (after, rows) = try await self.plan(rest, before)
                try await written
                (plan, planned) = (after, Page(rows: rows, plan: after, position: position))
                return true
            }
            try await write(planned)
            try await finish()
        } catch let failed as RowFailed {
            try await takeBack(failed.row)
        } catch let error as ServiceError where error.code == .conflict || error.code == .notFound {
            return false
        } catch let error as StorageError where error.code == .constraint {
            // The database refuses the id of an action that exists.
            guard try await isStored(anyAddedBy: planned) else { throw error }
            return false
        }
        return true
    }

    /// True if an entry that a page adds was added elsewhere.
    private func isStored(anyAddedBy page: Page?) async throws -> Bool {
        var added: [EntryKind: Set<EntityID>] = [:]
        for row in page?.rows ?? [] {
            if case .add(let id, let draft, _) = row.outcome { added[draft.kind, default: []].insert(id) }
        }
        return try await store.read { [user = user, added] transaction in
            let entries = StoredEntries(user: user, transaction: transaction)
            return try added.contains { try !entries.entries($0.key, $0.value).isEmpty }
        }
    }

    /// Writes a page, if no other process has.
    private func write(_ page: Page?) async throws {
        guard let page else { return }
        let (user, table, now) = (user, table, now())
        try await store.write { transaction in
            let imports = TableRows(user: user, transaction: transaction)
            guard let upload = try imports.upload(table), upload.phase == .writing,
                upload.position == page.position - Int64(page.rows.count)
            else { throw Left() }
            var writer = EntryWriter(user: user, transaction: transaction, now: now)
            var place = (try imports.changes(of: table, limit: 1).first?.place ?? 0) + 1
            func note(_ kind: EntryKind, _ entry: EntityID, _ version: UInt64, _ before: StoredEntry?) throws {
                try imports.add(
                    TableRows.Change(place: place, kind: kind, entry: entry, version: version, before: before),
                    of: table)
                place += 1
            }
            for (id, measure) in page.plan.context.newMeasures.sorted(by: { $0.key < $1.key })
            where try MeasureRows(user: user, transaction: transaction).facts(id) == nil {
                try note(.measure, id, try writer.write(id, .measure(measure), over: nil, logged: now), nil)
            }
            let check = DraftCheck(context: page.plan.context, transaction: transaction, user: user)
            for row in page.rows {
                switch row.outcome {
                case .bad(let errors): throw RowFailed(row: BadRow(line: row.line, errors: errors))
                case .unchanged: continue
                case .add(let id, let draft, let logged):
                    let logged = min(max(logged ?? now, 0), now)
                    try note(draft.kind, id, try writer.write(id, draft, over: nil, logged: logged), nil)
                case .change(let stored, let draft):
                    let id = stored.facts.id
                    let errors = try check.useErrors(id, draft, stored)
                    guard errors.isEmpty else { throw RowFailed(row: BadRow(line: row.line, errors: errors)) }
                    try note(draft.kind, id, try writer.write(id, draft, over: stored, logged: now), stored)
                }
            }
            try writer.finish()
            try imports.note(goals: writer.affected, of: table)
            try imports.advance(table, to: page.position, now: now)
        }
    }

    private func finish() async throws {
        let (user, table, now) = (user, table, now())
        try await store.write { transaction in
            let imports = TableRows(user: user, transaction: transaction)
            guard var upload = try imports.upload(table), upload.phase == .writing else { throw Left() }
            try Self.emitGoals(imports, table)
            upload.phase = .done
            try imports.set(table, upload, now: now)
            try imports.clean(table)
        }
    }

    private static func emitGoals(_ imports: TableRows, _ table: EntityID) throws {
        let goals = GoalRows(user: imports.user, transaction: imports.transaction)
        for goal in try imports.goals(of: table) { try goals.emit(goal) }
    }

    // MARK: Taking back

    private func takeBack(_ row: BadRow) async throws {
        let (user, table, now) = (user, table, now())
        try await store.write { transaction in
            let imports = TableRows(user: user, transaction: transaction)
            guard var upload = try imports.upload(table), upload.phase == .writing else { throw Left() }
            upload.phase = .undoing
            (upload.report.bad, upload.report.badRows) = (1, [row])
            try imports.set(table, upload, now: now)
        }
    }

    private func undo(while hasTime: @escaping @Sendable () -> Bool) async throws {
        try Task.checkCancellation()
        guard hasTime() else { throw Left() }
        let (user, table, now) = (user, table, now())
        try await store.write { transaction in
            let imports = TableRows(user: user, transaction: transaction)
            guard var upload = try imports.upload(table), upload.phase == .undoing else { throw Left() }
            let changes = try imports.changes(of: table, limit: Self.undone)
            var writer = EntryWriter(user: user, transaction: transaction, now: now)
            for change in changes {
                try writer.undo(change)
                try imports.remove(change, of: table)
            }
            try writer.finish()
            try imports.note(goals: writer.affected, of: table)
            guard changes.isEmpty else { return try imports.advance(table, to: upload.position, now: now) }
            try Self.emitGoals(imports, table)
            (upload.phase, upload.position) = (.undone, 0)
            try imports.set(table, upload, now: now)
            try imports.clean(table)
        }
    }
}
