import CrisisCards
import Messages
import ServiceKit
import Storage

/// People's own safety plans, sealed. Classification does not use them, so a failing database cannot delay a card
/// (SAF-4).
struct SafetyPlans: Sendable {
    static let maximumEntries = 20
    static let maximumCharacters = 300
    static let maximumPhone = 40

    let store: Store

    func plan(_ query: SafetyPlanQuery) async throws -> SafetyPlanQuery.Reply {
        let plan = try await store.read { try PlanRows(user: query.user, transaction: $0).plan() }
        return SafetyPlanQuery.Reply(
            plan: plan, guide: SafetyPlanGuide.guide(inGerman: query.language.lowercased().hasPrefix("de")))
    }

    /// Replaces a person's plan.
    /// - Throws: `ServiceError`: `invalid` for a too long plan or one with empty entries, `conflict` if the plan has
    ///   changed meanwhile.
    func set(_ request: SetSafetyPlan, id: RequestID) async throws -> SetSafetyPlan.Reply {
        try Self.check(request.plan)
        let user = request.user
        return try await store.command(id, user: user) { transaction in
            let rows = PlanRows(user: user, transaction: transaction)
            guard try rows.plan().revision == request.plan.revision else {
                throw ServiceError(.conflict, "The safety plan has changed meanwhile: load it again.")
            }
            var plan = request.plan
            plan.revision += 1
            try rows.set(plan)
            return SetSafetyPlan.Reply(revision: plan.revision)
        }
    }

    /// Exports `safety/safety-plan.json`; no file if there is no plan (OWN-2).
    func export(_ user: UserID) async throws -> ExportUser.Reply {
        let plan = try await store.read { transaction in
            try transaction.openOne(of: user, in: "plans") {
                try PlanRows(user: user, transaction: transaction).plan()
            }
        }
        guard let plan else { return ExportUser.Reply(files: []) }
        return ExportUser.Reply(files: plan.revision == 0 ? [] : [try ExportFile.json("safety/safety-plan.json", plan)])
    }

    /// Checks the plan's limits. An error names the field, never its content.
    /// - Throws: `ServiceError(.invalid)`.
    static func check(_ plan: SafetyPlan) throws {
        let lists = [
            ("warningSigns", plan.warningSigns), ("ownSteps", plan.ownSteps), ("places", plan.places),
            ("saferSurroundings", plan.saferSurroundings),
            ("reasons", plan.reasons), ("people", plan.people.map(\.name)),
            ("professionals", plan.professionals.map(\.name)),
        ]
        for (field, entries) in lists {
            guard entries.count <= maximumEntries else {
                throw ServiceError(.invalid, "\(field) holds at most \(maximumEntries) entries.")
            }
            guard
                entries.allSatisfy({ $0.contains { !$0.isWhitespace } && $0.unicodeScalars.count <= maximumCharacters })
            else {
                throw ServiceError(.invalid, "Each entry of \(field) has 1 to \(maximumCharacters) characters.")
            }
        }
        guard (plan.people + plan.professionals).allSatisfy({ $0.phone.unicodeScalars.count <= maximumPhone }) else {
            throw ServiceError(.invalid, "A phone number has at most \(maximumPhone) characters.")
        }
    }
}
