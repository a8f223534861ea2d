import HTTPTypes
import Hummingbird

extension Response {
    /// A part of a list as JSON, with the address of the next part in a `Link` header (RFC 8288).
    /// - Parameter next: query parameters of the next part, which replace those of the same names; nil for the last part.
    static func page(_ content: some Encodable, next: [(name: String, value: String)]?, of request: Request) throws
        -> Response
    {
        var response = try Response.json(content)
        if let next {
            let kept = (request.uri.query ?? "").split(separator: "&").filter { parameter in
                !next.contains { parameter.hasPrefix($0.name + "=") }
            }
            let query = (kept.map(String.init) + next.map { "\($0.name)=\($0.value)" }).joined(separator: "&")
            response.headers[.link] = "<\(request.uri.path)?\(query)>; rel=\"next\""
        }
        return response
    }
}

extension HTTPField.Name {
    static let link = HTTPField.Name("Link")!
}
