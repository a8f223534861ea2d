/// Physical activity of a usual week, as a factor of the resting metabolic rate (PLN-2).
///
/// The factor is the physical activity level, total expenditure over resting rate (FAO/WHO/UNU, Human energy
/// requirements, FAO Food and Nutrition Technical Report Series 1, 2004, §5.1). The five values are the customary ones;
/// there is no measurement behind the third digit. Other projects number or name the levels differently and some use
/// them in the reverse order; here the factor increases with the case order, which a test checks.
public enum Activity: String, CaseIterable, Codable, Sendable {
    case sedentary
    case light
    case moderate
    case active
    case veryActive

    /// Total expenditure divided by the resting metabolic rate.
    public var factor: Double {
        switch self {
        case .sedentary: 1.2
        case .light: 1.375
        case .moderate: 1.55
        case .active: 1.725
        case .veryActive: 1.9
        }
    }
}
