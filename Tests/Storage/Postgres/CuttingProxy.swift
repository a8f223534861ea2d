import Foundation
import Synchronization

/// Forwards connections to a Unix socket of PostgreSQL, and cuts one of them at its commit.
final class CuttingProxy: Sendable {
    enum Cut: CaseIterable {
        /// The server never receives the commit and loses the connection.
        case before
        /// The server commits; its answer is lost.
        case after
        /// The server receives the commit when the client has long given it up.
        case late
    }

    /// A directory with the proxy's socket, for libpq's parameter `host`.
    let directory: String
    private let listener: Int32
    private let target: String
    private let state = Mutex<(next: [Cut], cuts: Int)>(([], 0))

    init(directory: String, port: UInt16, target: String) throws {
        (self.directory, self.target) = (directory, target)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let path = "\(directory)/.s.PGSQL.\(port)"
        guard Self.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0 else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        Thread.detachNewThread { [listener] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { self.forward(client) }
            }
        }
    }

    /// Ends the proxy; connections go on.
    func close() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Cuts the next commits, one after the other.
    func cut(_ cuts: Cut...) { state.withLock { $0.next = cuts } }

    var cuts: Int { state.withLock { $0.cuts } }

    private func forward(_ client: Int32) {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { for file in [client, server] { Glibc.close(file) } }
        guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else { return }
        var entries = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while poll(&entries, 2, -1) > 0 {
            for (from, to) in [(client, server), (server, client)] {
                guard entries[from == client ? 0 : 1].revents != 0 else { continue }
                let count = recv(from, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                let bytes = Array(buffer[..<count])
                if from == client, let cut = takeCut(bytes) {
                    if cut == .before { return }
                    if cut == .late {
                        shutdown(client, Int32(SHUT_RDWR))
                        Thread.sleep(forTimeInterval: 0.5)
                    }
                    send(server, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                    // The answer, so that the server has decided.
                    _ = recv(server, &buffer, buffer.count, 0)
                    return
                }
                guard send(to, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
            }
        }
    }

    private func takeCut(_ bytes: [UInt8]) -> Cut? {
        guard String(decoding: bytes, as: UTF8.self).contains("; COMMIT") else { return nil }
        return state.withLock { state in
            guard !state.next.isEmpty else { return nil }
            state.cuts += 1
            return state.next.removeFirst()
        }
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
