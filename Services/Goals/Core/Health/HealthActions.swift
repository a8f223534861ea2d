import Language
import Messages

/// The actions that follow from health records under a person's rules (GOL-6).
///
/// The actions are a function of the rules and of the latest record of each source. Applying the changes between two
/// such sets turns one into the other, so an event that arrives twice, late or in another order changes nothing more.
public struct HealthActions: Equatable, Sendable {
    /// The actions by identity.
    public private(set) var actions: [HealthActionID: HealthAction] = [:]
    /// Sources that no rule turned into an action, in order; deleted ones and empty days are not among them.
    public private(set) var unmatched: [HealthSource] = []

    /// No actions.
    public init() {}

    /// Actions that are stored already.
    public init(stored actions: [HealthActionID: HealthAction]) { self.actions = actions }

    /// The actions of these records. O(number of records × number of rules).
    /// - Parameters:
    ///   - rules: with different identifiers; of two with the same, the first counts.
    ///   - records: any number for each source, in any order; the one of the greatest revision counts.
    public init(rules: [HealthRule], records: [HealthRecord]) {
        var latest: [HealthSource: HealthRecord] = [:]
        for record in records where record.isNewer(than: latest[record.source]) { latest[record.source] = record }
        for record in latest.values where !record.isEmpty {
            var isMatched = false
            for rule in rules {
                guard let action = rule.action(of: record) else { continue }
                let id = HealthActionID(rule: rule.id, source: record.source)
                if actions[id] == nil { actions[id] = action }
                isMatched = true
            }
            if !isMatched { unmatched.append(record.source) }
        }
        unmatched.sort()
    }

    /// A step from one set of actions to another.
    public enum Change: Equatable, Sendable {
        /// The action is new.
        case add(HealthActionID, HealthAction)
        /// The action exists and has another content now.
        case update(HealthActionID, HealthAction)
        /// The action no longer follows.
        case delete(HealthActionID)

        /// The action that it changes.
        public var id: HealthActionID {
            switch self {
            case .add(let id, _), .update(let id, _), .delete(let id): id
            }
        }
    }

    /// The changes from these actions to others, at most one for each action, in the order of identities.
    /// - Parameter scope: the sources that `later` was derived from; actions of other sources stay as they are. nil if
    ///   it was derived from all.
    public func changes(to later: HealthActions, of scope: Set<HealthSource>? = nil) -> [Change] {
        var changes: [Change] = []
        for (id, action) in later.actions {
            guard let before = actions[id] else {
                changes.append(.add(id, action))
                continue
            }
            if before != action { changes.append(.update(id, action)) }
        }
        for id in actions.keys where later.actions[id] == nil && scope?.contains(id.source) ?? true {
            changes.append(.delete(id))
        }
        return changes.sorted { $0.id < $1.id }
    }

    /// Applies changes.
    public mutating func apply(_ changes: [Change]) {
        for change in changes {
            switch change {
            case .add(let id, let action), .update(let id, let action): actions[id] = action
            case .delete(let id): actions[id] = nil
            }
        }
    }
}

extension HealthRecord {
    /// Two states of one revision should be equal; if they are not, a fixed one of them counts, in whatever order they
    /// come.
    fileprivate func isNewer(than other: HealthRecord?) -> Bool {
        guard let other else { return true }
        return revision != other.revision ? revision > other.revision : order > other.order
    }

    private var order: String { "\(content)" }

    /// Nothing to make an action of: samples were deleted, or the day has none left.
    fileprivate var isEmpty: Bool {
        switch content {
        case .deleted: true
        case .total(let value): !(value > 0 && value.isFinite)
        case .workout(_, _, let duration, _): !(duration >= 0 && duration.isFinite)
        }
    }
}

extension HealthRule {
    fileprivate func action(of record: HealthRecord) -> HealthAction? {
        switch (record.source, record.content) {
        case (.day(let day, let kind), .total(let total)) where kind == self.kind:
            return action(total, kind.quantity, on: day)
        case (.workout, .workout(let day, let activity, let duration, let distance)) where kind == .workout:
            if let wanted = self.activity, wanted.lowercased() != activity.lowercased() { return nil }
            switch value {
            case .duration: return action(duration, .duration, on: day)
            case .distance: return distance.flatMap { action($0, .distance, on: day) }
            case .number: return action(1, .count, on: day)
            }
        default: return nil
        }
    }

    private func action(_ value: Double, _ quantity: Quantity, on day: Day) -> HealthAction? {
        guard unit.kind == quantity, value.isFinite, value > 0, value >= least else { return nil }
        var amount = unit.value(ofCanonical: value)
        // Grams stay whole on their way through kilograms, and kilojoules on theirs through kilocalories.
        if [.mass, .energy, .volume, .bodyMass].contains(quantity) { amount = (amount * 1e6).rounded() / 1e6 }
        return HealthAction(day: day, title: title, measure: measure, amount: amount, goal: goal)
    }
}
