import Wire

/// The inputs of the score, which are also the subjects of the coach. `SignalTable` has the details of each.
///
/// Numbers are stored and sent, so they are never reused. They ascend in the order of the table, which is the order of
/// summation (SCO-5).
public struct Signal: OpenEnum, Comparable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// SDNN, ms.
    public static let hrv = Signal(rawValue: 1)
    /// 10th percentile during sleep, 1/min.
    public static let nocturnalHeartRate = Signal(rawValue: 2)
    /// Resting heart rate, 1/min.
    public static let restingHeartRate = Signal(rawValue: 3)
    /// Sleep missing over the last seven days, s.
    public static let sleepDebt = Signal(rawValue: 4)
    /// Steps of the day.
    public static let steps = Signal(rawValue: 5)
    /// Mean during sleep, breaths/min.
    public static let respiratoryRate = Signal(rawValue: 6)
    /// Check-in slider, 1 … 7.
    public static let stress = Signal(rawValue: 7)
    /// Check-in slider, 1 … 7.
    public static let energy = Signal(rawValue: 8)
    /// Check-in slider, 1 … 7.
    public static let sleepQuality = Signal(rawValue: 9)
    /// Mean of the day's journal entries, −1 … 1.
    public static let sentiment = Signal(rawValue: 10)

    /// Orders signals as the table does.
    public static func < (left: Signal, right: Signal) -> Bool { left.rawValue < right.rawValue }
}
