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

    /// True where nobody may have read the text: a service or its disk failed, or refused it, as one that is too long.
    public static func isUnread(_ error: BusError) -> Bool {
        [.unavailable, .timeout, .interrupted, .busy, .storage, .failed, .refused, .invalid].contains(error.code)
    }

    /// The level and the card; nil for a text that is no crisis. `caution` with reason `unavailable` where nobody could judge the text.
    public func card(for text: String) async -> (level: Verdict.Level, card: CrisisCard)? {
        for part in Self.parts(of: text) {
            guard let verdict = try? await bus.request(Classify(text: part, country: country)) else {
                return (.caution, CrisisCardWriter.card(country: country, reason: .unavailable, inGerman: inGerman))
            }
            guard verdict.level == .crisis else { continue }
            return (.crisis, verdict.card ?? CrisisCardWriter.card(country: country, reason: verdict.reason ?? .selfHarm, inGerman: inGerman))
        }
        return nil
    }

    /// A text that is longer than safety takes, in overlapping parts; of a very long one the end and the beginning.
    static func parts(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count > longest else { return [text] }
        let starts = stride(from: 0, to: scalars.count, by: longest - overlap).map { $0 }
        let chosen = starts.count > mostParts ? [starts[starts.count - 1]] + starts.prefix(mostParts - 1) : starts
        return chosen.map { start in
            var part = String.UnicodeScalarView()
            part.append(contentsOf: scalars[start..<min(start + longest, scalars.count)])
            return String(part)
        }
    }

    /// Unicode scalars of a part; safety takes 20,000.
    private static let longest = 10_000
    /// Longer than a sentence.
    private static let overlap = 500
    private static let mostParts = 4
}
