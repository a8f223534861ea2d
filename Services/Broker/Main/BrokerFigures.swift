import Bus
import Messages
import ServiceKit

/// The metric families of a broker's `/metrics`.
enum BrokerFigures {
    static func families(_ status: BusStatus.Reply, _ handshakes: [HandshakeFailure: Int64]) -> [Family] {
        var workers = Family("pulsum_broker_workers", "Processes that answer, by service.", .gauge)
        var inFlight = Family("pulsum_broker_in_flight", "Requests that workers hold.", .gauge)
        var queued = Family("pulsum_broker_queued", "Requests that wait for credit.", .gauge)
        var requests = Family("pulsum_broker_requests_total", "Requests passed on, by service and outcome.", .counter)
        var retried = Family(
            "pulsum_broker_retries_total", "Requests handed to a second worker because the first one died.", .counter)
        var died = Family("pulsum_broker_worker_deaths_total", "Workers that went away without a farewell.", .counter)
        var latency = Family(
            "pulsum_broker_request_seconds", "From a request's arrival at the broker to its answer.", .histogram)
        for service in status.services {
            let name = service.service.rawValue
            workers.add(["service": name], Double(service.workers.count))
            inFlight.add(["service": name], Double(service.workers.reduce(0) { $0 + Int64($1.inFlight) }))
            queued.add(["service": name], Double(service.queued))
            requests.add(["service": name, "outcome": "answered"], Double(service.answered))
            requests.add(["service": name, "outcome": "failed"], Double(service.failed))
            requests.add(["service": name, "outcome": "refused"], Double(service.refused))
            retried.add(["service": name], Double(service.retried))
            died.add(["service": name], Double(service.died))
            latency.add(
                ["service": name],
                Histogram(bounds: LatencyHistogram.bounds, counts: service.latency, sum: service.latencySeconds))
        }
        var refused = Family(
            "pulsum_broker_refused_frames_total",
            "Frames without a valid header or from a peer that may not send them.", .counter)
        refused.add(Double(status.refusedFrames))
        return [
            workers, inFlight, queued, requests, retried, died, latency, refused,
            HandshakeFigures.family("pulsum_broker_handshake_failures_total", handshakes),
        ]
    }
}
