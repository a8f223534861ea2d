import Localization
import Messages

/// Finds the measure that a person means: by its id, its name, its unit, or as `KIND:UNIT`.
struct MeasureNames {
    /// A measure that the person has, or one that is made with the goal.
    enum Meant: Equatable {
        case stored(EntityID)
        case fresh(MeasureContent)
    }

    let measures: [Measure]
    /// Names of new measures.
    let words: Catalogue

    /// - Throws: what the text could be instead.
    func meant(_ text: String) throws(CLIError) -> Meant {
        if let id = EntityID(text), measures.contains(where: { $0.facts.id == id }) { return .stored(id) }
        let parts = text.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
        if parts.count == 2, let kind = MeasureKind.names.first(where: { $0.name == parts[0] })?.value {
            return try only(text) { $0.kind == kind && $0.unit == parts[1] }
                ?? .fresh(MeasureContent(kind, unit: parts[1], words))
        }
        let typed = text.lowercased()
        if let found = try only(text, where: { [$0.title?.lowercased(), $0.name.lowercased()].contains(typed) }) {
            return found
        }
        if let found = try only(text, where: { $0.unit.lowercased() == typed }) { return found }
        if let known = MeasureContent.commonUnits.first(where: { $0.unit.lowercased() == typed }) {
            return .fresh(MeasureContent(known.kind, unit: known.unit, words))
        }
        let own = measures.isEmpty ? "" : " You have: \(names(measures))."
        throw CLIError("There is no measure “\(text)”.\(own) To count it as a new thing, write count:\(text).")
    }

    /// The measure that fits; nil if none does.
    private func only(_ text: String, where fits: (MeasureContent) -> Bool) throws(CLIError) -> Meant? {
        let fitting = measures.filter { fits($0.content) }
        guard fitting.count <= 1 else {
            let ids = fitting.map { "\($0.content.name) \($0.facts.id)" }.joined(separator: ", ")
            throw CLIError("Several measures are “\(text)”; write the id: \(ids).")
        }
        return fitting.first.map { .stored($0.facts.id) }
    }

    private func names(_ measures: [Measure]) -> String { measures.map(\.content.name).joined(separator: ", ") }
}
