import Testing

/// Attacks that must fail, each through the served path: HTTP, the bus or the command line of a real stack. SECURITY.md
/// states the guarantees.
@Suite(.serialized) enum Security {}
