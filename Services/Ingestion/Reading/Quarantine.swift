/// Why a sample was set aside (ING-7). Raw values are counted by and shown.
enum Quarantine: String, CaseIterable {
    case outOfRange
    case wrongUnit
    case badValue
    case badDate
    case endBeforeStart
    case inTheFuture
    case tooLong
    /// A row without all of its columns, a part of another shape than it should have.
    case badRow
}
