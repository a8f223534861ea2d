import Bus
import Messages

/// The broker's state machine: frames and time in, actions out. It persists nothing: its state may be lost at any
/// moment.
///
/// The core never decodes `Payload`. The type is not copyable, so that no call copies the tables.
struct BrokerCore<Payload>: ~Copyable {
    /// The ROUTER socket's number of a connection. A later connection may reuse the number of a closed one by its own
    /// choice.
    typealias PeerID = UInt32

    enum Action {
        /// A nil payload is empty.
        case send(PeerID, Header, Payload?)
        case fail(PeerID, Header, ServiceError)
        /// Answer with `status` (`answerStatus`) or a pong (`answerPing`); the header is the reply's.
        case answerStatus(PeerID, Header)
        case answerPing(PeerID, Header)
        /// Answer with the spans that the payload, a `TraceQuery`, selects.
        case answerTrace(PeerID, Header, Payload?)
        case notice(BusNotice)
    }

    /// Open calls and payload bytes of one authenticated name, over all its connections.
    struct Account {
        var calls = 0
        var bytes = 0
    }

    struct Peer {
        let name: WireName
        /// Index into `accounts`.
        let account: Int
        var lastHeard: MonotonicInstant
        var registered = false
        var takesBatches = false
        /// Index of the service that it is a worker of.
        var service: Int?
    }

    struct Worker {
        let peer: PeerID
        var ready: Ready
        var types: Set<MessageType>
        var inFlight: Int32 = 0
        var eventsInFlight: Int32 = 0
        var draining = false
        var answered: Int64 = 0

        /// Event deliveries use at most half of the credit, but at least one slot.
        func hasCredit(forEvent: Bool) -> Bool {
            !draining && inFlight < ready.credit && (!forEvent || eventsInFlight < max(1, ready.credit / 2))
        }
    }

    struct Service {
        let name: WireName
        var workers: [Worker] = []
        var requests = FairQueue()
        var events = FairQueue()
        var eventsFirst = false
        /// Start of the period without a worker.
        var emptySince: MonotonicInstant
        var answered: Int64 = 0
        var failed: Int64 = 0
        var refused: Int64 = 0
        var retried: Int64 = 0
        var died: Int64 = 0
        /// From a request's arrival to its reply.
        var latency = LatencyHistogram()
    }

    struct Call {
        var header: Header
        var payload: Payload?
        var size: Int
        let caller: PeerID
        let account: Int
        let callerExchange: UInt64
        let arrived: MonotonicInstant
        let deadline: MonotonicInstant
        let service: Int
        let isEvent: Bool
        var state = CallState.waiting(after: nil)
    }

    /// A request by its caller's connection and exchange number.
    private struct CallerExchange: Hashable {
        let caller: PeerID
        let exchange: UInt64
    }

    let timing: BusTiming
    let limits: BrokerLimits
    let release: String
    let epoch: UInt64
    let started: MonotonicInstant
    var permissions = Permissions()
    var peers: [PeerID: Peer] = [:]
    var accounts: [Account] = []
    private var accountIndex: [WireName: Int] = [:]
    var services: [Service] = []
    var serviceIndex: [WireName: Int] = [:]
    /// Changed by `insert` and `remove` only, which keep `accounts` and `asked` consistent.
    var calls = Slab<Call>()
    private var asked: [CallerExchange: UInt64] = [:]
    var spans = SpanRing(.broker)
    var refusedFrames: Int64 = 0
    var lastTick: MonotonicInstant
    var nextBeat: MonotonicInstant

    /// - Parameter epoch: random per start; a peer that sees a new epoch registers again.
    init(timing: BusTiming, limits: BrokerLimits, release: String, epoch: UInt64, now: MonotonicInstant) {
        (self.timing, self.limits, self.release, self.epoch) = (timing, limits, release, epoch)
        (started, lastTick, nextBeat) = (now, now, now)
    }

    /// The authenticated name of a peer; nil before `met`.
    func name(of peer: PeerID) -> WireName? { peers[peer]?.name }

    func takesBatches(_ peer: PeerID) -> Bool { peers[peer]?.takesBatches ?? false }

