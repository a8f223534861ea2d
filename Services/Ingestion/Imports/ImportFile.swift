import HealthFormats

/// The file of an import, by what it was recognised as; may be read more than once.
struct ImportFile {
    private let make: () throws -> any SampleReader
    private let stream: ((_ isWhole: Bool) throws -> any ByteStream)?
    /// Bytes of XML.
    private let size: Int64
    private let now: Int64
    /// Below this a thread of its own is not worth its start.
    private static let ahead: Int64 = 8 << 20

    /// Hears how far the reader has come.
    private let note: (WorkPlace) -> Void

    /// An Apple Health export; `stream` starts it anew at each call, and hears whether it must notice all damage.
    init(
        now: Int64, size: Int64, note: @escaping (WorkPlace) -> Void,
        stream: @escaping (_ isWhole: Bool) throws -> any ByteStream
    ) {
        (self.now, self.size, self.note, self.stream) = (now, size, note, stream)
        make = {
            let whole = size > Self.ahead ? ReadAhead(try stream(true)) : try stream(true)
            return HealthExportReader(MarkedStream(whole) { note(WorkPlace(stage: .reading, position: $0)) }, now: now)
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

    /// Reads all of it. One reader at a time.
    func reader() throws -> any SampleReader { try make() }

    /// Reads only the last days of a health export that is larger; nil for any other.
    func recentReader(days: Int, above large: Int64) throws -> HealthExportReader? {
        guard let stream, size > large else { return nil }
        let note = note
        let marked = MarkedStream(ReadAhead(try stream(false))) { note(WorkPlace(stage: .recent, position: $0)) }
        return HealthExportReader(RecentRecords(marked, days: days), now: now)
    }
}
