import Foundation
import Synchronization

/// A TCP connection that sends exactly the given bytes, from any address of 127/8.
public final class LoopbackSocket: Sendable {
    private let file: Int32
    private let isOpen = Mutex(true)

    /// - Parameters:
    ///   - address: `host:port` of the server, an IPv4 address.
    ///   - source: source address of the connection.
    ///   - waits: whether calls may block; otherwise they fail with EAGAIN.
    public init(to address: String, from source: String = "127.0.0.1", waits: Bool = true) throws {
        let parts = address.split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1]) else { throw POSIXError(.EINVAL) }
        let kind = Int32(SOCK_STREAM.rawValue) | (waits ? 0 : Int32(SOCK_NONBLOCK.rawValue))
        let file = socket(AF_INET, kind, 0)
        guard file >= 0 else { throw Self.failure }
        self.file = file
        var yes: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        // With this option the kernel chooses the source port at connect, when the destination is known. That permits
        // more connections than one address has ports.
        setsockopt(file, Int32(IPPROTO_IP), Int32(IP_BIND_ADDRESS_NO_PORT), &yes, socklen_t(MemoryLayout<Int32>.size))
        var local = Self.address(source, 0)
        var remote = Self.address(String(parts[0]), port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeBytes(of: &local) {
            bind(file, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
        }
        guard isBound == 0 else { throw Self.failure }
        let isConnected = withUnsafeBytes(of: &remote) {
            connect(file, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
        }
        guard isConnected == 0 || (!waits && errno == EINPROGRESS) else { throw Self.failure }
    }

    deinit { close() }

    /// Closes the socket.
    public func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { Glibc.close(file) }
    }

    /// Sends bytes.
    /// - Returns: number of bytes the kernel accepted; -1 where the connection is gone.
    @discardableResult
    public func send(_ bytes: some Sequence<UInt8>) -> Int {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno == EAGAIN ? sent : -1 }
            sent += count
        }
        return sent
    }

    /// Sends text as UTF-8.
    /// - Returns: number of bytes the kernel accepted; -1 where the connection is gone.
    @discardableResult
    public func send(_ text: String) -> Int { send(text.utf8) }

    /// Ends the output direction (`shutdown` with `SHUT_WR`).
    public func endOutput() { shutdown(file, Int32(SHUT_WR)) }

    /// Result of one `receive`.
    public enum Received: Equatable {
        case bytes([UInt8])
        /// The peer closed the connection in order (FIN).
        case end
        /// The peer reset the connection.
        case cut
        case nothing
    }

    /// Receives the next bytes or the end of the connection.
    /// - Parameter limit: longest wait; zero polls once.
    public func receive(within limit: Duration) -> Received {
        var entry = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32(limit / .milliseconds(1))
        let ready = poll(&entry, 1, milliseconds)
        guard ready > 0 else { return .nothing }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(file, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { return .bytes(Array(buffer[..<count])) }
        if count == 0 { return .end }
        return errno == EAGAIN || errno == EINTR ? .nothing : .cut
    }

    /// One HTTP response with a `Content-Length`, or all bytes until the connection ends; nil where no complete
    /// response arrived within `limit`.
    public func answer(within limit: Duration = .seconds(30)) -> String? {
        let deadline = ContinuousClock.now + limit
        var bytes: [UInt8] = []
        while true {
            let rest = deadline - .now
            guard rest > .zero else { return nil }
            switch receive(within: max(.milliseconds(1), rest)) {
            case .bytes(let more): bytes += more
            case .end: return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            case .cut: return nil
            case .nothing: continue
            }
            if Self.isWhole(bytes) { return String(decoding: bytes, as: UTF8.self) }
        }
    }

    /// Whether the peer closed or reset the connection within `limit`.
    public func isEnded(within limit: Duration) -> Bool {
        let deadline = ContinuousClock.now + limit
        while true {
            switch receive(within: max(.zero, deadline - .now)) {
            case .end, .cut: return true
            case .bytes: continue
            case .nothing: if ContinuousClock.now >= deadline { return false }
            }
        }
    }

    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let head = text[..<end.lowerBound].lowercased()
        if head.hasPrefix("http/1.1 204") { return true }
        guard let line = head.split(separator: "\r\n").first(where: { $0.hasPrefix("content-length:") }),
            let length = Int(line.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces))
        else { return false }
        return text[end.upperBound...].utf8.count >= length
    }

    static func address(_ host: String, _ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        return address
    }

    static var failure: POSIXError { POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
}
