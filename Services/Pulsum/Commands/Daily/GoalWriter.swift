import Actions
import ArgumentParser
import Localization
import Messages

/// The fields of a goal that the options of `pulsum goals add` and `edit` set, except its title.
struct GoalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A measure: its name, its unit such as km, or KIND:UNIT such as count:pages.",
            discussion:
                "One that you do not have yet is made. Repeat it, each with its --target. Kinds: \(MeasureKind.names.map(\.name).joined(separator: ", "))."
        ))
    var measure: [String] = []
    @Option(help: "How much of the measure; a body weight is the one to reach.") var target: [Double] = []
    @Option(help: "The day by which it is to be reached, yyyy-mm-dd.") var by: Day?
    @Option(help: "The first day, yyyy-mm-dd.") var from: Day?
    @Option(help: "More about it; in “edit” an empty text here, in --plan or in --notes removes it.")
    var about: String?
    @Option(help: "How you mean to get there.") var plan: String?
    @Option(help: "Notes.") var notes: String?
    @Option(help: "Expected length in weeks.") var weeks: Int32?
    @Option(help: "Importance, 1 to 10.") var importance: Int32?
    @Option(help: "Urgency, 1 to 10.") var urgency: Int32?
    @Option(help: "A value of yours that it serves, by name or id; may be repeated.") var value: [String] = []
    @Option(help: "A term that it belongs to, by number or id; may be repeated.") var term: [String] = []

    /// True if no option is given.
    var isEmpty: Bool {
        measure.isEmpty && value.isEmpty && term.isEmpty && by == nil && from == nil && texts.isEmpty && weeks == nil
            && importance == nil && urgency == nil
    }

    /// Free texts, for safety.
    var texts: [String] { [about, plan, notes].compactMap(\.self) }

    func validate() throws {
        guard measure.count == target.count else {
            throw ValidationError("Each --measure needs its --target, in the same order.")
        }
    }
}

/// Options of `pulsum goals edit` that remove targets, values and terms of a goal.
struct DroppedParts: ParsableArguments {
    @Option(help: "A measure whose target goes; may be repeated.") var without: [String] = []
    @Option(help: "A value that it serves no more, by name or id; may be repeated.") var withoutValue: [String] = []
    @Option(help: "A term that it leaves, by number or id; may be repeated.") var withoutTerm: [String] = []

    /// Whether nothing is said.
    var isEmpty: Bool { without.isEmpty && withoutValue.isEmpty && withoutTerm.isEmpty }
}

/// Saves goals from options: finds what they name, and makes measures that the person does not have.
struct GoalWriter {
    let session: Session
    let person: Person
    private(set) var measures: [Measure]
    /// Measures to be made, by the place of their target.
    private var fresh: [(place: Int, content: MeasureContent)] = []

    init(_ session: Session, _ person: Person) async throws {
        self.session = session
        self.person = person
        measures = try await session.measures(of: person)
    }

    private var actions: GoalActions { GoalActions(bus: session.bus, fallback: session.fallback(person)) }

    /// A stored goal.
    func stored(_ goal: EntityID) async throws -> Goal {
        try await session.bus.request(GoalsQuery(user: person.user, goal: goal)).goals[0]
    }

    /// Changes a goal by options: first takes away, then adds.
    /// - Throws: `CLIError` with a line for each name that fits nothing.
    mutating func apply(
        _ options: GoalOptions, dropping dropped: DroppedParts? = nil, to goal: inout GoalContent
    ) async throws {
        goal.start = options.from ?? goal.start
        goal.target = options.by ?? goal.target
        func text(_ new: String?, _ old: String?) -> String? { new.map { $0.isEmpty ? nil : $0 } ?? old }
        goal.detailedDescription = text(options.about, goal.detailedDescription)
        goal.actionPlan = text(options.plan, goal.actionPlan)
        goal.freeformNotes = text(options.notes, goal.freeformNotes)
        goal.termWeeks = options.weeks ?? goal.termWeeks
        goal.importance = options.importance ?? goal.importance
        goal.urgency = options.urgency ?? goal.urgency
        var wrong = drop(dropped?.without ?? [], from: &goal)
        wrong += take(options, to: &goal)
        wrong += try await serve(options.value, without: dropped?.withoutValue ?? [], by: &goal)
        wrong += try await place(in: options.term, without: dropped?.withoutTerm ?? [], &goal)
        guard wrong.isEmpty else { throw GoalsFormatter.refusal(wrong) }
    }

    /// Saves a goal after its new measures. Those go again if the goal or one of them is refused.
    /// - Parameters:
    ///   - edited: the goal that is replaced; nil for a new one.
    ///   - texts: the new free texts, for safety.
    /// - Throws: `CLIError` with a line for each wrong field.
    mutating func save(_ content: GoalContent, over edited: Goal?, texts: [String]) async throws -> SaveGoal.Reply {
        var (content, made): (GoalContent, [Measure]) = (content, [])
        var verdict: Verdict?
        let version = edited.map { EditedVersion(id: $0.facts.id, version: $0.facts.version) }
        do {
            for (place, measure) in fresh {
                let saved = try await make(measure)
                made.append(saved.measure)
                verdict = verdict ?? saved.verdict
                content.targets[place].measure = saved.measure.facts.id
            }
            let command = SaveGoal(
                user: person.user, edited: version, content: content, country: person.country,
                keepsHidden: edited?.numbersHidden)
            var reply = try await session.withCrisisCard { try await actions.save(command, texts: texts) }
            reply.verdict = reply.verdict ?? verdict
            measures += made
            return reply
        } catch let refusal as CLIError {
            await remove(made)
            throw refusal
        } catch let error as ServiceError where error.code == .invalid || error.code == .conflict {
            await remove(made)
            guard !error.fields.isEmpty else { throw error }
            let formatter = GoalsFormatter(measures + made)
            throw GoalsFormatter.refusal(error.fields.map { formatter.line($0, of: content) })
        }
    }

