import Foundation

/// The OpenAPI document that the server under test serves; every exchange of `Browser` is checked against it.
public struct APIContract: @unchecked Sendable {
    // Unchecked: the parsed document is never changed.
    private let paths: [String: [String: [String: Any]]]
    private let requests: SchemaCheck
    private let responses: SchemaCheck

    /// A request or a response that differs from the document.
    public struct Violation: Error, CustomStringConvertible {
        /// Method, path and faults; never a value.
        public let description: String
    }

    /// - Parameter json: the bytes of `/openapi.json`.
    /// - Throws: `Violation` if they are no OpenAPI document.
    public init(_ json: Data) throws {
        guard let document = try? JSONSerialization.jsonObject(with: json) as? [String: Any],
            let paths = document["paths"] as? [String: [String: [String: Any]]]
        else { throw Violation(description: "/openapi.json is no OpenAPI document") }
        self.paths = paths
        requests = SchemaCheck(document, isClosed: false)
        responses = SchemaCheck(document, isClosed: true)
    }

    /// One request with its response.
    public struct Exchange: Sendable {
        /// Such as `POST`.
        public var method: String
        /// With the query.
        public var path: String
        /// nil without a body.
        public var request: Data?
        /// HTTP status code.
        public var status: Int
        /// Value of `Content-Type`.
        public var contentType: String
        /// Bytes of the response.
        public var response: Data

        /// One request with its response.
        public init(
            method: String, path: String, request: Data?, status: Int, contentType: String, response: Data
        ) {
            (self.method, self.path, self.request) = (method, path, request)
            (self.status, self.contentType, self.response) = (status, contentType, response)
        }
    }

    /// Checks an exchange below `/v1`: the route and the status are in the document, the response matches, and the
    /// request matches unless it was refused.
    /// - Throws: `Violation`.
    public func check(_ exchange: Exchange) throws {
        let path = String(exchange.path.prefix { $0 != "?" })
        guard path.hasPrefix("/v1/") else { return }
        let name = "\(exchange.method) \(path)"
        guard let operation = operation(exchange.method, path) else {
            guard [403, 404, 405, 421].contains(exchange.status) else {
                throw Violation(description: "\(name): not in the document, answered with \(exchange.status)")
            }
            return
        }
        let documented = operation["responses"] as? [String: [String: Any]] ?? [:]
        guard let response = documented["\(exchange.status)"] else {
            throw Violation(description: "\(name): status \(exchange.status) is not in the document")
        }
        try report(name + " answered \(exchange.status)", body(exchange, response))
        if exchange.status < 400 { try report(name, request(exchange, operation, path)) }
    }

    private func report(_ name: String, _ faults: [String]) throws {
        guard faults.isEmpty else {
            throw Violation(description: "\(name): \(faults.prefix(5).joined(separator: "; "))")
        }
    }

    private func operation(_ method: String, _ path: String) -> [String: Any]? {
        let parts = path.split(separator: "/")
        // Without a parameter first: /v1/sessions/current is not /v1/sessions/{id}.
        let candidates = paths.keys.sorted { ($0.count { $0 == "{" }) < ($1.count { $0 == "{" }) }
        let pattern = candidates.first { pattern in
            let pattern = pattern.split(separator: "/")
            return pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        return pattern.flatMap { paths[$0]?[method.lowercased()] }
    }

    private func body(_ exchange: Exchange, _ response: [String: Any]) -> [String] {
        guard let content = response["content"] as? [String: [String: Any]] else {
            return exchange.response.isEmpty ? [] : ["a body that is not in the document"]
        }
        let type = String(exchange.contentType.prefix { $0 != ";" })
        guard let media = content[type] else { return ["content type \(type) is not in the document"] }
        guard type.hasSuffix("json"), let schema = media["schema"] as? [String: Any] else { return [] }
        guard let value = Self.parsed(exchange.response) else { return ["no JSON"] }
        return responses.faults(value, schema)
    }

    private func request(_ exchange: Exchange, _ operation: [String: Any], _ path: String) -> [String] {
        var faults: [String] = []
        let known = (operation["parameters"] as? [[String: Any]] ?? []).filter { $0["in"] as? String == "query" }
            .compactMap { $0["name"] as? String }
        for item in URLComponents(string: exchange.path)?.queryItems ?? [] where !known.contains(item.name) {
            faults.append("the parameter \(item.name) is not in the document")
        }
        guard let body = operation["requestBody"] as? [String: Any],
            let content = (body["content"] as? [String: [String: Any]])?["application/json"],
            let schema = content["schema"] as? [String: Any], !schema.isEmpty
        else { return faults }
        guard let bytes = exchange.request, let value = Self.parsed(bytes) else { return faults + ["no JSON body"] }
        return faults + requests.faults(value, schema)
    }

    private static func parsed(_ json: Data) -> Any? {
        try? JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
    }
}

/// The contract of the release under test, fetched once per test process.
actor SharedContract {
    static let only = SharedContract()
    private var contract: APIContract?

    /// - Parameter fetch: the bytes of `/openapi.json`; nil if the server does not serve it now.
    func get(_ fetch: @Sendable () async -> Data?) async throws -> APIContract? {
        if contract == nil, let bytes = await fetch() { contract = try APIContract(bytes) }
        return contract
    }
}
