import BrokerCore
import Bus
import Messages
import ServiceKit
import SystemKit

/// The broker process: routes requests to idle workers and forwards events to watchers. Persists nothing.
@main
struct Main {
    static func main() async {
        await ProcessHost.run(.broker) { host in
            let configuration = host.configuration
            let log = host.log
            var limits = BrokerLimits()
            // About ten times the use of a busy broker: a quarter of the memory, at least 512 MiB (or half of the
            // memory if that is less), at most 2 GiB.
            limits.memory = min(max(Memory.available / 4, min(Memory.available / 2, 512 << 20)), 2 << 30)
            let broker = try BrokerShell(
                BrokerConfiguration(
                    endpoint: try configuration.ownBus, tokens: configuration.tokens, keys: configuration.keyStore,
                    release: Release.name,
                    limits: limits, log: { log.notice($0) }))
            host.metrics.collect { BrokerFigures.families(broker.status, broker.handshakeFailures) }
            host.onReload { broker.reload() }
            host.part("broker", stop: { broker.stop() }) { try await broker.run() }
        }
    }
}
