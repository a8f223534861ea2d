/// The signals around the rings, clockwise from the top, 36° apart; raw values are the places 0 … 9.
public enum RingSignal: Int, CaseIterable, Sendable {
    case hrv, nightPulse, restingPulse, breathing, sleepDebt, sleepQuality, steps, energy, stress, journal

    /// Radians, clockwise from the right as in SVG.
    var angle: Double { (-90 + 36 * Double(rawValue)) * .pi / 180 }

    /// How far a measured value helps: −1 (weighs) … 1 (lifts).
    /// - Parameters:
    ///   - z: robust z-score; capped at ± 3.
    ///   - weight: the learned weight; only its sign counts.
    public static func helpful(z: Double, weight: Double) -> Double { sign(weight) * max(-3, min(3, z)) / 3 }

    /// How far a person's own answer or a journal's mood helps: −1 (weighs) … 1 (lifts).
    /// - Parameter value: −1 … 1.
    public static func helpful(value: Double, weight: Double) -> Double { sign(weight) * max(-1, min(1, value)) }

    private static func sign(_ weight: Double) -> Double { weight > 0 ? 1 : weight < 0 ? -1 : 0 }
}

/// A signal's part in a day's line.
public enum RingValue: Equatable, Sendable {
    /// Measured or answered; −1 … 1.
    case known(Double)
    /// Imputed, or measured too little to rely on; −1 … 1. The line is dashed there.
    case doubtful(Double)
    /// The line is open there.
    case missing

    /// −1 … 1; 0 for a missing value and for one that is not a number.
    var deviation: Double {
        switch self {
        case .known(let value), .doubtful(let value): value.isFinite ? max(-1, min(1, value)) : 0
        case .missing: 0
        }
    }
}
