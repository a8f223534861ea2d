import Foundation
import Messages

/// The OpenAPI 3.1 document of all routes, made from their declarations and the Codable types.
struct OpenAPIDocument: Sendable {
    /// Two types of the same name, or one that differs between requests and responses.
    struct Ambiguous: Error { let name: String }

    /// One operation with its recorded types.
    struct Entry: Sendable {
        let operation: Operation
        /// nil without a body or a type of ours.
        let request: JSONSchema?
        let responses: [Int: JSONSchema]
    }

    /// In the order of declaration.
    let entries: [Entry]
    let components: [String: SchemaComponent]
    private let limits: [String: [String: [String: JSONValue]]]

    /// - Throws: `SchemaRecorder.Unsupported`, `Ambiguous`, or the error of a type that cannot be recorded.
    init(_ operations: [Operation]) throws {
        let (requests, responses) = (SchemaRecorder(.request), SchemaRecorder(.response))
        _ = try responses.schema(of: Problem.Details.self)
        var limits: [String: [String: [String: JSONValue]]] = [:]
        entries = try operations.map { operation in
            let request = try operation.request?.schema?(requests)
            if case .component(let name) = request { limits[name] = operation.request?.limits }
            return Entry(
                operation: operation, request: request,
                responses: try operation.responses.compactMapValues { try $0?.schema?(responses) })
        }
        components = try requests.components.merging(responses.components) { request, response in
            // A request may also write null for an optional field; the document says it as the response does.
            guard request.agrees(with: response) else { throw Ambiguous(name: "\(request)") }
            return response
        }
        self.limits = limits
    }

    /// - Parameter release: version of the document.
    func json(release: String) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for entry in entries {
            paths[entry.operation.path, default: [:]][entry.operation.method.lowercased()] = operation(entry)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Pulsum", "version": .string(release),
                "description":
                    "Values are canonical (ms, count/min, s, count). Instants are milliseconds since 1970. Absent fields are left out; absent never means zero.",
            ],
            "servers": [["url": "/"]],
            "tags": .array(Operation.Group.allCases.map { ["name": .string($0.rawValue)] }),
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "schemas": .object(
                    Dictionary(uniqueKeysWithValues: components.map { ($0.key, $0.value.json(limits[$0.key] ?? [:])) })
                ),
                "securitySchemes": [
                    "session": [
                        "type": "apiKey", "in": "cookie", "name": "pulsum_session",
                        "description": "Of a signed-in browser; with https the name begins with `__Host-`.",
                    ],
                    "token": ["type": "http", "scheme": "bearer", "description": "A device token."],
                    "key": ["type": "apiKey", "in": "header", "name": "api-key", "description": "A device token."],
                ],
                "headers": [
                    "ETag": ["schema": ["type": "string"], "description": "For `If-None-Match`."],
                    "Trace": ["schema": ["type": "string"], "description": "For `pulsum bus trace`."],
                ],
            ],
        ]
    }

    private func operation(_ entry: Entry) -> JSONValue {
        let operation = entry.operation
        var members: [String: JSONValue] = [
            "operationId": .string(operation.identifier), "summary": .string(operation.summary),
            "tags": [.string(operation.group.rawValue)], "security": Self.security(operation.access),
            "description": .string(operation.access.sentence),
            "x-pulsum-access": .string("\(operation.access)"),
            "responses": .object(responses(entry)),
        ]
        let parameters = Self.parameters(operation)
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if let body = operation.request {
            let schema = entry.request?.json ?? [:]
            members["requestBody"] = [
                "required": true,
                "content": Self.content(body) { _ in schema },
            ]
        }
        return .object(members)
    }

    private static func content(_ body: Operation.Body, _ schema: (String) -> JSONValue) -> JSONValue {
        let types = [body.mediaType, body.otherMediaType].compactMap { $0 }
        return .object(Dictionary(uniqueKeysWithValues: types.map { ($0, .object(["schema": schema($0)])) }))
    }

    private func responses(_ entry: Entry) -> [String: JSONValue] {
        let headers: [String: JSONValue] = ["X-Trace-ID": ["$ref": "#/components/headers/Trace"]]
        var all: [String: JSONValue] = [:]
        for (status, body) in entry.operation.responses {
            var response: [String: JSONValue] = [
                "description": .string(body == nil ? "Done." : "The answer."), "headers": .object(headers),
            ]
            if let body {
                // A file is text to readers of the document, unless it is JSON of any form.
                response["content"] = Self.content(body) { type in
                    entry.responses[status]?.json ?? (type == "application/json" ? [:] : ["type": "string"])
                }
                if entry.operation.method == "GET", entry.responses[status] != nil {
                    response["headers"] = .object(
                        headers.merging(["ETag": ["$ref": "#/components/headers/ETag"]]) { $1 })
                    all["304"] = ["description": "Unchanged since the answer whose `ETag` was given."]
                }
            }
            all["\(status)"] = .object(response)
        }
        // An answer of its own takes the place of the usual one.
        for (status, reason) in entry.operation.allErrors where entry.operation.responses[status] == nil {
            all["\(status)"] = [
                "description": .string(reason), "headers": .object(headers),
                "content": ["application/problem+json": ["schema": JSONSchema.component("Problem.Details").json]],
            ]
        }
        return all
    }

    private static func parameters(_ operation: Operation) -> [JSONValue] {
        let path = operation.pathParameters.map { name -> JSONValue in
            let schema: JSONSchema = name == "day" ? .day : name == "moment" ? .string : .uuid
            return ["name": .string(name), "in": "path", "required": true, "schema": schema.json]
        }
        let query = operation.query.map { parameter -> JSONValue in
            [
                "name": .string(parameter.name), "in": "query", "schema": parameter.schema,
                "description": .string(parameter.summary),
            ]
        }
        let key: JSONValue = [
            "name": "Idempotency-Key", "in": "header", "schema": ["type": "string"],
            "description": "A repeated request with the same key and content gets the first answer, for 24 hours.",
        ]
        return path + query + (operation.takesKey ? [key] : [])
    }

    private static func security(_ access: Access) -> JSONValue {
        switch access {
        case .open: []
        case .session, .recent: [["session": []]]
        case .companion: [["token": []], ["key": []]]
        case .read, .ingest: [["session": []], ["token": []], ["key": []]]
        }
    }
}

extension Access {
    /// Who may use a route of this class.
    var sentence: String {
        switch self {
        case .open: "Open to anybody."
        case .session: "For a signed-in person."
        case .recent: "For a signed-in person whose password was checked within the last 15 minutes."
        case .read: "For a signed-in person, or a device token with the scope `read`."
        case .ingest: "For a signed-in person, or a device token with the scope `ingest`."
        case .companion: "For the token of a paired companion."
        }
    }
}

extension SchemaComponent {
    /// True if both have the same fields, whether or not null may be written for one.
    fileprivate func agrees(with other: SchemaComponent) -> Bool {
        guard case .object(let mine) = self, case .object(let theirs) = other else { return self == other }
        return mine.count == theirs.count
            && zip(mine, theirs).allSatisfy {
                $0.name == $1.name && $0.schema == $1.schema && $0.isRequired == $1.isRequired
            }
    }
}
