import Messages

/// A link to a crisis card, shown where the card itself would be in the way.
struct CrisisLink: Sendable {
    let title: String
    let address: String

    init(_ card: CrisisCard) {
        title = card.title
        address = "/safety?reason=\(card.reason ?? .selfHarm)&chat=1"
    }
}
