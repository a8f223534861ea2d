import Localization
import Messages

extension GoalDraft {
    /// The content of a form and its faults.
    public struct Reading: Sendable {
        /// The goal, as far as it could be read.
        public var content: GoalContent
        /// Fields that cannot be read, or are missing.
        public var faults: [FieldError]
        /// Measures to be made first, by the row of their target.
        public var newMeasures: [(row: Int, content: MeasureContent)]
    }

    /// Reads the form.
    /// - Parameter measures: those that the person has: a target in a new unit that one of them has takes it.
    public func reading(_ measures: [Measure], for reader: Reader) -> Reading {
        var fields = FieldReader(texts, reader)
        let start = fields.neededDay("start")
        let target = fields.neededDay("target")
        if texts["title"] == nil || texts["title"] == "" { fields.refuse("title", .titleNeeded) }
        var made: [(row: Int, content: MeasureContent)] = []
        func times(_ row: Int) -> EntityID {
            if let stored = measures.first(where: \.content.isTimes) { return stored.facts.id }
            made.append((row, MeasureContent.times(reader.words)))
            return MeasureChoices.Chosen.none.id
        }
        var targets = (0..<count(.targets)).map { row in
            let name = { Part.targets.name(row, $0) }
            // A number alone is how often, as is “20 times”.
            let isOften = texts[name("unit")].map { MeasureContent(unit: $0, kind: .count).isTimes } ?? true
            if texts[name("value")] != nil, texts[name("measure")] == nil, isOften {
                return MeasureTarget(
                    measure: times(row), value: fields.amount(name("value")), notes: fields.text(name("notes")))
            }
            let measure = MeasureChoices.chosen(name("measure"), unit: name("unit"), &fields, measures, reader)
            if let content = measure.fresh { made.append((row, content)) }
            return MeasureTarget(
                measure: measure.id, value: fields.amount(name("value")), notes: fields.text(name("notes")))
        }
        // Without an amount: once a week.
        if targets.isEmpty, !isAway {
            let days = start.distance(to: target) + 1
            targets = [MeasureTarget(measure: times(0), value: Double(max(1, days / 7)))]
        }
        let relevance = values.map { value in
            ValueRelevance(value: value, strength: fields.number(Self.strength(value), 1...10))
        }
        let content = GoalContent(
            title: texts["title"] ?? "", detailedDescription: fields.text("detailedDescription"),
            freeformNotes: fields.text("freeformNotes"), actionPlan: fields.text("actionPlan"), start: start,
            target: target, termWeeks: fields.number("termWeeks", 1...520),
            status: fields.text("status").flatMap { GoalStatus(name: $0) },
            importance: fields.number("importance", 1...10), urgency: fields.number("urgency", 1...10),
            targets: targets, relevance: relevance, milestones: milestones(&fields),
            obligations: obligations(&fields), terms: terms)
        return Reading(content: content, faults: fields.faults, newMeasures: made)
    }

    private func milestones(_ fields: inout FieldReader) -> [Milestone] {
        var steps: [Milestone] = []
        for row in 0..<count(.milestones) {
            let name = { Part.milestones.name(row, $0) }
            steps.append(
                Milestone(
                    title: fields.text(name("title")),
                    detailedDescription: fields.text(name("detailedDescription")),
                    freeformNotes: fields.text(name("freeformNotes")), target: fields.neededDay(name("target")),
                    reached: fields.day(name("reached")), importance: fields.number(name("importance"), 1...10),
                    urgency: fields.number(name("urgency"), 1...10)))
        }
        return steps
    }

    private func obligations(_ fields: inout FieldReader) -> [Obligation] {
        var steps: [Obligation] = []
        for row in 0..<count(.obligations) {
            let name = { Part.obligations.name(row, $0) }
            steps.append(
                Obligation(
                    title: fields.text(name("title")),
                    detailedDescription: fields.text(name("detailedDescription")),
                    freeformNotes: fields.text(name("freeformNotes")), deadline: fields.neededDay(name("deadline")),
                    met: fields.day(name("met")), toWhom: fields.text(name("toWhom")),
                    consequence: fields.text(name("consequence")),
                    importance: fields.number(name("importance"), 1...10),
                    urgency: fields.number(name("urgency"), 1...10)))
        }
        return steps
    }
}

/// Reads the fields of a form and collects those that have to change.
public struct FieldReader {
    private let texts: [String: String]
    private let reader: Reader
    /// In the order of reading.
    public private(set) var faults: [FieldError] = []

    /// - Parameter texts: by the names of the fields.
    public init(_ texts: [String: String], _ reader: Reader) { (self.texts, self.reader) = (texts, reader) }

    /// Notes a field that has to change.
    public mutating func refuse(_ name: String, _ code: FieldError.Code, low: Double? = nil, high: Double? = nil) {
        faults.append(FieldError(field: name, code: code, low: low, high: high))
    }

