import Messages
import Questions

extension CoachingService {
    /// An answer about a person's daily values beside their middle: extremes, weekdays, the last time, the number of
    /// times, what goes together, and where a value lies.
    func finding(_ asked: Asked, _ question: Question, _ form: AnswerForm) async throws -> NumberAnswer {
        let writer = asked.writer
        let subject = question.subjects.first ?? .score
        let period = question.period ?? asked.week
        if form == .exercise { return NumberAnswer(text: writer.noExercise(subject)) }
        let numbers = try await asked.numbers.numbers(of: subject, for: [period])
        switch form {
        case .extreme(let isHighest): return writer.extreme(numbers, period, isHighest: isHighest)
        case .weekdays(let isHighest): return writer.weekdays(numbers, period, isHighest: isHighest)
        case .last(let bound): return writer.last(numbers, period, bound)
        case .count(let bound): return writer.count(numbers, period, bound)
        case .norm(let value): return writer.norm(numbers, value)
        case .influence, .exercise:
            guard question.subjects.count > 1 else { return writer.status(numbers, period) }
            let outcome = try await asked.numbers.numbers(of: question.subjects[1], for: [period])
            return writer.influence(numbers, on: outcome, in: period)
        }
    }
}
