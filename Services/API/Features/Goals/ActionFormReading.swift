import Foundation
import Localization
import Messages
import Pages

/// Reads the form of an action.
struct ActionFormReading {
    /// As typed, with the faults of its rows.
    var form = ActionForm()
    /// Sentences by field.
    var problems: [String: String] = [:]
    /// Nil with a fault.
    var content: ActionContent?
    /// Local day of its start.
    var day: Day?
    /// The row of each measurement.
    private var placed: [Int] = []
    private var hasFault: Bool { !problems.isEmpty || form.rows.contains { $0.problem != nil } }

    /// Seconds that no action reaches, so that its number of milliseconds is one.
    private static let maximumSeconds = 1e9
    /// Milliseconds that the calendar takes.
    private static let instants: ClosedRange<Milliseconds> = -(1 << 50)...(1 << 50)
    /// 1900-01-01 … 2199-12-31, as the goals service takes them.
    private static let days = Day(number: -25_567)...Day(number: 84_005)

    /// - Parameters:
    ///   - measures: the person's.
    ///   - goals: those that the form offers.
    init(_ fields: FormBody, measures: [Measure], goals: [Goal], _ visit: Visit) {
        let words = visit.reader.words
        form.title = fields["title"] ?? ""
        form.detailedDescription = fields["detailedDescription"] ?? ""
        form.freeformNotes = fields["freeformNotes"] ?? ""
        (form.day, form.time, form.start) = (fields["day"] ?? "", fields["time"] ?? "", fields["start"] ?? "")
        (form.minutes, form.goal) = (fields["minutes"] ?? "", fields["goal"] ?? "")
        form.isAway = fields["away"] != nil
        let known = Dictionary(measures.map { ($0.facts.id, $0.content) }) { first, _ in first }
        let start = start(visit)
        if start == nil { problems["start"] = words("actionpages.action.startNeeded") }
        var duration: Int64?
        if !form.minutes.isEmpty {
            if let minutes = Self.number(form.minutes), minutes >= 0, minutes * 60 <= Self.maximumSeconds {
                duration = Int64((minutes * 60).rounded())
            } else {
                problems["duration"] = words("actionpages.action.noNumber")
            }
        }
        let measurements = rows(fields, words)
        let ticked = contributions(fields, measurements, known)
        let further = further(goals, measurements, ticked, known, words)
        guard let start, !hasFault else { return }
        day = visit.reader.formats.day(typed: form.day)
        content = ActionContent(
            title: fields["title"], detailedDescription: fields["detailedDescription"],
            freeformNotes: fields["freeformNotes"], start: start, duration: duration == 0 ? nil : duration,
            measurements: measurements, contributions: ticked + further)
    }

    /// Adds the faults that the service found.
    mutating func add(_ found: [String: String]) {
        for (name, sentence) in found {
            // “measurements[1].value” is shown at the row of the second measurement.
            if name.hasPrefix("measurements["), let index = Int(name.dropFirst(13).prefix { $0 != "]" }),
                placed.indices.contains(index)
            {
                form.rows[placed[index]].problem = sentence
            } else {
                problems[name] = problems[name].map { "\($0) \(sentence)" } ?? sentence
            }
        }
    }

    /// The name in the form of a field of the command.
    static func name(_ field: String) -> String? {
        if field.hasPrefix("measurements[") { return field }
        if field.hasPrefix("contributions") { return "contributions" }
        return ["title", "detailedDescription", "freeformNotes", "start", "duration", "measurements"].first {
            $0 == field
        }
    }

