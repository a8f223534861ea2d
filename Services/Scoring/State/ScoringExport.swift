import Foundation
import LocalTime
import Messages
import Storage

extension ScoringService {
    private static let page = 500

    /// One page of everything that scoring stores about a person (OWN-2): scores, scores as shown, check-ins (CSV) and
    /// all inputs (JSON Lines). The cursor names the file and the last row of the previous page.
    /// - Throws: `ServiceError(.invalid)` for an unknown cursor.
    func export(_ user: UserID, _ cursor: String?) async throws -> ExportUser.Reply {
        let place = try ExportCursor(cursor)
        let now = clock()
        return try await store.read { transaction in
            let calendar = try transaction.openOne(of: user, in: "profile") {
                try InputRows(user: user, transaction: transaction).calendar()
            }
            let today = (calendar ?? LocalCalendar([])).day(millisecond: now)
            let (content, next) =
                switch place.file {
                case .scores: try Self.scores(user, transaction, place, today)
                case .shown: try Self.shown(user, transaction, place)
                case .checkIns: try Self.checkIns(user, transaction)
                case .inputs: try Self.inputs(user, transaction, place)
                }
            return ExportUser.Reply(
                files: [ExportFile(name: place.file.name, content: content)],
                next: next?.cursor ?? place.file.following.map { "\($0.rawValue)" })
        }
    }

    private static func scores(_ user: UserID, _ transaction: Transaction, _ place: ExportCursor, _ today: Day) throws
        -> ([UInt8], ExportCursor?)
    {
        let last = place.day ?? DayInputs.plausible.lowerBound.advanced(by: -1)
        let rows = try ScoreRows(user: user, transaction: transaction)
            .states(from: last.advanced(by: 1), through: DayInputs.plausible.upperBound, limit: page)
        var table = TableWriter(.archive)
        if place.day == nil {
            table.append(
                written: "day,status,score,low,high,usual_level,labels,personalised,revision,reason")
        }
        for row in rows where row.state.kind != .damaged {
            let report = row.state.report(today: today, revision: row.revision)
            table.append(
                [
                    "\(report.day)", "\(report.status)", number(report.score), number(report.low), number(report.high),
                    "\(row.state.bias)", "\(row.state.labels)", "\(report.personalised)", "\(report.revision)",
                ].map(TableCell.plain) + [.text(report.reason ?? "")])
        }
        return (table.bytes, rows.count == page ? rows.last.map { ExportCursor(.scores, "\($0.state.day)") } : nil)
    }

    private static func shown(_ user: UserID, _ transaction: Transaction, _ place: ExportCursor) throws -> (
        [UInt8], ExportCursor?
    ) {
        let after = place.day ?? DayInputs.plausible.lowerBound.advanced(by: -1)
        let rows = try ShownRows(user: user, transaction: transaction).page(after: after, place.revision, limit: page)
        var table = TableWriter(.archive)
        if place.day == nil { table.append(written: "day,revision,shown_at_ms,status,score,low,high") }
        for row in rows {
            let report = row.report
            table.append(
                [
                    "\(report.day)", "\(report.revision)", "\(row.at)", "\(report.status)", number(report.score),
                    number(report.low), number(report.high),
                ].map(TableCell.plain))
        }
        return (
            table.bytes,
            rows.count == page ? rows.last.map { ExportCursor(.shown, "\($0.report.day)/\($0.report.revision)") } : nil
        )
    }

    private static func checkIns(_ user: UserID, _ transaction: Transaction) throws -> ([UInt8], ExportCursor?) {
        var table = TableWriter(.archive)
        table.append(written: "day,at_ms,stress,energy,sleep_quality,id,night_seen")
        for checkIn in try InputRows(user: user, transaction: transaction).checkIns() {
            let answers = [checkIn.stress, checkIn.energy, checkIn.sleepQuality].map { $0.map { "\($0)" } ?? "" }
            let seen = checkIn.nightSeen.map { "\($0)" } ?? ""
            table.append(
                (["\(checkIn.day)", "\(checkIn.at)"] + answers + ["\(checkIn.id)", seen]).map(TableCell.plain))
        }
        return (table.bytes, nil)
    }

