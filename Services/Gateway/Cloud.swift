import AsyncHTTPClient

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
    /// Sends once. Cancelling the task ends the call.
    func send(_ call: CloudCall) async -> CloudOutcome
}

/// Posts JSON. Follows no redirect, keeps no cookie and no answer larger than asked for.
struct HTTPCloud: Cloud {
    static let largestAnswer = 256 * 1024
    /// Lives as long as the process.
    static let shared = HTTPCloud()

    private let client: HTTPClient

    private init() {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(5)
        // No connection outlives its call for long.
        configuration.connectionPool.idleTimeout = .seconds(1)
        // Trying again is decided in one place, `RetryPolicy`.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func send(_ call: CloudCall) async -> CloudOutcome {
        await withTaskGroup(of: CloudOutcome.self) { group in
            group.addTask { await answer(to: call) }
            group.addTask {
                do { try await Task.sleep(for: call.timeout) } catch { return .cancelled }
                return .timeout
            }
            let outcome = await group.next() ?? .cancelled
            group.cancelAll()
            return outcome
        }
    }

    private func answer(to call: CloudCall) async -> CloudOutcome {
        var request = HTTPClientRequest(url: call.url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "User-Agent", value: "pulsum")
        if let key = call.key { request.headers.add(name: "Authorization", value: "Bearer \(key)") }
        request.body = .bytes(call.body)
        do {
            // The limit that counts is the caller's, over head and body together.
            let response = try await client.execute(request, timeout: .hours(1))
            guard response.status.code == 200 else {
                return .status(Int(response.status.code), retryAfter: Self.retryAfter(response.headers.first(name: "Retry-After")))
            }
            var bytes: [UInt8] = []
            for try await part in response.body {
                bytes.append(contentsOf: part.readableBytesView)
                guard bytes.count <= Self.largestAnswer else { return .tooLarge }
            }
            return .answered(bytes)
        } catch {
            return Task.isCancelled || error is CancellationError ? .cancelled : .network
        }
    }

    /// Seconds (RFC 9110 §10.2.3); the date form is rare enough to fall back to our own backoff.
    static func retryAfter(_ text: String?) -> Duration? {
        text.flatMap { Int64($0) }.flatMap { (0...86_400).contains($0) ? .seconds($0) : nil }
    }
}
