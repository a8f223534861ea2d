import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A server on 127.0.0.1 that sends exactly the given bytes, at any pace.
final class RawServer: Sendable {
    /// A connection whose request has been read: writes to the client, and reports how the client ended it.
    struct Connection: Sendable {
        fileprivate let socket: Int32

        /// False where the client has disconnected.
        @discardableResult
        func write(_ text: String) -> Bool {
            let bytes = Array(text.utf8)
            return bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } == bytes.count
        }

        /// Returns when the client has closed: true for a reset, false for an orderly close.
        func wasCut() -> Bool {
            var byte: UInt8 = 0
            while true {
                let count = recv(socket, &byte, 1, 0)
                if count == 0 { return false }
                if count < 0, errno != EINTR { return errno == ECONNRESET }
            }
        }

        func pause(_ milliseconds: UInt32) { usleep(milliseconds * 1000) }
    }

    let port: UInt16
    var url: String { "http://127.0.0.1:\(port)/v1" }
    private let listener: Int32
    private let log = Log()
    /// Head and body of each request.
    var arrivals: [String] { log.requests.withLock { $0 } }
    /// Number of connections, whether or not a request arrived on them. No byte can arrive without one.
    var connections: Int { log.connections.withLock { $0 } }

    private final class Log: Sendable {
        let requests = Mutex<[String]>([])
        let connections = Mutex(0)
    }

    /// - Parameter answer: runs on its own thread for each connection, which is closed when it returns.
    init(_ answer: @escaping @Sendable (Connection) -> Void) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = bind(listener, generic, length)
                _ = getsockname(listener, generic, &length)
            }
        }
        listen(listener, 16)
        (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
        Thread { [listener, log] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { return }
                log.connections.withLock { $0 += 1 }
                Thread {
                    if let request = Self.read(socket) {
                        log.requests.withLock { $0.append(request) }
                        answer(Connection(socket: socket))
                    }
                    close(socket)
                }.start()
            }
        }.start()
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Reads to the end of the body, whose length is `Content-Length`.
    private static func read(_ socket: Int32) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let line = text[..<end.lowerBound].lowercased().split(separator: "\r\n").first {
                $0.hasPrefix("content-length:")
            }
            let length =
                line.flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) } ?? 0
            if text[end.upperBound...].utf8.count >= length { return text }
        }
    }
}
