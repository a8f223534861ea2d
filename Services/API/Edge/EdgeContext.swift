import Foundation
import HTTPTypes
import Hummingbird
import Messages
import NIOCore
import ServiceKit
import SystemKit

/// The context of a request, including its authenticated identity.
struct EdgeContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The peer of the connection: a browser or the reverse proxy.
    let peerAddress: NetworkAddress
    /// The client: the peer, or the address that a trusted proxy forwarded (see `SiteMiddleware`).
    var clientAddress: NetworkAddress
    /// Set by `SiteMiddleware`, which runs before authentication and all routes.
    var site = Site()
    /// Set by `Authentication` on every route below `/v1` except the open ones.
    var identity: Credentials.Token? {
        didSet {
            if identity != nil { channel.triggerUserOutboundEvent(ConnectionHandler.Authenticated(), promise: nil) }
        }
    }
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        peerAddress =
            source.channel.remoteAddress.flatMap { $0.ipAddress }.flatMap { NetworkAddress($0) } ?? .unspecified
        clientAddress = peerAddress
    }

    /// True if the connection can be read by third parties: the owner enabled plain HTTP, and the browser is on another
    /// machine.
    var isClearText: Bool { site.exposure == .clearText && !peerAddress.isLoopback }

    /// The authenticated user.
    /// - Throws: `Problem`, 401, if the request is unauthenticated.
    func user() throws -> UserID { try known().user }

    /// The authenticated session or device token.
    /// - Throws: `Problem`, 401, if the request is unauthenticated.
    func known() throws -> Credentials.Token {
        guard let identity else {
            throw Problem(
                status: .unauthorized, code: "signInNeeded",
                detail: "Sign in first: your session is missing or has expired.")
        }
        return identity
    }

    /// The authenticated session.
    /// - Throws: `Problem`, 403, for a device token.
    func person() throws -> Credentials.Token {
        guard let identity, identity.kind == .session else {
            throw Problem(
                status: .forbidden, code: "sessionNeeded",
                detail: "A device token cannot do this: sign in with a browser.")
        }
        return identity
    }
}

/// Largest JSON body in bytes after authentication; before that, `OpenBody` applies.
private let jsonLimit = 1 << 20

extension Request {
    /// Decodes the body as JSON.
    /// - Throws: `Problem`, which names the field.
    func json<T: Decodable>(_ type: T.Type) async throws -> T { try Self.decode(type, try await collected()) }

    /// Decodes a command and derives the request id that its retries share. The same `Idempotency-Key` with different
    /// content is a different command.
    func command<T: Decodable>(_ type: T.Type, for user: UserID) async throws -> (body: T, id: Messages.RequestID) {
        let bytes = try await collected()
        return (try Self.decode(type, bytes), requestID(for: user, content: bytes))
    }

    private func collected() async throws -> Data {
        do {
            return Data(try await body.collect(upTo: jsonLimit).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw Problem(
                status: .contentTooLarge, code: "tooLarge",
                detail: "The request body is larger than \(jsonLimit >> 10) KiB.")
        }
    }

    private static func decode<T: Decodable>(_ type: T.Type, _ bytes: Data) throws -> T {
        do {
            return try JSONDecoder().decode(type, from: bytes)
        } catch let error as DecodingError {
            throw Problem(status: .badRequest, code: "invalid", detail: error.sentence)
        }
    }

    /// Language of the sentences that services compose for a person: the person's setting, else that of the client.
    func language(_ profile: Profile) -> String { profile.display?.language ?? language.rawValue }

    /// True if German is the client's preferred language of ours.
    var prefersGerman: Bool { language == .german }

    /// Parses a query parameter; nil if it is absent.
    /// - Throws: `Problem`, 400, if it cannot be parsed.
    func query<T>(_ name: String, _ parse: (String) -> T?) throws -> T? {
        guard let text = uri.queryParameters[name[...]] else { return nil }
        guard let value = parse(String(text)) else {
            throw Problem(status: .badRequest, code: "invalid", detail: "The parameter \(name) cannot be read.")
        }
        return value
    }
}

extension Response {
    /// The list with the number and the names of its damaged rows in headers: the body of a list is an array of entries.
    func naming(_ damaged: DamagedRows?) -> Response {
        guard let damaged else { return self }
        var named = self
        named.headers[HTTPField.Name("Pulsum-Damaged-Count")!] = "\(damaged.count)"
        named.headers[HTTPField.Name("Pulsum-Damaged-Rows")!] = damaged.names.joined(separator: ", ")
        return named
    }

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(data: try encoder.encode(value))))
    }
}

extension DecodingError {
    /// One sentence that names the field, never the content.
    fileprivate var sentence: String {
        func name(_ path: [any CodingKey]) -> String {
            path.isEmpty
                ? "the body"
                : path.map {
                    $0.intValue == nil || Int($0.stringValue) == nil ? $0.stringValue : "[\($0.intValue ?? 0)]"
                }.joined(separator: ".")
        }
        switch self {
        case .keyNotFound(let key, let context): return "The field \(name(context.codingPath + [key])) is missing."
        case .typeMismatch(_, let context): return "The field \(name(context.codingPath)) has the wrong type."
        case .valueNotFound(_, let context): return "The field \(name(context.codingPath)) must not be null."
        case .dataCorrupted(let context):
            return context.codingPath.isEmpty
                ? "The body is not valid JSON."
                : "The field \(name(context.codingPath)) cannot be read: \(context.debugDescription)."
        @unknown default: return "The body cannot be read."
        }
    }
}
