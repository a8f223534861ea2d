import Language
import Messages
import Questions

extension CoachingService {
    /// The explanation that a question of no known kind may ask for; nil for a message that is no question.
    func explainTerm(_ context: MessageContext) async -> DraftReply? {
        guard Self.isQuestion(context.chat.text) else { return nil }
        var question = Question(.explain, [], language: context.language)
        question.isGuessed = true
        return await answerQuestion(context, question)
    }

    /// The reply that explains a term by the library, with the person's own value of that metric; nil if the library
    /// has no explanation of it.
    func explain(_ context: MessageContext, _ question: Question) async -> ChatReply? {
        let writer = context.writer
        let meanings = question.language == .english ? context.readings?.map(\.meaning) : nil
        var found = shipped.explanations.explanation(
            for: context.chat.text, inGerman: question.language == .german,
            isOurs: !question.isGuessed && TopicNames.topic(of: context.chat.text) != .none
                || !question.isGuessed && FoldedText(context.chat.text).has("data"),
            meanings: meanings)
        // “And what would be normal?” names its subject in the question before.
        if let named = question.subjects.first.map(writer.bareName), found?.phrase == nil {
            let whole = named + " " + context.chat.text
            found =
                shipped.explanations.explanation(for: whole, inGerman: question.language == .german, meanings: nil)
                ?? found
        }
        let texts = found.map { question.language == .german ? $0.explanation.german : $0.explanation.english }
        let what = texts.map { texts in
            // The sentence with the numbers answers what is normal.
            question.asksNorm && !texts.what.contains(where: \.isNumber) && texts.moves.contains(where: \.isNumber)
                ? texts.moves : texts.what
        }
        // “What is the difference between RMSSD and SDNN?” names both; the first has the answer.
        let subject = question.subjects.first.flatMap { subject in
            found == nil || found?.phrase.map(subject.isNamed) == true ? subject : nil
        }
        var reply: ChatReply
        if let subject {
            // Without the numbers the explanation is given alone.
            let numbers = try? await context.numbers.numbers(of: subject, for: [context.week])
            reply = Self.composed(
                writer.explain(
                    subject, numbers, what: texts.flatMap { texts in what.map { writer.named($0, by: texts.title) } }))
        } else if let texts {
            reply = ChatReply(
                coachReply: writer.named(texts.what, by: texts.title) + " " + texts.moves, source: .composed,
                level: .safe, gate: "library")
        } else {
            return nil
        }
        reply.explanation = found.map {
            ExplanationLink(
                id: $0.explanation.id, title: texts?.title ?? "", sourceTitle: $0.explanation.source.title,
                sourceYear: $0.explanation.source.year ?? 0)
        }
        return reply
    }
}
