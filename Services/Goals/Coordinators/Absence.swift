import Messages

/// Errors about things that are not there.
enum Absence {
    static let goal = ServiceError(.notFound, "There is no such goal (any more); load the list again.")
    static let term = ServiceError(.notFound, "There is no such term (any more); load the list again.")
    static let action = ServiceError(.notFound, "There is no such action (any more); load the list again.")
    static let value = ServiceError(.notFound, "There is no such value (any more); load the list again.")
    static let review = ServiceError(.notFound, "There is no review of this week (any more); load the week again.")
    static let measure = ServiceError(.notFound, "There is no such measure (any more); load the list again.")
}
