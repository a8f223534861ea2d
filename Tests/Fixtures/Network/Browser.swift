import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A web client for tests: keeps cookies and speaks JSON. Exchanges with the API are checked against the OpenAPI
/// document that it serves; one that differs throws `APIContract.Violation`.
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
        /// Value of `Location`.
        public let location: String?
        /// Value of `Retry-After`, seconds.
        public let retryAfter: Int?
        /// Address of the page that follows this one of a list.
        public let next: String?
        /// Trace id of the request, as `pulsum bus trace` takes it.
        public let traceID: String?

        /// The body as a JSON object; `[:]` where it is none.
        public var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
        /// The body as a JSON array of objects; `[]` where it is none.
        public var list: [[String: Any]] { (try? JSONSerialization.jsonObject(with: body)) as? [[String: Any]] ?? [] }
        /// The body as UTF-8 text.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The routes that `/openapi.json` describes, such as `GET /v1/tokens`, sorted, each with its access class.
    public func documentedRoutes() async throws -> [(route: String, access: String)] {
        let paths = try await get("/openapi.json").json["paths"] as? [String: [String: [String: Any]]] ?? [:]
        return paths.flatMap { path, operations in
            operations.map {
                (route: "\($0.key.uppercased()) \(path)", access: $0.value["x-pulsum-access"] as? String ?? "")
            }
        }.sorted { $0.route < $1.route }
    }

    /// Sends GET and follows redirections.
    public func get(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        var answer = try await send(.GET, path, nil, headers)
        for _ in 0..<5 {
            guard (300..<400).contains(answer.status), let location = answer.location else { break }
            answer = try await send(.GET, location, nil, headers)
        }
        return answer
    }
    /// The analysis of a journal entry that was just written; on a busy machine it comes after the answer.
    /// - Throws: `TimedOut` after a minute without one.
    public func analysis(of written: Answer) async throws -> [String: Any] {
        let id = written.json["id"] as? String ?? ""
        let entry = try await eventually("the entry is analysed", within: .seconds(60)) {
            let entry = try await get("/v1/journal/\(id)")
            return entry.json["analysis"] is [String: Any] ? entry : nil
        }
        return entry.json["analysis"] as? [String: Any] ?? [:]
    }
    /// Sends DELETE.
    public func delete(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        try await send(.DELETE, path, nil, headers)
    }
    /// Sends any method with a JSON body, such as `PUT`.
    public func ask(_ method: String, _ path: String, _ body: [String: Any]? = nil, headers: [String: String] = [:])
        async throws -> Answer
    {
        let content = try body.map { try Self.json($0) }
        return try await send(HTTPMethod(rawValue: method), path, content, headers)
    }
    /// Posts a JSON body.
    public func post(_ path: String, _ body: [String: Any] = [:], headers: [String: String] = [:]) async throws
        -> Answer
    {
        try await send(.POST, path, try Self.json(body), headers)
    }
    /// Puts a JSON body.
    public func put(_ path: String, _ body: [String: Any]) async throws -> Answer {
        try await send(.PUT, path, try Self.json(body))
    }
    /// Posts raw bytes, as the page does for a file.
    public func post(_ path: String, bytes: Data, headers: [String: String] = [:]) async throws -> Answer {
        try await send(.POST, path, bytes, headers)
    }

    /// Sends a form as a browser does, and follows the answer to the next page. A form with a proof is taken from its
    /// page, which is opened unless it was shown before.
    /// - Parameter asItIs: sends the fields only, as markup does that somebody planted in a page.
    public func submit(_ path: String, _ fields: [(name: String, value: String)], asItIs: Bool = false) async throws
        -> Answer
    {
        var fields = fields
        if !asItIs, let proof = try await proof(of: path) { fields.append(("proof", proof)) }
        let allowed = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._*")
        func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
        let body = fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
        let answer = try await send(
            .POST, path, Data(body.utf8), ["Content-Type": "application/x-www-form-urlencoded"])
        guard answer.status == 303, let location = answer.location else { return answer }
        return try await get(location)
    }

    /// The proofs of the forms that pages of this session showed, by the path that the form is sent to.
    private var proofs: [String: String] = [:]

    /// The proof that the form of a path carries on its page; nil if it has none.
    private func proof(of path: String) async throws -> String? {
        if let known = proofs[path] { return known }
        guard path == "/confirm" || path.hasPrefix("/settings/") else { return nil }
        _ = try await get("/" + path.split(separator: "/").prefix(2).joined(separator: "/"))
        return proofs[path]
    }

    /// Keeps the proofs of a page.
    private func keepProofs(of page: String) {
        for form in page.matches(
            of: /<form method="post" action="([^"]*)"[^>]*><input type="hidden" name="proof" value="([^"]*)">/)
        {
            proofs["\(form.output.1)"] = "\(form.output.2)"
        }
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

    /// Does not follow redirections by itself: cookies of the answers before the last would be lost.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        // By default a refused connection is tried again for ten seconds. A test that waits for a process to come back asks
        // again itself, and at its new address.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(configuration: configuration)
    }()

    /// In the same order each time: a repeated command is recognised by its bytes.
    private static func json(_ body: [String: Any]) throws -> Data {
        try JSONSerialization.data(withJSONObject: body, options: .sortedKeys)
    }

    private func send(
        _ method: HTTPMethod, _ path: String, _ body: Data?, _ headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: base + path)
        request.method = method
        request.body = body.map { .bytes(ByteBuffer(bytes: $0)) }
        if let cookie { request.headers.add(name: "Cookie", value: cookie) }
        for (name, value) in self.headers.merging(headers, uniquingKeysWith: { $1 }) {
            request.headers.add(name: name, value: value)
        }
        // The client asks for gzip by itself, and refuses answers that unpack to more than 25 times their size.
        if !request.headers.contains(name: "Accept-Encoding") {
            request.headers.add(name: "Accept-Encoding", value: "identity")
        }
        let response = try await Self.client.execute(request, timeout: .seconds(60))
        for set in response.headers["Set-Cookie"] {
            let parts = set.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            if parts.count == 2 { cookies[parts[0]] = parts[1].isEmpty ? nil : parts[1] }
            // They end with their session.
            proofs = [:]
        }
        let data = try await response.body.collect(upTo: 64 << 20)
        let answer = Answer(
            status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type") ?? "",
            body: Data(data.readableBytesView), location: response.headers.first(name: "Location"),
            retryAfter: response.headers.first(name: "Retry-After").flatMap { Int($0) },
            next: response.headers.first(name: "Link")
                .map { String($0.drop { $0 == "<" }.prefix { $0 != ">" }) },
            traceID: response.headers.first(name: "X-Trace-ID"))
        if answer.contentType.hasPrefix("text/html") { keepProofs(of: answer.text) }
        // Only the API sends trace ids.
        if path.hasPrefix("/v1/"), answer.traceID != nil { try await check(method, path, body, answer) }
        return answer
    }

    private func check(_ method: HTTPMethod, _ path: String, _ body: Data?, _ answer: Answer) async throws {
        let (base, headers) = (base, headers)
        let contract = try await SharedContract.only.get {
            var request = HTTPClientRequest(url: base + "/openapi.json")
            request.headers.add(name: "Accept-Encoding", value: "identity")
            for (name, value) in headers { request.headers.add(name: name, value: value) }
            guard let response = try? await HTTPClient.shared.execute(request, timeout: .seconds(10)),
                response.status == .ok, let bytes = try? await response.body.collect(upTo: 4 << 20)
            else { return nil }
            return Data(bytes.readableBytesView)
        }
        try contract?.check(
            APIContract.Exchange(
                method: method.rawValue, path: path, request: body, status: answer.status,
                contentType: answer.contentType, response: answer.body))
    }
}
