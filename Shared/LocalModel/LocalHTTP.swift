import AsyncHTTPClient
import NIOCore

/// One request over its own connection. It follows no redirect, stores no cookie and uses no proxy. Size and time of
/// the reply are limited.
enum LocalHTTP {
    /// Largest reply, in bytes.
    static let maximumReplyBytes = 64 * 1024

    enum Outcome: Sendable {
        case answered(status: Int, body: [UInt8])
        case failed(LocalModelError)
    }

    /// - Parameters:
    ///   - address: a literal address that replaces the URL's host for the connection; the host itself if that is
    ///     literal.
    ///   - limit: deadline for head and body together.
    static func post(_ url: String, host: String, at address: String, body: [UInt8], within limit: Duration) async
        -> Outcome
    {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        if host != address { configuration.dnsOverride = [host: address] }
        configuration.timeout.connect = TimeAmount(limit)
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = .makeClientConfiguration()
        // RFC 8996 deprecates TLS 1.0 and 1.1.
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        // The caller makes the span; the client's own would hold the URL.
        configuration.tracing.tracer = nil
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
            // The caller's limit covers head and body together, so this timeout is out of its reach.
            let response = try await client.execute(request, timeout: .hours(1))
            var bytes: [UInt8] = []
            for try await part in response.body {
                bytes.append(contentsOf: part.readableBytesView)
                guard bytes.count <= maximumReplyBytes else { return .failed(.malformed) }
            }
            return .answered(status: Int(response.status.code), body: bytes)
        } catch {
            return .failed(.unreachable)
        }
    }
}
