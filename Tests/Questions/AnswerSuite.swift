import Localization
import Messages

@testable import Questions

/// What answers about numbers are made of in tests.
protocol AnswerSuite {}

extension AnswerSuite {
    static var today: Day { QuestionTests.today }

    func writer(_ language: Language = .english, turn: Int = 0) -> AnswerWriter {
        AnswerWriter(language, region: language == .german ? "DE" : "GB", today: Self.today, turn: turn)
    }

    /// Values of the last days, newest last.
    func numbers(_ subject: Subject, _ values: [Double?]) -> SubjectNumbers {
        SubjectNumbers(
            subject,
            Series(
                values.enumerated().compactMap { index, value in
                    value.map { Series.Value(Self.today.advanced(by: index + 1 - values.count), $0) }
                }))
    }

    func period(_ days: Int, _ label: String = "over the time") -> Period {
        Period(Self.today.advanced(by: 1 - days)...Self.today, label)
    }
}
