/// The sex that the equations for the resting metabolic rate distinguish.
public enum Sex: String, Sendable, Equatable, CaseIterable {
    case female, male
}
