/// The name of a workout's activity, the same for the names that different apps give it.
package enum WorkoutActivity {
    private static let healthKit = "HKWorkoutActivityType"

    /// Names that Health Auto Export and the Workout app show, by the activity that HealthKit stores.
    private static let shown = [
        "outdoor run": "running", "indoor run": "running", "outdoor walk": "walking", "indoor walk": "walking",
        "outdoor cycle": "cycling", "indoor cycle": "cycling", "pool swim": "swimming",
        "open water swim": "swimming", "indoor rowing": "rowing", "outdoor rowing": "rowing", "rower": "rowing",
        "stair stepper": "stairs", "stair climbing": "stairs", "hiit": "high intensity interval training",
        "strength training": "traditional strength training",
    ]

    /// The name in lower case, with spaces between words: `running` for `HKWorkoutActivityTypeRunning`.
    package static func name(_ text: String) -> String {
        guard text.hasPrefix(healthKit), text.utf8.count > healthKit.utf8.count else {
            let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
            return shown[name] ?? name
        }
        var words = ""
        for character in text.dropFirst(healthKit.count) {
            if character.isUppercase, !words.isEmpty { words.append(" ") }
            words += character.lowercased()
        }
        return shown[words] ?? words
    }
}