    /// nil for an empty field.
    public func text(_ name: String) -> String? { texts[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// nil for an empty field.
    public mutating func day(_ name: String) -> Day? {
        guard let text = text(name) else { return nil }
        guard let day = reader.formats.day(typed: text) else {
            refuse(name, .dayOutOfRange)
            return nil
        }
        return day
    }

    /// Today, with a fault, for an empty field.
    public mutating func neededDay(_ name: String) -> Day {
        if text(name) == nil { refuse(name, .dayOutOfRange) }
        return day(name) ?? reader.today
    }

    /// nil for an empty field.
    public mutating func number(_ name: String, _ range: ClosedRange<Int32>) -> Int32? {
        guard let text = text(name) else { return nil }
        guard let number = Int32(text), range.contains(number) else {
            refuse(name, .outOfRange, low: Double(range.lowerBound), high: Double(range.upperBound))
            return nil
        }
        return number
    }

    /// An amount above 0; 0, with a fault, for anything else.
    public mutating func amount(_ name: String) -> Double {
        guard let value = text(name).flatMap(reader.amount(typed:)), value > 0, value <= 1e12 else {
            refuse(name, .outOfRange, low: 0, high: 1e12)
            return 0
        }
        return value
    }
}

extension Reader {
    private var hasDecimalComma: Bool { formats.number(0.5, digits: 1).contains(",") }

    /// An amount as a person would type it, without grouping.
    func typed(_ amount: Double) -> String {
        let text = amount == amount.rounded() && abs(amount) < 1e15 ? "\(Int64(amount))" : "\(amount)"
        return hasDecimalComma ? text.replacing(".", with: ",") : text
    }

    /// Reads a typed number. The other separator than the person's groups digits where three follow it each time, and
    /// otherwise separates decimals.
    /// - Returns: nil if it is none.
    func amount(typed text: String) -> Double? {
        let (mark, other): (Character, Character) = hasDecimalComma ? (",", ".") : (".", ",")
        var digits = text.filter { !$0.isWhitespace && $0 != "'" && $0 != "’" }
        let groups = digits.prefix { $0 != mark }.split(separator: other, omittingEmptySubsequences: false)
        if groups.count > 1, groups.dropFirst().allSatisfy({ $0.count == 3 }) {
            digits.removeAll { $0 == other }
        } else if groups.count == 2, !digits.contains(mark) {
            digits = String(digits.map { $0 == other ? mark : $0 })
        }
        guard let value = Double(digits.replacing("\(mark)", with: ".")), value.isFinite else { return nil }
        return value
    }
}

/// Measures that a target can be in.
enum MeasureChoices {
    /// The reader's common units, offered while no measure has them.
    static func units(for reader: Reader) -> [(unit: String, kind: MeasureKind)] {
        let others =
            switch reader.settings.units {
            case .metric: ["mi", "lb", "fl oz"]
            case .unitedStates: ["km", "kg", "l"]
            case .unitedKingdom: ["km", "kg", "fl oz"]
            }
        let energy = reader.settings.energy == .kilojoules ? "kcal" : "kJ"
        return MeasureContent.commonUnits.filter { !others.contains($0.unit) && $0.unit != energy }
    }

    /// The choice of a unit that no measure has: the weight of a body has the units of a mass.
    private static func choice(_ known: (unit: String, kind: MeasureKind)) -> String {
        known.kind == .bodyMass ? "body:\(known.unit)" : "unit:\(known.unit)"
    }

    /// The person's measures, common units, and a thing of their own.
    static func offered(_ measures: [Measure], for reader: Reader) -> [(value: String, text: String)] {
        let words = reader.words
        var offered = [(value: "", text: words("goals.form.choose"))]
        for measure in measures { offered.append((value: "\(measure.facts.id)", text: measure.content.name)) }
        for known in units(for: reader)
        where !measures.contains(where: { $0.content.unit == known.unit && $0.content.kind == known.kind }) {
            let kind = words("goals.kind.\(known.kind)")
            offered.append((value: choice(known), text: "\(kind) (\(known.unit))"))
        }
        return offered
    }

    /// A choice of `offered`.
    enum Chosen {
        case stored(EntityID)
        case fresh(MeasureContent)
        case none

        /// Zero until the measure is made.
        var id: EntityID { if case .stored(let id) = self { id } else { EntityID(high: 0, low: 0) } }
        /// The measure to be made first.
        var fresh: MeasureContent? { if case .fresh(let content) = self { content } else { nil } }
    }

    /// Reads a choice. A new unit that one of the person's measures has takes that measure.
    /// - Parameters:
    ///   - name: of the field with the choice.
    ///   - unit: name of the field for a thing of one's own.
    static func chosen(
        _ name: String, unit: String, _ fields: inout FieldReader, _ measures: [Measure], _ reader: Reader
    ) -> Chosen {
        let (choice, unit) = (fields.text(name), fields.text(unit))
        var fresh: MeasureContent?
        if let id = choice.flatMap({ EntityID($0) }) {
            return .stored(id)
        } else if let known = MeasureContent.commonUnits.first(where: { choice == Self.choice($0) }) {
            fresh = MeasureContent(known.kind, unit: known.unit, reader.words)
        } else if let unit {
            let known = MeasureContent.commonUnits.first { $0.unit == unit }
            fresh = MeasureContent(known?.kind ?? .count, unit: unit, reader.words)
        } else {
            fields.refuse(name, .unknownChoice)
        }
        guard let fresh else { return .none }
        let same = measures.first { $0.content.unit == fresh.unit && $0.content.kind == fresh.kind }
        return same.map { Chosen.stored($0.facts.id) } ?? .fresh(fresh)
    }
}
