import Messages

/// A link to the crisis card, for pages that have no room for the card itself.
struct CrisisLink: Sendable {
    let title: String
    let address: String

    init(_ card: CrisisCard) {
        title = card.title
        address = "/safety?reason=\(card.reason ?? .selfHarm)&chat=1"
    }
}
