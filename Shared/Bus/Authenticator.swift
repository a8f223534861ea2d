import CZeroMQ
import Messages

/// The broker's ZAP handler (ZeroMQ RFC 27): who connects, and whether the token is theirs. Confined to the broker's thread.
final class Authenticator {
    static let domain = "pulsum"
    private static let endpoint = "inproc://zeromq.zap.01"
    let socket: Socket
    private let tokens: TokenStore
    private let log: @Sendable (BusNotice) -> Void
    private var refusals: Int64 = 0
    private var spare = Frame()

    /// Before any socket of the context is bound: without a handler libzmq would let everybody in.
    init(_ context: UnsafeMutableRawPointer, tokens: TokenStore, log: @escaping @Sendable (BusNotice) -> Void) throws {
        (self.tokens, self.log) = (tokens, log)
        socket = try Socket(context, ZMQ_ROUTER)
        try socket.set(ZMQ_LINGER, Int32(0))
        try socket.bind(Self.endpoint)
    }

    /// Demands name and token on a socket about to be bound.
    static func guardSocket(_ socket: Socket) throws {
        try socket.set(ZMQ_PLAIN_SERVER, Int32(1))
        try socket.set(ZMQ_ZAP_DOMAIN, domain)
    }

    /// Answers the handshakes that wait. Returns whom it let in with which grants.
    func serve() -> [(name: WireName, grants: Set<MessageType>)] {
        var admitted: [(WireName, Set<MessageType>)] = []
        while let frames = next() {
            // Routing id, delimiter, version, request id, domain, address, identity, mechanism, credentials.
            guard let start = frames.firstIndex(where: { $0.count == 0 }), frames.count >= start + 7 else { continue }
            let body = frames[(start + 1)...].map { $0 }
            let verdict = judge(body)
            reply(Array(frames[...start]), requestID: body[1], verdict?.name)
            if let verdict { admitted.append(verdict) }
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

    private func judge(_ body: [Frame]) -> (name: WireName, grants: Set<MessageType>)? {
        guard body.count == 8, body[0].text == "1.0", body[5].text == "PLAIN" else {
            return refuse("a connection without name and token (mechanism \(body[5].text))")
        }
        guard body[4].count == 0 else { return refuse("a connection that chose its own routing id") }
        guard let name = WireName(body[6].text), name != .broker else { return refuse("a connection under a malformed name") }
        do {
            let entry = try tokens.entry(name)
            guard TokenStore.matches(entry.token, body[7].bytes) else { return refuse("\(name): its token is not the one in \(tokens.directory)/\(name)") }
            return (name, entry.grants)
        } catch {
            return refuse("\(name): \((error as? BusError)?.message ?? "its token file cannot be read")")
        }
    }

    private func refuse(_ whom: String) -> (name: WireName, grants: Set<MessageType>)? {
        refusals += 1
        // Told on a doubling count, so that a peer that keeps trying does not fill the log.
        if refusals & (refusals - 1) == 0 { log(BusNotice(.warning, "Refused \(whom) (\(refusals) refused so far).")) }
        return nil
    }

    private func reply(_ address: [Frame], requestID: Frame, _ name: WireName?) {
        let text = ["1.0", requestID.text, name == nil ? "400" : "200", name == nil ? "refused" : "", name?.description ?? "", ""]
        let parts = address + text.compactMap { try? Frame(Array($0.utf8)) }
        for (index, part) in parts.enumerated() {
            guard socket.send(part, more: index < parts.count - 1) == .sent else { return }
        }
    }
}

extension Frame {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
