import Bus
import Language
import Localization
import LocalTime
import Messages
import Moments
import Questions
import Storage

extension CoachingService {
    /// What a question is answered from.
    struct Asked {
        let chat: Chat
        let question: Question
        let writer: AnswerWriter
        let state: CoachState
        let own: [(moment: MicroMoment, vector: [Float]?)]
        let numbers: PersonNumbers
        /// Moments suggested in this conversation.
        let suggested: Set<String>
        let today: Day
        /// False if an earlier attempt may already have asked the gateway.
        let mayAskGateway: Bool
    }

    /// The reply to a question that the rules know; nil if the topic gate and retrieval are to answer it.
    func reply(to asked: Asked) async -> ChatReply? {
        let question = asked.question
        var reply: ChatReply?
        switch question.kind {
        case .doses: reply = Self.fixed(asked.writer.doses, gate: "topic")
        case .medical: reply = Self.fixed(asked.writer.medical, gate: "topic")
        case .courtesy: reply = Self.fixed(asked.writer.courtesy, gate: "topic")
        case .meta: reply = question.meta.map { Self.fixed(asked.writer.meta($0), gate: "topic") }
        case .explain: reply = await explanation(asked)
        case .status, .compare, .cause:
            do {
                reply = try await numberAnswer(asked).map(Self.composed)
            } catch {
                log.warning(
                    "The numbers for a reply could not be fetched.",
                    metadata: ["error": "\(ServiceError.logText(error))"])
                reply = Self.fixed(asked.writer.unavailable, gate: "unavailable")
            }
        case .howTo, .plan, .feelings: reply = await suggestion(asked)
        }
        reply?.kind = question.kind.rawValue
        reply?.language = question.language.rawValue
        return reply
    }

    private static func fixed(_ text: String, gate: String) -> ChatReply {
        ChatReply(coachReply: text, source: .fixed, level: .safe, gate: gate)
    }

    /// A reply that holds the person's numbers is never phrased by the cloud model.
    private static func composed(_ answer: NumberAnswer) -> ChatReply {
        ChatReply(
            coachReply: answer.text, source: .composed, level: .safe, gate: "numbers",
            chart: answer.chart.map {
                ChatChart(metric: $0.subject.key, from: $0.days.lowerBound, through: $0.days.upperBound)
            })
    }

    // MARK: Numbers

    private func numberAnswer(_ asked: Asked) async throws -> NumberAnswer? {
        let (question, writer) = (asked.question, asked.writer)
        let subject = question.subjects.first
        switch question.kind {
        case .status:
            let period = question.period ?? asked.week
            let subject = subject ?? .score
            return writer.status(try await asked.numbers.numbers(of: subject, for: [period]), period)
        case .compare:
            guard let period = question.period, let other = question.other else { return nil }
            let subject = subject ?? .score
            return writer.compare(
                try await asked.numbers.numbers(of: subject, for: [period, other]), period, with: other)
        case .cause:
            if let subject, subject != .score { return try await cause(of: subject, asked) }
            // The day with the lowest score of a longer period; the latest day without one.
            var day = question.period.flatMap { $0.isOneDay ? $0.days.upperBound : nil }
            if let period = question.period, !period.isOneDay {
                let scores = try await asked.numbers.numbers(of: .score, for: [period]).series.during(period).values
                day = scores.min { $0.value < $1.value }?.day
            }
            return try await asked.numbers.days(until: day).first.map(writer.scoreCause)
        default: return nil
        }
    }

    /// A metric's value beside what else was out of the ordinary on its day and the day before.
    private func cause(of subject: Subject, _ asked: Asked) async throws -> NumberAnswer {
        let period = asked.question.period ?? asked.week
        let numbers = try await asked.numbers.numbers(of: subject, for: [period])
        let had = numbers.series.during(period)
        guard let last = had.values.last else { return asked.writer.status(numbers, period) }
        let day =
            period.isOneDay ? period : Period(last.day...last.day, asked.writer.label(of: last.day))
        var marks = await asked.numbers.context(of: last.day).map(asked.writer.mark)
        for (other, ago) in [(Subject.metric("sleep"), 0), (.metric("steps"), 1), (.slider(.stress), 0)]
        where other != subject {
            let around = day.days.lowerBound.advanced(by: -ago)
            let theirs = try await asked.numbers.numbers(of: other, for: [Period(around...around, "")]).series
            let usual = Series(theirs.values.filter { $0.day < around }.suffix(90))
            guard let value = theirs.values.last(where: { $0.day == around })?.value, let band = usual.band,
                !band.contains(value)
            else { continue }
            marks.append(asked.writer.mark(other, value, isHigh: value > band.upperBound))
        }
        return asked.writer.metricCause(numbers, on: day, marks: Array(marks.prefix(2)))
    }

    // MARK: Explanations

