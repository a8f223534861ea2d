/// Whether a moment asks for physical effort; its card then carries a caution on days that argue against it (COA-11).
enum Exertion {
    private static let tags: Set<String> = [
        "exertion", "exercise", "cardio", "strength", "hiit", "workout", "endurance", "running",
    ]
    private static let words: Set<String> = [
        "brisk", "briskly", "run", "jog", "jogging", "sprint", "sprints", "squat", "squats", "push-up", "push-ups",
        "pushup", "pushups", "burpees", "plank",
        "workout", "hiit", "stairs", "climb", "lift", "lifting", "weights", "jump", "jumping", "cycle", "cycling",
        "swim", "swimming", "strength", "cardio",
    ]

    static func isAsked(title: String, activity: String, tags: [String]) -> Bool {
        if tags.contains("gentle") { return false }
        if tags.contains(where: Self.tags.contains) { return true }
        return (title + " " + activity).lowercased().split { !$0.isLetter && $0 != "-" }.contains {
            words.contains(String($0))
        }
    }
}
