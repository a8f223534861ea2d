import Messages

/// What a call has to pass, in this order (GAT-4).
enum Gate: String, CaseIterable {
    case schema, consent, safety, redaction, rateLimit, circuitBreaker, call, secondWall
}

/// Why a call was not made, or its reply not used.
struct Refusal: Error, Equatable {
    var gate: Gate
    /// A sentence for the settings page, without content.
    var reason: String
    /// Present where bytes left the machine.
    var receipt: EntityID?

    init(_ gate: Gate, _ reason: String, receipt: EntityID? = nil) { (self.gate, self.reason, self.receipt) = (gate, reason, receipt) }
}
