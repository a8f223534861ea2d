import NIOCore
import ServiceKit
import SystemKit

/// The table of connections and its admission rules. A connection is open until a user has signed in on it, then known.
///
/// Open connections have a reserved share that known ones cannot take. If this share is full, the subscriber with the
/// most open connections loses its oldest one to a newcomer with fewer. Slow connections are the oldest, and a
/// legitimate request needs milliseconds.
struct ConnectionTable: Sendable {
    struct Limits: Sendable, Equatable {
        /// Open and known connections together.
        var total: Int
        var open: Int
        var openPerSubscriber: Int
    }

    typealias ID = UInt64

    enum Admission: Equatable {
        /// Admitted; `closing` is the displaced connection.
        case admitted(ID, closing: ID?)
        case refused
    }

    /// A subscriber at its limit displaces its own oldest connection once that one is at least this old.
    static let displacementAge = TimeAmount.seconds(1)

    let limits: Limits
    private var last: ID = 0
    /// Each subscriber's open connections, oldest first.
    private var open: [NetworkAddress: [Open]] = [:]
    private var owners: [ID: NetworkAddress] = [:]
    private var known: Set<ID> = []
    /// At index n, the number of subscribers with n open connections.
    private var histogram: [Int] = [0]

    private struct Open {
        let id: ID
        let since: NIODeadline
    }

    init(_ limits: Limits) { self.limits = limits }

    var openCount: Int { owners.count }
    var knownCount: Int { known.count }

    /// - Parameter isProxy: true for a trusted proxy, whose connections belong to many people and are exempt from the
    ///   limit per subscriber.
    mutating func admit(from address: NetworkAddress, isProxy: Bool = false, now: NIODeadline) -> Admission {
        let subscriber = address.subscriber
        let own = open[subscriber] ?? []
        var victim: ID?
        if !isProxy, own.count >= limits.openPerSubscriber {
            guard let oldest = own.first, now - oldest.since >= Self.displacementAge else { return .refused }
            victim = oldest.id
        } else if owners.count >= limits.open {
            let most = histogram.count - 1
            // A subscriber without connections is always admitted; others only if that makes shares more equal.
            guard own.isEmpty || own.count + 1 < most, let oldest = oldest(ofThoseWith: most) else { return .refused }
            victim = oldest
        }
        if let victim { close(victim) }
        last += 1
        owners[last] = subscriber
        hold(subscriber, (open[subscriber] ?? []) + [Open(id: last, since: now)])
        return .admitted(last, closing: victim)
    }

    /// Moves the connection from open to known after a sign-in. If the known share is full, it stays open and can be
    /// displaced.
    mutating func know(_ id: ID) {
        guard owners[id] != nil, known.count < limits.total - limits.open else { return }
        close(id)
        known.insert(id)
    }

    /// Removes the connection. Does nothing if it is not registered.
    mutating func close(_ id: ID) {
        known.remove(id)
        guard let subscriber = owners.removeValue(forKey: id) else { return }
        hold(subscriber, (open[subscriber] ?? []).filter { $0.id != id })
    }

    private func oldest(ofThoseWith count: Int) -> ID? {
        open.values.filter { $0.count == count }.compactMap(\.first?.id).min()
    }

    private mutating func hold(_ subscriber: NetworkAddress, _ connections: [Open]) {
        let before = open[subscriber]?.count ?? 0
        open[subscriber] = connections.isEmpty ? nil : connections
        if before > 0 { histogram[before] -= 1 }
        while histogram.count <= connections.count { histogram.append(0) }
        if !connections.isEmpty { histogram[connections.count] += 1 }
        while histogram.count > 1, histogram.last == 0 { histogram.removeLast() }
    }
}
