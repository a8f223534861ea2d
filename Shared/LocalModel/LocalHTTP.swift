import AsyncHTTPClient
import NIOCore
import SystemKit

/// One request over its own connection. It follows no redirect, stores no cookie and uses no proxy. Size and time of
/// the reply are limited.
enum LocalHTTP {
    /// Largest reply, in bytes.
    static let maximumReplyBytes = 64 * 1024

    enum Outcome: Sendable {
        case answered(status: Int, body: [UInt8])
        case failed(LocalModelError)
    }

    /// Like `post`, at each of the URL's addresses until one can be reached.
    /// - Parameter path: follows the URL; begins with a slash.
    static func post(
        to url: PrivateURL, path: String, contentType: String, body: [UInt8], until deadline: ContinuousClock.Instant
    ) async -> Outcome {
        guard let addresses = await url.addresses(within: deadline - .now) else { return .failed(.timeout) }
        for address in addresses {
            let outcome = await post(
                url.base + path, host: url.host, at: address, contentType: contentType, body: body,
                within: max(deadline - .now, .zero))
            if case .failed(.unreachable) = outcome { continue }
            return outcome
        }
        return .failed(.unreachable)
    }

    /// - Parameters:
    ///   - address: a literal address that replaces the URL's host for the connection; the host itself if that is
    ///     literal.
    ///   - limit: deadline for head and body together.
    private static func post(
        _ url: String, host: String, at address: String, contentType: String, body: [UInt8], within limit: Duration
    ) async -> Outcome {
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
        let outcome = await TimeLimit.run(limit, or: Outcome.failed(.timeout)) {
            await answer(from: client, url, contentType, body)
        }
        try? await client.shutdown()
        return outcome
    }

    private static func answer(
        from client: HTTPClient, _ url: String, _ contentType: String, _ body: [UInt8]
    ) async -> Outcome {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: contentType)
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
