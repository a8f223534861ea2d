import Foundation
import Messages

@testable import Goals
@testable import Storage

/// Every write of the coordinators, on a prepared person.
enum Write: String, CaseIterable, Sendable {
    case createGoal, updateGoal, deleteGoal, createAction, updateAction, deleteAction, createTerm, updateTerm
    case closeTerm, deleteTerm, createValue, updateValue, deleteValue, createMeasure, updateMeasure, deleteMeasure
    case createReview, updateReview, deleteReview, restoreGoal, restoreTerm, restoreAction, restoreValue
    case markStep, orderTerm, dismissProposal

    /// A person with one of each, a measure that nothing uses, and one of each that was deleted.
    struct Prepared: Codable, Sendable {
        var goal: EntityID
        var action: EntityID
        var term: EntityID
        var value: EntityID
        var measure: EntityID
        var unused: EntityID
        var content: GoalContent
        /// Of the deleted ones.
        var gone: Gone
    }

    /// Ids of what was deleted.
    struct Gone: Codable, Sendable {
        var goal: EntityID
        var action: EntityID
        var term: EntityID
        var value: EntityID
    }

    static func prepare(_ world: World) async throws -> Prepared {
        let content = try await GoalTests.parts(world)
        let goal = try await world.goal(content)
        let measure = content.targets[0].measure
        let action = try await world.action(
            ActionContent(
                title: "Run", start: World.now, measurements: [MeasuredValue(measure: measure, value: 5)],
                contributions: [GoalContribution(goal: goal, measure: measure, amount: 5)]))
        let review = SaveReview(user: World.ada, week: World.start, content: ReviewContent(wentWell: "Runs."))
        _ = try await world.service.save(review, id: .random())
        let gone = try await gone(world, goal, content)
        return Prepared(
            goal: goal, action: action, term: content.terms[0], value: content.relevance[0].value, measure: measure,
            unused: try await world.measure("books", .count), content: content, gone: gone)
    }

    /// Adds one of each with its junctions, and deletes it.
    private static func gone(_ world: World, _ goal: EntityID, _ content: GoalContent) async throws -> Gone {
        var other = content
        other.title = "Swim"
        other.relevance.append(ValueRelevance(value: try await world.value("Family"), strength: 4))
        let swim = try await world.goal(other)
        let measure = content.targets[0].measure
        let action = try await world.action(
            ActionContent(
                title: "Swam", start: World.now, measurements: [MeasuredValue(measure: measure, value: 2)],
                contributions: [
                    GoalContribution(goal: goal, measure: measure, amount: 2),
                    GoalContribution(goal: swim, measure: measure, amount: 2),
                ]))
        let term = TermContent(start: World.start.advanced(by: 400), goals: [goal])
        let late = try await world.service.save(SaveTerm(user: World.ada, content: term), id: .random()).term.facts.id
        let gone = Gone(goal: swim, action: action, term: late, value: other.relevance[1].value)
        let service = world.service
        _ = try await service.delete(DeleteTerm(user: World.ada, term: gone.term), id: .random())
        _ = try await service.delete(DeleteAction(user: World.ada, action: gone.action), id: .random())
        _ = try await service.delete(DeleteValue(user: World.ada, value: gone.value), id: .random())
        _ = try await service.delete(DeleteGoal(user: World.ada, goal: gone.goal), id: .random())
        return gone
    }

