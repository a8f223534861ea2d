import Bus
import Messages

/// libzmq's question about a connection (ZAP, ZeroMQ RFC 27): peer address and credential.
struct ZAPRequest: Equatable {
    enum Proof: Equatable {
        case token(name: String, token: [UInt8])
        case key(CurveKey)
        case other(mechanism: String)
    }

    /// Network address of the peer; for ipc `:uid:gid:pid`, if the system reports it.
    let address: String
    let proof: Proof

    /// The peer's address as the end of a sentence.
    var place: String {
        let parts = address.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 4, parts[0].isEmpty { return " (process \(parts[3]) of user \(parts[1]))" }
        return address.isEmpty ? "" : " (from \(address))"
    }

    /// - Parameter frames: version, request id, domain, address, routing id (of our own socket), mechanism,
    ///   credentials. Nil if they do not have this form.
    init?(_ frames: [[UInt8]]) {
        guard frames.count >= 6, frames[0] == Array("1.0".utf8) else { return nil }
        address = String(decoding: frames[3], as: UTF8.self)
        switch (String(decoding: frames[5], as: UTF8.self), frames.count) {
        case ("PLAIN", 8): proof = .token(name: String(decoding: frames[6], as: UTF8.self), token: frames[7])
        case ("CURVE", 7):
            guard let key = CurveKey(frames[6]) else { return nil }
            proof = .key(key)
        case (let mechanism, _): proof = .other(mechanism: mechanism)
        }
    }
}
