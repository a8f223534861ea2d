import Bus
import Messages

/// The card of somebody in danger where the service that was asked does not answer, or could not judge what they wrote (SAF-4): safety judges the text, and
/// where it does not answer either the table in this process speaks.
public struct CrisisFallback: Sendable {
    private let bus: any Requesting
    private let country: String
    private let inGerman: Bool

    /// - Parameters:
    ///   - country: ISO 3166 alpha-2; empty where unknown.
    ///   - inGerman: for the card that comes without safety, which cannot go by the text.
    public init(bus: any Requesting, country: String, inGerman: Bool) { (self.bus, self.country, self.inGerman) = (bus, country, inGerman) }

    /// True where a service or its disk failed; false where the request itself was wrong.
    public static func isOutage(_ error: BusError) -> Bool {
        [.unavailable, .timeout, .interrupted, .busy, .storage, .failed, .refused].contains(error.code)
    }

    /// The level and the card; nil for a text that is no crisis. `caution` with reason `unavailable` where nobody could judge the text.
    public func card(for text: String) async -> (level: Verdict.Level, card: CrisisCard)? {
        guard let verdict = try? await bus.request(Classify(text: text, country: country)) else {
            return (.caution, CrisisCardWriter.card(country: country, reason: .unavailable, inGerman: inGerman))
        }
        guard verdict.level == .crisis else { return nil }
        return (.crisis, verdict.card ?? CrisisCardWriter.card(country: country, reason: verdict.reason ?? .selfHarm, inGerman: inGerman))
    }
}
