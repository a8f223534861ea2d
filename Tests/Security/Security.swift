import Testing

/// What an attacker must not achieve, each point through the served path: HTTP, the bus or the command line of a real
/// stack. SECURITY.md says what is promised.
@Suite(.serialized) enum Security {}
