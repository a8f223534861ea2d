import Messages

extension FieldError {
    /// Says what a person has to change, as one sentence.
    public func sentence(in language: Language) -> String {
        let words = Catalogue.shipped(language)
        let settings = DisplaySettings(language: language, region: language == .german ? "DE" : "US")
        let formats = Formats(settings, words)
        let numbers = ["low": low, "high": high].compactMapValues { number in
            number.map { formats.number($0, digits: $0 == $0.rounded() ? 0 : 6) }
        }
        // A person who sees no numbers sees no limits either (PLN-10).
        let key = code == .outOfRange && numbers.count < 2 ? "plan.body.fault.away" : "goals.problem.\(code)"
        return words(words.contains(key) ? key : "api.problem.invalid", numbers)
    }
}
