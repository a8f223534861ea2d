import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A web client for tests: keeps cookies and speaks JSON.
public final class Browser: @unchecked Sendable {
    // Unchecked: each instance is used by one test at a time, and the cookies are its only mutable state.
    private let base: String
    /// Sent with every request.
    private let headers: [String: String]
    /// Values by name.
    public var cookies: [String: String] = [:]
    /// The `Cookie` header's value.
    public var cookie: String? {
        cookies.isEmpty
            ? nil : cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }

    /// A browser without cookies.
    /// - Parameter base: URL that every path is appended to.
    public init(_ base: String, headers: [String: String] = [:]) { (self.base, self.headers) = (base, headers) }

    /// One HTTP response.
    public struct Answer: Sendable {
        /// HTTP status code.
        public let status: Int
        /// Value of `Content-Type`.
        public let contentType: String
        /// Exact bytes of the body.
        public let body: Data
        /// Trace id of the request, as `pulsum bus trace` takes it.
        public let traceID: String?

        /// The body as a JSON object; `[:]` where it is none.
        public var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
        /// The body as a JSON array of objects; `[]` where it is none.
        public var list: [[String: Any]] { (try? JSONSerialization.jsonObject(with: body)) as? [[String: Any]] ?? [] }
        /// The body as UTF-8 text.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Sends GET.
    public func get(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        try await send(.GET, path, nil, headers)
    }
    /// Sends DELETE.
    public func delete(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        try await send(.DELETE, path, nil, headers)
    }
    /// Sends any method with a JSON body, such as `PUT`.
    public func ask(_ method: String, _ path: String, _ body: [String: Any]? = nil, headers: [String: String] = [:])
        async throws -> Answer
    {
        let content = try body.map {
            HTTPClientRequest.Body.bytes(ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: $0)))
        }
        return try await send(HTTPMethod(rawValue: method), path, content, headers)
    }
    /// Posts a JSON body.
    public func post(_ path: String, _ body: [String: Any] = [:], headers: [String: String] = [:]) async throws
        -> Answer
    {
        try await send(
            .POST, path, .bytes(ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: body))), headers)
    }
    /// Puts a JSON body.
    public func put(_ path: String, _ body: [String: Any]) async throws -> Answer {
        try await send(.PUT, path, .bytes(ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: body))))
    }
    /// Posts raw bytes, as the page does for a file.
    public func post(_ path: String, bytes: Data, headers: [String: String] = [:]) async throws -> Answer {
        try await send(.POST, path, .bytes(ByteBuffer(bytes: bytes)), headers)
    }

    /// Reads the first lines of an event stream as they arrive.
    public func events(
        _ path: String, headers: [String: String] = [:], client: HTTPClient = .shared
    ) async throws -> AsyncThrowingStream<String, any Error> {
        var request = HTTPClientRequest(url: base + path)
        if let cookie { request.headers.add(name: "Cookie", value: cookie) }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await client.execute(request, timeout: .seconds(60))
        return AsyncThrowingStream { continuation in
            let task = Task {
                var rest = ""
                do {
                    for try await part in response.body {
                        rest += String(buffer: part)
                        while let end = rest.firstIndex(of: "\n") {
                            continuation.yield(String(rest[..<end]))
                            rest = String(rest[rest.index(after: end)...])
                        }
                    }
                    continuation.finish()
                } catch { continuation.finish(throwing: error) }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func send(
        _ method: HTTPMethod, _ path: String, _ body: HTTPClientRequest.Body?, _ headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: base + path)
        request.method = method
        request.body = body
        if let cookie { request.headers.add(name: "Cookie", value: cookie) }
        for (name, value) in self.headers.merging(headers, uniquingKeysWith: { $1 }) {
            request.headers.add(name: name, value: value)
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        for set in response.headers["Set-Cookie"] {
            let parts = set.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            if parts.count == 2 { cookies[parts[0]] = parts[1].isEmpty ? nil : parts[1] }
        }
        let data = try await response.body.collect(upTo: 64 << 20)
        return Answer(
            status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type") ?? "",
            body: Data(data.readableBytesView),
            traceID: response.headers.first(name: "X-Trace-ID"))
    }
}
