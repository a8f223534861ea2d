import Messages
import Storage

/// One person's rules in a transaction.
struct RuleRows {
    let user: UserID
    let transaction: Transaction

    func rules() throws -> PersonRules {
        guard let row = try transaction.row("SELECT sealed FROM rules WHERE user = ?", [user]) else {
            return PersonRules()
        }
        return try transaction.open(PersonRules.self, row["sealed"], user: user, table: "rules", row: "")
    }

    /// Those of a list; what holds without any, if they are damaged.
    func shownRules() throws -> PersonRules {
        try transaction.openOne(of: user, in: "rules") { try rules() } ?? PersonRules()
    }

    /// Stores the rules. If days or the priority of sources change, marks all of the user's days for recomputation.
    func set(_ rules: PersonRules) throws {
        let before = try self.rules()
        guard rules != before else { return }
        try transaction.execute(
            "INSERT INTO rules (user, sealed) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET sealed = excluded.sealed",
            [user, try transaction.seal(rules, user: user, table: "rules", row: "")])
        let judged =
            rules.timeZones != before.timeZones || rules.sourceOrder != before.sourceOrder
            || (rules.timeZones.isEmpty && rules.offset != before.offset)
        guard judged else { return }
        try transaction.execute(
            """
            INSERT INTO dirty (user, day, mark) SELECT DISTINCT user, day, 1 FROM samples WHERE user = ?
            ON CONFLICT (user, day) DO UPDATE SET mark = dirty.mark + 1
            """, [user])
    }

    /// Takes over a profile, unless a newer one was received.
    func apply(_ profile: Profile) throws {
        var rules = try rules()
        guard profile.revision >= rules.revision else { return }
        (rules.timeZones, rules.sourceOrder, rules.revision) = (
            profile.timeZones, profile.sourceOrder, profile.revision
        )
        try set(rules)
    }

    /// Removes what the export of an import said of the person.
    func forgetOwner(of job: EntityID) throws {
        var rules = try rules()
        rules.owners.removeAll { $0.job == job }
        try set(rules)
    }

    /// Resets the profile's revision, so that the next profile is accepted whatever its revision.
    func forgetProfile() throws {
        var rules = try rules()
        rules.revision = 0
        try set(rules)
    }
}
