import Wire

/// The topics of the coach (COA-8), shared by schema, prompt and code.
public struct Topic: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// No topic of the coach.
    public static let none = Topic(rawValue: 1)
    /// Sleep.
    public static let sleep = Topic(rawValue: 2)
    /// Stress.
    public static let stress = Topic(rawValue: 3)
    /// Energy.
    public static let energy = Topic(rawValue: 4)
    /// Heart rate variability.
    public static let hrv = Topic(rawValue: 5)
    /// Mood.
    public static let mood = Topic(rawValue: 6)
    /// Physical activity.
    public static let movement = Topic(rawValue: 7)
    /// Mindfulness.
    public static let mindfulness = Topic(rawValue: 8)
    /// Nutrition.
    public static let nutrition = Topic(rawValue: 9)
    /// Goals.
    public static let goals = Topic(rawValue: 10)
    public static let names: [(value: Topic, name: String)] = [
        (none, "none"), (sleep, "sleep"), (stress, "stress"), (energy, "energy"), (hrv, "hrv"), (mood, "mood"),
        (movement, "movement"),
        (mindfulness, "mindfulness"), (nutrition, "nutrition"), (goals, "goals"),
    ]
}
