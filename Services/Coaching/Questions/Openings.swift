/// Varies the beginnings of replies: of several texts that say the same, one is chosen that begins unlike the four replies
/// before it (COA-10). The opening of a text is its first two words.
public struct Openings: Sendable {
    /// Number of earlier replies that count.
    public static let memory = 4

    private let used: Set<String>

    /// - Parameter texts: the conversation's replies so far, oldest first.
    public init(after texts: [String] = []) { used = Set(texts.suffix(Self.memory).map(Self.opening)) }

    /// The first two words, folded.
    public static func opening(of text: String) -> String { FoldedText(text).words.prefix(2).joined(separator: " ") }

    /// Whether none of the replies before begins like the text.
    public func isFree(_ text: String) -> Bool { !used.contains(Self.opening(of: text)) }

    /// The first candidate with a free opening, from the place `turn` on; with more candidates than `memory` that
    /// begin differently there is one.
    public func first(of candidates: [String], from turn: Int) -> String {
        guard !candidates.isEmpty else { return "" }
        let order = candidates.indices.map { candidates[(turn + $0) % candidates.count] }
        return order.first(where: isFree) ?? order[0]
    }
}
