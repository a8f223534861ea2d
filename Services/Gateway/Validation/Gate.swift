import Messages

/// The gates that a call passes, in this order (GAT-4).
enum Gate: String, CaseIterable {
    case schema, consent, safety, redaction, rateLimit, circuitBreaker, call, secondWall
}

/// Why a call was refused or its reply rejected.
struct Refusal: Error, Equatable {
    var gate: Gate
    /// A sentence for the settings page, without content.
    var reason: String
    /// Present if bytes left the machine.
    var receipt: EntityID?

    init(_ gate: Gate, _ reason: String, receipt: EntityID? = nil) {
        (self.gate, self.reason, self.receipt) = (gate, reason, receipt)
    }
}
