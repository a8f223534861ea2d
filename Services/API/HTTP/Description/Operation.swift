import HTTPTypes

/// The description of a route: who may use it, what it takes and what it answers.
struct Operation: Sendable {
    /// Headings of the readable page, in its order.
    enum Group: String, CaseIterable, Sendable {
        case accounts = "Set-up, accounts and sessions"
        case today = "Today"
        case data = "Imports and metrics"
        case scores = "Scores, check-ins and context"
        case journal = "Journal, cards and chat"
        case goals = "Goals, terms, actions, values and measures"
        case plans = "Plans"
        case cloud = "Cloud and consent"
        case live = "Live events"
    }

    /// The body of a request or a response.
    struct Body: Sendable {
        /// nil for a body without a type of ours, such as a file.
        let schema: (@Sendable (SchemaRecorder) throws -> JSONSchema)?
        let mediaType: String
        /// A second media type of the same content.
        var otherMediaType: String?
        /// Keywords of JSON Schema by field, beyond what the type says.
        var limits: [String: [String: JSONValue]] = [:]

        static func json<T: Decodable & Sendable>(_ type: T.Type, limits: [String: [String: JSONValue]] = [:]) -> Body {
            Body(schema: { try $0.schema(of: T.self) }, mediaType: "application/json", limits: limits)
        }
        static func file(_ mediaType: String, or other: String? = nil) -> Body {
            Body(schema: nil, mediaType: mediaType, otherMediaType: other)
        }
    }

    struct Parameter: Sendable {
        let name: String
        let schema: JSONValue
        let summary: String

        static func day(_ name: String, _ summary: String) -> Parameter {
            Parameter(name: name, schema: JSONSchema.day.json, summary: summary)
        }
        static func flag(_ name: String, _ summary: String) -> Parameter {
            Parameter(name: name, schema: JSONSchema.bool.json, summary: summary)
        }
        static func text(_ name: String, _ summary: String) -> Parameter {
            Parameter(name: name, schema: JSONSchema.string.json, summary: summary)
        }
        static func names(_ name: String, _ names: [String], _ summary: String) -> Parameter {
            Parameter(name: name, schema: SchemaComponent.names(names).json(), summary: summary)
        }
        static func id(_ name: String, _ summary: String) -> Parameter {
            Parameter(name: name, schema: JSONSchema.uuid.json, summary: summary)
        }
        static func number(_ name: String, _ range: ClosedRange<Int64>, _ summary: String) -> Parameter {
            Parameter(
                name: name, schema: JSONSchema.integer(range.lowerBound, range.upperBound).json, summary: summary)
        }
        static let range = [
            day("from", "First day; by default 27 days before `through`."),
            day("through", "Last day, today by default; at most 400 days."),
        ]
    }

    /// Method and path, such as `PUT /v1/journal/{id}`.
    let route: String
    let access: Access
    let group: Group
    /// One sentence.
    let summary: String
    var query: [Parameter] = []
    var request: Body?
    /// The body's type by status; nil for a response without a body.
    let responses: [Int: Body?]
    /// The error sentences by status; those of every route are added.
    var errors: [Int: String] = [:]
    /// True if a repeated request with the same `Idempotency-Key` and content gets the first answer.
    var takesKey = false
    /// True if the response may be compressed: nobody but the person and Pulsum writes text into it, and it holds no
    /// secret (BREACH, see docs/http-api.md).
    var isCompressed = false

    var method: String { String(route.prefix { $0 != " " }) }
    var path: String { String(route.drop { $0 != " " }.dropFirst()) }
    /// Names of the path's parameters.
    var pathParameters: [String] { path.matches(of: /\{(\w+)\}/).map { String($0.output.1) } }
    /// `getScoreHistory` of `GET /v1/score/history`.
    var identifier: String {
        path.split { "/-{}".contains($0) }.drop { $0 == "v1" }.reduce(method.lowercased()) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }

    /// Errors of every route.
    static let usual = [
        403: "Not allowed: another site's page, a missing scope, or a password that is needed again.",
        421: "Pulsum does not answer under this host name.",
        429: "A limit is reached; see `Retry-After`.",
        500: "A fault of Pulsum.",
        503: "A service is down; see `Retry-After` where it is given.",
        504: "A service did not answer in time.",
    ]
    /// Errors of every route that is not open.
    static let signedIn = [401: "No valid session or token.", 410: "The account was erased."]

    /// All errors with the reason of each: those of its own, and those that follow from its access, body and
    /// parameters.
    var allErrors: [Int: String] {
        var all = access == .open ? Self.usual : Self.usual.merging(Self.signedIn) { $1 }
        if method != "GET" { all[507] = "The disk is full; nothing was accepted." }
        if request != nil { all[413] = "The body is too large." }
        if request != nil || !query.isEmpty || pathParameters.contains("day") {
            all[400] = "A missing or malformed field, or a wrong parameter."
        }
        if pathParameters.contains(where: { $0 != "day" }) { all[404] = "Nothing has this id." }
        return all.merging(errors) { $1 }
    }
}

/// Parameters and errors that several routes of the goals service declare.
extension Operation {
    static let paging: [Parameter] = [
        .number("limit", 1...1000, "Most entries, 100 by default."),
        .text("after", "Where the page before ended; the `Link` header has it."),
    ]
    static let version: Parameter = .number(
        "version", 0 ... .max, "Deletes this version only; any version by default.")
    static let saveErrors = [
        503: "The service is down; `crisis` holds a card where the text needs one.",
        504: "The service did not answer in time; `crisis` holds a card where the text needs one.",
    ]
    static let editErrors = saveErrors.merging([409: "`version` is not the stored one."]) { $1 }
}
