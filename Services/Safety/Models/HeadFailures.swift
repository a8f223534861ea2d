import CoreMetrics
import Logging
import Messages
import ServiceKit

/// Counts and logs that the trained heads failed, without the text and without what the error says: only its type.
struct HeadFailures: Sendable {
    static let metric = "pulsum_safety_head_failures_total"

    private let count: Counter
    private let log: Logger

    /// The counter is served from the start, so that its first increase is seen as one.
    init(metrics: PrometheusRegistry, log: Logger) {
        self.log = log
        count = metrics.counter(Self.metric, "Texts that phrases alone judged because the trained heads failed.")
    }

    func note(_ error: any Error) {
        count.increment()
        log.error(
            "The trained heads failed; phrases alone judged, and the verdict says so.",
            metadata: ["error": "\(ServiceError.logText(error))"])
    }
}
