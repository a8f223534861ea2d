import Bus
import CrisisCards
import Language
import Messages
import Storage

extension CoachingService {
    /// One message and its answer: safety first, then what is composed here, then the gateway's phrasing where it may be asked (COA-6, SAF-4 … SAF-6).
    /// The message is judged, answered and forgotten. A retry under the same id gets the first answer; a crisis is judged anew each time and gets its card.
    func chat(_ chat: Chat, id: RequestID, until deadline: ContinuousClock.Instant = .now + Chat.budget) async throws -> ChatReply {
        guard chat.text.contains(where: { !$0.isWhitespace }) else { throw BusError(.invalid, "The message is empty; write at least a word.") }
        guard chat.text.count <= Chat.maximumCharacters, chat.text.unicodeScalars.count <= 2 * Chat.maximumCharacters else {
            throw BusError(.invalid, "A message has at most \(Chat.maximumCharacters) characters; shorten it.")
        }
        let verdict: Verdict
        do {
            verdict = try await bus.request(Classify(text: chat.text, country: chat.country), budget: Classify.budget)
        } catch {
            log.warning("Safety did not answer a chat message.", metadata: ["error": "\((error as? BusError)?.code ?? .failed)"])
            let card = CrisisCardWriter.card(country: chat.country, reason: .unavailable, inGerman: LanguageGuess.of(chat.text) == .german)
            return ChatReply(coachReply: HelpTexts.unavailable, source: .fixed, level: .caution, crisis: card, gate: "safety")
        }
        switch verdict.level {
        case .safe: return try await answerOnce(chat, id, until: deadline)
        // An unknown level from a newer safety service is treated as the gravest of those that are not a crisis.
        case .crisis: return await answerCrisis(chat, verdict, id)
        default: return await answerCaution(chat, verdict, id)
        }
    }

    /// Longer than anybody can still be answering.
    private static let longestAnswer: Milliseconds = 35_000

    /// Answers, or gives the answer that was given. Where the process that was answering is gone, the gateway is not asked a second time.
    private func answerOnce(_ chat: Chat, _ id: RequestID, until deadline: ContinuousClock.Instant) async throws -> ChatReply {
        while true {
            let claim: ChatRows.Claim
            do {
                claim = try await store.write { try ChatRows(user: chat.user, transaction: $0).claim(id, at: chat.at) }
            } catch let error as BusError where [.storage, .busy].contains(error.code) {
                // Nobody can know whether the gateway was asked; the answer from here is the same in kind each time.
                return try await answer(chat, mayAskGateway: false)
            }
            switch claim {
            case .answered(let reply): return reply
            case .first:
                do {
                    return try await keep(try await answer(chat, mayAskGateway: true), chat, id)
                } catch {
                    try? await store.write { try ChatRows(user: chat.user, transaction: $0).release(id) }
                    throw error
                }
            case .underway(let since) where chat.at - since >= Self.longestAnswer:
                return try await keep(try await answer(chat, mayAskGateway: false), chat, id)
            case .underway:
                guard deadline - .now > .seconds(1) else {
                    throw BusError(.busy, "This message is still being answered; send it again.", retryAfter: 1_000)
                }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    /// Keeps a reply for retries, also where the caller has gone meanwhile. One that cannot be kept is given all the same.
    func keep(_ reply: ChatReply, _ chat: Chat, _ id: RequestID) async throws -> ChatReply {
        let (store, log) = (store, log)
        return await Task {
            do {
                return try await store.write { try ChatRows(user: chat.user, transaction: $0).keep(reply, to: id, at: chat.at) }
            } catch {
                log.warning("An answer could not be kept for retries.", metadata: ["error": "\((error as? BusError)?.code ?? .failed)"])
                return reply
            }
        }.value
    }
}
