extension Operation {
    /// Every route, in the order of the readable page.
    static let all =
        accounts + today + data + scores + journal + goals + goalViews + goalSteps + goalsExchange + plans + cloud
        + live
    /// All operations by their `route`.
    static let byRoute = Dictionary(all.map { ($0.route, $0) }) { first, _ in first }
}
