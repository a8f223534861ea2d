import Messages

/// A link to the page of a crisis card, for pages that have no room for the card itself.
public struct CrisisLink: Sendable {
    /// The verdict that the person can take back on the page.
    public enum Denial: Sendable {
        /// One that the coach keeps: of a chat message, a goal, a term, an action, a value or a review.
        case ofCoach
        case ofEntry(EntityID)
    }

    let title: String
    public let address: String

    /// - Parameter denial: nil where nothing was judged as a crisis, such as for a text that nobody could read.
    public init(_ card: CrisisCard, denial: Denial?) {
        title = card.title
        address = Self.address(card.reason ?? .selfHarm, denial: denial)
    }

    /// Path of the page.
    public static func address(_ reason: Verdict.Reason, denial: Denial?) -> String {
        let page = "/safety?reason=\(reason)"
        return switch denial {
        case .ofCoach: page + "&chat=1"
        case .ofEntry(let id): page + "&entry=\(id)"
        case nil: page
        }
    }
}
