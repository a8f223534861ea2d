import Foundation
import Messages

@testable import Goals
@testable import Storage

/// Every write of the coordinators, on a prepared person.
enum Write: String, CaseIterable, Sendable {
    case createGoal, updateGoal, deleteGoal, createAction, updateAction, deleteAction, createTerm, updateTerm
    case closeTerm, deleteTerm, createValue, updateValue, deleteValue, createMeasure, updateMeasure, deleteMeasure
    case createReview, updateReview, deleteReview

    /// A person with one of each, and a measure that nothing uses.
    struct Prepared: Codable, Sendable {
        var goal: EntityID
        var action: EntityID
        var term: EntityID
        var value: EntityID
        var measure: EntityID
        var unused: EntityID
        var content: GoalContent
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
        return Prepared(
            goal: goal, action: action, term: content.terms[0], value: content.relevance[0].value, measure: measure,
            unused: try await world.measure("books", .count), content: content)
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
        case .deleteGoal: try goals.delete(DeleteGoal(user: user, goal: prepared.goal))
        case .createAction:
            _ = try actions.save(SaveAction(user: user, content: action, day: World.start), id: id, now: now)
        case .updateAction:
            _ = try actions.save(
                SaveAction(user: user, edited: edited(prepared.action), content: action, day: World.start), id: id,
                now: now)
        case .deleteAction: try actions.delete(DeleteAction(user: user, action: prepared.action))
        case .createTerm: _ = try terms.save(SaveTerm(user: user, content: term), id: id, now: now)
        case .updateTerm:
            _ = try terms.save(
                SaveTerm(user: user, edited: edited(prepared.term), content: term), id: id, now: now)
        case .closeTerm:
            _ = try terms.close(
                CloseTerm(user: user, edited: edited(prepared.term), reflection: "Slower."), now: now)
        case .deleteTerm: try terms.delete(DeleteTerm(user: user, term: prepared.term))
        case .createValue:
            _ = try values.save(SaveValue(user: user, content: ValueContent(title: "Family")), id: id, now: now)
        case .updateValue:
            _ = try values.save(
                SaveValue(user: user, edited: edited(prepared.value), content: ValueContent(title: "Family")), id: id,
                now: now)
        case .deleteValue: try values.delete(DeleteValue(user: user, value: prepared.value))
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
        case .deleteMeasure: try measures.delete(DeleteMeasure(user: user, measure: prepared.unused))
        }
    }
}
