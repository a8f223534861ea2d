import Messages
import Storage

extension PlansService {
    /// Most plans of a page, and the usual number.
    static let (maximumPlans, usualPlans): (Int32, Int32) = (100, 20)
    /// Most days of a course.
    static let maximumDays = 400

    /// A person's plans, the latest first.
    /// - Throws: `ServiceError(.invalid)` for a limit out of range.
    func history(_ request: PlanHistory) async throws -> PlanHistory.Reply {
        let limit = request.limit ?? Self.usualPlans
        guard (1...Self.maximumPlans).contains(limit) else {
            throw ServiceError(.invalid, "limit is a number from 1 to \(Self.maximumPlans).")
        }
        let user = request.user
        return try await store.read { transaction in
            let rows = PlanRows(user: user, transaction: transaction)
            let found = try rows.page(before: request.after?.place, limit: Int(limit) + 1)
            let page = found.prefix(Int(limit))
            let view = PlanView(try StateRows(user: user, transaction: transaction).state(), country: "")
            let days = try Self.days(of: page, user, transaction, view)
            return PlanHistory.Reply(
                plans: page.map { kept in
                    PastPlan(
                        plan: view.shownLater(kept.plan),
                        adherence: view.hidesPast ? nil : PlanAdherence(kept, days))
                },
                next: found.count > page.count
                    ? page.last.map { ListCursor(place: $0.number, id: $0.plan.id) } : nil,
                numbersHidden: view.hidesPast)
        }
    }

    /// The recorded days of the plans' weeks.
    private static func days(
        of plans: some Collection<KeptPlan>, _ user: UserID, _ transaction: Transaction, _ view: PlanView
    ) throws -> [KeptDay] {
        guard !view.hidesPast, let first = plans.map(\.plan.weekStart).min(),
            let last = plans.map(\.plan.weekEnd).max()
        else { return [] }
        return try MonthRows(user: user, transaction: transaction).shownDays(first...last)
    }

    /// Weight and intake of a range of days, with the corridor that was expected.
    /// - Throws: `ServiceError(.invalid)` for a range that is too long or ends before it begins.
    func course(_ request: PlanCourse) async throws -> PlanCourse.Reply {
        guard (0..<Self.maximumDays).contains(request.from.distance(to: request.through)) else {
            throw ServiceError(.invalid, "A range has 1 to \(Self.maximumDays) days.")
        }
        let (user, range) = (request.user, request.from...request.through)
        return try await store.read { transaction in
            let view = PlanView(try StateRows(user: user, transaction: transaction).state(), country: "")
            guard !view.hidesPast else { return PlanCourse.Reply(days: [], numbersHidden: true) }
            let course = Course(plans: try PlanRows(user: user, transaction: transaction).inEffect(range))
            let rows = MonthRows(user: user, transaction: transaction)
            let stated = try BodyRows(user: user, transaction: transaction).body()?.statedWeight
            let kept = try rows.weights(until: range.upperBound, stated: stated, isShown: true)
                .counted(rows.shownDays(range))
            return PlanCourse.Reply(days: course.days(range, kept), numbersHidden: false)
        }
    }
}
