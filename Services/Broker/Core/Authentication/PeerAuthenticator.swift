import Bus
import Messages

/// Decides whether a peer may join a broker: by key for CURVE, by token for PLAIN. Reads the files at each request, so
/// that changes apply immediately.
struct PeerAuthenticator: Sendable {
    let tokens: TokenStore
    /// Nil if the broker authenticates by token.
    let keys: KeyStore?

    /// An authenticated peer: its name and its credential.
    struct AuthenticatedPeer: Hashable {
        let name: WireName
        let proof: Proof
        enum Proof: Hashable {
            case token([UInt8])
            case key(CurveKey)
        }
    }

    enum Verdict: Equatable {
        case admitted(AuthenticatedPeer, grants: Set<MessageType>)
        /// The sentence names the peer, its address and a remedy.
        case refused(HandshakeFailure, String)
    }

    func judge(_ request: ZAPRequest) -> Verdict {
        let place = request.place
        switch (request.proof, keys) {
        case (.token(let name, let token), nil): return judge(name, token, place)
        case (.key(let key), let keys?): return judge(key, keys, place)
        case (.token, _?), (.key, nil):
            return .refused(
                .wrongMechanism,
                "a connection with \(keys == nil ? "a key instead of a token" : "a token instead of a key")\(place)")
        case (.other(let mechanism), _):
            return .refused(
                .wrongMechanism, "a connection without a proof of its name, by mechanism \(mechanism)\(place)")
        }
    }

    private func judge(_ text: String, _ token: [UInt8], _ place: String) -> Verdict {
        guard let name = WireName(text), name != .broker else {
            return .refused(.badIdentity, "a connection under a malformed name\(place)")
        }
        do {
            let entry = try tokens.entry(name)
            guard token.withUnsafeBytes({ TokenStore.matches(entry.token, $0) }) else {
                return .refused(.wrongToken, "\(name): its token is not the one in \(tokens.directory)/\(name)\(place)")
            }
            return .admitted(AuthenticatedPeer(name: name, proof: .token(token)), grants: entry.grants)
        } catch {
            return .refused(
                .wrongToken, "\(name)\(place): \((error as? ServiceError)?.message ?? "its token file cannot be read.")"
            )
        }
    }

    private func judge(_ key: CurveKey, _ keys: KeyStore, _ place: String) -> Verdict {
        switch keys.owner(of: key) {
        case .accepted(let name, let grants): .admitted(AuthenticatedPeer(name: name, proof: .key(key)), grants: grants)
        case .revoked(let name):
            .refused(.revokedKey, "\(name): its key \(key.id) was revoked; give it its new \(name).secret\(place)")
        case .unknown:
            .refused(
                .unknownKey,
                "a connection: nobody in \(keys.directory) has its key \(key.id), compare with “pulsum keys list”\(place)"
            )
        case .unreadable(let error):
            .refused(.unknownKey, "a connection with the key \(key.id)\(place): \(error.message)")
        }
    }

    /// Whether a connected peer may stay connected.
    enum Standing: Equatable {
        case stays(grants: Set<MessageType>)
        case isOut
        /// The files cannot be read at the moment; existing connections stay open.
        case unsure
    }

    func standing(of peer: AuthenticatedPeer) -> Standing {
        switch peer.proof {
        case .token(let token):
            do {
                let entry = try tokens.entry(peer.name)
                return token.withUnsafeBytes({ TokenStore.matches(entry.token, $0) })
                    ? .stays(grants: entry.grants) : .isOut
            } catch {
                return (error as? ServiceError)?.code == .notFound ? .isOut : .unsure
            }
        case .key(let key):
            switch keys?.owner(of: key) {
            case .accepted(peer.name, let grants): return .stays(grants: grants)
            case .accepted, .revoked, .unknown, nil: return .isOut
            case .unreadable: return .unsure
            }
        }
    }
}
