import Bus
import Language
import Localization
import LocalTime
import Messages
import Moments
import Questions
import Storage

extension CoachingService {
    /// What a message is answered from.
    struct Asked {
        let chat: Chat
        var writer: AnswerWriter
        let state: CoachState
        let own: OpenedLibrary
        let conversation: Conversation
        let pool: SuggestionPool
        let numbers: PersonNumbers
        let today: Day
        /// The embedder's readings of the message, one for each window of its text. nil for a German message, because the
        /// embedder reads English only, and nil if the embedder failed.
        let readings: [SentenceReading]?
        /// False if an earlier attempt may already have asked the gateway.
        let mayAskGateway: Bool
    }

    /// The reply to a question that the rules know; nil if the topic gate and retrieval are to answer it.
    func reply(to asked: Asked, _ question: Question) async -> Answered? {
        var answered: Answered?
        func fixed(_ text: String, isRefusal: Bool = false) -> Answered {
            Answered(reply: Self.fixed(text, gate: "topic"), isRefusal: isRefusal)
        }
        switch question.kind {
        case .doses: answered = fixed(asked.writer.doses, isRefusal: true)
        case .medical: answered = fixed(asked.writer.medical, isRefusal: true)
        case .courtesy: answered = fixed(asked.writer.courtesy)
        case .meta: answered = question.meta.map { fixed(asked.writer.meta($0)) }
        case .explain: answered = await explanation(asked, question).map { Answered(reply: $0) }
        case .cause where question.wantsReason:
            answered =
                reason(asked) ?? Answered(reply: Self.fixed(asked.writer.nothingSuggested, gate: "library"))
        case .status where question.measure == .distance:
            answered = await distance(asked, question)
        case .status where question.measure != nil, .compare where question.measure != nil,
            .cause where question.measure != nil:
            if let measure = question.measure { answered = await measured(asked, question, measure) }
        case .status, .compare, .cause:
            do {
                var asked = asked
                let (text, language) = (asked.chat.text, question.language)
                let unread =
                    question.form != nil
                    ? nil : UnreadClause.of(text, in: language) ?? UnreadWords.of(text, in: language)
                asked.writer.unread = unread
                let answer = try await numberAnswer(asked, question)
                answered = answer.map { Answered(reply: Self.composed($0), keepsWording: unread != nil) }
            } catch {
                answered = unavailable(asked, error)
            }
        case .howTo, .plan, .feelings: answered = await suggestion(asked, question)
        }
        answered?.question = question
        // A suggestion that was asked for may be refused as a medical question.
        let isRefused = answered?.isRefusal == true && question.kind.isSuggestion
        answered?.reply.kind = (isRefused ? .medical : question.kind).rawValue
        answered?.reply.language = question.language.rawValue
        return answered
    }

    static func fixed(_ text: String, gate: String) -> ChatReply {
        ChatReply(coachReply: text, source: .fixed, level: .safe, gate: gate)
    }

    /// A reply that holds the person's numbers is never phrased by the cloud model.
    static func composed(_ answer: NumberAnswer) -> ChatReply {
        ChatReply(
            coachReply: answer.text, source: .composed, level: .safe, gate: "numbers",
            chart: answer.chart.map {
                ChatChart(metric: $0.subject.key, from: $0.days.lowerBound, through: $0.days.upperBound)
            })
    }

    private func unavailable(_ asked: Asked, _ error: any Error) -> Answered {
        log.warning(
            "The numbers for a reply could not be fetched.", metadata: ["error": "\(ServiceError.logText(error))"])
        return Answered(reply: Self.fixed(asked.writer.unavailable, gate: "unavailable"))
    }

    // MARK: Numbers

    /// The value of a measure in a period, or its difference between two; or else that none exists or that it is hidden.
    private func measured(_ asked: Asked, _ question: Question, _ measure: Questions.Measure) async -> Answered {
        let (writer, period) = (asked.writer, question.period ?? asked.week)
        let other = question.kind == .compare ? question.other : nil
        do {
            let periods = [period] + [other].compactMap(\.self)
            switch try await asked.numbers.numbers(of: measure, for: periods) {
            case .none:
                let text = measure.kind == nil ? writer.unread(measure) : writer.none(of: measure, period)
                return Answered(reply: Self.fixed(text, gate: "topic"))
            case .hidden: return Answered(reply: Self.fixed(writer.hiddenNumbers, gate: "numbers"))
            case .values(let numbers):
                let text = other.map { writer.compare(numbers, period, with: $0) } ?? writer.status(numbers, period)
                var answered = Answered(reply: Self.composed(NumberAnswer(text: text)))
                // Shown later without its numbers where these were put away meanwhile.
                answered.reply.namesPlan = numbers.isOfBody ? true : nil
                return answered
            }
        } catch {
            return unavailable(asked, error)
        }
    }

    private func numberAnswer(_ asked: Asked, _ question: Question) async throws -> NumberAnswer? {
        let writer = asked.writer
        if question.asksEffect { return try await effect(asked, question) }
        if let form = question.form { return try await finding(asked, question, form) }
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
            if let subject, subject != .score { return try await cause(of: subject, asked, question) }
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
    private func cause(of subject: Subject, _ asked: Asked, _ question: Question) async throws -> NumberAnswer {
        let period = question.period ?? asked.week
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
    private func explanation(_ asked: Asked, _ question: Question) async -> ChatReply? {
        let writer = asked.writer
        let meanings = question.language == .english ? asked.readings?.map(\.meaning) : nil
        var found = shipped.explanations.explanation(
            for: asked.chat.text, inGerman: question.language == .german,
            isOurs: !question.isGuessed && TopicNames.topic(of: asked.chat.text) != .none
                || !question.isGuessed && FoldedText(asked.chat.text).has("data"),
            meanings: meanings)
        // “And what would be normal?” names its subject in the question before.
        if let named = question.subjects.first.map(writer.bareName), found?.phrase == nil {
            let whole = named + " " + asked.chat.text
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
            // Without the numbers the explanation still stands.
            let numbers = try? await asked.numbers.numbers(of: subject, for: [asked.week])
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

extension CoachingService.Asked {
    /// The last seven days.
    var week: Period { writer.lastSeven }
}

extension CoachingService {
    /// Days before today of which workouts count: thirty years.
    private static let mostDays = 10_957

    /// The distance of workouts; says that it is not there while ingestion cannot be reached.
    private func distance(_ asked: Asked, _ question: Question) async -> Answered {
        let (writer, today) = (asked.writer, asked.today)
        let days = question.period?.days ?? today.advanced(by: -Self.mostDays)...today
        do {
            let sums = try await bus.request(
                WorkoutSums(user: asked.chat.user, from: days.lowerBound, through: days.upperBound)
            ).sums
            let text = writer.distance(DistanceQuestion(asked.chat.text), of: sums, question.period)
            return Answered(
                reply: ChatReply(coachReply: text, source: .composed, level: .safe, gate: "numbers"),
                keepsWording: true)
        } catch {
            log.warning(
                "The workouts for a reply could not be fetched.",
                metadata: ["error": "\(ServiceError.logText(error))"])
            return Answered(reply: Self.fixed(writer.unavailable, gate: "unavailable"))
        }
    }
}
