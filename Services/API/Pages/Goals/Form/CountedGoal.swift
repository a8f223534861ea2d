import Messages

/// Which health records a goal counts by itself.
public enum CountedGoal {
    /// Words by the activity of workouts, in lower case.
    private static let activities: [(activity: String, words: Set<String>)] = [
        ("running", ["run", "runs", "running", "jog", "jogs", "jogging", "läufe", "laufen", "joggen"]),
        ("walking", ["walk", "walks", "walking", "spaziergang", "spaziergänge", "spazieren"]),
        ("hiking", ["hike", "hikes", "hiking", "wandern", "wanderung", "wanderungen"]),
        ("cycling", ["ride", "rides", "bike", "cycle", "cycling", "rad", "radfahren", "radfahrten", "fahrrad"]),
        ("swimming", ["swim", "swims", "swimming", "schwimmen"]),
        ("yoga", ["yoga"]),
    ]
    private static let workouts: Set<String> = ["workout", "workouts"]
    /// Only counts: hours of training may be those of a language.
    private static let trainings: Set<String> = ["training", "trainings"]
    private static let steps: Set<String> = ["step", "steps", "schritte", "schritt"]
    private static let mindful: Set<String> = [
        "meditate", "meditating", "meditation", "mindfulness", "meditieren", "achtsamkeit",
    ]
    private static let sleep: Set<String> = ["sleep", "schlaf", "schlafen"]

    /// The rule by which a goal counts records of the phone; nil where its unit fits none.
    ///
    /// A count fits by the name of what is counted, a distance or duration by the title: “30 runs”, “run 100 km”.
    /// - Parameters:
    ///   - measure: of its target.
    ///   - id: of that measure.
    ///   - start: its first day.
    public static func rule(
        _ title: String, in measure: MeasureContent, _ id: EntityID, for goal: EntityID, from start: Day
    ) -> HealthRuleContent? {
        let counted = words("\(measure.title ?? "") \(measure.unit)")
        let named = words(title).union(counted)
        func rule(_ kind: HealthRecordKind, _ activity: String? = nil, _ quantity: WorkoutQuantity? = nil)
            -> HealthRuleContent
        {
            HealthRuleContent(
                kind: kind, activity: activity, quantity: quantity, from: start, title: title, measure: id, goal: goal)
        }
        func workout(_ words: Set<String>, _ quantity: WorkoutQuantity) -> HealthRuleContent? {
            if let fitting = activities.first(where: { !$0.words.isDisjoint(with: words) }) {
                return rule(.workout, fitting.activity, quantity)
            }
            let any = quantity == .number ? workouts.union(trainings) : workouts
            return any.isDisjoint(with: words) ? nil : rule(.workout, nil, quantity)
        }
        switch measure.kind {
        case .count: return steps.isDisjoint(with: counted) ? workout(counted, .number) : rule(.steps)
        case .distance: return workout(named, .distance)
        case .duration:
            if !mindful.isDisjoint(with: named) { return rule(.mindful) }
            return sleep.isDisjoint(with: named) ? workout(named, .duration) : rule(.sleep)
        default: return nil
        }
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter }.map(String.init))
    }
}
