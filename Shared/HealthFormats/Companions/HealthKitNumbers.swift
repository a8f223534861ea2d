/// HealthKit's numbers of categories, and how its ids travel through companions.
enum HealthKitNumbers {
    /// Levels by HealthKit's value, in the names of the table of kinds, by the kind's name.
    private static let levels: [String: [Int: String]] = [
        "menstrualFlow": [1: "unspecified", 2: "light", 3: "medium", 4: "heavy", 5: "none"],
        "cervicalMucus": [1: "dry", 2: "sticky", 3: "creamy", 4: "watery", 5: "egg white"],
        "ovulationTest": [1: "negative", 2: "positive", 3: "indeterminate", 4: "high"],
        "pregnancyTest": [1: "negative", 2: "positive", 3: "indeterminate"],
        "progesteroneTest": [1: "negative", 2: "positive", 3: "indeterminate"],
        "sexualActivity": [0: "unspecified"],
    ]

    /// The value of a category's reading; nil for a number that it does not have.
    static func value(_ kind: HealthKind, _ number: Double) -> Double? {
        switch kind.shape {
        case .interval: 0
        case .event: 1
        case .level: Int(exactly: number).flatMap { levels[kind.name]?[$0] }.flatMap(kind.level)
        // An hour in which the person stood is 0, an idle one 1.
        case .quantity where kind.name == "standHours": number == 0 ? 1 : 0
        case .quantity, .half, .stage, .workout: nil
        }
    }

    /// Identity of an object by HealthKit's UUID, the same whichever app passes it on; nil for a text that is none.
    static func key(_ kind: HealthKind, _ id: some StringProtocol) -> String? {
        isUUID(id) ? "healthkit/\(kind.name)/\(id.uppercased())" : nil
    }

    /// Whether a text has the form of a UUID.
    static func isUUID(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }

    /// Per cent of a value that is a fraction in some apps and per cent in others. Only for kinds whose values are never
    /// 1 % or less.
    static func percent(_ value: Double) -> Double { value > 0 && value <= 1 ? value * 100 : value }
}
