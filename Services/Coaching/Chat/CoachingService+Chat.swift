import Bus
import CrisisCards
import Language
import Localization
import Messages
import Storage

extension CoachingService {
    /// Answers one message: the safety verdict first, then the reply composed locally, then the gateway's phrasing
    /// where it is allowed (COA-6, SAF-4 … SAF-6). A safe message is kept sealed for 30 days.
    /// A retry under the same id returns the first reply; a crisis is classified again each time and gets its card.
    /// - Throws: `ServiceError(.invalid)` for an empty or too long message.
    func chat(_ chat: Chat, id: RequestID, until deadline: ContinuousClock.Instant = .now + Chat.budget) async throws
        -> ChatReply
    {
        try validate(chat)
        var reply: ChatReply
        if let verdict = await classify(chat) {
            switch verdict.level {
            case .safe: reply = try await answerOnce(chat, id, until: deadline)
            case .crisis: reply = await answerCrisis(chat, verdict, id)
            // “Moin” is too short for safety to know its language; a greeting or thanks alone holds nothing else.
            case .caution where verdict.reason == .unknownLanguage && SmallTalk.phrases(chat.text) != nil:
                reply = try await answerOnce(chat, id, until: deadline)
            // An unknown level from a newer safety service is treated as the gravest level below crisis.
            default: reply = await answerCaution(chat, verdict, id)
            }
        } else {
            reply = answerUnclassified(chat)
        }
        reply.label = Catalogue.asked(chat.language)("mandated.generated")
        return reply
    }

    private func validate(_ chat: Chat) throws {
        guard chat.text.contains(where: { !$0.isWhitespace }) else {
            throw ServiceError(.invalid, "The message is empty; write at least a word.")
        }
        guard chat.text.count <= Chat.maximumCharacters, chat.text.unicodeScalars.count <= 2 * Chat.maximumCharacters
        else {
            throw ServiceError(.invalid, "A message has at most \(Chat.maximumCharacters) characters; shorten it.")
        }
    }

    /// nil if the safety service did not reply.
    private func classify(_ chat: Chat) async -> Verdict? {
        do {
            // A reply takes seconds anyway, and a message is short: all of it is read.
            return try await bus.request(
                Classify(text: chat.text, country: chat.country, effort: .thorough), budget: Classify.budget)
        } catch {
            log.warning(
                "The safety service did not reply to a chat message.",
                metadata: ["error": "\(ServiceError.logText(error))"])
            return nil
        }
    }

    private func answerUnclassified(_ chat: Chat) -> ChatReply {
        let card = CrisisCardWriter.card(
            country: chat.country, reason: .unavailable, inGerman: LanguageGuess.of(chat.text) == .german)
        return ChatReply(
            coachReply: HelpTexts.unavailable.text(.asked(chat.language)), source: .fixed, level: .caution,
            crisis: card, gate: "safety")
    }

    /// Upper bound of the time an answer takes, in milliseconds: an older claim is abandoned.
    private static let maximumAnswer: Milliseconds = 35_000

    /// Returns the stored reply, or composes one. If the process that claimed the request is gone, the gateway is not
    /// asked again.
    private func answerOnce(_ chat: Chat, _ id: RequestID, until deadline: ContinuousClock.Instant) async throws
        -> ChatReply
    {
        while true {
            let (claim, plan): (ChatRows.Claim, PlanUpdated?)
            do {
                (claim, plan) = try await store.write { transaction in
                    let claim = try ChatRows(user: chat.user, transaction: transaction).claim(id, at: chat.at)
                    if case .first = claim {
                        let verdict = NotedVerdict(
                            id: EntityID(high: id.high, low: id.low), revision: 1, at: chat.at, level: .safe,
                            fromChat: true)
                        try verdict.emit(about: chat.user, in: transaction)
                    }
                    return (claim, try PlanRows(user: chat.user, transaction: transaction).latest())
                }
            } catch let error as ServiceError where [.storage, .busy].contains(error.code) {
                // The gateway may or may not have been asked. The locally composed reply is equivalent each time.
                return try await answer(chat, mayAskGateway: false).reply
            }
            switch claim {
            case .answered(let reply): return reply.shown(plan)
            case .first:
                report(.composing, chat.user)
                do {
                    return try await keepTurn(try await answer(chat, mayAskGateway: true), chat, id)
                } catch {
                    try? await store.write { try ChatRows(user: chat.user, transaction: $0).release(id) }
                    throw error
                }
            case .underway(let since) where chat.at - since >= Self.maximumAnswer:
                return try await keepTurn(try await answer(chat, mayAskGateway: false), chat, id)
            case .underway:
                guard deadline - .now > .seconds(1) else {
                    throw ServiceError(.busy, "This message is still being answered; send it again.", retryAfter: 1_000)
                }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    /// Stores a reply for retries even if the caller is gone. A reply that cannot be stored is returned anyway.
    /// - Parameter turn: of a safe message; messages with another verdict do not enter the conversation.
    func keep(_ reply: ChatReply, turn: StoredTurn? = nil, _ chat: Chat, _ id: RequestID) async throws -> ChatReply {
        let (store, log) = (store, log)
        return await Task {
            do {
                return try await store.write {
                    let conversation = ConversationRows(user: chat.user, transaction: $0)
                    if let turn { try conversation.keep(turn, id) } else { try conversation.keepPlaceholder(chat, id) }
                    return try ChatRows(user: chat.user, transaction: $0).keep(reply, to: id, at: chat.at)
                }
            } catch {
                log.warning(
                    "A reply could not be stored for retries.",
                    metadata: ["error": "\(ServiceError.logText(error))"])
                return reply
            }
        }.value
    }

    private func keepTurn(_ draft: DraftReply, _ chat: Chat, _ id: RequestID) async throws -> ChatReply {
        let turn = StoredTurn(
            turn: ChatTurn(at: chat.at, text: chat.text, reply: draft.reply),
            question: draft.question.map { QuestionNote($0) }, reason: draft.reason)
        return try await keep(draft.reply, turn: turn, chat, id)
    }
}
