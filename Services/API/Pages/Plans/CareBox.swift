import Localization
import Messages

/// Support in place of a plan with a deficit (PLN-10). Holds no number of the body and none of food.
struct CareBox: Sendable {
    let careTitle: String
    let paragraphs: [String]
    let linesTitle: String
    let lines: [SafetyScreen.Line]
    let hasLines: Bool
    let hint: String?

    init(_ care: CareNotice, _ resources: CrisisCard?, for reader: Reader) {
        let words = reader.words
        let known = words.contains("plan.care.\(care.reason).title") ? "\(care.reason)" : "underweight"
        careTitle = words("plan.care.\(known).title")
        paragraphs = ["text", "next"].map { words("plan.care.\(known).\($0)") }
        linesTitle = words("plan.care.lines")
        lines = resources?.lines.map { SafetyScreen.Line($0, reader) } ?? []
        hasLines = !lines.isEmpty
        hint = resources?.countryHint
    }
}
