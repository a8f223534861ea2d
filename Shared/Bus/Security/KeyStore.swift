import Messages
import SystemKit

/// The directory of CURVE keys. `NAME.secret` (mode 0600) is the secret key in Z85 and stays on NAME's machine.
/// `NAME.public` lists the public keys of NAME: a broker needs those of every peer, a peer needs the broker's. Read at
/// every handshake, so that changes apply immediately.
public struct KeyStore: Sendable {
    /// Path of the directory.
    public let directory: String
    /// A store at this path; reads nothing yet.
    public init(directory: String) { self.directory = directory }

    /// Path of a name's secret key file.
    public func secretPath(_ name: ServiceName) -> String { "\(directory)/\(name).secret" }
    /// Path of a name's public key file.
    public func publicPath(_ name: ServiceName) -> String { "\(directory)/\(name).public" }

    /// The key pair of a name; nil if there is no secret key file.
    /// - Throws: `ServiceError` that names the file and its fault.
    public func pair(of name: ServiceName) throws -> CurvePair? {
        let path = secretPath(name)
        guard let bytes = try CredentialFile.read(path, .secret) else { return nil }
        let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
        guard let pair = CurvePair(secret: text) else {
            throw ServiceError(.invalid, "\(path) is not a key: 40 characters of Z85.")
        }
        return pair
    }

    /// The public keys of a name; nil if there is no file.
    /// - Throws: `ServiceError` that names the file and its fault.
    public func file(of name: ServiceName) throws -> KeyFile? {
        let path = publicPath(name)
        return try CredentialFile.read(path, .writeProtected).map {
            try KeyFile(String(decoding: $0, as: UTF8.self), path: path)
        }
    }

    /// The names that have a public key file.
    /// - Throws: `ServiceError` if the directory cannot be read.
    public func names() throws -> [ServiceName] {
        try CredentialFile.names(in: directory).filter { $0.hasSuffix(".public") }.map {
            ServiceName(rawValue: String($0.dropLast(".public".count)))
        }
    }

    package enum Owner: Equatable {
        case accepted(WireName, grants: Set<MessageType>)
        case revoked(WireName)
        case unknown
        /// No readable file lists the key; the error is that of an unreadable file.
        case unreadable(ServiceError)
    }

    /// The name that a key belongs to. Reads every public key file.
    package func owner(of key: CurveKey) -> Owner {
        var owner = Owner.unknown
        do {
            for service in try names() where service != .broker {
                guard let name = WireName(service) else { continue }
                do {
                    guard let file = try file(of: service) else { continue }
                    switch file.state(of: key) {
                    case .accepted: return .accepted(name, grants: file.grants)
                    case .revoked: owner = .revoked(name)
                    case nil: continue
                    }
                } catch let error as ServiceError {
                    if owner == .unknown { owner = .unreadable(error) }
                }
            }
        } catch {
            return .unreadable(
                error as? ServiceError ?? ServiceError(.invalid, "\(directory) cannot be read.", cause: error))
        }
        return owner
    }
}
