import Bus
import Messages

/// The broker as a value: frames and time in, actions out. It holds no truth: everything here may be lost at any moment.
///
/// `Payload` is what travels behind a header; the core never looks into it. Not copyable, so that no call pays for a copy.
struct BrokerCore<Payload>: ~Copyable {
    /// A connection, as the ROUTER socket numbers it. Under the number of one that is gone another may come, by its own choice.
    typealias PeerID = UInt32

    enum Action {
        /// nil: an empty payload.
        case send(PeerID, Header, Payload?)
        case fail(PeerID, Header, BusError)
        /// Answer with `status` or a pong; the header is the reply's.
        case answerStatus(PeerID, Header)
        case answerPing(PeerID, Header)
        /// Answer with the spans that the payload, a `TraceQuery`, asks for.
        case answerTrace(PeerID, Header, Payload?)
        case notice(BusNotice)
    }

    /// Whoever a token or a key was made for: what its calls take here, over all its connections.
    struct Account {
        var calls = 0
        var bytes = 0
    }

    struct Peer {
        let name: WireName
        /// Its name's place in `accounts`.
        let account: Int
        var lastHeard: Moment
        var registered = false
        var takesBundles = false
        /// The service it is a worker of.
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

        /// Event delivery takes at most half, but always something.
        func hasCredit(forEvent: Bool) -> Bool {
            !draining && inFlight < ready.credit && (!forEvent || eventsInFlight < max(1, ready.credit / 2))
        }
    }

    struct Service {
        let name: WireName
        var workers: [Worker] = []
        var requests = Lane()
        var events = Lane()
        var eventsFirst = false
        /// Since when there has been no worker.
        var emptySince: Moment
        var answered: Int64 = 0
        var failed: Int64 = 0
        var retried: Int64 = 0
        var died: Int64 = 0
        /// From arrival to answer.
        var latency = LatencyHistogram()
    }

    struct Call {
        var header: Header
        var payload: Payload?
        var size: Int
        let caller: PeerID
        let account: Int
        let callerExchange: UInt64
        let arrived: Moment
        let deadline: Moment
        let service: Int
        let isEvent: Bool
        var worker: PeerID?
        /// When it was handed to a worker.
        var assigned: Moment?
        /// The caller has its answer or is gone; the slot stays taken until the worker lets go.
        var answered = false
        /// When the worker is told again that nobody waits for the answer.
        var cancelAgain: Moment?
        var partialSent = false
        var redispatched = false
    }

    /// What a caller calls its request.
    private struct Asked: Hashable {
        let caller: PeerID
        let exchange: UInt64
    }

    let timing: BusTiming
    let limits: BrokerLimits
    let release: String
    let epoch: UInt64
    let started: Moment
    var permissions = Permissions()
    var peers: [PeerID: Peer] = [:]
    var accounts: [Account] = []
    private var accountIndex: [WireName: Int] = [:]
    var services: [Service] = []
    var serviceIndex: [WireName: Int] = [:]
    /// Through `insert` and `remove` only.
    var calls = Slab<Call>()
    private var asked: [Asked: UInt64] = [:]
    var spans = SpanRing(.broker)
    var refusedFrames: Int64 = 0
    var lastTick: Moment
    var nextBeat: Moment

    /// - Parameter epoch: random per start; peers that see a new one register again.
    init(timing: BusTiming, limits: BrokerLimits, release: String, epoch: UInt64, now: Moment) {
        (self.timing, self.limits, self.release, self.epoch) = (timing, limits, release, epoch)
        (started, lastTick, nextBeat) = (now, now, now)
    }

    /// Nil where the peer needs an introduction by `met`.
    func name(of peer: PeerID) -> WireName? { peers[peer]?.name }

    func takesBundles(_ peer: PeerID) -> Bool { peers[peer]?.takesBundles ?? false }

    /// A connection spoke for the first time; its name is the authenticated one.
    mutating func met(_ peer: PeerID, name: WireName, now: Moment) {
        let account = accountIndex[name] ?? accounts.count
        if account == accounts.count {
            accounts.append(Account())
            accountIndex[name] = account
        }
        peers[peer] = Peer(name: name, account: account, lastHeard: now)
    }

    /// A frame that is not ours, or from a peer that may not send it.
    mutating func refuse(_ name: WireName, _ sentence: String, _ actions: inout [Action]) {
        refusedFrames += 1
        // Told on a doubling count, so that a broken peer does not fill the log.
        guard refusedFrames & (refusedFrames - 1) == 0 else { return }
        actions.append(.notice(BusNotice(.warning, "Refused a message from \(name): \(sentence) (\(refusedFrames) refused so far).")))
    }

    mutating func received(_ header: Header, payload: Payload?, size: Int, from peer: PeerID, now: Moment, _ actions: inout [Action]) {
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

    private mutating func heard(_ peer: PeerID, _ now: Moment) -> (WireName, account: Int)? {
        guard let index = peers.index(forKey: peer) else { return nil }
        peers.values[index].lastHeard = now
        return (peers.values[index].name, peers.values[index].account)
    }

    /// Takes a call in, at its caller's expense until `remove`.
    mutating func insert(_ call: Call) -> UInt64 {
        let key = calls.insert(call)
        accounts[call.account].calls += 1
        accounts[call.account].bytes += call.size
        asked[Asked(caller: call.caller, exchange: call.callerExchange)] = key
        return key
    }

    @discardableResult mutating func remove(_ key: UInt64) -> Call? {
        guard let call = calls.remove(key) else { return nil }
        accounts[call.account].calls -= 1
        accounts[call.account].bytes -= call.size
        if let index = asked.index(forKey: Asked(caller: call.caller, exchange: call.callerExchange)), asked.values[index] == key { asked.remove(at: index) }
        return call
    }

    /// What must hold between any two messages: what has ended has left nothing behind.
    var isBalanced: Bool {
        accounts.reduce(0) { $0 + $1.calls } == calls.count && asked.count <= calls.count && accounts.allSatisfy { $0.calls > 0 || $0.bytes == 0 }
    }

    /// What the caller asked under this exchange number.
    func key(of exchange: UInt64, askedBy caller: PeerID) -> UInt64? { asked[Asked(caller: caller, exchange: exchange)] }

    mutating func service(named name: WireName, now: Moment) -> Int {
        if let index = serviceIndex[name] { return index }
        services.append(Service(name: name, emptySince: started))
        serviceIndex[name] = services.count - 1
        return services.count - 1
    }

    /// Where a worker stands in its service; workers are few.
    func position(of peer: PeerID, in index: Int) -> Int? {
        for position in services[index].workers.indices where services[index].workers[position].peer == peer { return position }
        return nil
    }

    func beat(_ peer: PeerID, _ actions: inout [Action]) {
        guard let known = peers[peer] else { return }
        var header = Header(kind: .heartbeat, caller: .broker)
        header.exchange = epoch
        header.flags = known.registered ? .bundles : [.bundles, .unregistered]
        actions.append(.send(peer, header, nil))
    }
}
