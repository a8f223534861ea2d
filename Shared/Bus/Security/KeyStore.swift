import Messages
import SystemKit

/// The directory of CURVE keys. `NAME.secret` (mode 0600) is a secret key in Z85, held where NAME runs; `NAME.public` says which public keys speak for
/// NAME: a broker needs those of all who may join, everybody else the broker's. Read at every handshake, so that a change counts at once.
public struct KeyStore: Sendable {
    public let directory: String
    public init(directory: String) { self.directory = directory }

    public func secretPath(_ name: ServiceName) -> String { "\(directory)/\(name).secret" }
    public func publicPath(_ name: ServiceName) -> String { "\(directory)/\(name).public" }

    /// Nil where there is none.
    /// - Throws: `BusError` that says what is wrong with the file.
    public func pair(of name: ServiceName) throws -> CurvePair? {
        let path = secretPath(name)
        guard let bytes = try CredentialFile.read(path, .secret) else { return nil }
        let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
        guard let pair = CurvePair(secret: text) else { throw BusError(.invalid, "\(path) is not a key: 40 characters of Z85.") }
        return pair
    }

    /// Nil where there is none.
    /// - Throws: `BusError` that says what is wrong with the file.
    public func file(of name: ServiceName) throws -> KeyFile? {
        let path = publicPath(name)
        return try CredentialFile.read(path, .unforgeable).map { try KeyFile(String(decoding: $0, as: UTF8.self), path: path) }
    }

    /// Everybody with a public key here.
    /// - Throws: `BusError` where the directory cannot be read.
    public func names() throws -> [ServiceName] {
        try CredentialFile.names(in: directory).filter { $0.hasSuffix(".public") }.map { ServiceName(rawValue: String($0.dropLast(".public".count))) }
    }

    package enum Owner: Equatable {
        case accepted(WireName, grants: Set<MessageType>)
        case revoked(WireName)
        case unknown
        /// Nobody who can be read, and this is wrong with those who cannot.
        case unreadable(BusError)
    }

    /// Whom a key speaks for.
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
                } catch let error as BusError {
                    if owner == .unknown { owner = .unreadable(error) }
                }
            }
        } catch {
            return .unreadable(error as? BusError ?? BusError(.invalid, "\(directory) cannot be read."))
        }
        return owner
    }
}