    func run(_ prepared: Prepared, in transaction: Transaction) throws {
        let (user, id, now) = (World.ada, EntityID(high: 0xABC, low: 1), World.now + 1)
        let goals = GoalCoordinator(user: user, in: transaction)
        let actions = ActionCoordinator(user: user, in: transaction)
        let terms = TermCoordinator(user: user, in: transaction)
        let values = ValueCoordinator(user: user, in: transaction)
        let measures = MeasureCoordinator(user: user, in: transaction)
        func edited(_ id: EntityID) -> EditedVersion { EditedVersion(id: id, version: 1) }
        let action = ActionContent(
            title: "Ran again", start: World.now,
            measurements: [MeasuredValue(measure: prepared.measure, value: 7)],
            contributions: [GoalContribution(goal: prepared.goal, measure: prepared.measure, amount: 7)])
        let term = TermContent(theme: "Rest", start: World.start.advanced(by: 200), goals: [prepared.goal])
        switch self {
        case .createGoal:
            _ = try goals.save(SaveGoal(user: user, content: prepared.content), id: id, now: now)
        case .updateGoal:
            var content = prepared.content
            content.title = "Run a marathon"
            content.milestones.removeLast()
            content.terms = []
            _ = try goals.save(
                SaveGoal(user: user, edited: edited(prepared.goal), content: content), id: id, now: now)
        case .deleteGoal: try goals.delete(DeleteGoal(user: user, goal: prepared.goal), at: now)
        case .createAction:
            _ = try actions.save(SaveAction(user: user, content: action, day: World.start), id: id, now: now)
        case .updateAction:
            _ = try actions.save(
                SaveAction(user: user, edited: edited(prepared.action), content: action, day: World.start), id: id,
                now: now)
        case .deleteAction: try actions.delete(DeleteAction(user: user, action: prepared.action), at: now)
        case .createTerm: _ = try terms.save(SaveTerm(user: user, content: term), id: id, now: now)
        case .updateTerm:
            _ = try terms.save(
                SaveTerm(user: user, edited: edited(prepared.term), content: term), id: id, now: now)
        case .closeTerm:
            _ = try terms.close(
                CloseTerm(user: user, edited: edited(prepared.term), reflection: "Slower."), now: now)
        case .deleteTerm: try terms.delete(DeleteTerm(user: user, term: prepared.term), at: now)
        case .createValue:
            _ = try values.save(SaveValue(user: user, content: ValueContent(title: "Family")), id: id, now: now)
        case .updateValue:
            _ = try values.save(
                SaveValue(user: user, edited: edited(prepared.value), content: ValueContent(title: "Family")), id: id,
                now: now)
        case .deleteValue: try values.delete(DeleteValue(user: user, value: prepared.value), at: now)
        case .createMeasure:
            let content = MeasureContent(title: "Sleep", unit: "h", kind: .duration)
            _ = try measures.save(SaveMeasure(user: user, content: content), id: id, now: now)
        case .updateMeasure:
            let content = MeasureContent(title: "Chapters", unit: "chapters", kind: .count)
            _ = try measures.save(
                SaveMeasure(user: user, edited: edited(prepared.unused), content: content), id: id, now: now)
        case .createReview, .updateReview:
            let isNew = self == .createReview
            let review = SaveReview(
                user: user, week: World.start.advanced(by: isNew ? 7 : 0), version: isNew ? nil : 1,
                content: ReviewContent(gotInTheWay: "Rain."))
            _ = try ReviewCoordinator(user: user, in: transaction).save(review, id: id, now: now)
        case .deleteReview:
            try ReviewCoordinator(user: user, in: transaction).delete(DeleteReview(user: user, week: World.start))
        case .restoreGoal: try restore(.goal, prepared.gone.goal, now, transaction)
        case .restoreTerm: try restore(.term, prepared.gone.term, now, transaction)
        case .restoreAction: try restore(.action, prepared.gone.action, now, transaction)
        case .restoreValue: try restore(.value, prepared.gone.value, now, transaction)
        case .markStep:
            _ = try goals.mark(MarkStep(user: user, edited: edited(prepared.goal), milestone: 0, day: World.start))
        case .orderTerm:
            let term = try TermRows(user: user, transaction: transaction).page(
                TermsQuery(user: user, term: prepared.term), limit: 1)[0]
            _ = try terms.order(
                OrderTermGoals(user: user, edited: edited(prepared.term), goals: term.content.goals.reversed()))
        case .dismissProposal:
            try DismissedRows(user: user, transaction: transaction).add(prepared.goal, for: prepared.action)
        case .deleteMeasure: try measures.delete(DeleteMeasure(user: user, measure: prepared.unused))
        }
    }

    private func restore(
        _ kind: DeletedKind, _ id: EntityID, _ now: Milliseconds, _ transaction: Transaction
    ) throws {
        try RestoreCoordinator(user: World.ada, in: transaction).restore(
            RestoreDeleted(user: World.ada, kind: kind, id: id), now: now)
    }
}
