/// The times of single heartbeats as listed in an export: local time to the hundredth of a second, with the decimal
/// separator of the phone's language (`00:20:37,80`, `8:20:37.80 AM`). Their integer `bpm` is too coarse to
/// use.
struct BeatTimes: Equatable {
    /// Intervals between successive readable beats, ms. An unreadable or omitted beat is not marked: its interval is
    /// longer.
    package private(set) var intervals: [Double] = []
    /// Last beat, in hundredths of a second within the hour: a list spans about a minute, so differences modulo an hour
    /// suffice.
    private var last: Int?
    private static let hour = 360_000
    /// Limit on the intervals of one list; later beats are ignored.
    private static let maximumIntervals = 4096

    /// Adds a beat's time; an unreadable text is ignored.
    package mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        guard let time = Self.parse(text) else { return }
        if let last, intervals.count < Self.maximumIntervals {
            intervals.append(Double((time - last + Self.hour) % Self.hour) * 10)
        }
        last = time
    }

    /// Minutes and seconds of the text, in hundredths of a second; nil for any other format.
    static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        var fields = [0]
        var decimals: Int?
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = Int(byte - 48)
                if let known = decimals {
                    guard known < 2 else { continue }
                    (fields[fields.count - 1], decimals) = (
                        fields[fields.count - 1] + digit * (known == 0 ? 10 : 1), known + 1
                    )
                } else {
                    guard fields[fields.count - 1] < 100 else { return nil }
                    fields[fields.count - 1] = fields[fields.count - 1] * 10 + digit
                }
            case UInt8(ascii: ":") where decimals == nil && fields.count < 3: fields.append(0)
            case UInt8(ascii: ","), UInt8(ascii: "."):
                guard fields.count == 3, decimals == nil else { return nil }
                fields[2] *= 100
                decimals = 0
            default:
                // AM or PM, after a space of any width.
                guard decimals != nil else { return nil }
            }
        }
        guard fields.count == 3, decimals != nil, fields[1] < 60, fields[2] < 6000 else { return nil }
        return fields[1] * 6000 + fields[2]
    }
}
