import BrokerCore
import Bus
import Messages
import ServiceKit
import SystemKit

/// The bus: routes requests to idle workers and mirrors events to watchers. Keeps nothing.
@main
struct Main {
    static func main() async {
        await ProcessHost.run(.broker) { host in
            let configuration = host.configuration
            let log = host.log
            var limits = BrokerLimits()
            // Some ten times what a busy broker takes, where there is so much.
            limits.memory = min(max(Memory.available / 4, min(Memory.available / 2, 512 << 20)), 2 << 30)
            let broker = try BrokerShell(
                BrokerConfiguration(
                    endpoint: try configuration.ownBus, tokens: configuration.tokens, keys: configuration.keyStore, release: Release.name,
                    limits: limits, log: { log.notice($0) }))
            host.metrics.collect { BrokerFigures.families(broker.status, broker.handshakeFailures) }
            host.onReload { broker.reload() }
            host.part("broker", stop: { broker.stop() }) { try await broker.run() }
        }
    }
}
