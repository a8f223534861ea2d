import AsyncHTTPClient
import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One attempt to call the cloud model.
struct CloudCall: Sendable {
    var url: String
    /// Sent as a bearer token; nil where none is set.
    var key: String?
    var body: [UInt8]
    var timeout: Duration
}

/// The way out. Production: HTTP; tests may count.
protocol Cloud: Sendable {
    /// Sends once. Cancelling the task ends the call. When it returns, nothing of the call is on its way any more.
    func send(_ call: CloudCall) async -> CloudOutcome
}

/// Posts JSON over a connection of its own, which is gone when it returns. Follows no redirect, keeps no cookie, knows no proxy but what the network itself
/// imposes (`HTTP_PROXY` and its kin are not read), and takes no answer larger, slower or of another type than asked for.
struct HTTPCloud: Cloud {
    static let largestAnswer = 256 * 1024
    /// Of an error's body; it is read only to tell a used-up quota from a limit that passes.
    private static let largestError = 16 * 1024
    private static let longestConnect = Duration.seconds(5)

    func send(_ call: CloudCall) async -> CloudOutcome {
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: Self.configuration(call.timeout))
        let outcome = await withTaskGroup(of: CloudOutcome.self) { group in
            group.addTask { await Self.answer(to: call, client) }
            group.addTask {
                do { try await Task.sleep(for: call.timeout) } catch { return .cancelled }
                return .timeout
            }
            let outcome = await group.next() ?? .cancelled
            group.cancelAll()
            return outcome
        }
        // Ends when the connection is closed; it fails only for a client that was shut down before.
        try? await client.shutdown()
        return outcome
    }

    private static func configuration(_ timeout: Duration) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = TimeAmount(min(timeout, longestConnect))
        // One connection carries one call; closing it ends the call.
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = .makeClientConfiguration()
        // RFC 8996: 1.0 and 1.1 are not to be used.
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        // A peer that does not say goodbye is not waited for.
        configuration.tlsConfiguration?.shutdownTimeout = .milliseconds(100)
        // Trying again is decided in one place, `RetryPolicy`.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Closed means gone: the kernel sends nothing on after a close, be it ours or that of our death.
        configuration.http1_1ConnectionDebugInitializer = { channel in
            guard let socket = channel as? any SocketOptionProvider else { return channel.eventLoop.makeSucceededVoidFuture() }
            return socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        }
        return configuration
    }

    private static func answer(to call: CloudCall, _ client: HTTPClient) async -> CloudOutcome {
        var request = HTTPClientRequest(url: call.url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "Accept", value: "application/json")
        request.headers.add(name: "User-Agent", value: "pulsum")
        if let key = call.key { request.headers.add(name: "Authorization", value: "Bearer \(key)") }
        request.body = .bytes(call.body)
        do {
            // The limit that counts is the caller's, over head and body together.
            let response = try await client.execute(request, timeout: .hours(1))
            guard response.status.code == 200 else { return await failure(response) }
            guard isJSON(response.headers.first(name: "Content-Type")) else { return .otherType }
            var bytes: [UInt8] = []
            for try await part in response.body {
                bytes.append(contentsOf: part.readableBytesView)
                guard bytes.count <= largestAnswer else { return .tooLarge }
            }
            return .answered(bytes)
        } catch {
            return Task.isCancelled || error is CancellationError ? .cancelled : .network
        }
    }

    private static func failure(_ response: HTTPClientResponse) async -> CloudOutcome {
        let (code, retryAfter) = (Int(response.status.code), RetryAfter.duration(response.headers.first(name: "Retry-After")))
        switch code {
        case 402: return .quotaExhausted(code, retryAfter: retryAfter)
        case 429:
            guard let body = try? await response.body.collect(upTo: largestError) else { break }
            if CloudError.saysExhausted(Array(body.readableBytesView)) { return .quotaExhausted(code, retryAfter: retryAfter) }
        default: break
        }
        return .status(code, retryAfter: retryAfter)
    }

    /// A media type without its parameters (RFC 9110 §8.3.1).
    private static func isJSON(_ type: String?) -> Bool {
        guard let name = type?.prefix(while: { $0 != ";" }) else { return false }
        return String(name.filter { !$0.isWhitespace }).lowercased() == "application/json"
    }
}
