/// The sex that the equations for the resting metabolic rate distinguish.
public enum Sex: String, CaseIterable, Codable, Sendable {
    case female
    case male
}
