import Bus
import Messages

/// Provides a crisis card if the requested service failed before it could classify a text (SAF-4). The safety service
/// classifies the text; if it fails too, the table in this process supplies a general card.
public struct CrisisFallback: Sendable {
    private let bus: any Requesting
    private let country: String
    private let inGerman: Bool

    /// - Parameters:
    ///   - bus: client for requests to the safety service.
    ///   - country: ISO 3166 alpha-2; empty if unknown.
    ///   - inGerman: language of the card if the safety service fails; the text is not examined then.
    public init(bus: any Requesting, country: String, inGerman: Bool) {
        (self.bus, self.country, self.inGerman) = (bus, country, inGerman)
    }

    /// Whether the text may be unread after an error: a service or its disk failed, or refused the text, for example as
    /// too long or as written to another version than the stored one.
    public static func mayBeUnread(_ error: ServiceError) -> Bool {
        [
            .unavailable, .timeout, .interrupted, .busy, .storage, .failed, .refused, .invalid, .conflict, .notFound,
        ].contains(error.code)
    }

    /// The level and the card for a text; nil if the text is no crisis. If the text could not be classified, the level
    /// is `caution` and the card's reason `unavailable`.
    public func card(for text: String) async -> (level: Verdict.Level, card: CrisisCard)? {
        for part in Self.parts(of: text) {
            guard let verdict = try? await bus.request(Classify(text: part, country: country, effort: .thorough)) else {
                return (.caution, CrisisCardWriter.card(country: country, reason: .unavailable, inGerman: inGerman))
            }
            guard verdict.level == .crisis else { continue }
            return (
                .crisis,
                verdict.card
                    ?? CrisisCardWriter.card(country: country, reason: verdict.reason ?? .selfHarm, inGerman: inGerman)
            )
        }
        return nil
    }

    /// Performs a request that carries a text of the person.
    /// - Throws: `UnreadText` if the text may be unread and its writer may be in danger; else the request's error.
    public func reading<Reply>(_ text: String, _ perform: () async throws -> Reply) async throws -> Reply {
        do {
            return try await perform()
        } catch let error as ServiceError where !text.isEmpty && Self.mayBeUnread(error) {
            guard let found = await card(for: text) else { throw error }
            throw UnreadText(error: error, level: found.level, card: found.card)
        }
    }

    /// The verdict on texts that were stored; nil if they are safe. A repeated command, and texts that wait for safety,
    /// come without a verdict: it is made again.
    /// - Parameter level: the judgement of the stored texts; nil if there is none yet.
    public func verdict(_ verdict: Verdict?, level: Verdict.Level?, on text: String) async -> Verdict? {
        if let verdict { return verdict.level == .safe ? nil : verdict }
        guard level != .safe, !text.isEmpty, let found = await card(for: text) else { return nil }
        return Verdict(level: found.level, reason: .unavailable, card: found.card)
    }

    /// Splits a text longer than `maximumScalars` into overlapping parts. Of a very long text only the end and the
    /// beginning are used.
    static func parts(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count > maximumScalars else { return [text] }
        let starts = stride(from: 0, to: scalars.count, by: maximumScalars - overlap).map { $0 }
        let chosen = starts.count > maximumParts ? [starts[starts.count - 1]] + starts.prefix(maximumParts - 1) : starts
        return chosen.map { start in
            var part = String.UnicodeScalarView()
            part.append(contentsOf: scalars[start..<min(start + maximumScalars, scalars.count)])
            return String(part)
        }
    }

    /// Length of a part in Unicode scalars. Safety accepts 20,000, but must judge a part within `Classify.budget` on a
    /// slow machine too.
    private static let maximumScalars = 4_000
    /// Overlap in Unicode scalars: longer than a sentence, so that none is split in both parts.
    private static let overlap = 500
    private static let maximumParts = 10
}

/// A text of a person who may be in danger, and that was not kept: its service failed before it could judge it (SAF-4), or
/// refused it for what it says.
public struct UnreadText: Error {
    /// The failure of the request.
    public let error: ServiceError
    /// `caution` if nobody could read the text.
    public let level: Verdict.Level
    public let card: CrisisCard

    public init(error: ServiceError, level: Verdict.Level, card: CrisisCard) {
        self.error = error
        self.level = level
        self.card = card
    }
}
