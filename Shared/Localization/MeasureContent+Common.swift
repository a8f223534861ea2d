import Messages

extension MeasureContent {
    /// Units that the goals service converts, in the order in which they are offered. A mass comes before the weight of
    /// a body, which has the same units.
    public static let commonUnits: [(unit: String, kind: MeasureKind)] = [
        ("km", .distance), ("mi", .distance), ("min", .duration), ("h", .duration), ("kg", .mass), ("lb", .mass),
        ("g", .mass), ("kcal", .energy), ("kJ", .energy), ("l", .volume), ("ml", .volume), ("fl oz", .volume),
        ("kg", .bodyMass), ("lb", .bodyMass),
    ]

    /// A new measure, named after its quantity; things that are counted are named after their unit.
    /// - Parameter words: of the person's language.
    public init(_ kind: MeasureKind, unit: String, _ words: Catalogue) {
        self.init(title: kind == .count ? unit : words("goals.kind.\(kind)"), unit: unit, kind: kind)
    }

    /// Units, by language, of a goal that only says how often.
    private static let times: Set<String> = Set(Language.allCases.map { Catalogue.shipped($0)("goals.times") })

    /// The measure of a goal that only says how often.
    public static func times(_ words: Catalogue) -> MeasureContent {
        MeasureContent(.count, unit: words("goals.times"), words)
    }

    /// Whether it says how often something was done, and not what.
    public var isTimes: Bool { kind == .count && Self.times.contains(unit) }

    /// “Running (km)”, or the unit if the measure has no other name.
    public var name: String {
        guard let title, !title.isEmpty, title != unit else { return unit }
        return "\(title) (\(unit))"
    }
}
