import Foundation
import HTTPTypes
import Hummingbird
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
    }

    /// The members of RFC 9457, plus `code`, and `crisis` if there is a card.
    private struct Body: Encodable {
        let type = "about:blank"
        let title: String
        let status: Int
        let code: String
        let detail: String
        let crisis: CrisisCard?
        enum CodingKeys: CodingKey { case type, title, status, code, detail, crisis }
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        let body = try JSONEncoder().encode(
            Body(title: status.reasonPhrase, status: status.code, code: code, detail: detail, crisis: crisis))
        var headers: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        if let retryAfter { headers[.retryAfter] = String(retryAfter) }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(data: body)))
    }
}
