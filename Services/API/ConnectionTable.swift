import NIOCore
import ServiceKit
import SystemKit

/// Which connections there are, and who gets in when there is no room for all. A connection is open until somebody has signed in on it, then known.
///
/// Open ones have a share of their own, which known ones cannot take. Where it is full, whoever holds most of it loses its oldest connection to a newcomer
/// who holds less: slow connections are the oldest, and an honest request needs milliseconds.
struct ConnectionTable: Sendable {
    struct Limits: Sendable, Equatable {
        /// Open and known ones together.
        var total: Int
        var open: Int
        var openPerSubscriber: Int
    }

    typealias ID = UInt64

    enum Admission: Equatable {
        /// In; `closing` has to make room.
        case admitted(ID, closing: ID?)
        case refused
    }

    /// A subscriber at its own limit gets one more for one that had this long to say who it is.
    static let fairTime = TimeAmount.seconds(1)

    let limits: Limits
    private var last: ID = 0
    /// Each subscriber's open connections, the oldest first.
    private var open: [NetworkAddress: [Open]] = [:]
    private var owners: [ID: NetworkAddress] = [:]
    private var known: Set<ID> = []
    /// How many subscribers hold `index` open connections.
    private var histogram: [Int] = [0]

    private struct Open {
        let id: ID
        let since: NIODeadline
    }

    init(_ limits: Limits) { self.limits = limits }

    var openCount: Int { owners.count }
    var knownCount: Int { known.count }

    /// - Parameter isProxy: the connections of a trusted proxy belong to many people and are not counted against one subscriber.
    mutating func admit(from address: NetworkAddress, isProxy: Bool = false, now: NIODeadline) -> Admission {
        let subscriber = address.subscriber
        let own = open[subscriber] ?? []
        var victim: ID?
        if !isProxy, own.count >= limits.openPerSubscriber {
            guard let oldest = own.first, now - oldest.since >= Self.fairTime else { return .refused }
            victim = oldest.id
        } else if owners.count >= limits.open {
            let most = histogram.count - 1
            // Whoever holds none always gets in; others only where that makes shares more equal.
            guard own.isEmpty || own.count + 1 < most, let oldest = oldest(ofThoseWith: most) else { return .refused }
            victim = oldest
        }
        if let victim { close(victim) }
        last += 1
        owners[last] = subscriber
        hold(subscriber, (open[subscriber] ?? []) + [Open(id: last, since: now)])
        return .admitted(last, closing: victim)
    }

    /// Somebody has signed in on it. It stays open, and may be closed for a newcomer, where known ones fill their share.
    mutating func know(_ id: ID) {
        guard owners[id] != nil, known.count < limits.total - limits.open else { return }
        close(id)
        known.insert(id)
    }

    /// It has ended, or will; nothing happens for one that has been closed before.
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
