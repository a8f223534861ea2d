import CrisisCards
import Hummingbird
import Localization
import Messages
import Pages

/// Forms whose texts safety judges, and the fields that a service refused.
extension WebRoutes {
    /// The key of the forms on a page: a form sent twice counts once.
    func freshKey(_ visit: Visit) -> String { "\(visit.tag).\(EntityID.random())" }

    /// Sends a command with texts.
    /// - Parameters:
    ///   - texts: all free texts of the command.
    ///   - judged: safety's verdict in the reply, and its judgement of the stored texts.
    /// - Returns: the reply, and the crisis card of a person who may be in danger (SAF-4).
    /// - Throws: `ServiceError`; `Problem` with a crisis card if safety may not have read the texts.
    func keepWritten<R: UserRequest>(
        _ command: R, _ texts: [String], id: Messages.RequestID, _ visit: Visit,
        judged: (R.Reply) -> (verdict: Verdict?, level: Verdict.Level?)
    ) async throws -> (reply: R.Reply, card: CrisisCard?) {
        let text = texts.joined(separator: "\n")
        do {
            let reply = try await bus.request(command, id: id)
            let (verdict, level) = judged(reply)
            if let card = verdict?.card { return (reply, card) }
            // A repeated command has no verdict, nor have texts that wait for safety: the card is made again.
            guard verdict == nil, level != .safe, !text.isEmpty else { return (reply, nil) }
            return (reply, await fallback(visit).card(for: text)?.card)
        } catch let error as ServiceError {
            throw await withCard(error, text, visit)
        }
    }

    /// The error, with a crisis card if the text may be unread and its writer may be in danger (SAF-4).
    func withCard(_ error: ServiceError, _ text: String, _ visit: Visit) async -> any Error {
        guard !text.isEmpty, CrisisFallback.mayBeUnread(error),
            let card = await fallback(visit).card(for: text)?.card
        else { return error }
        var problem = Problem(error)
        problem.crisis = card
        return problem
    }

    /// Leads on after a form was saved: to the safety page for a person who may be in danger.
    func savedForm(_ card: CrisisCard?, _ path: String, toast: String = "saved") -> Response {
        guard let card else { return seeOther(path, toast: toast) }
        return seeOther("/safety?reason=\(card.reason ?? .selfHarm)", toast: toast)
    }

    /// The sentences of an error by field; those of the whole form below `form`.
    /// - Parameter named: the form's name of a field of the command; nil if the form has no such field.
    func sentences(of error: ServiceError, _ visit: Visit, named: (String) -> String? = { $0 }) -> [String: String] {
        guard !error.fields.isEmpty else {
            let sentence =
                error.code == .conflict ? visit.reader.words("actionpages.stale") : visit.reader.sentence(error)
            return ["form": sentence]
        }
        var problems: [String: String] = [:]
        for field in error.fields {
            let sentence = Problem.Field(field, in: visit.reader.settings.language).sentence
            let name = named(field.field) ?? "form"
            if problems[name] == nil {
                problems[name] = sentence
            } else if problems[name]?.contains(sentence) == false {
                problems[name]? += " \(sentence)"
            }
        }
        return problems
    }
}
