import AsyncHTTPClient
import NIOCore
import NIOSSL
import Synchronization
import Tracing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One attempt to call the cloud model.
struct CloudCall: Sendable {
    var url: String
    /// Bearer token; nil if none is set.
    var key: String?
    var body: [UInt8]
    var timeout: Duration
}

/// The outbound transport. Production uses HTTP; tests may count calls.
protocol Cloud: Sendable {
    /// Sends the request once. Cancelling the task ends the call. After the return, nothing of the call is in transit.
    func send(_ call: CloudCall) async -> CloudOutcome
}

/// Posts JSON over a dedicated connection, which is closed on return. Does not follow redirects, keep cookies or read
/// proxy settings (`HTTP_PROXY` and the like); only a proxy imposed by the network applies. Refuses replies that exceed
/// the size limit, the timeout or the expected media type.
struct HTTPCloud: Cloud {
    /// Bytes.
    static let maximumReplyBytes = 256 * 1024
    /// Bytes of an error body, which is read only to distinguish an exhausted quota from a temporary limit.
    private static let maximumErrorBytes = 16 * 1024
    private static let connectTimeout = Duration.seconds(5)

    let trust: CloudTrust

    init(trust: CloudTrust = CloudTrust()) { self.trust = trust }

    func send(_ call: CloudCall) async -> CloudOutcome {
        await withSpan("chat", ofKind: .client) { span in
            span.attributes["gen_ai.operation.name"] = "chat"
            return await post(call)
        }
    }

    private func post(_ call: CloudCall) async -> CloudOutcome {
        let key = HostKey(trust)
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: Self.configuration(call, trust, key))
        let outcome = await withTaskGroup(of: CloudOutcome.self) { group in
            group.addTask { await Self.answer(to: call, client, key) }
            group.addTask {
                do { try await Task.sleep(for: call.timeout) } catch { return .cancelled }
                return .timeout
            }
            let outcome = await group.next() ?? .cancelled
            group.cancelAll()
            return outcome
        }
        // Returns when the connection is closed. It fails only if the client was shut down before.
        try? await client.shutdown()
        return outcome
    }

    private static func configuration(_ call: CloudCall, _ trust: CloudTrust, _ key: HostKey)
        -> HTTPClient.Configuration
    {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = TimeAmount(min(call.timeout, connectTimeout))
        // One connection carries one call, so closing it ends the call.
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = .makeClientConfiguration()
        // RFC 8996 deprecates TLS 1.0 and 1.1.
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        if let authorities = trust.authorities { configuration.tlsConfiguration?.trustRoots = .file(authorities) }
        // Limits the wait for a peer that sends no close_notify.
        configuration.tlsConfiguration?.shutdownTimeout = .milliseconds(100)
        // `send` makes the span; the client's own would hold the URL.
        configuration.tracing.tracer = nil
        // `RetryPolicy` is the only place that decides about retries.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Closing discards unsent data: the kernel sends nothing after a close or after this process's death.
        let isEncrypted = call.url.hasPrefix("https://")
        // Runs after the handshake and before the request is written.
        configuration.http1_1ConnectionDebugInitializer = { channel in
            let lingered: EventLoopFuture<Void> =
                (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                ?? channel.eventLoop.makeSucceededVoidFuture()
            return isEncrypted ? lingered.flatMap { key.check(channel) } : lingered
        }
        return configuration
    }

    private static func answer(to call: CloudCall, _ client: HTTPClient, _ key: HostKey) async -> CloudOutcome {
        var request = HTTPClientRequest(url: call.url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "Accept", value: "application/json")
        request.headers.add(name: "User-Agent", value: "pulsum")
        if let key = call.key { request.headers.add(name: "Authorization", value: "Bearer \(key)") }
        request.body = .bytes(call.body)
        do {
            // The effective timeout is the caller's; it covers head and body together.
            let response = try await client.execute(request, timeout: .hours(1))
            guard response.status.code == 200 else { return await failure(response) }
            guard isJSON(response.headers.first(name: "Content-Type")) else { return .otherType }
            var bytes: [UInt8] = []
            for try await part in response.body {
                bytes.append(contentsOf: part.readableBytesView)
                guard bytes.count <= maximumReplyBytes else { return .tooLarge }
            }
            return .answered(bytes)
        } catch {
            if Task.isCancelled || error is CancellationError { return .cancelled }
            return key.isOther ? .otherKey : .network
        }
    }

    private static func failure(_ response: HTTPClientResponse) async -> CloudOutcome {
        let (code, retryAfter) = (
            Int(response.status.code), RetryAfter.duration(response.headers.first(name: "Retry-After"))
        )
        switch code {
        case 402: return .quotaExhausted(code, retryAfter: retryAfter)
        case 429:
            guard let body = try? await response.body.collect(upTo: maximumErrorBytes) else { break }
            if CloudError.reportsExhaustedQuota(Array(body.readableBytesView)) {
                return .quotaExhausted(code, retryAfter: retryAfter)
            }
        default: break
        }
        return .status(code, retryAfter: retryAfter)
    }

    /// Compares the media type without its parameters (RFC 9110 §8.3.1).
    private static func isJSON(_ type: String?) -> Bool {
        guard let name = type?.prefix(while: { $0 != ";" }) else { return false }
        return String(name.filter { !$0.isWhitespace }).lowercased() == "application/json"
    }
}

/// Compares the host's public key with the pins, before anything is sent.
private final class HostKey: Sendable {
    private let trust: CloudTrust
    private let other = Mutex(false)

    init(_ trust: CloudTrust) { self.trust = trust }

    /// True if the connection was refused because of the host's key.
    var isOther: Bool { other.withLock { $0 } }

    func check(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard !trust.pins.isEmpty else { return channel.eventLoop.makeSucceededVoidFuture() }
        return channel.nioSSL_peerCertificate().flatMapThrowing { [self] certificate in
            let key = try certificate?.extractPublicKey().toSPKIBytes()
            guard let key, trust.allows(key: key) else {
                other.withLock { $0 = true }
                throw CloudTrust.OtherKey()
            }
        }
    }
}
