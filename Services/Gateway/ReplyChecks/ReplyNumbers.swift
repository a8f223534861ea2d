/// Whether every number of a reply is a number of its prompt.
///
/// A number of the suggestion counts with its unit: "ten minutes" does not allow "ten hours", and "a quarter of an
/// hour" allows "15 minutes". A number without a unit on either side counts by its value. A deviation of the prompt
/// ("+2.0") allows only the same number of deviations.
enum ReplyNumbers {
    static func reason(_ reply: ReplyText, _ context: ReplyContext) -> ReplyFault? {
        let said = AmountReader.amounts(in: reply.text) + AmountReader.hours(in: reply.text)
        let given = context.amounts + AmountReader.hours(in: context.prompt.suggestion ?? "")
        return said.allSatisfy { isGiven($0, given, context.deviations) } ? nil : .number
    }

    private static func isGiven(_ said: Amount, _ given: [Amount], _ deviations: Set<Double>) -> Bool {
        if said.unit == .deviations { return deviations.contains(said.value) }
        return given.contains { given in
            switch (said.unit, given.unit) {
            // "Ten times" and "ten breaths" count the same.
            case (.other?, .other?): abs(said.value - given.value) < 0.001
            case (let left?, let right?): left == right && abs(said.value - given.value) < 0.001
            case (nil, _?): raw(given).contains { abs(said.value - $0) < 0.001 }
            case (_, nil): raw(said).contains { abs($0 - given.value) < 0.001 }
            }
        }
    }

    /// The numerals that may have been written for an amount.
    private static func raw(_ amount: Amount) -> [Double] {
        switch amount.unit {
        case .seconds: [amount.value, amount.value / 60, amount.value / 3_600]
        case .days: [amount.value, amount.value / 7, amount.value / 30, amount.value / 365]
        default: [amount.value]
        }
    }
}
