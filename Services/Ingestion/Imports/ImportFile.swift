import HealthFormats

/// The file of an import in its recognised format; can be read more than once.
struct ImportFile {
    private let make: () throws -> any SampleReader
    private let stream: ((_ isWhole: Bool) throws -> any ByteStream)?
    /// Size of the XML, bytes.
    private let size: Int64
    private let now: Int64
    /// Smaller files are not worth a read-ahead thread, bytes.
    private static let ahead: Int64 = 8 << 20

    /// Receives the reader's progress.
    private let note: (WorkPlace) -> Void

    /// An Apple Health export. Each call of `stream` restarts it; `isWhole` requires that all damage is detected.
    /// - Parameter electrocardiograms: those of its archive; nil for a file without one.
    init(
        now: Int64, size: Int64, note: @escaping (WorkPlace) -> Void,
        electrocardiograms: ElectrocardiogramFiles? = nil,
        stream: @escaping (_ isWhole: Bool) throws -> any ByteStream
    ) {
        (self.now, self.size, self.note, self.stream) = (now, size, note, stream)
        let records: () throws -> HealthExportReader = {
            let whole = size > Self.ahead ? ReadAhead(try stream(true)) : try stream(true)
            return HealthExportReader(MarkedStream(whole) { note(WorkPlace(stage: .reading, position: $0)) }, now: now)
        }
        make = {
            guard let electrocardiograms else { return try records() }
            return HealthArchiveReader(electrocardiograms, records: records)
        }
    }

    /// A file of another format.
    init(
        _ source: any RandomAccess, note: @escaping (WorkPlace) -> Void,
        reader: @escaping (any RandomAccess) throws -> any SampleReader
    ) {
        (stream, size, now, self.note) = (nil, 0, 0, note)
        make = { try reader(MarkedAccess(source) { note(WorkPlace(stage: .reading, position: $0)) }) }
    }

    var isHealthExport: Bool { stream != nil }

    /// A reader of the whole file. Use one reader at a time.
    func reader() throws -> any SampleReader { try make() }

    /// A reader of the last days, for a health export above a size in bytes; nil for any other file.
    func recentReader(days: Int, above large: Int64) throws -> HealthExportReader? {
        guard let stream, size > large else { return nil }
        let note = note
        let marked = MarkedStream(ReadAhead(try stream(false))) { note(WorkPlace(stage: .recent, position: $0)) }
        return HealthExportReader(RecentRecords(marked, days: days), now: now)
    }
}
