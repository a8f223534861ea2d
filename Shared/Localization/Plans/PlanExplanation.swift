import Messages

/// Why a target of a plan is what it is, in a person's language (PLN-6).
public struct PlanExplanation: Sendable, Equatable, Codable {
    /// The explained target.
    public var target: PlanTarget
    /// “Why 2,000 kcal a day”.
    public var title: String
    /// The computation with the person's numbers.
    public var explanation: String
    /// The state of knowledge behind it, with its limits.
    public var science: String
    /// The publications behind it, the main one first.
    public var sources: [Source]

    /// A publication.
    public struct Source: Sendable, Equatable, Codable {
        /// Title and year.
        public var text: String
        /// DOI, without an address.
        public var doi: String
        /// Address of the publication.
        public var address: String { "https://doi.org/\(doi)" }
    }
}

extension Formats {
    /// “Weekly Plan - week of Oct 28, 2025” (PLN-5).
    public func name(of plan: Plan) -> String { catalogue("plan.name", ["date": dateWithYear(plan.weekStart)]) }

    /// Aim and length of a plan in one sentence, without numbers of the body.
    public func description(of plan: Plan) -> String {
        let aim = plan.inputs.map { "\($0.aim)" } ?? "unknown"
        return catalogue("plan.description.\(aim)")
    }

    /// The explanations of all targets; empty while numbers are hidden.
    public func explanations(of plan: Plan) -> [PlanExplanation] {
        guard let sentences = PlanSentences(plan, self) else { return [] }
        return PlanTarget.names.map(\.value).map { target in
            let reason = plan.reasons.first { $0.target == target }
            return PlanExplanation(
                target: target, title: sentences.title(target), explanation: sentences.explanation(target),
                science: sentences.science(target),
                sources: reason?.sources.map { source in
                    PlanExplanation.Source(
                        text: catalogue("plan.source", ["title": source.title, "year": "\(source.year)"]),
                        doi: source.doi)
                } ?? [])
        }
    }

    /// Why a target is what it is, in two sentences of its explanation; nil while numbers are hidden.
    public func reason(_ target: PlanTarget, of plan: Plan) -> String? { PlanSentences(plan, self)?.reason(target) }

    /// A target with its unit: “2,000 kcal”, “165 g”, “2.6 l”, “−0.5 kg”.
    /// - Parameter value: in the unit of the target.
    public func amount(_ value: Double, of target: PlanTarget) -> String {
        switch target {
        case .calories: energy(kilocalories: value)
        case .protein: quantity(value, "g")
        case .water: quantity(value / 1000, "l", digits: 1)
        default: change(kilograms: value)
        }
    }

    /// A small amount of weight: “−0.5 kg” or “−1.1 lb”, also where body weight is shown in stones.
    public func change(kilograms: Double) -> String {
        let (unit, perKilogram) = settings.units.scale
        return quantity(kilograms * perKilogram, unit, digits: 1)
    }
}
