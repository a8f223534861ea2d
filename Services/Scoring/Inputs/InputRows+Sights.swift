import Messages

/// When measurements of a night were first shown to the person, under the day on which it ended.
struct NightSight: Message, Equatable {
    var day: Day
    var at: Milliseconds
    enum CodingKeys: Int, CodingKey { case day = 1, at }
}

extension InputRows {
    /// Days after a night in which pages ask about it. Earlier nights are not watched.
    private static let watched = 1

    /// Notes that measurements of a night were shown; the first note stays.
    func note(_ sight: NightSight) throws {
        try transaction.check(user)
        try put(.sight, Self.id(of: sight.day), revision: 1, sight, touching: Self.noDay)
    }

    /// Whether measurements of a night had been shown at an instant; nil for a night that is not
    /// watched any more, and if the note is damaged.
    func hasSeenNight(of day: Day, at instant: Milliseconds) throws -> Bool? {
        guard try day.distance(to: calendar().day(millisecond: instant)) <= Self.watched else { return nil }
        let id = Self.id(of: day)
        guard let row = try row(.sight, id) else { return false }
        // A damaged note must not refuse the answer.
        return try transaction.openOne(of: user, in: "inputs", row: Self.address(.sight, id)) {
            try open(NightSight.self, row, .sight, id).at <= instant
        }
    }
}
