import FlyingSocks
import Foundation
import SystemKit

/// One POST over its own plain TCP connection. Follows no redirect and uses no proxy, because it reads nothing of the
/// answer but its status.
///
/// Not AsyncHTTPClient: it brings SwiftNIO and BoringSSL into every process. A release build of pulsum-scoring is 57 MB
/// without and pulsum-gateway 113 MB with it. FlyingSocks is in every process for its health server.
enum CollectorConnection {
    /// Result of a POST.
    enum Outcome: Sendable, Equatable {
        case answered(status: Int)
        case failed
    }

    /// Most bytes of an answer before its status line ends.
    private static let maximumStatusLineBytes = 256

    /// Sends `body` to the first of the URL's addresses that accepts a connection.
    /// - Parameter limit: for all of it.
    static func post(_ body: [UInt8], to url: PrivateURL, path: String, within limit: Duration) async -> Outcome {
        await TimeLimit.run(limit, or: .failed) {
            // Checked for each connection: a name may have moved to a public address.
            let addresses = await url.addresses(within: limit) ?? []
            for address in addresses {
                // A share of the limit, so that an address that does not answer leaves time for the next one.
                let share = limit.seconds / Double(addresses.count)
                guard let socket = try? await connect(address, url.port, within: share) else { continue }
                defer { try? socket.close() }
                return (try? await exchange(body, over: socket, url, path)) ?? .failed
            }
            return .failed
        }
    }

    private static func connect(
        _ address: String, _ port: UInt16, within timeout: TimeInterval
    ) async throws -> AsyncSocket {
        if address.contains(":") {
            return try await AsyncSocket.connected(
                to: sockaddr_in6.inet6(ip6: address, port: port), timeout: timeout)
        }
        return try await AsyncSocket.connected(to: sockaddr_in.inet(ip4: address, port: port), timeout: timeout)
    }

    private static func exchange(
        _ body: [UInt8], over socket: AsyncSocket, _ url: PrivateURL, _ path: String
    ) async throws -> Outcome {
        let head =
            "POST \(url.path + path) HTTP/1.1\r\nHost: \(url.authority)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        try await socket.write(Data(head.utf8) + Data(body))
        var line: [UInt8] = []
        while line.count < maximumStatusLineBytes {
            let byte = try await socket.read()
            if byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else { return .failed }
        return .answered(status: status)
    }
}
