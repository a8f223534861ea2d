import Wire

/// A field that a person has to change, with the reason.
public struct FieldError: Message, Equatable {
    /// The kind of fault.
    public struct Code: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// A goal has no title.
        public static let titleNeeded = Code(rawValue: 1)
        /// There is neither a title nor a description.
        public static let textNeeded = Code(rawValue: 2)
        /// The text has more than `high` characters.
        public static let tooLong = Code(rawValue: 3)
        /// The number is outside `low` … `high`, or is none.
        public static let outOfRange = Code(rawValue: 4)
        /// The end is not after the start.
        public static let endBeforeStart = Code(rawValue: 5)
        /// The day is not in the years 1900 … 2199.
        public static let dayOutOfRange = Code(rawValue: 6)
        /// A goal has no measurable target.
        public static let targetNeeded = Code(rawValue: 7)
        /// Nothing of this person has this id.
        public static let unknownReference = Code(rawValue: 8)
        /// The same reference occurs twice.
        public static let repeated = Code(rawValue: 9)
        /// The unit does not measure what the goal or the kind counts.
        public static let unitMismatch = Code(rawValue: 10)
        /// The unit is not known, and no conversion is given.
        public static let unitUnknown = Code(rawValue: 11)
        /// There are more than `high` entries.
        public static let tooMany = Code(rawValue: 12)
        /// The value is none of the choices.
        public static let unknownChoice = Code(rawValue: 13)
        /// The days overlap those of another term.
        public static let overlapping = Code(rawValue: 14)
        /// Another term has this number.
        public static let numberTaken = Code(rawValue: 15)
        /// A term is completed by closing it.
        public static let closeInstead = Code(rawValue: 16)
        /// The day is outside the goal's days.
        public static let outsideGoal = Code(rawValue: 17)
        /// The text is no number.
        public static let notANumber = Code(rawValue: 40)
        /// The text is no day, or none that exists.
        public static let notADay = Code(rawValue: 41)
        /// The text is no time.
        public static let notATime = Code(rawValue: 42)
        /// The text is no id.
        public static let notAnID = Code(rawValue: 43)
        /// Several things have this name.
        public static let ambiguousName = Code(rawValue: 44)
        /// A row, or a list in a cell, that cannot be read: quotes, encoding, length or number of fields.
        public static let unreadableRow = Code(rawValue: 45)
        /// The table has no such column, or two of that name.
        public static let columnNeeded = Code(rawValue: 46)
        /// The value is missing, and the request needs it.
        public static let needed = Code(rawValue: 47)
        /// The result computed from this value is outside `low` … `high`.
        public static let implausible = Code(rawValue: 48)
        /// The day is later than today.
        public static let dayInFuture = Code(rawValue: 49)
        /// A document has none of the lists that an export of goals has.
        public static let listNeeded = Code(rawValue: 50)
        /// The target lies on the other side of the weight than the aim: above it to lose, below it to gain.
        public static let targetAgainstAim = Code(rawValue: 51)
        public static let names: [(value: Code, name: String)] = [
            (titleNeeded, "titleNeeded"), (textNeeded, "textNeeded"), (tooLong, "tooLong"),
            (outOfRange, "outOfRange"), (endBeforeStart, "endBeforeStart"), (dayOutOfRange, "dayOutOfRange"),
            (targetNeeded, "targetNeeded"), (unknownReference, "unknownReference"), (repeated, "repeated"),
            (unitMismatch, "unitMismatch"), (unitUnknown, "unitUnknown"), (tooMany, "tooMany"),
            (unknownChoice, "unknownChoice"), (overlapping, "overlapping"), (numberTaken, "numberTaken"),
            (closeInstead, "closeInstead"), (outsideGoal, "outsideGoal"), (notANumber, "notANumber"),
            (notADay, "notADay"), (notATime, "notATime"), (notAnID, "notAnID"), (ambiguousName, "ambiguousName"),
            (unreadableRow, "unreadableRow"), (columnNeeded, "columnNeeded"),
            (needed, "needed"), (implausible, "implausible"),
            (dayInFuture, "dayInFuture"), (listNeeded, "listNeeded"), (targetAgainstAim, "targetAgainstAim"),
        ]
    }

    /// The field's place in the request, such as `targets[1].value`; never content.
    public var field: String
    /// Why it has to change.
    public var code: Code
    /// The least accepted number, where the code has one.
    public var low: Double?
    /// The largest accepted number, where the code has one.
    public var high: Double?
    public init(field: String, code: Code, low: Double? = nil, high: Double? = nil) {
        (self.field, self.code, self.low, self.high) = (field, code, low, high)
    }
    enum CodingKeys: Int, CodingKey { case field = 1, code, low, high }
}

extension ServiceError {
    /// The same error without the limits of its fields, for a person who sees no numbers (PLN-10).
    public var withoutLimits: ServiceError {
        var error = self
        for index in error.fields.indices { (error.fields[index].low, error.fields[index].high) = (nil, nil) }
        return error
    }
}
