import Foundation
import Localization
import Messages
import Questions
import Storage

/// One person's conversation in a transaction: sealed turns of the last 30 days (verdict `safe` only). Where the database
/// hides content, a message with another verdict has a row without a turn, which is left out everywhere.
struct ConversationRows {
    /// How long a turn is kept, in milliseconds.
    static let lifetime: Milliseconds = 30 * 86_400_000
    /// A question refers to the one before it for this long, in milliseconds.
    static let memory: Milliseconds = 30 * 60_000

    let user: UserID
    let transaction: Transaction

    /// The latest turns, oldest first.
    func turns(at now: Milliseconds, limit: Int = ConversationQuery.limit) throws -> [StoredTurn] {
        try rows(since: now - Self.lifetime, limit)
    }

    /// Every stored turn, oldest first.
    func all() throws -> [StoredTurn] { try rows(since: .min, Self.maximumTurns) }

    /// Most turns that are kept; the oldest go first.
    static let maximumTurns = 1_000

    /// Least length of a sealed turn, bytes: most turns have it.
    private static let minimumBytes = 2_048

    private func rows(since: Milliseconds, _ limit: Int) throws -> [StoredTurn] {
        let rows = try transaction.rows(
            "SELECT id, body FROM conversation WHERE user = ? AND at > ? ORDER BY at DESC, rowid DESC LIMIT ?",
            [user, since, limit])
        return try transaction.openEach(
            rows, of: user, in: "conversation", name: { "\(try $0["id"] as RequestID)" }
        ) { row in
            let id: RequestID = try row["id"]
            let turn = try transaction.open(
                StoredTurn.self, row["body"], user: user, table: "conversation", row: "\(id)")
            return turn.isPlaceholder == true ? nil : turn
        }.values.reversed()
    }

    func keep(_ turn: StoredTurn, _ id: RequestID) throws {
        try transaction.execute(
            "DELETE FROM conversation WHERE user = ? AND at <= ?", [user, turn.turn.at - Self.lifetime])
        try transaction.execute(
            """
            DELETE FROM conversation WHERE user = ?1 AND id IN (
                SELECT id FROM conversation WHERE user = ?1 ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?2)
            """, [user, Self.maximumTurns - 1])
        try transaction.execute(
            "INSERT INTO conversation (user, id, at, body) VALUES (?, ?, ?, ?) ON CONFLICT (user, id) DO NOTHING",
            [
                user, id, turn.turn.at,
                try transaction.seal(
                    turn, user: user, table: "conversation", row: "\(id)", minimum: Self.minimumBytes),
            ])
        try transaction.emit(ConversationChanged(user: user), id: EntityID(high: id.high, low: id.low))
    }

    /// Keeps the row of a message that does not enter the conversation.
    func keepPlaceholder(_ chat: Chat, _ id: RequestID) throws {
        guard try transaction.hidesContent() else { return }
        // As long as a turn with this message.
        let text = String(repeating: " ", count: chat.text.utf8.count)
        var turn = StoredTurn(
            turn: ChatTurn(
                at: chat.at, text: text, reply: ChatReply(coachReply: "", source: .fixed, level: .safe)))
        turn.isPlaceholder = true
        try keep(turn, id)
    }

    /// Deletes the conversation, and the replies that are kept for retries; a request that is being answered keeps its
    /// claim.
    func delete() throws {
        try transaction.execute("DELETE FROM conversation WHERE user = ?", [user])
        try transaction.execute("DELETE FROM chats WHERE user = ? AND reply IS NOT NULL", [user])
        try transaction.emit(ConversationChanged(user: user))
    }

    /// Deletes everybody's turns and replies that are past their time, whether or not a person writes again.
    static func expire(at now: Milliseconds, _ transaction: Transaction) throws {
        try transaction.execute("DELETE FROM conversation WHERE at <= ?", [now - lifetime])
        try transaction.execute("DELETE FROM chats WHERE at <= ?", [now - ChatRows.lifetime])
    }
}

/// A turn with the question that it was read as.
struct StoredTurn: Message, Equatable {
    var turn: ChatTurn
    var question: QuestionNote?
    /// Why its suggestion was chosen; nil without one.
    var reason: ReasonNote?
    /// True for the row of a message with a verdict, whose text and reply are not kept.
    var isPlaceholder: Bool?
    enum CodingKeys: Int, CodingKey { case turn = 1, question, reason, isPlaceholder }
}

/// A question as it is stored, for messages that refer to it.
struct QuestionNote: Message, Equatable {
    var kind: String
    /// Keys of its subjects.
    var subjects: [String]
    var period: PeriodNote?
    var other: PeriodNote?
    var language: String
    /// `AnswerForm.note`; nil for the median of a period.
    var form: String?
    /// The measure that was asked for; nil for none, and in turns of releases without this field.
    var measure: String?
    enum CodingKeys: Int, CodingKey { case kind = 1, subjects, period, other, language, form, measure }

    init(_ question: Question) {
        // “Why?” about a suggestion stays a question about suggestions, so that “something shorter” can follow.
        kind = (question.wantsReason ? .plan : question.kind).rawValue
        subjects = question.subjects.map(\.key)
        period = question.period.map { PeriodNote($0) }
        other = question.other.map { PeriodNote($0) }
        language = question.language.rawValue
        form = question.form?.note
        measure = question.measure?.rawValue
    }

    var question: Question? {
        guard let kind = Question.Kind(rawValue: kind), let language = Localization.Language(rawValue: language) else {
            return nil
        }
        var question = Question(
            kind, subjects.compactMap { Subject(key: $0) }, period: period?.period, other: other?.period,
            language: language)
        question.form = form.flatMap { AnswerForm(note: $0) }
        question.measure = measure.flatMap { Questions.Measure(rawValue: $0) }
        return question
    }
}

/// A period as it is stored.
struct PeriodNote: Message, Equatable {
    var from: Day
    var through: Day
    var label: String
    /// 1 (Sunday) … 7 (Saturday); empty for all.
    var weekdays: [Int32]
    enum CodingKeys: Int, CodingKey { case from = 1, through, label, weekdays }

    init(_ period: Period) {
        (from, through, label) = (period.days.lowerBound, period.days.upperBound, period.label)
        weekdays = (period.weekdays ?? []).sorted().map { Int32($0) }
    }

    var period: Period {
        Period(
            from...max(from, through), label,
            weekdays: weekdays.isEmpty ? nil : Set(weekdays.map { Int($0) }))
    }
}
