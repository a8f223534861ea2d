/// The file of an import, by what it was recognised as; may be read more than once.
struct ImportFile {
    private let make: () throws -> any SampleReader
    private let stream: ((_ isWhole: Bool) throws -> any ByteStream)?
    /// Bytes of XML.
    private let size: Int64
    private let now: Int64
    /// Below this a thread of its own is not worth its start.
    private static let ahead: Int64 = 8 << 20

    /// An Apple Health export; `stream` starts it anew at each call, and hears whether it must notice all damage.
    init(now: Int64, size: Int64, stream: @escaping (_ isWhole: Bool) throws -> any ByteStream) {
        (self.now, self.size, self.stream) = (now, size, stream)
        make = { HealthExportReader(size > Self.ahead ? ReadAhead(try stream(true)) : try stream(true), now: now) }
    }

    init(reader: @escaping () throws -> any SampleReader) { (make, stream, size, now) = (reader, nil, 0, 0) }

    var isHealthExport: Bool { stream != nil }

    /// Reads all of it. One reader at a time.
    func reader() throws -> any SampleReader { try make() }

    /// Reads only the last days of a health export that is larger; nil for any other.
    func recentReader(days: Int, above large: Int64) throws -> HealthExportReader? {
        guard let stream, size > large else { return nil }
        return HealthExportReader(RecentRecords(ReadAhead(try stream(false)), days: days), now: now)
    }
}
