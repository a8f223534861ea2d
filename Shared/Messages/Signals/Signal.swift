import Wire

/// The inputs of the score; also what a coach may speak about. What is known of each stands in `SignalTable`.
///
/// Numbers are stored and sent: never reused, and ascending in the order of the table, which is that of summation
/// (SCO-5).
public struct Signal: OpenEnum, Comparable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// SDNN, ms.
    public static let hrv = Signal(rawValue: 1)
    /// 10th percentile within sleep, count/min.
    public static let nocturnalHeartRate = Signal(rawValue: 2)
    /// count/min.
    public static let restingHeartRate = Signal(rawValue: 3)
    /// s over seven days.
    public static let sleepDebt = Signal(rawValue: 4)
    /// count.
    public static let steps = Signal(rawValue: 5)
    /// Mean during sleep, breaths/min.
    public static let respiratoryRate = Signal(rawValue: 6)
    /// Slider of a check-in, 1 … 7.
    public static let stress = Signal(rawValue: 7)
    /// Slider of a check-in, 1 … 7.
    public static let energy = Signal(rawValue: 8)
    /// Slider of a check-in, 1 … 7.
    public static let sleepQuality = Signal(rawValue: 9)
    /// Mean of the day's journal entries, −1 … 1.
    public static let sentiment = Signal(rawValue: 10)

    public static let names: [(value: Signal, name: String)] = SignalTable.entries.map { ($0.signal, $0.key) }
    /// Every signal this release knows, in the order of the table.
    public static var all: [Signal] { SignalTable.entries.map(\.signal) }
    /// What the table says of it; nil for a signal of a newer release.
    public var entry: SignalEntry? { SignalTable.bySignal[self] }
    /// The order of the table.
    public static func < (left: Signal, right: Signal) -> Bool { left.rawValue < right.rawValue }
}
