import NIOCore
import ServiceKit
import Synchronization
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Admits connections by the rules of `ConnectionTable` and closes those it displaces.
final class ConnectionGate: Sendable {
    private struct State {
        var table: ConnectionTable
        var channels: [ConnectionTable.ID: any Channel] = [:]
    }

    private let state: Mutex<State>
    private let site: Site
    private let metrics: PrometheusRegistry?

    init(_ limits: ConnectionTable.Limits, site: Site, metrics: PrometheusRegistry?) {
        state = Mutex(State(table: ConnectionTable(limits)))
        (self.site, self.metrics) = (site, metrics)
        metrics?.collect { [weak self] in
            var family = Family(
                "pulsum_http_connections", "Connections to the web app, by whether somebody has signed in on them.",
                .gauge)
            let counts = self?.counts ?? (open: 0, known: 0)
            family.add(["state": "open"], Double(counts.open))
            family.add(["state": "known"], Double(counts.known))
            return [family]
        }
    }

    var counts: (open: Int, known: Int) { state.withLock { ($0.table.openCount, $0.table.knownCount) } }

    /// Registers a connection; nil if it is refused.
    func admit(_ channel: any Channel) -> ConnectionTable.ID? {
        let address = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) } ?? .unspecified
        let isProxy = site.trusts(address)
        let (id, victim) = state.withLock { state -> (ConnectionTable.ID?, (any Channel)?) in
            guard case .admitted(let id, let closing) = state.table.admit(from: address, isProxy: isProxy, now: .now())
            else { return (nil, nil) }
            state.channels[id] = channel
            return (id, closing.flatMap { state.channels.removeValue(forKey: $0) })
        }
        if let victim {
            count("displaced")
            Self.cut(victim)
        }
        guard let id else {
            count("full")
            return nil
        }
        channel.closeFuture.whenComplete { [weak self] _ in self?.closed(id) }
        return id
    }

    func know(_ id: ConnectionTable.ID) { state.withLock { $0.table.know(id) } }

    /// - Parameter reason: value of the metric's label `cause`.
    func count(_ reason: String) {
        metrics?.counter(
            "pulsum_http_connections_ended_total",
            "Connections that were refused or ended for the sake of others, by cause.", ["cause": reason]
        ).increment()
    }

    /// Closes a connection by a reset, without waiting for its peer, which frees the kernel's memory immediately.
    static func cut(_ channel: any Channel) {
        channel.eventLoop.execute {
            if let socket = channel as? any SocketOptionProvider {
                socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenFailure { _ in }
            }
            channel.close(promise: nil)
        }
    }

    private func closed(_ id: ConnectionTable.ID) {
        state.withLock { state in
            state.table.close(id)
            state.channels[id] = nil
        }
    }
}
