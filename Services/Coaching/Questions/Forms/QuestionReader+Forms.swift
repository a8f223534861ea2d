import Localization
import Messages

extension QuestionReader {
    /// A question whose form decides on its kind: it is neither about an illness nor about a dose.
    func readForm(_ text: FoldedText, _ phrases: QuestionPhrases, _ reader: PeriodReader) -> Question? {
        guard !isDose(text, phrases), !text.has(anyOf: phrases.medical) else { return nil }
        let forms = FormReader(phrases.language, today: today)
        if forms.asksReason(text) {
            var question = Question(.cause, language: phrases.language)
            question.wantsReason = true
            return question
        }
        if forms.asksSubstance(text) { return Question(.medical, language: phrases.language) }
        guard let found = forms.read(text) else { return nil }
        // “Usually” names no days here, and weekdays are ranked among all of a period's days.
        let periods = reader.periods(in: found.rest).filter { $0 != reader.usual }
        var period = periods.first
        var kind = Question.Kind.status
        switch found.form {
        case .extreme: break
        case .weekdays: period = periods.first { $0.weekdays == nil }
        case .last, .count: break
        case .influence, .exercise, .norm: kind = .compare
        }
        var question = Question(
            kind, found.subjects, period: period ?? found.form.period(reader), language: phrases.language)
        question.form = found.form
        return question
    }
}

extension AnswerForm {
    /// The days that count where a question names none.
    fileprivate func period(_ reader: PeriodReader) -> Period {
        switch self {
        case .extreme, .last: reader.ever
        case .weekdays, .norm: reader.last(90, "")
        case .count: reader.last(30, "lastThirty")
        case .influence, .exercise: reader.last(180, "")
        }
    }
}
