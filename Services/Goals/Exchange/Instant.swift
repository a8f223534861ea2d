import Messages

/// Times in tables: `2026-03-01T07:30:00Z` (RFC 3339), with milliseconds only if there are some.
enum Instant {
    /// The text of an instant in UTC.
    static func text(_ instant: Milliseconds) -> String {
        let day = instant >= 0 ? instant / 86_400_000 : (instant - 86_399_999) / 86_400_000
        let rest = instant - day * 86_400_000
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let millisecond = rest % 1_000
        let fraction = millisecond == 0 ? "" : ".\("\(1_000 + millisecond)".dropFirst())"
        return "\(Day(number: Int32(clamping: day)))T\(two(rest / 3_600_000)):\(two(rest / 60_000 % 60)):"
            + "\(two(rest / 1_000 % 60))\(fraction)Z"
    }

    /// The instant of a text, and the local day that the text shows. Seconds may be absent.
    static func parse(_ text: String) -> (instant: Milliseconds, day: Day)? {
        var rest = Array(text.utf8)[...]
        guard rest.count >= 17, let day = Day(String(decoding: rest.prefix(10), as: UTF8.self)) else { return nil }
        rest = rest.dropFirst(10)
        guard let mark = rest.popFirst(), mark == UInt8(ascii: "T") || mark == UInt8(ascii: "t") || mark == 0x20
        else { return nil }
        guard let hour = two(&rest), hour < 24, take(":", &rest), let minute = two(&rest), minute < 60 else {
            return nil
        }
        var milliseconds: Int64 = 0
        if take(":", &rest) {
            guard let second = two(&rest), second < 60 else { return nil }
            milliseconds = second * 1_000
            if take(".", &rest) {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                guard !digits.isEmpty else { return nil }
                rest = rest.dropFirst(digits.count)
                var unit: Int64 = 100
                for digit in digits {
                    milliseconds += Int64(digit - 0x30) * unit
                    unit /= 10
                }
            }
        }
        guard let offset = offset(&rest), rest.isEmpty else { return nil }
        let local = Int64(day.number) * 86_400_000 + hour * 3_600_000 + minute * 60_000 + milliseconds
        return (local - offset, day)
    }

    /// Milliseconds east of UTC.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard let sign = rest.popFirst() else { return nil }
        switch sign {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard let hour = two(&rest), hour < 24, take(":", &rest), let minute = two(&rest), minute < 60 else {
                return nil
            }
            return (sign == UInt8(ascii: "+") ? 1 : -1) * (hour * 3_600_000 + minute * 60_000)
        default: return nil
        }
    }

    private static func two(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard let first = rest.first, (0x30...0x39).contains(first), let second = rest.dropFirst().first,
            (0x30...0x39).contains(second)
        else { return nil }
        rest = rest.dropFirst(2)
        return Int64(first - 0x30) * 10 + Int64(second - 0x30)
    }

    private static func take(_ mark: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
