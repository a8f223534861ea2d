import Language
import Messages

/// Validates a cloud reply before it is shown (COA-9). The service requests the safety verdict after it.
///
/// Each check is a pure value with its own words and returns the named reason of its refusal. The checks read the whole
/// reply, so that nothing hides in a sentence that is cut off.
enum ReplyValidator {
    /// Characters.
    static let maximumReplyLength = 400
    /// Characters.
    static let maximumActionLength = 120

    /// The reply as it is shown: at most two sentences and one action on one line; `!` and `?` are kept.
    /// - Throws: `Refusal` at the gate `secondWall`, whose reason is a `ReplyFault`.
    static func validate(_ raw: CloudReply, _ prompt: PromptBuilder) throws(Refusal) -> CloudReply {
        let reply = try sanitised(raw)
        if let reason = reason(raw, shown: reply, prompt) { throw Refusal(.secondWall, reason.rawValue) }
        return reply
    }

    /// The first two sentences and the action.
    /// - Throws: `Refusal` if the rest is empty or too long.
    static func sanitised(_ reply: CloudReply) throws(Refusal) -> CloudReply {
        let text = ReplyText.sentences(2, of: reply.coachReply)
        let action = reply.nextAction.map { ReplyText.sentences(1, of: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        guard !text.isEmpty, text.count <= maximumReplyLength, (action?.count ?? 0) <= maximumActionLength else {
            throw Refusal(.secondWall, ReplyFault.schema.rawValue)
        }
        return CloudReply(coachReply: text, nextAction: action)
    }

    /// Why the reply is refused; nil if it is not. The first check that refuses names the reason.
    private static func reason(_ raw: CloudReply, shown: CloudReply, _ prompt: PromptBuilder) -> ReplyFault? {
        let (text, context) = (ReplyText(raw), ReplyContext(prompt))
        let written = [raw.coachReply, raw.nextAction].compactMap(\.self)
        let parts = [shown.coachReply, shown.nextAction].compactMap(\.self)
        let checks: [() -> ReplyFault?] = [
            { ReplyForm.reason(written, text) }, { ReplyLanguage.reason(parts, text, context) },
            { ReplyRole.reason(text, context) }, { MedicalAdvice.reason(text, context) },
            { HarmfulAdvice.reason(text, context) }, { Promises.reason(text, context) },
            { ReplyNumbers.reason(text, context) }, { ReplyDirection.reason(text, context) },
            { ReplyNames.reason(parts, context) }, { Grounding.reason(parts, context) },
        ]
        return checks.lazy.compactMap { $0() }.first
    }
}

extension Redaction {
    /// True if the text holds nothing with the form of an identifier. Names and addresses are ignored: they are guessed
    /// from capital letters and would match titles of the public library. No person's text reaches this check.
    static func isClean(_ text: String) -> Bool {
        Redactor().redact(text).spans.allSatisfy { $0.kind == .name || $0.kind == .address }
    }
}
