import Testing

/// What a person's numbers must keep to, each point through the served path: HTTP, the bus or the command line of a
/// real stack.
@Suite(.serialized) enum RightNumbers {}
