/// The direction in which a person wants their weight to go.
public enum PlanAim: String, CaseIterable, Codable, Sendable {
    case lose
    case maintain
    case gain
}
