import Localization
import Messages
import Questions

extension CoachingService {
    /// The reply to “why 2,000?” and “why so much protein?”, from the plan's own numbers and reasons; without numbers
    /// while they are put away or there is no plan on purpose (PLN-10).
    /// - Returns: nil if the message asks for something else.
    func explainPlan(_ context: MessageContext) -> DraftReply? {
        // Amounts of substances and illnesses are not the plan's.
        guard let known = context.plan, context.rules?.kind != .doses, context.rules?.kind != .medical else {
            return nil
        }
        let plan = known.numbersHidden ? nil : known.plan
        guard let question = PlanQuestion.read(context.chat.text, targets: plan?.targets) else { return nil }
        var reply: ChatReply
        if known.numbersHidden {
            reply = Self.fixed(context.writer.hiddenNumbers, gate: "numbers")
        } else if known.care != nil {
            reply = Self.fixed(context.writer.carefulPlan, gate: "numbers")
        } else if let text = plan.flatMap({ context.writer.reason(question.target, of: $0) }) {
            // A reply that holds the person's numbers is never phrased by the cloud model.
            reply = ChatReply(coachReply: text, source: .composed, level: .safe, gate: "numbers")
            reply.namesPlan = true
        } else {
            return nil
        }
        reply.kind = Question.Kind.cause.rawValue
        reply.language = context.language.rawValue
        return DraftReply(reply: reply)
    }
}

extension StoredTurn {
    /// The turn as it is shown: without a reply's numbers of the plan while these are put away, or while there is no
    /// plan on purpose (PLN-10).
    func shown(_ known: PlanUpdated?) -> StoredTurn {
        var shown = self
        // Releases before `namesPlan` marked no reply; those to questions for the plan's reasons noted no question.
        let isOlder = question == nil && turn.reply.gate == "numbers" && turn.reply.kind == Question.Kind.cause.rawValue
        shown.turn.reply.namesPlan = turn.reply.namesPlan ?? (isOlder ? true : nil)
        shown.turn.reply = shown.turn.reply.shown(known)
        return shown
    }
}

extension ChatReply {
    /// As `StoredTurn.shown`.
    func shown(_ known: PlanUpdated?) -> ChatReply {
        guard namesPlan == true, let known, known.numbersHidden || known.care != nil else { return self }
        let words = Catalogue.shipped(Localization.Language(rawValue: language ?? "") ?? .english)
        var shown = self
        shown.coachReply = words(known.numbersHidden ? "answer.target.hidden" : "answer.target.care")
        (shown.source, shown.namesPlan) = (.fixed, nil)
        return shown
    }
}
