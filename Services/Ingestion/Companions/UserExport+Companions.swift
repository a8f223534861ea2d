import HealthFormats
import Messages
import Storage

/// What companions brought, and their bodies that could not be read.
extension UserExport {
    private static let recordsRead = 1000

    /// Readings of every kind, those of samples included, as the companions sent them; intimate ones only of groups that
    /// the person agreed to see.
    func readings(after last: EntityID?) throws -> ExportUser.Reply {
        let end = Place.imported(after: nil, before: 0).cursor
        let rows = try CompanionRows(user: user, transaction: transaction)
        let page = try rows.page(after: last, limit: Self.recordsRead)
        guard last != nil || !page.isEmpty else { return ExportUser.Reply(files: [], next: end) }
        var view = try CompanionView(rows)
        var (keys, read): (Set<String>, EntityID?) = ([], nil)
        for id in page where !view.isFull {
            keys.formUnion(try view.add(CompanionRows.Group(column: .id, value: id), isChanging: false))
            read = id
        }
        var table = TableWriter(.archive)
        if last == nil { table.append(written: Self.columnsOfReadings) }
        let kept = try GroupRows.kept(of: user, transaction)
        for record in view.fold.settled() where keys.contains(record.key) {
            for reading in record.readings where !reading.kind.isIntimate || kept.contains(reading.kind.group) {
                append(reading, record.source, from: view.companions[record.key] ?? "", to: &table)
            }
        }
        let files = [ExportFile(name: "ingestion/readings.csv", content: table.bytes)]
        guard let read, read != page.last || page.count == Self.recordsRead else {
            return ExportUser.Reply(files: files, next: end)
        }
        return ExportUser.Reply(files: files, next: Place.readings(after: read).cursor)
    }

    private static let columnsOfReadings =
        "kind,start,end,value,unit,words,source,model,hardware,aggregation,companion"

    /// Readings that files brought, of kinds that are not stored as samples; behind those of companions.
    /// - Parameters:
    ///   - last: the chunk before the page; nil for the first page.
    ///   - before: readings of the next chunk that earlier pages had.
    func imported(after last: ReadingRows.Address?, before: Int) throws -> ExportUser.Reply {
        let rows = try CompanionRows(user: user, transaction: transaction)
        let readings = ReadingRows(rows: rows)
        let kinds = Dictionary(KindTable.rows.map { (rows.kind($0.name), $0) }) { first, _ in first }
        let kept = try GroupRows.kept(of: user, transaction)
        var table = TableWriter(.archive)
        let hasHeader = try last != nil || before > 0 || !CompanionRows.isEmpty(user, transaction)
        func page(_ next: Place) -> ExportUser.Reply {
            let files = table.bytes.isEmpty ? [] : [ExportFile(name: "ingestion/readings.csv", content: table.bytes)]
            return ExportUser.Reply(files: files, next: next.cursor)
        }
        var (last, skipped) = (last, before)
        while let chunk = try readings.page(after: last, limit: 1).chunks.first {
            if let kind = kinds[chunk.address.kind], !kind.isIntimate || kept.contains(kind.group) {
                for (index, reading) in chunk.readings.enumerated().dropFirst(skipped) where reading.job != nil {
                    if table.bytes.count > Self.pageBytes { return page(.imported(after: last, before: index)) }
                    if table.bytes.isEmpty, !hasHeader { table.append(written: Self.columnsOfReadings) }
                    append(
                        HealthReading(kind, reading.start, reading.end, reading.value, reading.labels), reading.source,
                        from: "", to: &table)
                }
            }
            (last, skipped) = (chunk.address, 0)
            if table.bytes.count > Self.pageBytes { return page(.imported(after: last, before: 0)) }
        }
        return page(.aside(body: nil, piece: 0))
    }

    private func append(
        _ reading: HealthReading, _ source: SampleSource, from companion: String, to table: inout TableWriter
    ) {
        table.append([
            .plain(reading.kind.name), .plain(UTCDate.text(reading.start)), .plain(UTCDate.text(reading.end)),
            .plain(reading.written), .plain(reading.kind.unit), .text(reading.labels.joined(separator: "; ")),
            .text(source.name), .text(source.model), .text(source.hardware),
            .plain(source.aggregation.map { "\($0)" } ?? ""), .plain(companion),
        ])
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
