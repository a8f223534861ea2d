import Messages

/// The kind of an entry; stored in `table_changes`.
enum EntryKind: Int32, CaseIterable, Sendable {
    case value = 1, measure, goal, term, action
}

/// An entry as a row of a table describes it.
enum Draft: Equatable, Sendable {
    case value(ValueContent)
    case measure(MeasureContent)
    /// The terms of a goal are written with the terms.
    case goal(GoalContent)
    case term(TermContent, reflection: String?)
    case action(ActionContent, Day)

    var kind: EntryKind {
        switch self {
        case .value: .value
        case .measure: .measure
        case .goal: .goal
        case .term: .term
        case .action: .action
        }
    }

    /// With defaults filled in and blank texts absent, as entries are stored.
    var normal: Draft {
        switch self {
        case .value(var value):
            value.title = value.title.nonblank
            value.detailedDescription = value.detailedDescription.nonblank
            value.freeformNotes = value.freeformNotes.nonblank
            (value.level, value.priority) = (value.level ?? .general, value.priority ?? 50)
            (value.lifeDomain, value.alignmentGuidance) = (value.lifeDomain.nonblank, value.alignmentGuidance.nonblank)
            return .value(value)
        case .measure(var measure):
            measure.title = measure.title.nonblank
            measure.detailedDescription = measure.detailedDescription.nonblank
            measure.freeformNotes = measure.freeformNotes.nonblank
            (measure.kind, measure.factor) = (measure.quantityKind, measure.storedFactor)
            return .measure(measure)
        case .goal(let goal): return .goal(goal.normal)
        case .term(var term, let reflection):
            term.title = term.title.nonblank
            term.detailedDescription = term.detailedDescription.nonblank
            term.freeformNotes = term.freeformNotes.nonblank
            (term.theme, term.status) = (term.theme.nonblank, term.status ?? .planned)
            term.end = TermValidator.end(term)
            return .term(term, reflection: reflection.nonblank)
        case .action(var action, let day):
            action.title = action.title.nonblank
            action.detailedDescription = action.detailedDescription.nonblank
            action.freeformNotes = action.freeformNotes.nonblank
            action.duration = action.duration ?? 0
            return .action(action, day)
        }
    }
}

extension GoalContent {
    fileprivate var normal: GoalContent {
        var goal = self
        goal.detailedDescription = detailedDescription.nonblank
        goal.freeformNotes = freeformNotes.nonblank
        goal.actionPlan = actionPlan.nonblank
        (goal.termWeeks, goal.status) = (termWeeks ?? 10, status ?? .active)
        (goal.importance, goal.urgency) = (importance ?? 5, urgency ?? 5)
        for index in targets.indices { goal.targets[index].notes = targets[index].notes.nonblank }
        for index in relevance.indices { goal.relevance[index].strength = relevance[index].strength ?? 5 }
        goal.milestones = milestones.map { step in
            var step = step
            step.title = step.title.nonblank
            step.detailedDescription = step.detailedDescription.nonblank
            step.freeformNotes = step.freeformNotes.nonblank
            (step.importance, step.urgency) = (step.importance ?? 5, step.urgency ?? 5)
            return step
        }.sorted { ($0.target, $0.texts) < ($1.target, $1.texts) }
        goal.obligations = obligations.map { step in
            var step = step
            step.title = step.title.nonblank
            step.detailedDescription = step.detailedDescription.nonblank
            step.freeformNotes = step.freeformNotes.nonblank
            (step.toWhom, step.consequence) = (step.toWhom.nonblank, step.consequence.nonblank)
            (step.importance, step.urgency) = (step.importance ?? 5, step.urgency ?? 5)
            return step
        }.sorted { ($0.deadline, $0.texts) < ($1.deadline, $1.texts) }
        goal.terms = []
        return goal
    }
}

extension Milestone {
    /// Orders steps of one day.
    fileprivate var texts: String { "\(title ?? "")\u{0}\(detailedDescription ?? "")\u{0}\(freeformNotes ?? "")" }
}

extension Obligation {
    fileprivate var texts: String { "\(title ?? "")\u{0}\(detailedDescription ?? "")\u{0}\(freeformNotes ?? "")" }
}

/// A stored entry of any kind.
enum StoredEntry: Sendable {
    case value(PersonalValue)
    case measure(Measure)
    case goal(Goal)
    case term(Term)
    case action(Action)

    var facts: RecordFacts {
        switch self {
        case .value(let value): value.facts
        case .measure(let measure): measure.facts
        case .goal(let goal): goal.facts
        case .term(let term): term.facts
        case .action(let action): action.facts
        }
    }

    /// The whole entry as a draft.
    var draft: Draft {
        switch self {
        case .value(let value): .value(value.content).normal
        case .measure(let measure): .measure(measure.content).normal
        case .goal(let goal): .goal(goal.content).normal
        case .term(let term): .term(term.content, reflection: term.reflection).normal
        case .action(let action): .action(action.content, action.day).normal
        }
    }

    /// True if amounts were left out when it was exported.
    var isIncomplete: Bool {
        switch self {
        case .goal(let goal): goal.numbersHidden == true
        case .action(let action): action.numbersHidden == true
        case .value, .measure, .term: false
        }
    }

    /// The message that is sealed or encoded.
    var message: any Message {
        switch self {
        case .value(let value): value
        case .measure(let measure): measure
        case .goal(let goal): goal
        case .term(let term): term
        case .action(let action): action
        }
    }

    /// Reads what `message` encoded.
    init(_ kind: EntryKind, _ decode: (any Message.Type) throws -> any Message) throws {
        func read<M: Message>(_ type: M.Type) throws -> M {
            guard let message = try decode(type) as? M else {
                throw ServiceError(.failed, "A stored entry has another kind.")
            }
            return message
        }
        switch kind {
        case .value: self = .value(try read(PersonalValue.self))
        case .measure: self = .measure(try read(Measure.self))
        case .goal: self = .goal(try read(Goal.self))
        case .term: self = .term(try read(Term.self))
        case .action: self = .action(try read(Action.self))
        }
    }
}

extension HiddenAmounts {
    func shown(_ entry: StoredEntry) -> StoredEntry {
        switch entry {
        case .goal(let goal): .goal(shown(goal))
        case .action(let action): .action(shown(action))
        case .value, .measure, .term: entry
        }
    }

    /// An imported row with the stored amounts that its export left out.
    func completed(_ draft: Draft, over stored: Draft?) -> Draft {
        switch (draft, stored) {
        case (.goal(let goal), .goal(let stored)?): .goal(completed(goal, over: stored))
        case (.action(let action, let day), .action(let stored, _)?): .action(completed(action, over: stored), day)
        default: draft
        }
    }
}