    /// Adds a connection at its first message.
    /// - Parameter name: its authenticated name.
    mutating func met(_ peer: PeerID, name: WireName, now: MonotonicInstant) {
        let account = accountIndex[name] ?? accounts.count
        if account == accounts.count {
            accounts.append(Account())
            accountIndex[name] = account
        }
        peers[peer] = Peer(name: name, account: account, lastHeard: now)
    }

    /// Counts a malformed frame, or one that the peer may not send.
    mutating func refuse(_ name: WireName, _ sentence: String, _ actions: inout [Action]) {
        refusedFrames += 1
        // Logs at powers of two only, so that a broken peer does not fill the log.
        guard refusedFrames & (refusedFrames - 1) == 0 else { return }
        actions.append(
            .notice(
                BusNotice(.warning, "Refused a message from \(name): \(sentence) (\(refusedFrames) refused so far).")))
    }

    mutating func received(
        _ header: Header, payload: Payload?, size: Int, from peer: PeerID, now: MonotonicInstant,
        _ actions: inout [Action]
    ) {
        guard let (name, account) = heard(peer, now) else { return }
        switch header.kind {
        case .request: request(header, payload: payload, size: size, from: peer, name, account, now: now, &actions)
        case .reply, .error: answer(header, payload: payload, from: peer, name, now: now, &actions)
        case .partial: partial(header, payload: payload, from: peer, &actions)
        case .cancel: cancel(header, from: peer, now: now, &actions)
        case .heartbeat: if peers[peer]?.registered == false { beat(peer, &actions) }
        case .drain: drain(peer, header, now: now, &actions)
        case .ready, .event: refuse(name, "a kind that does not belong here", &actions)
        }
    }

    private mutating func heard(_ peer: PeerID, _ now: MonotonicInstant) -> (WireName, account: Int)? {
        guard let index = peers.index(forKey: peer) else { return nil }
        peers.values[index].lastHeard = now
        return (peers.values[index].name, peers.values[index].account)
    }

    /// Adds a call and charges it to its caller's account until `remove`.
    mutating func insert(_ call: Call) -> UInt64 {
        let key = calls.insert(call)
        accounts[call.account].calls += 1
        accounts[call.account].bytes += call.size
        asked[CallerExchange(caller: call.caller, exchange: call.callerExchange)] = key
        return key
    }

    @discardableResult mutating func remove(_ key: UInt64) -> Call? {
        guard let call = calls.remove(key) else { return nil }
        accounts[call.account].calls -= 1
        accounts[call.account].bytes -= call.size
        if let index = asked.index(forKey: CallerExchange(caller: call.caller, exchange: call.callerExchange)),
            asked.values[index] == key
        {
            asked.remove(at: index)
        }
        return call
    }

    /// Invariant between any two messages: a call that ended is charged to no account and has no entry in `asked`.
    var isBalanced: Bool {
        accounts.reduce(0) { $0 + $1.calls } == calls.count && asked.count <= calls.count
            && accounts.allSatisfy { $0.calls > 0 || $0.bytes == 0 }
    }

    /// Key of the open call that the caller sent under this exchange number.
    func key(of exchange: UInt64, askedBy caller: PeerID) -> UInt64? {
        asked[CallerExchange(caller: caller, exchange: exchange)]
    }

    mutating func service(named name: WireName, now: MonotonicInstant) -> Int {
        if let index = serviceIndex[name] { return index }
        services.append(Service(name: name, emptySince: started))
        serviceIndex[name] = services.count - 1
        return services.count - 1
    }

    /// Position of a peer among the workers of a service. Linear; services have few workers.
    func position(of peer: PeerID, in index: Int) -> Int? {
        for position in services[index].workers.indices where services[index].workers[position].peer == peer {
            return position
        }
        return nil
    }

    func beat(_ peer: PeerID, _ actions: inout [Action]) {
        guard let known = peers[peer] else { return }
        var header = Header(kind: .heartbeat, caller: .broker)
        header.exchange = epoch
        header.flags = known.registered ? .batches : [.batches, .unregistered]
        actions.append(.send(peer, header, nil))
    }
}