    private static func inputs(_ user: UserID, _ transaction: Transaction, _ place: ExportCursor) throws -> (
        [UInt8], ExportCursor?
    ) {
        let inputs = InputRows(user: user, transaction: transaction)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = try transaction.openPage(
            of: user, in: "inputs", limit: page,
            name: { row in
                let id: EntityID = try row["id"]
                return InputRows.Kind(rawValue: try row["kind"]).map { InputRows.address($0, id) } ?? "\(id)"
            },
            read: { last, limit in
                try inputs.page(
                    after: try last.map { (kind: try $0["kind"] as Int, id: try $0["id"] as EntityID) } ?? place.input,
                    limit: limit)
            }
        ) { row -> (place: String, text: String)? in
            func line<M: Message>(_ type: M.Type, _ kind: InputRows.Kind) throws -> (place: String, text: String) {
                let id: EntityID = try row["id"]
                let message = try transaction.open(
                    type, row["sealed"], user: user, table: "inputs", row: InputRows.address(kind, id))
                let json = String(decoding: try encoder.encode(message), as: UTF8.self)
                let revision: Int64 = try row["revision"]
                return (
                    "\(kind.rawValue)/\(id)",
                    "{\"kind\":\"\(kind)\",\"revision\":\(revision),\"input\":\(json)}\n"
                )
            }
            switch InputRows.Kind(rawValue: try row["kind"]) {
            case .metrics: return try line(DailyMetrics.self, .metrics)
            case .checkIn: return try line(CheckIn.self, .checkIn)
            case .journal: return try line(JournalMark.self, .journal)
            case .crisis: return try line(CrisisMark.self, .crisis)
            case .profile: return try line(Profile.self, .profile)
            case .context: return try line(DayContext.self, .context)
            case .mask: return try line(ContextMask.self, .mask)
            case .lasting: return try line(LastingContext.self, .lasting)
            case .tags: return try line(DayTags.self, .tags)
            case .sight: return try line(NightSight.self, .sight)
            case nil: return nil
            }
        }
        return (
            Array(lines.map(\.text).joined().utf8),
            lines.count == page ? lines.last.map { ExportCursor(.inputs, $0.place) } : nil
        )
    }

    private static func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
}

/// Position from which an export resumes.
struct ExportCursor {
    enum File: String, CaseIterable {
        case scores, shown, checkIns, inputs

        var name: String {
            switch self {
            case .scores: "scoring/scores.csv"
            case .shown: "scoring/scores-as-shown.csv"
            case .checkIns: "scoring/check-ins.csv"
            case .inputs: "scoring/inputs.jsonl"
            }
        }

        var following: File? {
            Self.allCases.firstIndex(of: self).flatMap { $0 + 1 < Self.allCases.count ? Self.allCases[$0 + 1] : nil }
        }
    }

    let file: File
    /// Key of the previous page's last row, in parts; empty at the start of a file.
    private let key: [Substring]

    init(_ file: File, _ key: String) { (self.file, self.key) = (file, key.split(separator: "/")) }

    /// Parses a cursor; nil starts at the first file.
    /// - Throws: `ServiceError(.invalid)` for a cursor that no page returned.
    init(_ cursor: String?) throws {
        let parts = (cursor ?? File.scores.rawValue).split(separator: "/", maxSplits: 1)
        guard let file = parts.first.flatMap({ File(rawValue: String($0)) }) else {
            throw ServiceError(.invalid, "Unknown export cursor; start again without one.")
        }
        self.init(file, parts.count > 1 ? String(parts[1]) : "")
    }

    var cursor: String { ([Substring(file.rawValue)] + key).joined(separator: "/") }
    var day: Day? { key.first.flatMap { Day($0) } }
    var revision: UInt64 { key.count > 1 ? UInt64(key[1]) ?? 0 : 0 }
    var input: (kind: Int, id: EntityID) {
        guard key.count == 2, let kind = Int(key[0]), let id = EntityID(key[1]) else {
            return (0, EntityID(high: 0, low: 0))
        }
        return (kind, id)
    }
}
