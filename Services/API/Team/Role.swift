/// What a session may see. A session through the identity provider has the roles of its person's groups; every other
/// session is a person's.
enum Role: String, Sendable {
    /// Has data of their own, and sees no other.
    case person
    /// Sees the state of the installation, and no data of anybody.
    case `operator`
}
