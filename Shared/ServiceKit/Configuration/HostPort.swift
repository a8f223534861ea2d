/// A listening address such as `127.0.0.1:8080` or `[::1]:8080`; port 0 lets the system choose.
public struct HostPort: Sendable, Hashable, CustomStringConvertible {
    /// Host name or address; IPv6 without brackets.
    public let host: String
    /// 0 to 65535.
    public let port: Int

    /// An address with this host and port.
    public init(host: String, port: Int) { (self.host, self.port) = (host, port) }

    /// Nil if the text is not `host:port` with a port from 0 to 65535.
    public init?(_ text: some StringProtocol) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "/" }) else { return nil }
        self.init(host: String(host), port: Int(port))
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
