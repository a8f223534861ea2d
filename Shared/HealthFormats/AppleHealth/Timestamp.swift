import Messages

/// Parses the dates of an Apple Health export, `yyyy-MM-dd HH:mm:ss Z`. Avoids Foundation for speed: every record has
/// two.
enum Timestamp {
    /// Caches the last date, as days since 1970: successive records are close in time, so it rarely changes.
    struct Memory {
        var date: (UInt64, UInt16) = (0, 0)
        var day: Int64 = 0
    }

    static let length = 25

    /// Seconds since 1970-01-01T00:00:00Z and the text's UTC offset in s; nil for any other format.
    @inline(__always)
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ memory: inout Memory) -> (instant: Int64, offset: Int32)? {
        guard bytes.count == length, let text = bytes.baseAddress else { return nil }
        let raw = UnsafeRawPointer(text)
        let date = (raw.loadUnaligned(as: UInt64.self), raw.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
        if date != memory.date {
            guard let day = day(text) else { return nil }
            memory = Memory(date: date, day: day)
        }
        let (hour, minute, second) = (two(text + 11), two(text + 14), two(text + 17))
        let (offsetHour, offsetMinute) = (two(text + 21), two(text + 23))
        // 60 is a leap second.
        guard hour >= 0, hour < 24, minute >= 0, minute < 60, second >= 0, second <= 60, offsetHour >= 0,
            offsetHour <= 18, offsetMinute >= 0,
            offsetMinute < 60, text[10] == UInt8(ascii: " "), text[13] == UInt8(ascii: ":"),
            text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: " ")
        else { return nil }
        var offset = offsetHour * 3600 + offsetMinute * 60
        if text[20] == UInt8(ascii: "-") { offset = -offset } else if text[20] != UInt8(ascii: "+") { return nil }
        return (memory.day * 86_400 + hour * 3600 + minute * 60 + second - offset, Int32(offset))
    }

    @inline(__always) private static func two(_ text: UnsafePointer<UInt8>) -> Int64 {
        let (high, low) = (Int64(text[0]) - 48, Int64(text[1]) - 48)
        return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : -1
    }

    private static func day(_ text: UnsafePointer<UInt8>) -> Int64? {
        let (century, year, month, day) = (two(text), two(text + 2), two(text + 5), two(text + 8))
        guard century >= 0, year >= 0, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            let date = Day(year: Int(century * 100 + year), month: Int(month), day: Int(day))
        else { return nil }
        return Int64(date.number)
    }
}
