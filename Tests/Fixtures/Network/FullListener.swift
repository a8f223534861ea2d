import Foundation
import Synchronization

/// A TCP listener whose queue of connections is full: the kernel drops further ones, so that they hang.
public final class FullListener: Sendable {
    private let listener: Int32
    private let connections = Mutex<[LoopbackSocket]>([])

    /// - Parameters:
    ///   - address: an address of 127/8.
    ///   - port: a free port of that address.
    public init(on address: String, port: UInt16) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard listener >= 0 else { throw LoopbackSocket.failure }
        var local = LoopbackSocket.address(address, port)
        let isBound = withUnsafeBytes(of: &local) {
            bind(listener, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        guard isBound == 0, listen(listener, 0) == 0 else { throw LoopbackSocket.failure }
        // Linux queues one connection more than asked for.
        for _ in 0..<4 {
            let connection = try LoopbackSocket(to: "\(address):\(port)", waits: false)
            connections.withLock { $0.append(connection) }
        }
    }

    /// Closes the listener and the connections in its queue.
    public func close() {
        for connection in connections.withLock({ $0 }) { connection.close() }
        Glibc.close(listener)
    }
}
