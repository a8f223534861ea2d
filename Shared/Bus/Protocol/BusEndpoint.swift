import Messages

/// The three addresses of a broker: one for requests and two for the mirror.
///
/// `ipc:///dir/bus` has its mirror at `/dir/bus.pub` (publishers connect there) and `/dir/bus.sub` (watchers connect
/// there); `tcp://host:port` uses the next two ports for the same.
public struct BusEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// Address of requests and replies.
    public let requests: String
    /// Address to which processes publish.
    public let publish: String
    /// Address to which watchers subscribe.
    public let subscribe: String
    /// Path of the socket file of an ipc endpoint; nil for tcp.
    public let path: String?

    public var description: String { requests }

    /// A Unix socket path holds 107 bytes and a terminator (`sun_path`, unix(7)).
    static let maximumPathBytes = 107

    /// Parses `ipc:///path` or `tcp://host:port`.
    /// - Throws: `ServiceError(.invalid)` that names the text and its fault.
    public init(_ text: String) throws {
        if let path = text.removing(prefix: "ipc://") {
            guard path.first == "/" else {
                throw ServiceError(
                    .invalid, "The bus address \(text) must name an absolute path, such as ipc:///run/pulsum/bus.")
            }
            let longest = path.utf8.count + ".pub".utf8.count
            guard longest <= Self.maximumPathBytes else {
                throw ServiceError(
                    .invalid,
                    "The bus address \(text) is \(longest - Self.maximumPathBytes) bytes too long: a socket path holds \(Self.maximumPathBytes) bytes. Choose a shorter data directory."
                )
            }
            self.path = path
            (requests, publish, subscribe) = (text, text + ".pub", text + ".sub")
        } else if let address = text.removing(prefix: "tcp://"), let colon = address.lastIndex(of: ":") {
            let host = address[..<colon]
            guard let port = UInt16(address[address.index(after: colon)...]), port > 0, port <= UInt16.max - 2,
                !host.isEmpty
            else {
                throw ServiceError(
                    .invalid,
                    "The bus address \(text) needs a host and a port from 1 to 65533, such as tcp://127.0.0.1:5570.")
            }
            path = nil
            (requests, publish, subscribe) = (text, "tcp://\(host):\(port + 1)", "tcp://\(host):\(port + 2)")
        } else {
            throw ServiceError(.invalid, "The bus address \(text) must begin with ipc:// or be tcp://host:port.")
        }
    }
}

extension String {
    fileprivate func removing(prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
