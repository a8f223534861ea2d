/// A page of the section “Ahead”.
public enum GoalTab: String, Sendable, CaseIterable {
    case goals, terms, actions, values, review, plan
}

/// The line of tabs between the pages of the section “Ahead”, in `goals-tabs.mustache`.
struct GoalTabs: Sendable {
    let entries: [Entry]

    /// A tab.
    struct Entry: Sendable {
        let text: String
        let address: String
        let isCurrent: Bool
    }

    init(_ current: GoalTab, for reader: Reader) {
        entries = GoalTab.allCases.map { tab in
            Entry(
                text: reader.words("goalTabs.\(tab.rawValue)"), address: "/\(tab.rawValue)", isCurrent: tab == current)
        }
    }
}
