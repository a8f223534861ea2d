import HealthFormats
import Messages
import Storage

/// A part of the table of readings. The header comes with the first row of the table, and which part has it is said by
/// the place of the next one: records that come or go during an export give it no second one and take none away.
private struct ReadingTable {
    private static let columns = "kind,start,end,value,unit,words,source,model,hardware,aggregation,companion"

    private var table = TableWriter(.archive)
    private(set) var hasHeader: Bool

    /// - Parameter hasHeader: whether an earlier part has it.
    init(hasHeader: Bool) { self.hasHeader = hasHeader }

    var size: Int { table.bytes.count }

    /// No file without rows.
    var files: [ExportFile] {
        table.bytes.isEmpty ? [] : [ExportFile(name: "ingestion/readings.csv", content: table.bytes)]
    }

    mutating func append(_ reading: HealthReading, _ source: SampleSource, from companion: String) {
        if !hasHeader { table.append(written: Self.columns) }
        hasHeader = true
        table.append([
            .plain(reading.kind.name), .plain(UTCDate.text(reading.start)), .plain(UTCDate.text(reading.end)),
            .plain(reading.written), .plain(reading.kind.unit), .text(reading.labels.joined(separator: "; ")),
            .text(source.name), .text(source.model), .text(source.hardware),
            .plain(source.aggregation.map { "\($0)" } ?? ""), .plain(companion),
        ])
    }
}

/// What companions brought, and their bodies that could not be read.
extension UserExport {
    private static let recordsRead = 1000

    /// Readings of every kind, those of samples included, as the companions sent them; intimate ones only of groups that
    /// the person agreed to see.
    func readings(after last: EntityID?, hasHeader: Bool) throws -> ExportUser.Reply {
        let rows = try CompanionRows(user: user, transaction: transaction)
        let page = try rows.page(after: last, limit: Self.recordsRead)
        var view = try CompanionView(rows)
        var (keys, read): (Set<String>, EntityID?) = ([], nil)
        for id in page where !view.isFull {
            keys.formUnion(try view.add(CompanionRows.Group(column: .id, value: id), isChanging: false))
            read = id
        }
        var table = ReadingTable(hasHeader: hasHeader)
        let kept = try GroupRows.kept(of: user, transaction)
        for record in view.fold.settled() where keys.contains(record.key) {
            for reading in record.readings where !reading.kind.isIntimate || kept.contains(reading.kind.group) {
                table.append(reading, record.source, from: view.companions[record.key] ?? "")
            }
        }
        var next = Place.imported(after: nil, before: 0, hasHeader: table.hasHeader)
        if let read, read != page.last || page.count == Self.recordsRead {
            next = .readings(after: read, hasHeader: table.hasHeader)
        }
        return ExportUser.Reply(files: table.files, next: next.cursor)
    }

    /// Readings that files brought, of kinds that are not stored as samples; behind those of companions.
    /// - Parameters:
    ///   - last: the chunk before the page; nil for the first page.
    ///   - before: readings of the next chunk that earlier pages had.
    ///   - hasHeader: whether an earlier page has the header.
    func imported(after last: ReadingRows.Address?, before: Int, hasHeader: Bool) throws -> ExportUser.Reply {
        let rows = try CompanionRows(user: user, transaction: transaction)
        let readings = ReadingRows(rows: rows)
        let kinds = Dictionary(KindTable.rows.map { (rows.kind($0.name), $0) }) { first, _ in first }
        let kept = try GroupRows.kept(of: user, transaction)
        var table = ReadingTable(hasHeader: hasHeader)
        func page(after last: ReadingRows.Address?, before: Int) -> ExportUser.Reply {
            let next = Place.imported(after: last, before: before, hasHeader: table.hasHeader)
            return ExportUser.Reply(files: table.files, next: next.cursor)
        }
        var (last, skipped) = (last, before)
        while let chunk = try readings.page(after: last, limit: 1).chunks.first {
            if let kind = kinds[chunk.address.kind], !kind.isIntimate || kept.contains(kind.group) {
                for (index, reading) in chunk.readings.enumerated().dropFirst(skipped) where reading.job != nil {
                    if table.size > Self.pageBytes { return page(after: last, before: index) }
                    table.append(
                        HealthReading(kind, reading.start, reading.end, reading.value, reading.labels), reading.source,
                        from: "")
                }
            }
            (last, skipped) = (chunk.address, 0)
            if table.size > Self.pageBytes { return page(after: last, before: 0) }
        }
        return ExportUser.Reply(files: table.files, next: Place.aside(body: nil, piece: 0).cursor)
    }

    /// One piece of a body, by id, so that bodies that come or go meanwhile move no other; no file for one without bytes.
    /// - Parameter id: nil for the first body.
    func aside(_ id: EntityID?, _ piece: Int) throws -> ExportUser.Reply {
        let rows = AsideRows(user: user, transaction: transaction)
        let kept = try GroupRows.kept(of: user, transaction)
        if let id, let body = try rows.shownBody(id, kept), let bytes = try rows.piece(piece, of: id) {
            let name = "ingestion/aside/\(body.companion)-\(id).body"
            return ExportUser.Reply(
                files: [ExportFile(name: name, content: bytes)], next: Place.aside(body: id, piece: piece + 1).cursor)
        }
        return ExportUser.Reply(
            files: [], next: try rows.next(after: id).map { Place.aside(body: $0, piece: 0).cursor })
    }
}

extension HealthReading {
    /// The value in words where the kind has them.
    fileprivate var written: String {
        switch kind.shape {
        case .level(let names):
            return Int(exactly: value).flatMap { names.indices.contains($0) ? names[$0] : nil } ?? "\(value)"
        case .stage: return Int(exactly: value).flatMap(SleepStage.init(rawValue:)).map { "\($0)" } ?? "\(value)"
        case .quantity, .half, .event, .interval, .workout: return "\(value)"
        }
    }
}
