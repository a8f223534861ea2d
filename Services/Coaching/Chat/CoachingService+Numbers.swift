import Bus
import Messages
import Questions

/// Replies with the person's own numbers.
extension CoachingService {
    /// Days before today of which workouts count: thirty years.
    private static let maximumWorkoutDays = 10_957

    /// The value of a measure in a period, or its difference between two; else that there is none or that it is hidden.
    func reportMeasure(
        _ context: MessageContext, _ question: Question, _ measure: Questions.Measure
    ) async -> DraftReply {
        let (writer, period) = (context.writer, question.period ?? context.week)
        let other = question.kind == .compare ? question.other : nil
        do {
            let periods = [period] + [other].compactMap(\.self)
            switch try await context.numbers.numbers(of: measure, for: periods) {
            case .none:
                let text = measure.kind == nil ? writer.unread(measure) : writer.none(of: measure, period)
                return DraftReply(reply: Self.fixed(text, gate: "topic"))
            case .hidden: return DraftReply(reply: Self.fixed(writer.hiddenNumbers, gate: "numbers"))
            case .values(let numbers):
                let text = other.map { writer.compare(numbers, period, with: $0) } ?? writer.status(numbers, period)
                var draft = DraftReply(reply: Self.composed(NumberAnswer(text: text)))
                // If the numbers are hidden later, the stored reply is shown without them.
                draft.reply.namesPlan = numbers.isOfBody ? true : nil
                return draft
            }
        } catch {
            return unavailable(context, error)
        }
    }

    /// The value of a subject in a period, its difference between two, or its cause; nil for other kinds of questions.
    func reportNumbers(_ context: MessageContext, _ question: Question) async throws -> NumberAnswer? {
        let writer = context.writer
        if question.asksEffect { return try await effect(context, question) }
        if let form = question.form { return try await finding(context, question, form) }
        let subject = question.subjects.first
        switch question.kind {
        case .status:
            let period = question.period ?? context.week
            let subject = subject ?? .score
            return writer.status(try await context.numbers.numbers(of: subject, for: [period]), period)
        case .compare:
            guard let period = question.period, let other = question.other else { return nil }
            let subject = subject ?? .score
            return writer.compare(
                try await context.numbers.numbers(of: subject, for: [period, other]), period, with: other)
        case .cause:
            if let subject, subject != .score { return try await cause(of: subject, context, question) }
            // The day with the lowest score of a longer period; the latest day without one.
            var day = question.period.flatMap { $0.isOneDay ? $0.days.upperBound : nil }
            if let period = question.period, !period.isOneDay {
                let scores = try await context.numbers.numbers(of: .score, for: [period]).series.during(period).values
                day = scores.min { $0.value < $1.value }?.day
            }
            return try await context.numbers.days(until: day).first.map(writer.scoreCause)
        default: return nil
        }
    }

    /// A metric's value, with what else was out of the ordinary on its day and the day before.
    private func cause(
        of subject: Subject, _ context: MessageContext, _ question: Question
    ) async throws -> NumberAnswer {
        let period = question.period ?? context.week
        let numbers = try await context.numbers.numbers(of: subject, for: [period])
        let had = numbers.series.during(period)
        guard let last = had.values.last else { return context.writer.status(numbers, period) }
        let day = period.isOneDay ? period : Period(last.day...last.day, context.writer.label(of: last.day))
        var marks = await context.numbers.context(of: last.day).map(context.writer.mark)
        for (other, ago) in [(Subject.metric("sleep"), 0), (.metric("steps"), 1), (.slider(.stress), 0)]
        where other != subject {
            let around = day.days.lowerBound.advanced(by: -ago)
            let theirs = try await context.numbers.numbers(of: other, for: [Period(around...around, "")]).series
            let usual = Series(theirs.values.filter { $0.day < around }.suffix(90))
            guard let value = theirs.values.last(where: { $0.day == around })?.value, let band = usual.band,
                !band.contains(value)
            else { continue }
            marks.append(context.writer.mark(other, value, isHigh: value > band.upperBound))
        }
        return context.writer.metricCause(numbers, on: day, marks: Array(marks.prefix(2)))
    }

    /// An answer about daily values compared with their middle: extremes, weekdays, the last time, the number of times,
    /// what goes together, and where a value lies.
    private func finding(
        _ context: MessageContext, _ question: Question, _ form: AnswerForm
    ) async throws -> NumberAnswer {
        let writer = context.writer
        let subject = question.subjects.first ?? .score
        let period = question.period ?? context.week
        if form == .exercise { return NumberAnswer(text: writer.noExercise(subject)) }
        let numbers = try await context.numbers.numbers(of: subject, for: [period])
        switch form {
        case .extreme(let isHighest): return writer.extreme(numbers, period, isHighest: isHighest)
        case .weekdays(let isHighest): return writer.weekdays(numbers, period, isHighest: isHighest)
        case .last(let bound): return writer.last(numbers, period, bound)
        case .count(let bound): return writer.count(numbers, period, bound)
        case .norm(let value): return writer.norm(numbers, value)
        case .influence, .exercise:
            guard question.subjects.count > 1 else { return writer.status(numbers, period) }
            let outcome = try await context.numbers.numbers(of: question.subjects[1], for: [period])
            return writer.influence(numbers, on: outcome, in: period)
        }
    }

    /// The distance of workouts; says that it is not there while ingestion cannot be reached.
    func reportDistance(_ context: MessageContext, _ question: Question) async -> DraftReply {
        let (writer, today) = (context.writer, context.today)
        let days = question.period?.days ?? today.advanced(by: -Self.maximumWorkoutDays)...today
        do {
            let sums = try await bus.request(
                WorkoutSums(user: context.chat.user, from: days.lowerBound, through: days.upperBound)
            ).sums
            let text = writer.distance(DistanceQuestion(context.chat.text), of: sums, question.period)
            return DraftReply(
                reply: ChatReply(coachReply: text, source: .composed, level: .safe, gate: "numbers"),
                keepsWording: true)
        } catch {
            log.warning(
                "The workouts for a reply could not be fetched.",
                metadata: ["error": "\(ServiceError.logText(error))"])
            return DraftReply(reply: Self.fixed(writer.unavailable, gate: "unavailable"))
        }
    }
}
