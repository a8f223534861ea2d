import AsyncHTTPClient
import NIOCore

/// One question over a connection of its own. Follows no redirect, keeps no cookie, knows no proxy, and takes no answer larger or slower than asked for.
enum LocalHTTP {
    static let largestAnswer = 64 * 1024

    enum Outcome: Sendable {
        case answered(status: Int, body: [UInt8])
        case failed(LocalModelError)
    }

    /// - Parameter address: a literal one, which takes the place of the URL's host; nil where that is literal itself.
    static func post(_ url: String, host: String, at address: String, body: [UInt8], within limit: Duration) async -> Outcome {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        if host != address { configuration.dnsOverride = [host: address] }
        configuration.timeout.connect = TimeAmount(limit)
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = .makeClientConfiguration()
        // RFC 8996: 1.0 and 1.1 are not to be used.
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let outcome = await withTaskGroup(of: Outcome.self) { group in
            group.addTask { await answer(from: client, url, body) }
            group.addTask {
                try? await Task.sleep(for: limit)
                return .failed(.timeout)
            }
            let outcome = await group.next() ?? .failed(.timeout)
            group.cancelAll()
            return outcome
        }
        try? await client.shutdown()
        return outcome
    }

    private static func answer(from client: HTTPClient, _ url: String, _ body: [UInt8]) async -> Outcome {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "Accept", value: "application/json")
        request.body = .bytes(body)
        do {
            // The limit that counts is the caller's, over head and body together.
            let response = try await client.execute(request, timeout: .hours(1))
            var bytes: [UInt8] = []
            for try await part in response.body {
                bytes.append(contentsOf: part.readableBytesView)
                guard bytes.count <= largestAnswer else { return .failed(.malformed) }
            }
            return .answered(status: Int(response.status.code), body: bytes)
        } catch {
            return .failed(.unreachable)
        }
    }
}
