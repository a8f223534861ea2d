/// The outcome of one attempt.
enum CloudOutcome: Sendable, Equatable {
    /// HTTP 200 with its body.
    case answered([UInt8])
    case status(Int, retryAfter: Duration?)
    /// HTTP 402, or HTTP 429 with `insufficient_quota`: retrying does not help, because the key has no quota left.
    case quotaExhausted(Int, retryAfter: Duration?)
    case timeout
    case cancelled
    /// The connection failed.
    case network
    /// The host's public key is not one of the pinned ones.
    case otherKey
    /// The reply exceeded the size limit.
    case tooLarge
    /// The reply's Content-Type is not JSON.
    case otherType

    /// The text stored in the receipt.
    var text: String {
        switch self {
        case .answered: "ok"
        case .status(let code, _): "http \(code)"
        case .quotaExhausted(let code, _): "http \(code), quota exhausted"
        case .timeout: "timeout"
        case .cancelled: "cancelled"
        case .network: "network error"
        case .otherKey: "refused: the host's key is not pinned"
        case .tooLarge: "answer too large"
        case .otherType: "answer not JSON"
        }
    }

    /// The sentence shown to the person.
    var sentence: String {
        switch self {
        case .answered: "The cloud model answered."
        case .status(401, _), .status(403, _): "The cloud model refused the API key; check it in settings."
        case .status(404, _):
            "The cloud address or model does not exist; check PULSUM_CLOUD_URL and PULSUM_CLOUD_MODEL."
        case .status(429, _): "The cloud model is over its limit; try again later."
        case .quotaExhausted: "The API key has no quota left; top it up with its provider, or set another key."
        case .status(let code, _): "The cloud model answered with HTTP \(code); try again later."
        case .timeout: "The cloud model took too long; try again later."
        case .cancelled: "The call was cancelled."
        case .network: "The cloud model cannot be reached; check the network and PULSUM_CLOUD_URL."
        case .otherKey:
            "The cloud host has another key than PULSUM_CLOUD_PIN names, so nothing was sent; compare the key, then set the pin."
        case .tooLarge: "The cloud model's answer was too large to be one."
        case .otherType: "The cloud model's answer was not JSON; check PULSUM_CLOUD_URL."
        }
    }

    /// The evidence for the circuit breaker. Only failures of the destination count, so that a problem with one
    /// person's key does not block others.
    var finding: CircuitBreaker.Finding {
        switch self {
        case .answered: .works
        case .status(500..., _), .timeout, .network, .otherKey, .tooLarge, .otherType: .fails
        case .status, .quotaExhausted, .cancelled: .nothing
        }
    }
}

/// When an attempt is retried (GAT-5): network errors, 429 and 5xx only, with exponential backoff and jitter.
enum RetryPolicy {
    static let attempts = 3
    /// An attempt needs at least this much time.
    static let minimumTime = Duration.seconds(1)

    /// Delay before the next attempt; nil if there is none.
    /// - Parameters:
    ///   - attempt: number of the attempt that ended, from 1.
    ///   - remaining: the rest of the caller's budget.
    ///   - random: 0 ..< 1.
    static func delay(after outcome: CloudOutcome, attempt: Int, remaining: Duration, random: Double) -> Duration? {
        guard attempt < attempts else { return nil }
        var delay = Duration.milliseconds(500) * (1 << (attempt - 1)) * (0.5 + random / 2)
        switch outcome {
        case .network:
            break
        case .status(429, let retryAfter), .status(500..., let retryAfter):
            if let retryAfter { delay = max(delay, retryAfter) }
        case .answered, .status, .quotaExhausted, .timeout, .cancelled, .otherKey, .tooLarge, .otherType:
            return nil
        }
        return delay + minimumTime <= remaining ? delay : nil
    }
}
