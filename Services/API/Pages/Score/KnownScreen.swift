import Localization
import Messages

/// The page that compares scores with the answers that followed them.
public struct KnownScreen: Screen {
    public static let template = "known"
    /// Fewest answers for a conclusion.
    public static let minimumAnswers: Int32 = 10
    public let title: String
    /// Nil with too few answers.
    let inside: String?
    let errors: String?
    let verdict: String?
    /// “6 of 10 answers yet”.
    let few: String?
    /// Whether the scores were shown before the answers, or computed afterwards.
    let basis: String?
    /// The errors before and after the measurements of the night had been seen; nil with too few answers of either.
    let night: String?
    let methodology: String

    /// Errors that differ by less are called equal, in points.
    private static let equal = 0.5

    public init(_ reply: TrackRecordQuery.Reply, for reader: Reader) {
        let (words, formats) = (reader.words, reader.formats)
        title = words("known.title")
        methodology = words("mandated.methodology")
        let groups = [reply.nightUnseen, reply.nightSeen].compactMap { group in
            group.flatMap { $0.compared >= Self.minimumAnswers ? $0.error : nil }
        }
        night =
            groups.count == 2
            ? words(
                "known.night",
                [
                    "unseen": formats.number(groups[0], digits: 1), "seen": formats.number(groups[1], digits: 1),
                ]) : nil
        let isShown = reply.shown.answers >= Self.minimumAnswers
        let record = isShown ? reply.shown : reply.computed
        guard record.answers >= Self.minimumAnswers else {
            few = words(
                "known.few",
                ["answers": "\(max(reply.shown.answers, record.answers))", "needed": "\(Self.minimumAnswers)"])
            (inside, errors, verdict, basis) = (nil, nil, nil, nil)
            return
        }
        few = nil
        inside = words(
            "known.inside",
            [
                "inside": formats.number(Double(record.inside)), "answers": formats.number(Double(record.answers)),
                "share": formats.number(100 * Double(record.inside) / Double(record.answers)),
            ])
        if let error = record.error, let last = record.lastError, record.compared >= Self.minimumAnswers {
            errors = words(
                "known.errors",
                ["error": formats.number(error, digits: 1), "last": formats.number(last, digits: 1)])
            verdict = words(
                "known.verdict." + (abs(error - last) < Self.equal ? "equal" : error < last ? "better" : "worse"))
        } else {
            (errors, verdict) = (nil, nil)
        }
        basis =
            isShown
            ? words("known.shown")
            : words("known.computed", ["answers": "\(reply.shown.answers)", "needed": "\(Self.minimumAnswers)"])
    }
}
