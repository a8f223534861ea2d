import GoalsCore
import Language
import Messages

/// A rule with the facts of its measure.
struct RuleFacts {
    var id: EntityID
    var content: HealthRuleContent
    /// Safety's judgement of its texts; nil until they are judged.
    var level: Verdict.Level?
    /// Nil if the measure is gone.
    var measure: MeasureFacts?

    /// True if records of this kind, activity and day are for the rule.
    func isAbout(_ state: HealthState) -> Bool {
        guard content.kind == state.kind, content.from.map({ $0 <= state.day }) ?? true else { return false }
        guard state.kind == .workout, let activity = content.activity.nonblank else { return true }
        return activity.lowercased() == state.content?.activity?.lowercased()
    }

    /// The kind of measure that a rule needs.
    static func measureKind(_ content: HealthRuleContent) -> MeasureKind {
        switch (content.kind, content.quantity ?? .duration) {
        case (.steps, _), (.workout, .number): .count
        case (.kilocalories, _): .energy
        case (.protein, _): .mass
        case (.water, _): .volume
        case (.bodyMass, _): .bodyMass
        case (.workout, .distance): .distance
        default: .duration
        }
    }

    /// True if the value of a record of this kind is a time in seconds.
    static func isTime(_ kind: HealthRecordKind) -> Bool {
        [.mindful, .sleep, .exercise, .workout].contains(kind)
    }
}

/// The outcome of reading a record under a person's rules.
struct RecordReading: Equatable {
    var state: StagedState
    /// The actions by rule.
    var actions: [EntityID: DerivedAction] = [:]
    /// Rules under which the record cannot be read. Their actions stay as they are.
    var failed: Set<EntityID> = []
    var errors: [FieldError] = []

    private static let maximumActivity = FieldChecks.MaximumScalars.title

    init(_ state: HealthState, _ rules: [RuleFacts]) {
        guard let content = state.content, state.kind == .workout || content.value != 0 else {
            self.state = .empty
            return
        }
        self.state = .parsed
        errors = Self.check(state, content)
        guard errors.isEmpty else {
            self.state = .failed
            failed = Set(rules.map(\.id))
            return
        }
        let about = rules.filter { $0.isAbout(state) }
        if about.isEmpty { self.state = .unmatched }
        for rule in about {
            switch Self.outcome(state, content, rule) {
            case .action(let action): actions[rule.id] = action
            case .none: continue
            case .wrong(let reason): fail(rule.id, [reason])
            }
        }
    }

    /// Notes that the record cannot be read under a rule.
    mutating func fail(_ rule: EntityID, _ reasons: [FieldError]) {
        state = .failed
        failed.insert(rule)
        for reason in reasons where !errors.contains(reason) { errors.append(reason) }
    }

    /// Errors of the record itself, whatever the rules.
    private static func check(_ state: HealthState, _ content: StagedContent) -> [FieldError] {
        var checks = FieldChecks()
        checks.day("day", state.day)
        checks.amount("amount", content.value, mayBeZero: true)
        checks.amount("distance", content.distance ?? 0, mayBeZero: true)
        checks.text("activity", content.activity, maximumActivity)
        if let start = content.start {
            // The local day of a start differs from that of UTC by one at most.
            let day = start >= 0 ? start / 86_400_000 : (start - 86_399_999) / 86_400_000
            if abs(day - Int64(state.day.number)) > 1 { checks.add("day", .dayOutOfRange) }
        }
        return checks.errors
    }

    private enum Outcome {
        case action(DerivedAction)
        /// The value is too small, or the workout lacks it.
        case none
        case wrong(FieldError)
    }

    private static func outcome(_ state: HealthState, _ content: StagedContent, _ rule: RuleFacts) -> Outcome {
        guard let measure = rule.measure else { return .wrong(FieldError(field: "measure", code: .unknownReference)) }
        guard let kind = HealthKind(rawValue: UInt8(clamping: rule.content.kind.rawValue)),
            let value = WorkoutValue(rawValue: UInt8(clamping: (rule.content.quantity ?? .duration).rawValue)),
            let quantity = Quantity(rawValue: UInt8(clamping: measure.kind.rawValue)),
            let unit = MeasureUnit(kind: quantity, size: measure.factor),
            RuleFacts.measureKind(rule.content) == measure.kind
        else { return .wrong(FieldError(field: "measure", code: .unitMismatch)) }
        let coreRule = HealthRule(
            id: CoreID(rule.id), kind: kind, activity: rule.content.activity.nonblank, value: value,
            least: unit.canonical(rule.content.least ?? 0), title: rule.content.title,
            measure: CoreID(rule.content.measure), unit: unit, goal: rule.content.goal.map(CoreID.init))
        let record = record(state, content, kind)
        let actions = HealthActions(rules: [coreRule], records: [record]).actions
        guard let action = actions[HealthActionID(rule: coreRule.id, source: record.source)] else { return .none }
        guard action.amount <= FieldChecks.maximumAmount else {
            return .wrong(FieldError(field: "amount", code: .outOfRange, low: 0, high: FieldChecks.maximumAmount))
        }
        // A day's total has no time of day: it is placed at noon in UTC. A weight has that of its reading.
        let start = content.start ?? Milliseconds(state.day.number) * 86_400_000 + 43_200_000
        return .action(
            DerivedAction(
                day: action.day, start: start,
                duration: RuleFacts.isTime(state.kind) ? Int64(content.value.rounded()) : 0,
                title: action.title, measure: rule.content.measure, amount: action.amount, goal: rule.content.goal))
    }

    private static func record(_ state: HealthState, _ content: StagedContent, _ kind: HealthKind) -> HealthRecord {
        guard kind == .workout else {
            return HealthRecord(
                source: .day(state.day, kind), revision: Int64(clamping: state.revision),
                content: .total(kind == .protein ? content.value / 1_000 : content.value))
        }
        return HealthRecord(
            source: .workout(CoreID(state.id)), revision: Int64(clamping: state.revision),
            content: .workout(
                day: state.day, activity: content.activity ?? "", duration: content.value,
                distance: content.distance))
    }
}
