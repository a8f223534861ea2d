import Drawing
import Localization
import Messages

/// All kinds of health data with their latest values, to search through.
public struct KindsScreen: Screen {
    public static let template = "kinds"
    public let title: String
    /// The search text; empty if all kinds are listed.
    let search: String
    let groups: [Group]
    let isEmpty: Bool
    let emptyText: String

    /// Kinds that belong together.
    struct Group: Sendable {
        let id: String
        let name: String
        let kinds: [LatestLine]
    }

    /// The order of groups.
    private static let order = [
        "heart", "breath", "blood", "temperature", "body", "sleep", "activity", "walking", "training", "workout",
        "nutrition", "hygiene", "surroundings", "mind", "symptoms", "cycle", "medication", "alcohol",
    ]

    /// - Parameters:
    ///   - kinds: those beyond the daily metrics.
    ///   - metrics: the last days, oldest first.
    ///   - breakdown: of the latest day, whose comparisons the arrows of metrics follow; nil for none.
    ///   - search: shown are kinds whose name or group contains it.
    public init(
        _ kinds: [KindSummary], metrics: [DailyMetrics], breakdown: ScoreBreakdown? = nil, search: String,
        for reader: Reader
    ) {
        let words = reader.words
        title = words("kind.title")
        self.search = search
        let daily = SignalTable.metrics.compactMap { metric -> LatestLine? in
            var row = LatestLine(metric, in: metrics, breakdown, for: reader)
            row?.explained = reader.explained(metric.key)
            return row
        }
        let rows = kinds.compactMap { kind -> (group: String, row: LatestLine)? in
            guard let last = kind.days.last else { return nil }
            let values = kind.days.compactMap { ChartValue(day: Int($0.day.number), value: $0.value) }
            var row = LatestLine(
                reader.name(ofKind: kind.info.kind), reader.amount(last, of: kind.info), last.day,
                address: "/kinds/\(kind.info.kind)",
                values: kind.info.shape == "quantity" || kind.info.shape == "pair" ? values : [], isCompared: false,
                for: reader)
            row.explained = reader.explained(kind.info.kind)
            return (kind.info.group, row)
        }
        let byGroup = Dictionary(grouping: rows, by: \.group).mapValues { $0.map(\.row).sorted { $0.name < $1.name } }
        let all =
            [Group(id: "daily", name: words("kind.group.daily"), kinds: daily)]
            + Self.order.map { Group(id: $0, name: words("kind.group.\($0)"), kinds: byGroup[$0] ?? []) }
        let needle = search.lowercased()
        groups = all.compactMap { group in
            let found =
                needle.isEmpty || group.name.lowercased().contains(needle)
                ? group.kinds : group.kinds.filter { $0.name.lowercased().contains(needle) }
            return found.isEmpty ? nil : Group(id: group.id, name: group.name, kinds: found)
        }
        isEmpty = groups.isEmpty
        emptyText = words(search.isEmpty ? "kind.nothing" : "kind.notFound")
    }
}