    static func number(_ text: String) -> Double? {
        Double(text.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The instant of day and time; the stored one if the person changed neither.
    private func start(_ visit: Visit) -> Milliseconds? {
        let parts = form.time.split(separator: ":", omittingEmptySubsequences: false)
        guard let day = visit.reader.formats.day(typed: form.day), Self.days.contains(day),
            (2...3).contains(parts.count), let hour = Int(parts[0]), let minute = Int(parts[1]),
            (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        let calendar = visit.profile.calendar
        if let stored = Milliseconds(form.start), Self.instants.contains(stored),
            calendar.day(millisecond: stored) == day,
            visit.minute(of: stored) == hour * 60 + minute
        {
            return stored
        }
        return calendar.instant(of: day, at: Int64(hour * 60 + minute) * 60) * 1000
    }

    private mutating func rows(_ fields: FormBody, _ words: Catalogue) -> [MeasuredValue] {
        let (measures, values, former) = (fields.all("measure"), fields.all("value"), fields.all("was"))
        var measurements: [MeasuredValue] = []
        for (index, measure) in measures.prefix(40).enumerated() {
            let text = values.indices.contains(index) ? values[index].trimmingCharacters(in: .whitespaces) : ""
            var row = ActionForm.Row(
                measure: measure, value: text, was: former.indices.contains(index) ? former[index] : "")
            // A row that was emptied takes its measurement away.
            guard !text.isEmpty else {
                if !row.was.isEmpty { form.rows.append(row) }
                continue
            }
            let value = Self.number(text)
            let id = EntityID(measure)
            if value == nil { row.problem = words("actionpages.action.noNumber") }
            if id == nil { row.problem = words("actionpages.action.measureNeeded") }
            form.rows.append(row)
            guard let value, let id else { continue }
            placed.append(form.rows.count - 1)
            measurements.append(MeasuredValue(measure: id, value: value))
        }
        return measurements
    }

    /// The ticked contributions. One that stood for the whole of a measurement follows its new value, and goes with it.
    private mutating func contributions(
        _ fields: FormBody, _ measurements: [MeasuredValue], _ known: [EntityID: MeasureContent]
    ) -> [GoalContribution] {
        let ticked = Set(fields.all("count"))
        var former: [(measure: EntityID, was: Double, now: Double?)] = []
        let (measures, values, was) = (fields.all("measure"), fields.all("value"), fields.all("was"))
        for index in measures.indices.prefix(40) {
            guard was.indices.contains(index), values.indices.contains(index), let id = EntityID(measures[index]),
                let before = Self.number(was[index])
            else { continue }
            former.append((id, before, Self.number(values[index].trimmingCharacters(in: .whitespaces))))
        }
        var contributions: [GoalContribution] = []
        for text in fields.all("offer").prefix(50) {
            guard let token = CountToken(text) else { continue }
            form.offers.append(ActionForm.Offer(token.contribution, isTicked: ticked.contains(text)))
            guard ticked.contains(text) else { continue }
            var contribution = token.contribution
            for row in former {
                guard let same = Self.converted(row.was, from: row.measure, to: contribution.measure, known),
                    abs(same - contribution.amount) <= 1e-6 * max(abs(same), 1e-9)
                else { continue }
                contribution.amount =
                    row.now.flatMap { Self.converted($0, from: row.measure, to: contribution.measure, known) } ?? 0
                break
            }
            if contribution.amount > 0 { contributions.append(contribution) }
        }
        return contributions
    }

    /// The contributions to the goal that was chosen: each measurement in the first target that takes it.
    private mutating func further(
        _ goals: [Goal], _ measurements: [MeasuredValue], _ present: [GoalContribution],
        _ known: [EntityID: MeasureContent], _ words: Catalogue
    ) -> [GoalContribution] {
        guard !form.goal.isEmpty else { return [] }
        guard let goal = goals.first(where: { "\($0.facts.id)" == form.goal }) else {
            problems["goal"] = words("goals.problem.unknownReference")
            return []
        }
        var found: [GoalContribution] = []
        for value in measurements where value.value > 0 {
            let targets = goal.content.targets.map(\.measure)
            let target =
                targets.contains(value.measure)
                ? value.measure
                : targets.first(where: { Self.converted(value.value, from: value.measure, to: $0, known) != nil })
            guard let target, let amount = Self.converted(value.value, from: value.measure, to: target, known),
                !found.contains(where: { $0.measure == target })
            else { continue }
            found.append(GoalContribution(goal: goal.facts.id, measure: target, amount: amount))
        }
        if found.isEmpty { problems["goal"] = words("actionpages.action.nothingCounts") }
        return found.filter { new in !present.contains { $0.goal == new.goal && $0.measure == new.measure } }
    }

    /// A value in the unit of another measure; nil if the two do not convert.
    private static func converted(
        _ value: Double, from: EntityID, to: EntityID, _ known: [EntityID: MeasureContent]
    ) -> Double? {
        if from == to { return value }
        guard let source = known[from], let target = known[to], source.kind == target.kind, source.kind != .count,
            let first = source.factor, let second = target.factor, second > 0
        else { return nil }
        return value * first / second
    }
}
