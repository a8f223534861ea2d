import Localization
import Messages

/// How many samples of each kind are stored of a day, with their sources and what devices say that they have.
public struct InventoryScreen: Screen {
    public static let template = "inventory"
    public let title: String
    let back: String
    let before: BreakdownScreen.Step?
    let after: BreakdownScreen.Step?
    let summary: String
    let kinds: [Row]
    let hasKinds: Bool

    /// One kind.
    struct Row: Sendable {
        let name: String
        /// The name as it is shown.
        let shownName: String
        let count: String
        /// Sources with their numbers, and the last arrival.
        let details: String
        /// A sentence on the count that a device reports; nil if none does.
        let stated: String?
        let isMissing: Bool
    }

    /// - Parameter moment: an instant's date and time where the person is.
    public init(_ inventory: DayInventory, moment: (Milliseconds) -> String, for reader: Reader) {
        let (words, formats, day) = (reader.words, reader.formats, inventory.day)
        title = words("inventory.title", ["day": reader.dayNameInSentence(day)])
        back = "/breakdown?day=\(day)"
        before = BreakdownScreen.Step(day.advanced(by: -1), of: "/inventory", for: reader)
        after = day < reader.today ? BreakdownScreen.Step(day.advanced(by: 1), of: "/inventory", for: reader) : nil
        kinds = inventory.kinds.map { Row($0, moment: moment, reader) }.sorted { $0.name < $1.name }
        hasKinds = !kinds.isEmpty
        let total = inventory.kinds.reduce(0) { $0 + $1.stored }
        summary =
            kinds.isEmpty
            ? words("inventory.none") : words("inventory.total", count: Int(total), formats.number(Double(total)))
    }
}

extension InventoryScreen.Row {
    fileprivate init(_ kind: KindInventory, moment: (Milliseconds) -> String, _ reader: Reader) {
        let (words, formats) = (reader.words, reader.formats)
        name = reader.name(ofAnyKind: kind.kind)
        shownName = LongWords.breakable(name)
        count = formats.number(Double(kind.stored))
        let sources = kind.sources.map { source in
            let name = source.name.isEmpty ? words("readings.unknownSource") : source.name
            return kind.sources.count == 1 ? name : "\(name) \(formats.number(Double(source.readings)))"
        }
        let arrived = kind.arrived.map { words("readings.arrived", ["time": moment($0)]) }
        details = (sources + [arrived].compactMap(\.self)).joined(separator: " · ")
        let isMissing = kind.missing > 0
        self.isMissing = isMissing
        stated = kind.stated.map(\.count).max().map { count in
            let number = formats.number(Double(count))
            return isMissing
                ? words(
                    "inventory.missing", count: Int(kind.missing), formats.number(Double(kind.missing)),
                    ["stated": number])
                : words("inventory.complete", ["stated": number])
        }
    }
}

extension Reader {
    /// Name of a kind, also of one with a daily metric.
    func name(ofAnyKind kind: String) -> String {
        let keys = ["kind.name.\(kind)", "source.kind.\(kind)", "inventory.kind.\(kind)"]
        return keys.first(where: words.contains).map { words($0) } ?? kind
    }
}
