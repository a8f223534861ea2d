import AsyncHTTPClient
import NIOCore
import SystemKit

/// One request to a server on this machine or in its private network, over its own connection. It follows no redirect,
/// stores no cookie and uses no proxy. Size and time of the reply are limited.
package enum PrivateHTTP {
    /// Largest reply, in bytes.
    package static let maximumReplyBytes = 64 * 1024

    /// What is sent.
    package struct Request: Sendable {
        /// `GET` or `POST`.
        package enum Method: Sendable { case get, post }

        /// Path and query, which begin with a slash; scheme, host and port are those of the `PrivateURL`.
        let target: String
        let method: Method
        let headers: [(name: String, value: String)]
        let body: [UInt8]
        /// PEM file of the only certificate authorities that count; nil for those of the system.
        let authorities: String?

        /// - Parameters:
        ///   - target: path and query; begins with a slash.
        ///   - authorities: PEM file of the only certificate authorities that count; nil for those of the system.
        package init(
            _ method: Method, _ target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
            authorities: String? = nil
        ) {
            (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
            self.authorities = authorities
        }

        /// A POST of one content type, whose answer is JSON.
        package static func post(_ target: String, contentType: String, _ body: [UInt8]) -> Request {
            Request(
                .post, target, headers: [("Content-Type", contentType), ("Accept", "application/json")], body: body)
        }
    }

    /// Why there is no complete reply.
    package enum Failure: Error, Sendable {
        /// No private address, no connection, or a broken connection.
        case unreachable
        case timeout
        /// The reply exceeds `maximumReplyBytes`.
        case tooLarge
    }

    /// The end of a request.
    package enum Outcome: Sendable {
        case answered(status: Int, body: [UInt8])
        case failed(Failure)
    }

    /// Sends the request to each of the URL's addresses until one can be reached.
    package static func send(
        _ request: Request, to url: PrivateURL, until deadline: ContinuousClock.Instant
    ) async -> Outcome {
        guard let addresses = await url.addresses(within: deadline - .now) else { return .failed(.timeout) }
        for address in addresses {
            let outcome = await send(request, to: url, at: address, within: max(deadline - .now, .zero))
            if case .failed(.unreachable) = outcome { continue }
            return outcome
        }
        return .failed(.unreachable)
    }

    /// - Parameters:
    ///   - address: a literal address that replaces the URL's host for the connection; the host itself if that is
    ///     literal.
    ///   - limit: deadline for head and body together.
    private static func send(
        _ request: Request, to url: PrivateURL, at address: String, within limit: Duration
    ) async -> Outcome {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        if url.host != address { configuration.dnsOverride = [url.host: address] }
        configuration.timeout.connect = TimeAmount(limit)
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = .makeClientConfiguration()
        // RFC 8996 deprecates TLS 1.0 and 1.1.
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        if let authorities = request.authorities { configuration.tlsConfiguration?.trustRoots = .file(authorities) }
        // The caller makes the span; the client's own would hold the URL.
        configuration.tracing.tracer = nil
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let outcome = await TimeLimit.run(limit, or: Outcome.failed(.timeout)) {
            await answer(from: client, request, url.origin + request.target)
        }
        try? await client.shutdown()
        return outcome
    }

    private static func answer(from client: HTTPClient, _ request: Request, _ url: String) async -> Outcome {
        var message = HTTPClientRequest(url: url)
        message.method = request.method == .get ? .GET : .POST
        for header in request.headers { message.headers.add(name: header.name, value: header.value) }
        if request.method == .post { message.body = .bytes(request.body) }
        do {
            // The caller's limit covers head and body together, so this timeout is out of its reach.
            let response = try await client.execute(message, timeout: .hours(1))
            var bytes: [UInt8] = []
            for try await part in response.body {
                bytes.append(contentsOf: part.readableBytesView)
                guard bytes.count <= maximumReplyBytes else { return .failed(.tooLarge) }
            }
            return .answered(status: Int(response.status.code), body: bytes)
        } catch {
            return .failed(.unreachable)
        }
    }
}
