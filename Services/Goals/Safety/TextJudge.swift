import Bus
import Logging
import Messages
import ServiceKit
import Storage

/// Asks safety about every free text before anything else uses it (SAF-1). New texts that fit one question are judged
/// before they are stored, in the same transaction as their verdict; others are stored first. Until they are judged, they
/// are only shown to the person who wrote them.
struct TextJudge: Sendable {
    /// Longest text of one question, in Unicode scalars: safety judges it within `Classify.budget` on a slow machine,
    /// too.
    static let maximumScalars = 4_000

    let store: Store
    let bus: any Requesting
    let log: Logger

    private let shares = FairShares()

    init(store: Store, bus: any Requesting, log: Logger) {
        self.store = store
        self.bus = bus
        self.log = log
    }

    /// A question about texts that are not stored yet, and its answer.
    struct Asked: Sendable {
        let question: String
        /// Nil if safety did not answer in time.
        let verdict: Verdict?
    }

    /// True for a verdict on the whole text, and for a crisis found in a part of it. Other texts wait on.
    private static func isSettled(_ verdict: Verdict) -> Bool {
        verdict.readInPart != true || verdict.level >= .crisis
    }

    /// Asks about the texts of an abstraction before they are stored, which saves a commit. A crash meanwhile loses
    /// nothing that was acknowledged: the client repeats its request.
    /// - Returns: nil, without asking, for texts that need more than one question: their request could run out of time
    ///   before they are stored. Nil verdict for a person of whom other texts are being judged.
    func ask(_ texts: [String], of user: UserID, country: String) async -> Asked? {
        let questions = Self.questions(texts)
        guard questions.count == 1 else { return nil }
        guard shares.begin(user) else { return Asked(question: questions[0], verdict: nil) }
        defer { shares.end(user) }
        do {
            let verdict = try await bus.request(
                Classify(text: questions[0], country: country), budget: Classify.budget)
            return Asked(question: questions[0], verdict: verdict)
        } catch {
            log.notice(
                "A text is stored before it is judged.", metadata: ["error": "\(ServiceError.logText(error))"])
            return Asked(question: questions[0], verdict: nil)
        }
    }

    /// Stores the answer with the texts, in their transaction. Without a verdict the background asks again.
    static func store(_ asked: Asked, about id: EntityID, _ rows: AbstractionRows, now: Milliseconds) throws {
        for waits in try rows.waiting(id) where questions(waits.texts) == [asked.question] {
            if let verdict = asked.verdict, isSettled(verdict) {
                try rows.judge(waits.id, version: waits.version, verdict.level, now: now)
            } else {
                try rows.postpone(waits.id, isCounted: false, now: now)
            }
        }
    }

    /// Judges the waiting texts of an abstraction, and those of a goal's steps.
    /// - Parameter isInBackground: true to read long texts in full, false while a person waits.
    /// - Returns: the gravest verdict so far; nil if nothing waits, or safety did not answer in time. The background asks
    ///   again for what is left.
    func judge(
        _ root: EntityID, of user: UserID, country: String = "", isInBackground: Bool = false, now: Milliseconds
    ) async -> Verdict? {
        guard isInBackground || shares.begin(user) else { return nil }
        defer { if !isInBackground { shares.end(user) } }
        var gravest: Verdict?
        do {
            let (all, isBacklog) = try await store.read {
                let rows = AbstractionRows(user: user, transaction: $0)
                return (try rows.waiting(root), try rows.hasBacklog(now: now))
            }
            let effort: Classify.Effort = isBacklog ? .brief : isInBackground ? .thorough : .prompt
            // Stored one by one: a later text that is not judged in time takes no crisis back.
            for waits in all {
                guard let verdict = try await judge(waits, of: user, country: country, effort, now: now) else { break }
                if gravest.map({ verdict.level > $0.level }) ?? true { gravest = verdict }
            }
        } catch {
            // Never logs the error's text, because it could quote the person.
            log.notice(
                "Texts were not judged and are tried again.",
                metadata: ["id": "\(root)", "error": "\(ServiceError.logText(error))"])
        }
        return gravest
    }

