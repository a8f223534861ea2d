import CrisisCards
import Foundation
import HTTPTypes
import Hummingbird
import Localization
import Messages
import NIOCore

/// An HTTP error response (RFC 9457).
struct Problem: Error, HTTPResponseError {
    let status: HTTPResponse.Status
    /// A stable identifier for programs.
    let code: String
    /// One sentence with a next step; never content.
    let detail: String
    /// Seconds.
    var retryAfter: Int64?
    /// A crisis card in addition to the error, for a person who may be in danger (SAF-4).
    var crisis: CrisisCard?
    /// The place at which a file could not be read.
    var byteOffset: Int64?
    /// The stored anchor, from which an anchored query continues.
    var anchor: String?
    /// Every field of the request that has to change.
    var fields: [FieldError] = []

    init(status: HTTPResponse.Status, code: String, detail: String, retryAfter: Int64? = nil) {
        (self.status, self.code, self.detail, self.retryAfter) = (status, code, detail, retryAfter)
    }

    init(_ error: ServiceError) {
        let status: HTTPResponse.Status =
            switch error.code {
            case .invalid: .badRequest
            case .notFound: .notFound
            case .conflict: .conflict
            case .refused: .forbidden
            case .busy: .tooManyRequests
            case .timeout: .gatewayTimeout
            case .unavailable, .interrupted, .cancelled: .serviceUnavailable
            case .erased: .gone
            case .storage: .init(code: 507, reasonPhrase: "Insufficient Storage")
            default: .internalServerError
            }
        self.init(
            status: status, code: error.code.description, detail: error.message,
            retryAfter: error.retryAfter.map { max(1, $0 / 1000) })
        fields = error.fields
    }

    /// 400: the request is malformed.
    static func invalid(_ detail: String) -> Problem {
        Problem(status: .badRequest, code: "invalid", detail: detail)
    }

    /// 404.
    static var nothingHere: Problem {
        Problem(status: .notFound, code: "notFound", detail: "There is nothing at this address.")
    }

    /// The failure of a service that did not read a text, with the crisis card for its writer (SAF-4).
    init(_ unread: UnreadText) {
        self.init(unread.error)
        crisis = unread.card
    }

    /// Any error as the person or the program sees it. One of this process does not reveal its cause.
    init(of error: any Error) {
        self =
            switch error {
            case let problem as Problem: problem
            case let unread as UnreadText: Problem(unread)
            case let error as ServiceError: Problem(error)
            case is NIOTooManyBytesError:
                Problem(status: .contentTooLarge, code: "tooLarge", detail: "The request body is too large.")
            case let error as any HTTPResponseError where error.status == .notFound: .nothingHere
            case let error as any HTTPResponseError:
                Problem(status: error.status, code: "invalid", detail: "The request cannot be read.")
            default:
                Problem(
                    status: .internalServerError, code: "failed", detail: "Something went wrong on our side: try again."
                )
            }
    }

    /// The members of RFC 9457, and ours. Absent members are left out.
    struct Details: Codable, Sendable {
        var type = "about:blank"
        let title: String
        let status: Int
        let code: String
        let detail: String
        /// One sentence that says what to do, in the language of the request.
        let recoverySuggestion: String
        /// True if the same request may succeed later, unchanged.
        let isRetryable: Bool
        let crisis: CrisisCard?
        let byteOffset: Int64?
        let anchor: String?
        /// Every field that has to change, for a form that shows them all.
        let fields: [Field]?
    }

    /// A field that has to change.
    struct Field: Codable, Sendable {
        /// Its place in the body, such as `targets[1].value`.
        let field: String
        let code: FieldError.Code
        /// Says what to do, in the language of the request.
        let sentence: String

        init(_ error: FieldError, in language: Language) {
            (field, code) = (error.field, error.code)
            sentence = error.sentence(in: language)
        }
    }

    /// Codes of errors that pass without a change of the request. Repeating a command is safe with the same
    /// `Idempotency-Key`.
    private static let retryable: Set<String> = [
        "busy", "tooManyStreams", "timeout", "unavailable", "interrupted", "cancelled", "storage", "failed",
        "truncated", "rate-limited", "maintenance",
    ]
    var isRetryable: Bool { Self.retryable.contains(code) }

    /// What to do, as one sentence.
    func recoverySuggestion(in language: Language) -> String {
        let words = Catalogue.shipped(language)
        let key = "api.problem.\(code)"
        if words.keys.contains(key) { return words(key) }
        // Codes of files that cannot be read, and of newer services.
        return words(status.code < 500 ? "api.problem.invalid" : "api.problem.failed")
    }

    func details(in language: Language) -> Details {
        Details(
            title: status.reasonPhrase, status: status.code, code: code, detail: detail,
            recoverySuggestion: recoverySuggestion(in: language), isRetryable: isRetryable, crisis: crisis,
            byteOffset: byteOffset, anchor: anchor,
            fields: fields.isEmpty ? nil : fields.map { Field($0, in: language) })
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        let language = request.language
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = try encoder.encode(details(in: language))
        var headers: HTTPFields = [
            .contentType: "application/problem+json", .cacheControl: "no-store",
            .contentLanguage: language.rawValue,
        ]
        if let retryAfter { headers[.retryAfter] = String(retryAfter) }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(data: body)))
    }
}

extension Request {
    /// The language that the client asks for; English if it asks for none of ours.
    var language: Language { headers[.acceptLanguage].flatMap(Language.preferred) ?? .english }
}
