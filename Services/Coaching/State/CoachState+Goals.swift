import Messages

/// Events of the goals service (GOL-8). Completed actions count as recent completions. A goal that lags behind the time
/// that has passed raises suggestions about goals.
extension CoachState {
    /// Longest action, in seconds, whose duration says how long a suggestion may take.
    private static let maximumComparableSeconds: Int64 = 1_800

    mutating func note(_ event: ActionCompleted) {
        let known = actions.firstIndex { $0.id == event.action }
        if let known, actions[known].revision >= event.revision { return }
        if let known { actions.remove(at: known) }
        guard !event.deleted else { return }
        let action = NotedAction(
            id: event.action, revision: event.revision, day: event.day, at: event.at, seconds: event.duration)
        actions.insert(action, at: actions.lastIndex { $0.at <= action.at }.map { $0 + 1 } ?? 0)
        actions.removeFirst(max(0, actions.count - Self.maximumActions))
    }

    mutating func note(_ event: GoalProgressed) {
        let known = goals.firstIndex { $0.id == event.goal }
        if let known, goals[known].revision >= event.revision { return }
        if let known { goals.remove(at: known) }
        guard !event.deleted, event.status == .active, event.reached.isFinite else { return }
        goals.append(
            NotedGoal(
                id: event.goal, revision: event.revision, start: event.start, target: event.target,
                reached: event.reached))
        goals.removeFirst(max(0, goals.count - Self.maximumGoals))
    }

    /// Whether a suggestion or an action was completed within `CoachingService.recent` before `at`.
    func hasRecentCompletion(at: Milliseconds) -> Bool {
        let times = [completions.last { $0.at <= at }?.at, actions.last { $0.at <= at }?.at]
        return times.contains { $0.map { at - $0 < CoachingService.recent } ?? false }
    }

    /// Durations of what was completed and is as short as a suggestion, in seconds, oldest first.
    var completedSeconds: [Int32] {
        let own = completions.compactMap { completion in completion.seconds.map { (completion.at, $0) } }
        let acted = actions.filter { $0.seconds <= Self.maximumComparableSeconds }.map { ($0.at, Int32($0.seconds)) }
        return (own + acted).filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// How much the day calls for suggestions about goals, 0 … 1: the largest lag of any running goal, which is the share
    /// of its time that has passed less the share that is reached. A goal of which nothing is counted has none.
    func goalNeed(on today: Day) -> Double {
        goals.filter { $0.start <= today && today <= $0.target && $0.start < $0.target }.map { goal in
            let passed = Double(goal.start.distance(to: today)) / Double(goal.start.distance(to: goal.target))
            return min(max(passed - goal.reached, 0), 1)
        }.max() ?? 0
    }

    /// How much the day calls for a topic, 0 … 1.
    /// - Parameter signals: the current ones.
    func need(_ topic: Topic, _ signals: SignalState?, on today: Day) -> Double {
        max(signals?.need(topic) ?? 0, topic == .goals ? goalNeed(on: today) : 0)
    }
}
