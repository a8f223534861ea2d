import Messages
import Storage

/// Titles of a person that safety has judged and that are no crisis: those that may be compared (SAF-1).
struct TitleRows {
    /// Actions whose titles are compared: those of a year with three a day.
    static let maximumActions = 1_000
    /// Goals and values whose titles are compared.
    static let maximumTitles = 5_000

    let user: UserID
    let transaction: Transaction

    /// Calls `body` with each entry of a kind, goals and values in the order of their ids, actions from the latest on.
    func forEach(_ kind: TitleKind, _ body: (EntityID, String) throws -> Void) throws {
        let (table, order, limit) =
            switch kind {
            case .goal: ("goals", "x.id", Self.maximumTitles)
            case .value: ("personal_values", "x.id", Self.maximumTitles)
            default: ("actions", "x.start DESC, x.id DESC", Self.maximumActions)
            }
        let abstractions = AbstractionRows(user: user, transaction: transaction)
        try transaction.forEachRow(
            """
            SELECT a.id, a.texts, a.level FROM \(table) x JOIN abstractions a ON a.user = x.user AND a.id = x.id
            WHERE x.user = ? AND a.level IS NOT NULL ORDER BY \(order) LIMIT ?
            """, [user, limit]
        ) { row in
            let titles = try transaction.openEach(CollectionOfOne(row), of: user, in: "abstractions") {
                row -> (id: EntityID, title: String)? in
                let id: EntityID = try row["id"]
                let texts = try abstractions.texts(row["texts"], of: id)
                guard try AbstractionRows.level(row, texts).map({ $0 < .crisis }) == true else { return nil }
                return texts.title.map { (id, $0) }
            }
            for title in titles.values { try body(title.id, title.title) }
            return true
        }
    }
}
