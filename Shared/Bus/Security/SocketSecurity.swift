import CZeroMQ
import Messages
import SystemKit

/// The authentication mechanism of a socket: tokens (PLAIN) within a machine, keys (CURVE) everywhere else.
enum SocketSecurity {
    case token(name: ServiceName, token: String)
    case tokenServer
    case key(CurvePair, broker: CurveKey)
    case keyServer(CurvePair)

    static let domain = "pulsum"

    package var isCurve: Bool {
        switch self {
        case .token, .tokenServer: false
        case .key, .keyServer: true
        }
    }

    /// This process's own key; nil for tokens.
    var key: CurveKey? {
        switch self {
        case .token, .tokenServer: nil
        case .key(let pair, _), .keyServer(let pair): pair.key
        }
    }

    /// Sets the options of a socket that is about to be connected or bound.
    func apply(to socket: Socket) throws {
        switch self {
        case .token(let name, let token):
            try socket.set(ZMQ_PLAIN_USERNAME, name.rawValue)
            try socket.set(ZMQ_PLAIN_PASSWORD, token)
        case .tokenServer:
            try socket.set(ZMQ_PLAIN_SERVER, Int32(1))
            try socket.set(ZMQ_ZAP_DOMAIN, Self.domain)
        case .key(let pair, let broker):
            try socket.set(ZMQ_CURVE_SERVERKEY, broker.description)
            try socket.set(ZMQ_CURVE_PUBLICKEY, pair.key.description)
            try socket.set(ZMQ_CURVE_SECRETKEY, pair.secret)
        case .keyServer(let pair):
            try socket.set(ZMQ_CURVE_SERVER, Int32(1))
            try socket.set(ZMQ_CURVE_SECRETKEY, pair.secret)
            try socket.set(ZMQ_ZAP_DOMAIN, Self.domain)
        }
    }

    /// The mechanism of a broker's sockets at this endpoint.
    /// - Throws: `ServiceError` if a key is required and missing, or cannot be read.
    static func broker(_ endpoint: BusEndpoint, _ keys: KeyStore?) throws -> SocketSecurity {
        guard endpoint.path == nil else { return .tokenServer }
        if let pair = try keys?.pair(of: .broker) { return .keyServer(pair) }
        guard !endpoint.isExposed else { throw missing(endpoint, .broker, keys) }
        return .tokenServer
    }

    /// The mechanism of a process that connects to this endpoint.
    /// - Parameter turn: index of the broker key to use, modulo their number.
    /// - Throws: `ServiceError` if a key is required and missing, or cannot be read.
    static func peer(_ endpoint: BusEndpoint, _ configuration: BusConfiguration, turn: Int) throws -> SocketSecurity {
        let token = SocketSecurity.token(name: configuration.service, token: configuration.token)
        guard endpoint.path == nil else { return token }
        guard let keys = configuration.keys, let pair = try keys.pair(of: configuration.service) else {
            guard !endpoint.isExposed else { throw missing(endpoint, configuration.service, configuration.keys) }
            return token
        }
        let accepted = try keys.file(of: .broker)?.accepted ?? []
        guard !accepted.isEmpty else {
            throw ServiceError(
                .refused,
                "\(keys.publicPath(.broker)) names no key of the broker at \(endpoint); copy that file from the broker's machine."
            )
        }
        return .key(pair, broker: accepted[turn % accepted.count])
    }

    private static func missing(_ endpoint: BusEndpoint, _ name: ServiceName, _ keys: KeyStore?) -> ServiceError {
        let file = keys?.secretPath(name) ?? "\(name).secret"
        return ServiceError(
            .refused,
            "Other machines can reach \(endpoint), and \(name) has no key (\(file)): make it with “pulsum keys create”, or use an ipc:// or loopback address."
        )
    }
}

extension BusEndpoint {
    /// Whether other machines may reach it: tcp addresses other than loopback.
    public var isExposed: Bool {
        guard path == nil else { return false }
        let address = requests.dropFirst("tcp://".count)
        let host = address[..<(address.lastIndex(of: ":") ?? address.endIndex)]
        return host != "localhost" && NetworkAddress(host)?.isLoopback != true
    }
}