    private func remove(_ measures: [Measure]) async {
        for measure in measures {
            _ = try? await session.bus.request(DeleteMeasure(user: person.user, measure: measure.facts.id))
        }
    }

    private func make(_ content: MeasureContent) async throws -> SaveMeasure.Reply {
        let command = SaveMeasure(user: person.user, content: content, country: person.country)
        do {
            return try await session.withCrisisCard { try await actions.save(command) }
        } catch let error as ServiceError where !error.fields.isEmpty {
            throw GoalsFormatter.refusal(
                error.fields.map { "--measure \(content.name): \($0.sentence(in: .english))" })
        }
    }

    // MARK: Names

    private func meant(_ text: String) throws(CLIError) -> MeasureNames.Meant {
        try MeasureNames(measures: measures, words: .asked(person.language)).meant(text)
    }

    private func drop(_ names: [String], from goal: inout GoalContent) -> [String] {
        var wrong: [String] = []
        for name in names {
            do {
                let before = goal.targets.count
                if case .stored(let id) = try meant(name) { goal.targets.removeAll { $0.measure == id } }
                if goal.targets.count == before { wrong.append("--without: The goal has no target in “\(name)”.") }
            } catch {
                wrong.append("--without: \(error)")
            }
        }
        return wrong
    }

    private mutating func take(_ options: GoalOptions, to goal: inout GoalContent) -> [String] {
        var (wrong, named): ([String], [MeasureNames.Meant]) = ([], [])
        for (name, value) in zip(options.measure, options.target) {
            do {
                let measure = try meant(name)
                guard !named.contains(measure) else { throw CLIError("“\(name)” is there twice.") }
                named.append(measure)
                switch measure {
                case .stored(let id):
                    if let index = goal.targets.firstIndex(where: { $0.measure == id }) {
                        goal.targets[index].value = value
                    } else {
                        goal.targets.append(MeasureTarget(measure: id, value: value))
                    }
                case .fresh(let content):
                    fresh.append((goal.targets.count, content))
                    goal.targets.append(MeasureTarget(measure: EntityID(high: 0, low: 0), value: value))
                }
            } catch {
                wrong.append("--measure: \(error)")
            }
        }
        return wrong
    }

    private func serve(_ names: [String], without dropped: [String], by goal: inout GoalContent) async throws
        -> [String]
    {
        guard !names.isEmpty || !dropped.isEmpty else { return [] }
        let values = try await session.all { after in
            let page = try await session.bus.request(ValuesQuery(user: person.user, limit: 1_000, after: after))
            return (page.values, page.next)
        }
        func named(_ value: PersonalValue) -> (id: String, name: String) {
            ("\(value.facts.id)", value.content.title ?? "")
        }
        let served = Set(goal.relevance.map(\.value))
        let wrong = Self.found(
            dropped, among: values.filter { served.contains($0.facts.id) }, "value", of: .goal, named
        ) { value in goal.relevance.removeAll { $0.value == value.facts.id } }
        return wrong
            + Self.found(names, among: values, "value", named) { value in
                guard !goal.relevance.contains(where: { $0.value == value.facts.id }) else { return }
                goal.relevance.append(ValueRelevance(value: value.facts.id))
            }
    }

    private func place(in names: [String], without dropped: [String], _ goal: inout GoalContent) async throws
        -> [String]
    {
        guard !names.isEmpty || !dropped.isEmpty else { return [] }
        let terms = try await session.all { after in
            let page = try await session.bus.request(TermsQuery(user: person.user, limit: 1_000, after: after))
            return (page.terms, page.next)
        }
        func named(_ term: Term) -> (id: String, name: String) {
            ("\(term.facts.id)", term.content.number.map { "\($0)" } ?? "")
        }
        let present = Set(goal.terms)
        let wrong = Self.found(
            dropped, among: terms.filter { present.contains($0.facts.id) }, "term", of: .goal, named
        ) { term in goal.terms.removeAll { $0 == term.facts.id } }
        return wrong
            + Self.found(names, among: terms, "term", named) { term in
                guard !goal.terms.contains(term.facts.id) else { return }
                goal.terms.append(term.facts.id)
            }
    }

    /// Whose entries a name is looked for in: the person's, to add one, or the goal's, to take one away.
    private enum Owner { case person, goal }

    /// Takes the only entry that fits each name; a line for each name that fits none or several.
    /// - Parameter named: id and name of an entry; the name is empty if there is none.
    private static func found<Entry>(
        _ names: [String], among entries: [Entry], _ kind: String, of owner: Owner = .person,
        _ named: (Entry) -> (id: String, name: String), _ take: (Entry) -> Void
    ) -> [String] {
        let isGoal = owner == .goal
        let option = isGoal ? "--without-\(kind)" : "--\(kind)"
        return names.compactMap { name -> String? in
            let fitting = entries.filter { entry in
                let (id, own) = named(entry)
                return id == name || !own.isEmpty && own.lowercased() == name.lowercased()
            }
            if fitting.count == 1 {
                take(fitting[0])
                return nil
            }
            guard fitting.isEmpty else {
                let ids = fitting.map { named($0).id }.joined(separator: ", ")
                return "\(option): Several are “\(name)”; write the id: \(ids)."
            }
            let all = entries.map { named($0).name }.filter { !$0.isEmpty }.joined(separator: ", ")
            let lacks = isGoal ? "The goal has no \(kind) “\(name)”." : "There is no \(kind) “\(name)”."
            return "\(option): \(lacks)" + (all.isEmpty ? "" : " \(isGoal ? "It has" : "You have"): \(all).")
        }
    }
}
