import Foundation
import Localization
import Messages

/// The form of a goal as it was typed. Rows that were left empty are gone, so that the fields have the places of the
/// message.
public struct GoalDraft: Sendable {
    /// A part of a goal of which there are several.
    enum Part: String, Sendable, CaseIterable {
        case targets, milestones, obligations

        /// The fields of one row.
        var columns: [String] {
            switch self {
            case .targets: ["value", "measure", "unit", "notes"]
            case .milestones:
                ["title", "target", "reached", "detailedDescription", "freeformNotes", "importance", "urgency"]
            case .obligations:
                [
                    "title", "deadline", "toWhom", "consequence", "met", "detailedDescription", "freeformNotes",
                    "importance", "urgency",
                ]
            }
        }

        /// Empty rows that a form offers below those that are filled.
        var spare: Int { self == .targets ? 1 : 2 }
        /// Most rows.
        var maximumRows: Int { self == .targets ? 20 : 50 }

        func name(_ row: Int, _ column: String) -> String { "\(rawValue)[\(row)].\(column)" }
    }

    /// Fields of the goal itself.
    private static let columns = [
        "title", "detailedDescription", "freeformNotes", "actionPlan", "start", "target", "termWeeks", "status",
        "importance", "urgency",
    ]

    /// By the names of the fields.
    public internal(set) var texts: [String: String] = [:]
    /// Filled rows.
    private(set) var rows: [Part: Int] = [:]
    /// The values that the goal serves, in the form's order.
    public private(set) var values: [EntityID] = []
    /// The terms that it belongs to.
    public private(set) var terms: [EntityID] = []
    /// Whether a new goal counts by itself what the phone records, where its unit fits.
    public private(set) var counts = true
    /// True if the form shows no amounts of food and weight, which stay stored (PLN-10).
    public private(set) var isAway = false

    /// A new goal of ten weeks, or until the end of its term.
    public init(today: Day, term: (id: EntityID, end: Day)?) {
        let end = term.flatMap { $0.end > today ? $0.end : nil } ?? today.advanced(by: TermContent.days - 1)
        texts = ["start": "\(today)", "target": "\(end)"]
        terms = term.map { [$0.id] } ?? []
    }

    /// - Parameter fields: the form that was sent.
    public init(fields: [(name: String, value: String)]) {
        let typed = Dictionary(
            fields.map { ($0.name, $0.value.trimmingCharacters(in: .whitespacesAndNewlines)) },
            uniquingKeysWith: { first, _ in first })
        for name in Self.columns { texts[name] = typed[name] }
        for part in Part.allCases {
            var kept = 0
            for row in 0..<part.maximumRows + part.spare {
                let filled = part.columns.compactMap { column -> (String, String)? in
                    typed[part.name(row, column)].flatMap { $0.isEmpty ? nil : (column, $0) }
                }
                guard !filled.isEmpty else { continue }
                for (column, text) in filled { texts[part.name(kept, column)] = text }
                kept += 1
            }
            rows[part] = kept
        }
        takeUnits()
        values = fields.filter { $0.name == "value" }.compactMap { EntityID($0.value) }
        terms = fields.filter { $0.name == "term" }.compactMap { EntityID($0.value) }
        isAway = typed["away"] != nil
        counts = typed["counts"] != nil
        for value in values { texts[Self.strength(value)] = typed[Self.strength(value)] }
    }

    /// Moves a unit that was typed after an amount, as in “100 km”, to the field of the unit.
    private mutating func takeUnits() {
        for row in 0..<count(.targets) {
            let name = { Part.targets.name(row, $0) }
            guard texts[name("measure")] == nil, texts[name("unit")] == nil,
                let parts = texts[name("value")].flatMap(Self.amountAndUnit)
            else { continue }
            texts[name("value")] = parts.amount
            texts[name("unit")] = parts.unit
        }
    }

    /// The parts of “100 km”; nil for a number alone and for other texts, such as “5 km a week”.
    static func amountAndUnit(_ text: String) -> (amount: String, unit: String)? {
        let unit = String(text.drop { !$0.isLetter })
        let amount = text.prefix { !$0.isLetter }.trimmingCharacters(in: .whitespaces)
        let isKnown = MeasureContent.commonUnits.contains { $0.unit == unit }
        guard amount.last?.isNumber == true, isKnown || (2...20).contains(unit.count) && unit.allSatisfy(\.isLetter)
        else { return nil }
        return (amount, unit)
    }

    /// A stored goal.
    /// - Parameter isAway: it was read with `Goal.numbersHidden`.
    public init(_ goal: GoalContent, isAway: Bool = false, for reader: Reader) {
        self.isAway = isAway
        func put(_ name: String, _ text: String?) { texts[name] = text }
        func put(_ name: String, _ number: Int32?) { texts[name] = number.map { "\($0)" } }
        func put(_ name: String, _ day: Day?) { texts[name] = day.map { "\($0)" } }
        put("title", goal.title)
        put("detailedDescription", goal.detailedDescription)
        put("freeformNotes", goal.freeformNotes)
        put("actionPlan", goal.actionPlan)
        put("start", goal.start)
        put("target", goal.target)
        put("termWeeks", goal.termWeeks)
        put("status", goal.status.map { "\($0)" })
        put("importance", goal.importance)
        put("urgency", goal.urgency)
        for (row, target) in goal.targets.enumerated() {
            put(Part.targets.name(row, "value"), reader.typed(target.value))
            put(Part.targets.name(row, "measure"), "\(target.measure)")
            put(Part.targets.name(row, "notes"), target.notes)
        }
        for (row, step) in goal.milestones.enumerated() {
            func at(_ column: String) -> String { Part.milestones.name(row, column) }
            put(at("title"), step.title)
            put(at("target"), step.target)
            put(at("reached"), step.reached)
            put(at("detailedDescription"), step.detailedDescription)
            put(at("freeformNotes"), step.freeformNotes)
            put(at("importance"), step.importance)
            put(at("urgency"), step.urgency)
        }
        for (row, step) in goal.obligations.enumerated() {
            func at(_ column: String) -> String { Part.obligations.name(row, column) }
            put(at("title"), step.title)
            put(at("deadline"), step.deadline)
            put(at("met"), step.met)
            put(at("toWhom"), step.toWhom)
            put(at("consequence"), step.consequence)
            put(at("detailedDescription"), step.detailedDescription)
            put(at("freeformNotes"), step.freeformNotes)
            put(at("importance"), step.importance)
            put(at("urgency"), step.urgency)
        }
        rows = [
            .targets: goal.targets.count, .milestones: goal.milestones.count, .obligations: goal.obligations.count,
        ]
        values = goal.relevance.map(\.value)
        for relevance in goal.relevance { put(Self.strength(relevance.value), relevance.strength) }
        terms = goal.terms
    }

    /// Name of the field that says how much a goal serves a value.
    static func strength(_ value: EntityID) -> String { "strength.\(value)" }

    /// Rows that the form shows: those that are filled, and empty ones.
    func shownRows(_ part: Part) -> Range<Int> { 0..<min((rows[part] ?? 0) + part.spare, part.maximumRows) }

    /// Names the measure that was made for a target, so that the form sent again makes no second one.
    public mutating func use(_ measure: EntityID, forTarget row: Int) {
        guard row < count(.targets) else { return }
        texts[Part.targets.name(row, "measure")] = "\(measure)"
        texts[Part.targets.name(row, "unit")] = nil
    }
}

extension GoalDraft {
    /// Filled rows of a part.
    func count(_ part: Part) -> Int { rows[part] ?? 0 }
}
