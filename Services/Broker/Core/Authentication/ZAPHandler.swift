import Bus
import CZeroMQ
import Messages

/// The broker's ZAP handler (ZeroMQ RFC 27): answers libzmq's authentication requests, counts handshake failures by
/// cause, and re-checks the credentials of connected peers. Confined to the broker's thread.
final class ZAPHandler {
    private static let endpoint = "inproc://zeromq.zap.01"
    let socket: Socket
    private let authenticator: PeerAuthenticator
    private let ledger: HandshakeCounters
    private let log: @Sendable (BusNotice) -> Void
    private var peers: [PeerAuthenticator.AuthenticatedPeer: Set<MessageType>] = [:]
    private var monitors: [SocketMonitor] = []
    private var nextReview: MonotonicInstant
    private var spare = Frame()
    /// Upper bound on the time a peer stays connected after its key or token is revoked. Each check reads one file per
    /// peer.
    private static let reviewInterval = Duration.seconds(1)

    /// Must be created before any socket of the context is bound: without a ZAP handler libzmq admits every connection.
    init(
        _ context: UnsafeMutableRawPointer, _ authenticator: PeerAuthenticator, _ ledger: HandshakeCounters,
        log: @escaping @Sendable (BusNotice) -> Void
    ) throws {
        (self.authenticator, self.ledger, self.log) = (authenticator, ledger, log)
        nextReview = .now + Self.reviewInterval
        socket = try Socket(context, ZMQ_ROUTER)
        try socket.set(ZMQ_LINGER, Int32(0))
        try socket.bind(Self.endpoint)
    }

    /// Monitors the handshakes of a socket that is about to be bound.
    func watch(_ socket: Socket, in context: UnsafeMutableRawPointer, name: String) throws {
        monitors.append(try SocketMonitor(context, of: socket, name: name))
    }

    func close() {
        for monitor in monitors { monitor.close() }
        socket.close()
    }

    /// Answers the pending ZAP requests. Returns the name and grants of each admitted peer.
    func serve() -> [(name: WireName, grants: Set<MessageType>)] {
        var admitted: [(WireName, Set<MessageType>)] = []
        while let frames = next() {
            // A ZAP message is routing id, empty delimiter, request frames.
            guard let start = frames.firstIndex(where: { $0.count == 0 }), frames.count >= start + 3 else { continue }
            let body = frames[(start + 1)...].map { Array($0.bytes) }
            let peer = judge(body)
            reply(Array(frames[...start]), requestID: body[1], peer?.name)
            if let peer { admitted.append((peer.name, peers[peer] ?? [])) }
        }
        return admitted
    }

    private func next() -> [Frame]? {
        guard socket.receive(spare) == .frame else { return nil }
        var frames = [spare]
        spare = Frame()
        while frames[frames.count - 1].hasMore {
            let frame = Frame()
            guard socket.receive(frame) == .frame else { return nil }
            frames.append(frame)
        }
        return frames
    }

    private func judge(_ body: [[UInt8]]) -> PeerAuthenticator.AuthenticatedPeer? {
        guard let request = ZAPRequest(body) else {
            record(.notUnderstood, "a connection whose proof cannot be read")
            return nil
        }
        switch authenticator.judge(request) {
        case .admitted(let peer, let grants):
            peers[peer] = grants
            return peer
        case .refused(let failure, let sentence):
            record(failure, sentence)
            return nil
        }
    }

    private func record(_ failure: HandshakeFailure, _ sentence: String) {
        guard let count = ledger.record(failure) else { return }
        log(BusNotice(.warning, "Refused \(sentence) (\(count) such so far)."))
    }

    private func reply(_ address: [Frame], requestID: [UInt8], _ name: WireName?) {
        let text = [name == nil ? "400" : "200", name == nil ? "refused" : "", name?.description ?? "", ""]
        let parts =
            address + ([Array("1.0".utf8), requestID] + text.map { Array($0.utf8) }).compactMap { try? Frame($0) }
        for (index, part) in parts.enumerated() {
            guard socket.send(part, more: index < parts.count - 1) == .sent else { return }
        }
    }

    /// Counts the handshakes that failed before libzmq sent a ZAP request.
    func countFailures() {
        for monitor in monitors {
            while let event = monitor.next() {
                let failure: HandshakeFailure
                switch event {
                case .failed(let cause): failure = cause
                case .vanished: failure = .interrupted
                case .succeeded, .refused, .disconnected: continue
                }
                switch failure {
                case .interrupted:
                    record(
                        failure,
                        "a connection that closed during the handshake; it ended, or \(authenticator.keys == nil ? "came with a key to an address that takes tokens" : "came with a token to an address that takes keys")"
                    )
                case .wrongBrokerKey:
                    record(
                        failure, "a connection with another key for this broker; give it this broker's broker.public")
                case .wrongMechanism:
                    record(
                        failure,
                        "a connection by another mechanism: \(authenticator.keys == nil ? "this address takes tokens" : "this address takes keys")"
                    )
                default: record(failure, "a connection that does not speak this protocol")
                }
            }
        }
    }

    /// Re-checks connected peers' credentials every second; returns changed grants, or nil if any was revoked.
    func review(_ now: MonotonicInstant) -> [(name: WireName, grants: Set<MessageType>)]? {
        guard now >= nextReview else { return [] }
        nextReview = now + Self.reviewInterval
        var changed: [(WireName, Set<MessageType>)] = []
        for (peer, before) in peers {
            switch authenticator.standing(of: peer) {
            case .isOut:
                log(
                    BusNotice(
                        .warning,
                        "The credentials of \(peer.name) were revoked: every connection is closed and authenticates again."
                    ))
                return nil
            case .stays(let grants) where grants != before:
                peers[peer] = grants
                changed.append((peer.name, grants))
            case .stays, .unsure: continue
            }
        }
        return changed
    }
}
