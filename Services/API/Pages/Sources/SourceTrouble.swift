import Localization
import Messages

/// One finding about a source in words: what is wrong, what is usual, and the switch on the phone that usually mends it.
public struct SourceTrouble: Sendable {
    public let text: String
    public let usual: String
    public let mend: String

    /// - Parameters:
    ///   - app: nil for a device token.
    ///   - date: text of an instant within a sentence.
    public init(_ problem: ArrivalProblem, of app: SourceApp?, date: (Milliseconds) -> String, for reader: Reader) {
        let words = reader.words
        let kinds = problem.kinds.map { kind in
            words.keys.contains("source.kind.\(kind)") ? words("source.kind.\(kind)") : words("source.otherKind")
        }
        let named = kinds.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let since = date(problem.since)
        let key = problem.fault == "late" && problem.kinds.isEmpty ? "lateAll" : problem.fault
        text = words("source.trouble.\(key)", ["date": since, "kinds": reader.formats.list(named)])
        usual = Self.usual(problem, reader)
        let own = app.map { "source.\($0).mend.\(problem.fault)" } ?? ""
        mend =
            words.keys.contains(own)
            ? words(own)
            : problem.fault == "partial" && app != nil
                ? app?.words("advice", words) ?? "" : words("source.mend.\(problem.fault)")
    }

    /// “Usually something new arrives every day by 08:10.”
    private static func usual(_ problem: ArrivalProblem, _ reader: Reader) -> String {
        let words = reader.words
        if let by = problem.by {
            return words("source.usual.by", ["time": reader.time(minute: min(1435, (Int(by) + 4) / 5 * 5))])
        }
        let minutes = problem.interval / 60_000
        if minutes < 24 * 60 {
            let rounded = minutes < 90 ? (minutes + 4) / 5 * 5 : (minutes + 30) / 60 * 60
            return words(
                "source.usual.every", ["time": reader.formats.duration(seconds: Double(max(5, rounded)) * 60)])
        }
        let days = Int((minutes + 12 * 60) / (24 * 60))
        return words("source.usual.days", count: days, reader.formats.number(Double(days)))
    }
}

/// The line of Today about a source whose data does not arrive as usual.
public struct TodayTrouble: Sendable {
    public let text: String

    /// Kinds that Today is made of.
    private static let shown: Set<String> = [
        "sleep", "sleepTotal", "steps", "heartRate", "restingHeartRate", "heartRateVariability",
        "heartRateVariabilityRMSSD", "respiratoryRate",
    ]

    /// Whether a device has a sure finding that concerns Today. The others are on the page of sources only.
    public static func concerns(_ device: DeviceHabits) -> Bool { finding(of: device) != nil }

    private static func finding(of device: DeviceHabits) -> ArrivalProblem? {
        guard !device.isReplaced else { return nil }
        return device.findings.filter { finding in
            finding.isSure && !shown.isDisjoint(with: finding.kinds.isEmpty ? device.kinds : finding.kinds)
        }.max { $0.since < $1.since }
    }

    /// About the newest finding; nil if none concerns Today.
    /// - Parameter date: text of an instant within a sentence.
    public init?(
        _ devices: [(label: String, habits: DeviceHabits)], date: (Milliseconds) -> String, for reader: Reader
    ) {
        let found = devices.compactMap { device in Self.finding(of: device.habits).map { (device.label, $0) } }
        guard let (label, finding) = found.max(by: { $0.1.since < $1.1.since }) else { return nil }
        text = reader.words("source.today.\(finding.fault)", ["name": label, "date": date(finding.since)])
    }
}
