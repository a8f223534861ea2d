/// Why a sample was set aside (ING-7). Raw values are counted by and shown.
package enum RejectionReason: String, CaseIterable {
    case outOfRange
    case wrongUnit
    case badValue
    case badDate
    case endBeforeStart
    case inTheFuture
    case tooLong
    /// A row without all of its columns, a part of another shape than it should have.
    case badRow
    /// A text longer than `ImportLimits.text`.
    case textTooLong
    /// One more source, or one more activity or time zone, than a file may name or a person may have: `ImportLimits`.
    case tooManySources
    case tooManyNames
    /// A metric of a Health Auto Export file beyond `ImportLimits.metrics`.
    case tooManyMetrics
    /// More samples of a kind on one day than there can be: `SampleKind.mostPerDay`.
    case tooManySamples
    /// See `SampleKind.isTooEarly`.
    case tooOld
}
