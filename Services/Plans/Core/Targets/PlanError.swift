/// Why there are no targets (PLN-4). A number outside its limits is an error, never an answer.
public enum PlanError: Error, Equatable, Sendable {
    /// A value that the person or a source stated is not plausible.
    case input(PlanInput, value: Double, allowed: ClosedRange<Double>)
    /// A computed value is outside its limits; `cause` is the input that lies behind it.
    case result(PlanResult, value: Double, allowed: ClosedRange<Double>, cause: PlanInput)
    /// The aim is to lose and the floor of energy is at or above the expenditure: care answers first (PLN-10).
    case noDeficit

    /// The input that the person should check; nil for `noDeficit`, where no input is wrong.
    public var cause: PlanInput? {
        switch self {
        case .input(let input, _, _): input
        case .result(_, _, _, let cause): cause
        case .noDeficit: nil
        }
    }
}

/// A value that targets are computed from.
public enum PlanInput: String, CaseIterable, Codable, Sendable {
    case age
    case height
    case weight
    case bodyFat
    case activity
    case targetWeight
    /// Recorded intake and weight, from which the expenditure was learned.
    case records
    /// The energy target that the person set by hand.
    case kilocalories
    /// The protein target that the person set by hand.
    case protein
    /// The water target that the person set by hand.
    case water
}

/// A computed value with limits.
public enum PlanResult: String, CaseIterable, Codable, Sendable {
    /// Resting metabolic rate, kcal a day.
    case bmr
    /// Total expenditure, kcal a day.
    case tdee
    /// Energy target, kcal a day.
    case kilocalories
    /// Protein target, g a day.
    case protein
    /// Water target, ml a day.
    case water

    /// Limits of PLN-4. `tdee` must also be above the resting rate.
    public var limits: ClosedRange<Double> {
        switch self {
        case .bmr: 500...5000
        case .tdee: 500...10_000
        case .kilocalories: 500...10_000
        case .protein: 20...500
        case .water: 500...10_000
        }
    }
}
