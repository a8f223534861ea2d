import Bus
import Messages

extension ExamplePerson {
    /// Imports values, measures, goals, terms and actions as one table, all or none, and saves health rules and weekly
    /// reviews.
    /// - Throws: `ServiceError`.
    func setGoals() async throws {
        let goals = ExampleGoals(years, inGerman: inGerman) { entry, number in
            entity(id(entry.rawValue, Int32(number)))
        }
        // The table of another day is another one.
        let table = entity(id(19, years.today.number))
        _ = try await bus.requestRetrying(
            UploadTable(user: user, table: table, offset: 0, bytes: goals.graph()), timeout: .seconds(60))
        var status = try await bus.requestRetrying(
            ImportTable(user: user, table: table, kind: .graph), timeout: .seconds(60))
        while status.phase == .writing {
            try await Task.sleep(for: .milliseconds(200))
            status = try await bus.request(TableImportQuery(user: user, table: table))
        }
        guard status.phase == .done else { throw ServiceError(.failed, "The goals of the example were not imported.") }
        try await each(Array(goals.rules.enumerated())) { number, rule in
            _ = try await bus.requestRetrying(
                SaveHealthRule(user: user, content: rule, country: Self.country), id: id(20, Int32(number)),
                timeout: .seconds(60))
        }
        try await each(goals.reviews) { week, content in
            _ = try await bus.requestRetrying(
                SaveReview(user: user, week: week, content: content, country: Self.country),
                id: id(21, week.number), timeout: .seconds(60))
        }
    }
}