    /// What a term is, from the library's explanation where there is one, with the person's own value of what was
    /// asked about; nil if the library does not know it.
    private func explanation(_ asked: Asked) async -> ChatReply? {
        let (question, writer) = (asked.question, asked.writer)
        let found = explanations.explanation(for: asked.chat.text, meanings: await meanings(of: asked))
        let texts = found.map { question.language == .german ? $0.explanation.german : $0.explanation.english }
        // “What is the difference between RMSSD and SDNN?” names both; the first has the answer.
        let subject = question.subjects.first.flatMap { subject in
            found == nil || found?.phrase.map(subject.isNamed) == true ? subject : nil
        }
        var reply: ChatReply
        if let subject {
            // Without the numbers the explanation still stands.
            let numbers = try? await asked.numbers.numbers(of: subject, for: [asked.week])
            reply = Self.composed(writer.explain(subject, numbers, what: texts?.what))
        } else if let texts {
            reply = ChatReply(
                coachReply: texts.what + " " + texts.moves, source: .composed, level: .safe, gate: "library")
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

    /// Vectors of an English question; the embedder reads no German.
    private func meanings(of asked: Asked) async -> [[Float]]? {
        guard asked.question.language == .english else { return nil }
        do {
            return try await embedder.embed(Passages.windows(of: asked.chat.text))
        } catch {
            log.warning("A question could not be embedded.", metadata: ["error": "\(ServiceError.logText(error))"])
            return nil
        }
    }

    // MARK: Suggestions

    /// A moment for what was asked, grounded in the subject asked about and in nothing else.
    private func suggestion(_ asked: Asked) async -> ChatReply? {
        let (question, writer, state) = (asked.question, asked.writer, asked.state)
        let signals = state.signals?.current(on: asked.today)
        let found = await nearest(to: asked.chat.text, own: asked.own)
        let similarity = Dictionary((found?.matches ?? []).map { ($0.moment.id, $0.similarity) }) { first, _ in first }
        let kind = { (namesTopic: Bool) in found.flatMap { topicGate?.kind($0.readings, namesTopic: namesTopic) } }
        if kind(true) == .medical { return Self.fixed(writer.medical, gate: "topic") }
        let intent = Intent.of(
            asked.chat.text, matches: found?.matches, embedder: embedder.name, signals: signals, kind: kind)
        var topic = question.subjects.first?.topic ?? .none
        if topic == .none, question.kind != .plan {
            topic = intent?.topic ?? .none
        }
        // A question that names no topic of ours is for the topic gate.
        if topic == .none, question.kind == .howTo { return nil }
        let reason = topic == .none ? signals?.strongest : nil
        if topic == .none { topic = reason?.signal.entry?.topic ?? .none }
        let library = Moments.shipped.moments + asked.own.map(\.moment)
        var pool = library.filter { $0.topic == topic && !asked.suggested.contains($0.id) }
        if question.kind == .feelings { pool = pool.filter { !$0.isExerting } }
        if question.wantsShorter { pool = pool.filter { ($0.estimatedSeconds ?? .max) <= 180 } }
        if pool.isEmpty { pool = library.filter { !asked.suggested.contains($0.id) && !$0.isExerting } }
        let best = CardDeck.rank(pool, state: state, signals: signals, at: asked.chat.at) { similarity[$0.id] ?? 0 }
        guard let moment = best.first?.moment else { return nil }
        let inGerman = question.language == .german
        let completed = state.completions.last { $0.at <= asked.chat.at && $0.at > asked.chat.at - Self.recent }
            .flatMap { done in library.first { $0.id == done.moment }?.texts(inGerman: inGerman).title }
        let texts = moment.texts(inGerman: inGerman)
        let offer = writer.suggestion(texts.title, seconds: moment.estimatedSeconds)
        var ground: String
        switch question.kind {
        case .feelings: ground = writer.feeling
        case .howTo:
            let subject = question.subjects.first
            let numbers =
                if let subject { try? await asked.numbers.numbers(of: subject, for: [asked.week]) } else {
                    nil as SubjectNumbers?
                }
            ground = subject.flatMap { subject in numbers.flatMap { writer.brief($0, asked.week, subject) } } ?? ""
        default: ground = reason.flatMap(writer.because) ?? (signals == nil ? writer.ground(nil) : "")
        }
        if ground.isEmpty, let completed { ground = writer.finished(completed) }
        var local = ChatReply(
            coachReply: ground.isEmpty ? offer : ground + " " + offer, nextAction: texts.action, source: .composed,
            level: .safe, gate: "language", moment: moment.id)
        local.caution = CardWriter(.shipped(question.language), signals: signals).caution(for: moment)
        // The second wall reads English only.
        guard question.language == .english else { return local }
        let phrase = PhraseWriter.request(
            user: asked.chat.user, intent: Intent(topic: topic, isNamed: true, isCovered: intent?.isCovered ?? false),
            signals: signals, moment: moment, hasRecentCompletion: completed != nil)
        return await phrased(
            local, phrase, asked.chat, state, isCovered: intent?.isCovered ?? false,
            mayAskGateway: asked.mayAskGateway)
    }
}

extension CoachingService.Asked {
    /// The last seven days.
    var week: Period { writer.lastSeven }
}
