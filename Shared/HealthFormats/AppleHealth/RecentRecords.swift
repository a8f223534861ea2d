import Messages

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Filters an Apple Health export: passes on only the records that daily metrics are computed from, of the last days
/// before the export. A preview of a large history then costs little more than decompression.
///
/// Works line by line and relies on Health's layout: one element per line, `ExportDate` before the records. A file in
/// another layout is `Unusable` here, but not invalid.
package final class RecentRecords: ByteStream {
    /// The file is not laid out as Health writes it; read it in full instead.
    package struct Unusable: Error {}

    private let stream: any ByteStream
    /// Calendar days before the export's date.
    private let days: Int
    private let base: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private var (position, filled) = (0, 0)
    private var isAtEnd = false
    /// The rest of a line that is being passed on.
    private var (kept, keptEnd) = (0, 0)
    /// First date kept, as `yyyy-MM-dd`; nil until the export's date was read.
    private var earliest: [UInt8]?
    /// The element whose end tag was not read yet, and whether it is passed on.
    private var inside: (name: [UInt8], isKept: Bool)?
    private var type: (text: [UInt8], isUsed: Bool) = ([], false)

    /// - Parameters:
    ///   - days: calendar days before the export's date to keep.
    ///   - capacity: limit on the length of a line, bytes.
    package init(_ stream: any ByteStream, days: Int, capacity: Int = 1 << 20) {
        (self.stream, self.days, self.capacity) = (stream, days, capacity)
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    /// - Throws: `Unusable`, or the stream's error.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var written = 0
        while written < buffer.count {
            if kept < keptEnd {
                let count = min(buffer.count - written, keptEnd - kept)
                UnsafeMutableRawBufferPointer(rebasing: buffer[written...]).copyMemory(
                    from: UnsafeRawBufferPointer(start: base + kept, count: count))
                (kept, written) = (kept + count, written + count)
                continue
            }
            guard let end = try line() else { break }
            let start = position
            position = end
            if try isKept(UnsafeBufferPointer(start: base + start, count: end - start)) {
                (kept, keptEnd) = (start, end)
            }
        }
        return written
    }

    /// Index after the next line feed or after the last byte; nil at the end.
    private func line() throws -> Int? {
        var searched = position
        while true {
            if searched < filled, let found = memchr(base + searched, 10, filled - searched) {
                return UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
            }
            searched = filled
            if isAtEnd { return position < filled ? filled : nil }
            if position > 0 {
                memmove(base, base + position, filled - position)
                (searched, filled, position) = (searched - position, filled - position, 0)
            }
            guard filled < capacity else { throw Unusable() }
            let got = try stream.read(
                into: UnsafeMutableRawBufferPointer(start: base + filled, count: capacity - filled))
            if got == 0 { isAtEnd = true }
            filled += got
        }
    }

    // MARK: Lines

    private func isKept(_ line: UnsafeBufferPointer<UInt8>) throws -> Bool {
        var (start, end) = (0, line.count)
        while start < end, line[start] <= 0x20 { start += 1 }
        while end > start, line[end - 1] <= 0x20 { end -= 1 }
        let text = UnsafeBufferPointer(rebasing: line[start..<end])
        if let (name, isKept) = inside {
            if text.count >= name.count + 3, text[0] == UInt8(ascii: "<"), text[1] == UInt8(ascii: "/"),
                text[2..<2 + name.count].elementsEqual(name)
            {
                inside = nil
            }
            return isKept
        }
        guard let earliest else { return try isProlog(text) }
        guard text.count > 2, text[0] == UInt8(ascii: "<") else { return false }
        // The only end tag left at this level is `</HealthData>`.
        if text[1] == UInt8(ascii: "/") { return true }
        let isRecord = Self.starts(text, "<Record ")
        let isKept = isRecord && isUsed(text) && !Self.isBefore(earliest, Self.date(text))
        // An element that is neither self-closing nor closed on its line has children on the following lines.
        if text[text.count - 2] != UInt8(ascii: "/"), Self.find("</", text, from: max(0, text.count - 40)) == nil {
            let name =
                isRecord
                ? Array("Record".utf8) : Array(text.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") })
            inside = (name, isKept)
        }
        return isKept
    }

    private func isProlog(_ text: UnsafeBufferPointer<UInt8>) throws -> Bool {
        if Self.starts(text, "<Record ") { throw Unusable() }
        if Self.starts(text, "<ExportDate "), let place = Self.find("value=\"", text, from: 0), place + 17 <= text.count
        {
            guard let day = Day(String(decoding: text[(place + 7)..<(place + 17)], as: UTF8.self)) else {
                throw Unusable()
            }
            earliest = Array(day.advanced(by: -days).description.utf8)
        }
        return true
    }

    /// Returns true for records of kinds with daily metrics. Records are grouped by type, so the last one is cached.
    private func isUsed(_ record: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = Self.find("type=\"", record, from: 0).map({ $0 + 6 }) else { return false }
        let known = type.text.count
        if known > 0, start + known < record.count, record[start + known] == UInt8(ascii: "\""),
            Self.equals(UnsafeBufferPointer(rebasing: record[start..<start + known]), type.text)
        {
            return type.isUsed
        }
        let text = Array(record[start...].prefix { $0 != UInt8(ascii: "\"") })
        let kind = SampleKind(healthKit: String(decoding: text, as: UTF8.self))
        type = (text, kind.map { SampleKind.metrics.contains($0) } ?? false)
        return type.isUsed
    }

    /// The ten bytes of the record's end date, which is near the end of the line; empty if there is none.
    private static func date(_ record: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let near = max(0, record.count - 96)
        guard let place = find("endDate=\"", record, from: near) ?? find("endDate=\"", record, from: 0),
            place + 19 <= record.count
        else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(rebasing: record[(place + 9)..<(place + 19)])
    }

    /// `yyyy-MM-dd` sorts as text. A record without a date is kept; the reader rejects it.
    private static func isBefore(_ earliest: [UInt8], _ date: UnsafeBufferPointer<UInt8>) -> Bool {
        date.count == earliest.count && date.lexicographicallyPrecedes(earliest)
    }

    private static func equals(_ text: UnsafeBufferPointer<UInt8>, _ known: [UInt8]) -> Bool {
        for index in 0..<text.count where text[index] != known[index] { return false }
        return true
    }

    private static func starts(_ text: UnsafeBufferPointer<UInt8>, _ prefix: StaticString) -> Bool {
        guard text.count >= prefix.utf8CodeUnitCount else { return false }
        for index in 0..<prefix.utf8CodeUnitCount where text[index] != prefix.utf8Start[index] { return false }
        return true
    }

    private static func find(_ needle: StaticString, _ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let count = needle.utf8CodeUnitCount
        guard text.count - start >= count else { return nil }
        for place in start...(text.count - count) where text[place] == needle.utf8Start[0] {
            var index = 1
            while index < count, text[place + index] == needle.utf8Start[index] { index += 1 }
            if index == count { return place }
        }
        return nil
    }
}
