import HealthFormats

/// Where records are looked for that may say the same sample: those with one reading by its kind and start, those with
/// several by the UTC day of the first.
enum CompanionSlot: Hashable {
    case instant(SampleKind, Int64)
    case day(Int32)

    /// The longest record that has samples reaches so many UTC days beyond the one on which it begins.
    private static let reach: Int32 = 2

    /// Nil for a record without readings of stored kinds.
    init?(_ stored: StoredRecord) {
        let readings = stored.readings.compactMap(\.reading)
        guard let (kind, sample) = readings.lazy.compactMap({ $0.sample(source: 0, note: 0) }).first else { return nil }
        self = readings.count == 1 ? .instant(kind, sample.start) : .day(stored.day)
    }

    /// The slots of all records that may say a sample.
    static func of(_ sample: Sample, _ kind: SampleKind) -> [CompanionSlot] {
        let day = sample.chunkDay
        return [.instant(kind, sample.start)] + ((day - reach)...day).map { .day($0) }
    }

    var text: String {
        switch self {
        case .instant(let kind, let start): "instant \(kind.rawValue) \(start)"
        case .day(let day): "day \(day)"
        }
    }

    /// Tellings that a slot may have: several foods at one instant, or all nights, workouts, meals and measurements of a
    /// day, by several devices.
    var maximum: Int {
        switch self {
        case .instant: 100
        case .day: 1_000
        }
    }
}
