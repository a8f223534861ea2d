import HTTPTypes
import Hummingbird

/// A route with its description and what it does.
struct Endpoint: Sendable {
    typealias Handler = @Sendable (Request, EdgeContext) async throws -> Response

    let operation: Operation
    let handle: Handler
}

/// The routes of the HTTP API. Router, access, OpenAPI document and reference page follow from them.
struct Endpoints: Sendable {
    private(set) var all: [Endpoint] = []

    /// Declares a route.
    /// - Parameters:
    ///   - route: method and path, such as `PUT /v1/journal/{id}`.
    ///   - summary: one sentence.
    ///   - responses: the body's type by status; nil for a response without a body.
    ///   - errors: sentences by status, beyond those of every route.
    ///   - takesKey: true if a repeated request with the same `Idempotency-Key` and content gets the first answer.
    ///   - isCompressed: see `Operation.isCompressed`.
    mutating func add(
        _ route: String, _ access: Access, _ group: Operation.Group, _ summary: String,
        query: [Operation.Parameter] = [], request: Operation.Body? = nil, responses: [Int: Operation.Body?],
        errors: [Int: String] = [:], takesKey: Bool = false, isCompressed: Bool = false,
        handler: @escaping Endpoint.Handler
    ) {
        let operation = Operation(
            route: route, access: access, group: group, summary: summary, query: query, request: request,
            responses: responses, errors: errors, takesKey: takesKey, isCompressed: isCompressed)
        all.append(Endpoint(operation: operation, handle: handler))
    }

    /// Adds routes whose requests pass a middleware first.
    mutating func add(_ others: Endpoints, behind middleware: some RouterMiddleware<EdgeContext>) {
        all += others.all.map { endpoint in
            Endpoint(operation: endpoint.operation) { request, context in
                try await middleware.handle(request, context: context, next: endpoint.handle)
            }
        }
    }

    /// In the order of declaration.
    var operations: [Operation] { all.map(\.operation) }
    /// The access class of each route.
    var access: [String: Access] { Dictionary(uniqueKeysWithValues: operations.map { ($0.route, $0.access) }) }
    /// The paths whose answers may be compressed.
    var compressed: Set<String> { Set(operations.filter(\.isCompressed).map(\.path)) }

    /// Registers every route.
    /// - Parameters:
    ///   - guarded: authenticates and enforces `access`.
    ///   - open: passes what needs no authentication, with a smaller limit of the body.
    func add(to guarded: some RouterMethods<EdgeContext>, open: some RouterMethods<EdgeContext>) {
        for endpoint in all {
            guard let method = HTTPRequest.Method(endpoint.operation.method) else { continue }
            let path = RouterPath(endpoint.operation.path)
            if endpoint.operation.access == .open {
                open.on(path, method: method) { request, context in
                    // Before anything is counted: a page of another site must not use up what its visitors may fail.
                    try requireSameOrigin(request, context)
                    return try await endpoint.handle(request, context)
                }
            } else {
                guarded.on(path, method: method, use: endpoint.handle)
            }
        }
    }
}
