/// Why a sample was rejected (ING-7). Counts are stored and shown by raw value.
package enum RejectionReason: String, CaseIterable {
    /// The value lies outside of `SampleKind.plausible`.
    case outOfRange
    /// The unit is missing or does not measure this kind.
    case wrongUnit
    case badValue
    case badDate
    case endBeforeStart
    /// The sample ends more than one day after the import began.
    case inTheFuture
    /// The sample lasts longer than `Sample.maximumSeconds`.
    case tooLong
    /// A row lacks a column, or an element has an unexpected shape.
    case badRow
    /// A text is longer than `ImportLimits.text`.
    case textTooLong
    /// The file or the person exceeds the limit on sources: `ImportLimits.sources`.
    case tooManySources
    /// The file or the person exceeds the limit on activities and time zones: `ImportLimits.notes`.
    case tooManyNames
    /// A Health Auto Export file has more metrics than `ImportLimits.metrics`.
    case tooManyMetrics
    /// One day has more samples of a kind than `SampleKind.maximumPerDay`.
    case tooManySamples
    /// The sample starts before the earliest date of its kind: `SampleKind.isTooEarly`.
    case tooOld
    /// The sample lies on a lone day long before the person's history: `HistoryStart`. It is kept and does not count.
    case loneDay

    /// True if the sample could not be read, so that a later release may; false if it was read and cannot count.
    package var isUnread: Bool {
        switch self {
        case .wrongUnit, .badValue, .badDate, .badRow, .textTooLong: true
        case .outOfRange, .endBeforeStart, .inTheFuture, .tooLong, .tooManySources, .tooManyNames, .tooManyMetrics,
            .tooManySamples, .tooOld, .loneDay:
            false
        }
    }
}
