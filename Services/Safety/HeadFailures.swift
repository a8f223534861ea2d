import Logging
import Messages
import ServiceKit

/// Counts and logs that the trained heads failed, without the text and without what the error says: only its type.
struct HeadFailures: Sendable {
    static let metric = "pulsum_safety_head_failures_total"

    private let metrics: Metrics
    private let log: Logger

    /// The counter is served from the start, so that its first increase is seen as one.
    init(metrics: Metrics, log: Logger) {
        (self.metrics, self.log) = (metrics, log)
        count(0)
    }

    func note(_ error: any Error) {
        count(1)
        log.error(
            "The trained heads failed; phrases alone judged, and the verdict says so.",
            metadata: ["error": "\(ServiceError.logText(error))"])
    }

    private func count(_ amount: Double) {
        metrics.count(Self.metric, "Texts that phrases alone judged because the trained heads failed.", by: amount)
    }
}
