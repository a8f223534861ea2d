import Foundation
import Synchronization

/// Forwards TCP bytes between two ports and keeps a copy: the view of an eavesdropper.
final class RecordingProxy: Sendable {
    let port: UInt16
    private let listener: Int32
    private let seen = Mutex<[UInt8]>([])

    /// - Parameter port: loopback port that it listens on; traffic is forwarded to `target`.
    init(port: UInt16, target: UInt16) throws {
        self.port = port
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard Self.at(port, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        Thread.detachNewThread { [self] in
            while true {
                let peer = accept(listener, nil, nil)
                guard peer >= 0 else { return }
                let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                guard Self.at(target, { connect(server, $0, $1) }) == 0 else {
                    close(peer)
                    close(server)
                    continue
                }
                for (from, to) in [(peer, server), (server, peer)] {
                    Thread.detachNewThread { [self] in pass(from, to) }
                }
            }
        }
    }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// All bytes forwarded so far, in both directions.
    var bytes: [UInt8] { seen.withLock { $0 } }

    private func pass(_ from: Int32, _ to: Int32) {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(from, &buffer, buffer.count)
            guard count > 0 else { break }
            seen.withLock { $0 += buffer[..<count] }
            var sent = 0
            while sent < count {
                let written = buffer.withUnsafeBytes {
                    send(to, $0.baseAddress?.advanced(by: sent), count - sent, Int32(MSG_NOSIGNAL))
                }
                guard written > 0 else { break }
                sent += written
            }
        }
        // Also ends the thread of the other direction.
        shutdown(from, Int32(SHUT_RDWR))
        shutdown(to, Int32(SHUT_RDWR))
    }

    private static func at(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
