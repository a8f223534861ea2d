import Language
import Questions

/// The trained half of the kinds of questions (COA-8), next to the rules. It reads English only; without the sentence
/// model there is none, and the rules decide alone.
struct KindGate: Sendable {
    /// The kind of a message after rules and head were joined.
    enum Decision: Equatable {
        /// The kind that the rules read, or none if they read none.
        case rules
        /// The kind that the head reads.
        case kind(Question.Kind)
        case offTopic
    }

    /// Minimum probabilities, set on the training rows of each hand by heads of the others; see `Training/MODEL.md`.
    private enum Threshold {
        /// To overrule the rules.
        static let sure = 0.6
        /// To overrule the rules where they are nearly always right.
        static let firm = 0.9
        /// To refuse what the rules would answer.
        static let refused = 0.6
    }

    /// Kinds that the rules rarely take another question for.
    private static let firm: Set<Question.Kind> = [.medical, .doses, .meta, .courtesy]

    private let head: DenseHead

    init?(embedder: String) {
        guard let head = KindHead.load(embedder: embedder) else { return nil }
        self.head = head
    }

    /// - Parameters:
    ///   - rules: the kind that the rules read; nil if they know none.
    ///   - readings: of the message's windows. In a long message, windows that are off topic count only if all are, and
    ///     those that ask about an illness or a dose count alone. The mean of the probabilities of those that count
    ///     decides.
    ///   - namesFeeling: whether the rules read a feeling by its words. “I have insomnia” asks no doctor; what is for one
    ///     ("a lump", "chest pain") the rules read as medical before.
    func decide(_ rules: Question.Kind?, _ readings: [SentenceReading], namesFeeling: Bool = false) -> Decision {
        let read = readings.filter { !$0.isEmpty }.compactMap { head.probabilities($0.features) }
        guard let (best, probability) = likeliest(of: counted(read)) else { return .rules }
        let kind = Question.Kind(rawValue: head.classes[best])
        if let rules {
            var needed = Self.firm.contains(rules) ? Threshold.firm : Threshold.sure
            if namesFeeling, kind == .medical { return .rules }
            if kind == .medical || kind == .doses { needed = min(needed, Threshold.refused) }
            if kind == rules || probability < needed { return .rules }
        }
        return kind.map(Decision.kind) ?? .offTopic
    }

    private func counted(_ windows: [[Double]]) -> [[Double]] {
        let kinds = windows.map { likeliest(of: [$0]).flatMap { Question.Kind(rawValue: head.classes[$0.index]) } }
        let ill = zip(windows, kinds).filter { $1 == .medical || $1 == .doses }.map(\.0)
        let onTopic = zip(windows, kinds).filter { $1 != nil }.map(\.0)
        return !ill.isEmpty ? ill : !onTopic.isEmpty ? onTopic : windows
    }

    /// The class with the largest mean probability over the windows; nil if there are none.
    private func likeliest(of windows: [[Double]]) -> (index: Int, probability: Double)? {
        guard let first = windows.first else { return nil }
        let sums = windows.dropFirst().reduce(first) { zip($0, $1).map(+) }
        return sums.indices.max { sums[$0] < sums[$1] }.map { ($0, sums[$0] / Double(windows.count)) }
    }
}
