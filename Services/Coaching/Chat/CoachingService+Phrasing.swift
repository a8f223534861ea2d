import Bus
import Language
import Localization
import Messages
import Questions

/// Other words for a composed reply, by the local model or the gateway.
extension CoachingService {
    /// Lets the local model, where one is configured, phrase a composed reply.
    func phraseLocally(_ draft: DraftReply, _ context: MessageContext) async -> DraftReply {
        var draft = draft
        guard draft.reply.source != .cloud, !draft.isRefusal, !draft.keepsWording else { return draft }
        let language = Localization.Language(rawValue: draft.reply.language ?? "") ?? .english
        guard let phraser, draft.reply.source == .composed, draft.reply.explanation == nil,
            // The title of a source stays as it is.
            draft.question?.wantsReason != true
        else {
            return draft
        }
        let title = draft.reply.moment.flatMap { context.own.all[$0] }.map {
            AnswerWriter.phrase($0.texts(inGerman: language == .german).title)
        }
        report(.phrasing, context.chat.user)
        if let text = await phraser.phrase(
            draft.reply.coachReply, title: title, inGerman: language == .german, country: context.chat.country),
            context.conversation.openings.isFree(text)
        {
            (draft.reply.coachReply, draft.reply.source) = (text, .localModel)
        }
        return draft
    }

    /// Lets the gateway phrase a local reply where that is allowed; otherwise the reply says which gate kept it here.
    func phraseByGateway(
        _ local: ChatReply, _ phrase: Phrase, _ chat: Chat, _ state: CoachState, isCovered: Bool, mayAskGateway: Bool
    ) async -> ChatReply {
        var reply = local
        reply.gate = "crisis"
        // For a day after a crisis nothing of the conversation leaves the machine (SAF-5).
        guard ConversationRules.crisis(state.verdicts + verdicts.waiting(chat.user), at: chat.at) == nil else {
            return reply
        }
        // A message with injection phrases is not sent to a language model; the composed reply is returned as it is.
        reply.gate = "topic"
        guard !InjectionDetector.hasPhrase(chat.text) else { return reply }
        reply.gate = "coverage"
        guard isCovered else { return reply }
        reply.gate = "interrupted"
        guard mayAskGateway else { return reply }
        report(.phrasing, chat.user)
        let phrased = await askGateway(phrase)
        reply.gate = phrased.gate
        if let text = phrased.coachReply, !text.isEmpty {
            (reply.coachReply, reply.source, reply.gate) = (text, .cloud, nil)
            reply.receipt = phrased.receipt
            reply.nextAction = phrased.nextAction ?? local.nextAction
        }
        return reply
    }

    /// The gateway's reply. If the gateway fails, the reply has no text and gate `unavailable`, and the composed reply
    /// remains.
    private func askGateway(_ request: Phrase) async -> PhraseReply {
        do {
            return try await bus.request(request)
        } catch {
            return PhraseReply(gate: "unavailable")
        }
    }
}
