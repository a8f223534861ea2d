import Language
import Messages

/// Whether a reply turns a signal of its prompt around: "above your usual" where the prompt says −1.5.
enum ReplyDirection {
    static func reason(_ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        for step in context.prompt.steps where abs(step.halfSteps) >= 1 {
            guard let name = step.signal.entry?.prompt else { continue }
            let names = WordReader.words(in: name).map(\.text)
            for index in reply.words.indices where matches(names, reply.words, index) {
                let direction = direction(after: index + names.count, reply.words)
                if direction * Int(step.halfSteps) < 0 { return .direction }
            }
        }
        return nil
    }

    private static func matches(_ names: [String], _ words: [Word], _ index: Int) -> Bool {
        index + names.count <= words.count && zip(names, words[index...]).allSatisfy { $0 == $1.text }
    }

    /// 1 for up, −1 for down, 0 for neither or both, in the next words of the clause.
    private static func direction(after start: Int, _ words: [Word]) -> Int {
        guard start < words.count, start > 0 else { return 0 }
        let clause = words[start...].prefix(8).prefix { $0.clause == words[start - 1].clause }.map(\.text)
        guard let verb = clause.firstIndex(where: verbs.contains), verb <= 1, !clause.contains("not") else { return 0 }
        let (isUp, isDown) = (clause.contains(where: up.contains), clause.contains(where: down.contains))
        return isUp == isDown ? 0 : isUp ? 1 : -1
    }

    private static let verbs: Set<String> = [
        "is", "are", "was", "were", "sits", "sit", "looks", "look", "has", "have", "runs", "stands", "came", "remains",
    ]
    private static let up: Set<String> = [
        "above", "higher", "high", "raised", "elevated", "up", "risen", "over", "increased",
    ]
    private static let down: Set<String> = [
        "below", "lower", "low", "under", "beneath", "down", "dropped", "fallen", "reduced", "decreased",
    ]
}