    /// Judges the texts of one abstraction and stores the verdict, or the time of the next attempt. Texts that safety
    /// never judges are a `caution` after `AbstractionRows.maximumAttempts`; their person can save them again.
    /// - Returns: nil if safety did not answer.
    private func judge(
        _ waits: AbstractionRows.Waiting, of user: UserID, country: String, _ effort: Classify.Effort,
        now: Milliseconds
    ) async throws -> Verdict? {
        let isLast = waits.attempts >= AbstractionRows.attemptsBeforeBrief
        let effort = isLast ? .brief : effort
        var gravest = Verdict(level: .safe)
        do {
            for text in Self.questions(waits.texts) {
                let verdict = try await bus.request(
                    Classify(text: text, country: country, effort: effort),
                    budget: effort == .thorough ? Classify.budget(of: text) : Classify.budget)
                let isPartial = gravest.readInPart == true || verdict.readInPart == true
                if verdict.level > gravest.level { gravest = verdict }
                if isPartial { gravest.readInPart = true }
            }
        } catch {
            // Never logs the error's text, because it could quote the person.
            log.notice(
                "A text was not judged and is tried again.",
                metadata: ["id": "\(waits.id)", "error": "\(ServiceError.logText(error))"])
            // An outage says nothing about the text.
            let isCounted =
                (error as? ServiceError).map { ![.unavailable, .busy, .cancelled].contains($0.code) } ?? false
            try await store.write { transaction in
                let rows = AbstractionRows(user: user, transaction: transaction)
                if isCounted, waits.attempts + 1 >= AbstractionRows.maximumAttempts {
                    try rows.judge(waits.id, version: waits.version, .caution, now: now)
                } else {
                    try rows.postpone(waits.id, isCounted: isCounted, now: now)
                }
            }
            return nil
        }
        let verdict = gravest
        let pause = FairShares.pause(of: waits.texts.joined())
        try await store.write { transaction in
            let rows = AbstractionRows(user: user, transaction: transaction)
            // A thorough reading of a part is all that is possible, and so is a brief one where thorough ones fail.
            if Self.isSettled(verdict) || effort == .thorough || isLast {
                try rows.judge(waits.id, version: waits.version, verdict.level, now: now)
            } else if effort == .brief {
                try rows.queue(waits.id, pause: pause, now: now)
            } else {
                try rows.postpone(waits.id, isCounted: false, now: now)
            }
        }
        return verdict
    }

    /// Judges a text that is only read, not stored. Its verdict counts as one on a stored text.
    /// - Parameter id: of the request.
    /// - Throws: the bus's error if safety does not judge it: then nothing may use the text.
    func judge(_ text: String, of user: UserID, country: String?, id: RequestID, at: Milliseconds) async throws
        -> Verdict
    {
        let verdict = try await bus.request(Classify(text: text, country: country ?? ""), budget: Classify.budget)
        let entity = EntityID(high: id.high, low: id.low)
        do {
            try await store.write { transaction in
                try AbstractionRows(user: user, transaction: transaction).tell(
                    verdict.level, of: entity, revision: 1, at: at)
            }
        } catch {
            // The card matters more than the note of it.
            log.error("A verdict was not stored.", metadata: ["error": "\(ServiceError.logText(error))"])
        }
        return verdict
    }

    /// The texts in as few questions as possible.
    static func questions(_ texts: [String]) -> [String] {
        var questions: [String] = []
        for text in texts {
            if let last = questions.last, last.unicodeScalars.count + text.unicodeScalars.count < maximumScalars {
                questions[questions.count - 1] = last + "\n" + text
            } else {
                questions.append(text)
            }
        }
        return questions
    }

    /// Judges one batch of texts that are due.
    /// - Returns: the number of those that were judged.
    @discardableResult
    func judgeDue(now: Milliseconds) async throws -> Int {
        let due = try await store.read { try WaitingRows(transaction: $0).due(now: now, limit: 16) }
        var judged = 0
        for text in due {
            try Task.checkCancellation()
            if await judge(text.id, of: text.user, isInBackground: true, now: now) != nil { judged += 1 }
        }
        return judged
    }

    /// Judges due texts until cancelled.
    func run(pause: Duration = .seconds(1), now: @Sendable () -> Milliseconds) async throws {
        while !Task.isCancelled {
            if try await judgeDue(now: now()) == 0 { try await Task.sleep(for: pause) }
        }
    }
}
