import Bus
import CrisisCards
import Messages

/// What a person can do with goals, terms, actions, values, measures, reviews and health rules by writing texts.
public struct GoalActions: Sendable {
    private let bus: any Requesting
    private let fallback: CrisisFallback

    /// - Parameter fallback: judges texts that the goals service did not.
    public init(bus: any Requesting, fallback: CrisisFallback) {
        self.bus = bus
        self.fallback = fallback
    }

    /// Saves texts. If safety did not judge them in time, their verdict is made again (SAF-4).
    /// - Parameters:
    ///   - texts: those to judge; all of the command by default.
    ///   - id: the same for a repetition.
    /// - Throws: `UnreadText` if the texts may be unread and their writer may be in danger; else `ServiceError`.
    public func save<Command: WrittenCommand>(_ command: Command, texts: [String]? = nil, id: RequestID = .fresh())
        async throws -> Command.Reply
    {
        let text = (texts ?? command.texts).joined(separator: "\n")
        var reply = try await fallback.reading(text) { try await bus.request(command, id: id) }
        reply.verdict = await fallback.verdict(reply.verdict, level: reply.facts.level, on: text)
        return reply
    }

    /// Sends a question with a text that is only read.
    /// - Throws: as `save`.
    public func ask<Question: UserRequest>(_ question: Question, about text: String) async throws -> Question.Reply {
        try await fallback.reading(text) { try await bus.request(question) }
    }
}

/// A command that saves texts of a person.
public protocol WrittenCommand: UserRequest, WrittenTexts where Reply: JudgedReply {}

/// A reply with a judgement of the texts that were saved.
public protocol JudgedReply {
    /// Nil if they are safe or not judged.
    var verdict: Verdict? { get set }
    /// Of the saved entry.
    var facts: RecordFacts { get }
}

extension SaveGoal: WrittenCommand {
    /// The texts of its content.
    public var texts: [String] { content.texts }
}

extension SaveTerm: WrittenCommand {
    /// The texts of its content.
    public var texts: [String] { content.texts }
}

extension CloseTerm: WrittenCommand {
    /// The texts of its content.
    public var texts: [String] { [reflection] }
}

extension SaveAction: WrittenCommand {
    /// The texts of its content.
    public var texts: [String] { content.texts }
}

extension SaveValue: WrittenCommand {
    /// The texts of its content.
    public var texts: [String] { content.texts }
}

extension SaveMeasure: WrittenCommand {
    /// The texts of its content.
    public var texts: [String] { content.texts }
}

extension SaveReview: WrittenCommand {
    /// The texts of its content.
    public var texts: [String] { content.texts }
}

extension SaveHealthRule: WrittenCommand {
    /// The texts of its content.
    public var texts: [String] { content.texts }
}

extension SaveGoal.Reply: JudgedReply {
    /// Of the saved entry.
    public var facts: RecordFacts { goal.facts }
}

extension SavedTerm: JudgedReply {
    /// Of the saved entry.
    public var facts: RecordFacts { term.facts }
}

extension SaveAction.Reply: JudgedReply {
    /// Of the saved entry.
    public var facts: RecordFacts { action.facts }
}

extension SaveValue.Reply: JudgedReply {
    /// Of the saved entry.
    public var facts: RecordFacts { value.facts }
}

extension SaveMeasure.Reply: JudgedReply {
    /// Of the saved entry.
    public var facts: RecordFacts { measure.facts }
}

extension SaveReview.Reply: JudgedReply {
    /// Of the saved entry.
    public var facts: RecordFacts { review.facts }
}

extension SaveHealthRule.Reply: JudgedReply {
    /// Of the saved entry.
    public var facts: RecordFacts { rule.facts }
}
