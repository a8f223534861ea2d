import Localization
import Messages

/// Why a target of the plan is what it is: the sentences of the plan's own page.
extension AnswerWriter {
    /// At most two sentences: what the target follows from, and what that rests on.
    /// - Returns: nil if the plan has no numbers, or for a target of a later release.
    public func reason(_ target: PlanTarget, of plan: Plan) -> String? {
        guard PlanTarget.names.contains(where: { $0.value == target }) else { return nil }
        return formats.reason(target, of: plan)
    }

    /// Says that the plan's numbers are put away.
    public var hiddenNumbers: String { words("answer.target.hidden") }
    /// Says that there is no plan with a deficit, on purpose.
    public var carefulPlan: String { words("answer.target.care") }
}
