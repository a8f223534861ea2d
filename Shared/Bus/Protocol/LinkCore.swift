import Messages

/// The state machine of one process's connection to one broker: connect, register, exchange heartbeats, detect loss,
/// reconnect.
struct LinkCore {
    enum State: Equatable {
        case closed(until: MonotonicInstant)
        case connecting
        case registering(since: MonotonicInstant)
        case up(epoch: UInt64)
    }

    enum Action: Equatable {
        /// Create the sockets and connect. After a loss libzmq reconnects without a new `open`.
        case open
        case close
        case sendReady
        case sendHeartbeat
        case up
        case down
        case notice(BusNotice.Level, String)
    }

    private(set) var state: State
    private let name: String
    private let service: ServiceName
    private let timing: BusTiming
    private var lastHeard: MonotonicInstant
    private var lastTick: MonotonicInstant
    private var nextBeat: MonotonicInstant
    private var refusals = 0

    init(name: String, service: ServiceName, timing: BusTiming, now: MonotonicInstant) {
        (self.name, self.service, self.timing) = (name, service, timing)
        state = .closed(until: now)
        (lastHeard, lastTick, nextBeat) = (now, now, now)
    }

    var isUp: Bool { if case .up = state { true } else { false } }

    mutating func handshakeSucceeded(now: MonotonicInstant) -> [Action] {
        var actions = transitionDown("The broker at \(name) started anew.")
        state = .registering(since: now)
        lastHeard = now
        refusals = 0
        actions.append(.sendReady)
        return actions
    }

    mutating func disconnected() -> [Action] {
        switch state {
        case .closed: return []
        case .connecting, .registering, .up:
            let actions = transitionDown("The broker at \(name) went away; connecting again.")
            state = .connecting
            return actions
        }
    }

    /// A failed handshake.
    struct Failure: Equatable {
        let cause: HandshakeFailure
        /// The key that this process presented; nil for a token.
        let key: CurveKey?
        init(_ cause: HandshakeFailure, key: CurveKey?) { (self.cause, self.key) = (cause, key) }
    }

    /// - Parameter random: 0 ..< 1; jitter for the retry delay.
    mutating func handshakeFailed(_ failure: Failure, now: MonotonicInstant, random: Double) -> [Action] {
        var actions = transitionDown("The broker at \(name) refused this process.")
        refusals += 1
        // The first failure may be a broker that was exiting or one that uses its other key: it is retried now.
        if failure.cause == .wrongBrokerKey, refusals == 1 {
            state = .closed(until: now)
            return actions + [.close]
        }
        // libzmq never retries a refused connection (session_base_t::engine_error), so the sockets are created again.
        let pause = min(5_000, 250 * Double(1 << min(refusals - 1, 5))) * (0.75 + random / 2)
        state = .closed(until: now + .milliseconds(Int64(pause)))
        actions.append(.notice(.error, sentence(failure)))
        actions.append(.close)
        return actions
    }

    private func sentence(_ failure: Failure) -> String {
        switch (failure.cause, failure.key) {
        case (.wrongBrokerKey, _):
            "The broker at \(name) hangs up during the handshake: most likely its key is not one of those in broker.public here; copy that file from the broker's machine."
        case (.wrongMechanism, nil):
            "The broker at \(name) takes keys, \(service) came with a token: give it its \(service).secret and the broker's broker.public."
        case (.wrongMechanism, .some):
            "The broker at \(name) takes tokens, \(service) came with a key: make the broker's key with “pulsum keys create” there, or remove \(service).secret here."
        case (.refused, let key?), (.unknownKey, let key?), (.revokedKey, let key?):
            "The broker at \(name) does not accept the key \(key.id) of \(service): it is unknown there or was revoked; “pulsum keys list” at the broker shows which are accepted."
        case (.refused, nil), (.wrongToken, _), (.badIdentity, _), (.unknownKey, nil), (.revokedKey, nil):
            "The broker at \(name) does not accept the token of \(service); compare this process's token with the broker's token file for \(service)."
        case (.notUnderstood, _), (.interrupted, _):
            "The broker at \(name) speaks another protocol; check that both run the same release."
        }
    }

    /// Creating the sockets failed; retries after one second.
    mutating func openFailed(now: MonotonicInstant) { state = .closed(until: now + .seconds(1)) }

    /// Handles a heartbeat of the broker.
    mutating func beat(epoch: UInt64, unregistered: Bool, now: MonotonicInstant) -> [Action] {
        lastHeard = now
        switch state {
        case .closed, .connecting: return []
        case .registering:
            if unregistered { return [.sendReady] }
            state = .up(epoch: epoch)
            return [.notice(.info, "Joined the broker at \(name)."), .up]
        case .up(let known):
            if known == epoch, !unregistered { return [] }
            let actions = transitionDown("The broker at \(name) lost this registration; registering again.")
            state = .registering(since: now)
            return actions + [.sendReady]
        }
    }

    mutating func heard(now: MonotonicInstant) { lastHeard = now }

    mutating func tick(now: MonotonicInstant) -> [Action] {
        let pause = now - lastTick
        // If this process was suspended, the gap says nothing about the broker: extends the silence threshold by the
        // pause.
        if pause > .seconds(1) { lastHeard = lastHeard + pause }
        lastTick = now
        switch state {
        case .closed(let until):
            guard now >= until else { return [] }
            state = .connecting
            return [.open]
        case .connecting:
            return []
        case .registering, .up:
            if lastHeard + timing.silence <= now {
                var actions = transitionDown(
                    "The broker at \(name) has been silent for \(timing.silence); connecting again.")
                state = .closed(until: now)
                actions.append(.close)
                return actions
            }
            guard now >= nextBeat else { return [] }
            nextBeat = now + timing.heartbeat
            return [.sendHeartbeat]
        }
    }

    private func transitionDown(_ sentence: String) -> [Action] { isUp ? [.down, .notice(.warning, sentence)] : [] }
}
