import Foundation
import Hummingbird
import Messages
import NIOCore
import ServiceKit
import SystemKit

/// What a request carries through the routes: who sent it, once that is known.
struct EdgeContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection: a browser, or the proxy in front.
    let peerAddress: NetworkAddress
    /// Who sent the request: the peer, or whom a trusted proxy names (see `SiteMiddleware`).
    var clientAddress: NetworkAddress
    /// Set by `SiteMiddleware` before everything else.
    var site = Site()
    /// Set by `Authentication` on every route below `/v1` but the open ones.
    var identity: Credentials.Token? {
        didSet { if identity != nil { channel.triggerUserOutboundEvent(ConnectionHandler.Authenticated(), promise: nil) } }
    }
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        peerAddress = source.channel.remoteAddress.flatMap { $0.ipAddress }.flatMap { NetworkAddress($0) } ?? .unspecified
        clientAddress = peerAddress
    }

    /// True where others may read along: the owner asked for clear text, and the browser is not on this machine.
    var isClearText: Bool { site.exposure == .clearText && !peerAddress.isLoopback }

    /// Whom the request comes from; throws `refused` for nobody.
    func user() throws -> UserID { try known().user }

    /// The session or token that was sent; throws `refused` for nobody.
    func known() throws -> Credentials.Token {
        guard let identity else { throw Problem(status: .unauthorized, code: "signInNeeded", detail: "Sign in first: your session is missing or has expired.") }
        return identity
    }

    /// The session of the signed-in person; throws `refused` for a device.
    func person() throws -> Credentials.Token {
        guard let identity, identity.kind == .session else {
            throw Problem(status: .forbidden, code: "sessionNeeded", detail: "A device token cannot do this: sign in with a browser.")
        }
        return identity
    }
}

/// Largest JSON body that a route reads into memory once it is known whose it is; before that see `OpenBody`.
private let jsonLimit = 1 << 20

extension Request {
    /// The body as JSON; throws a `Problem` that names the field.
    func json<T: Decodable>(_ type: T.Type) async throws -> T { try Self.decode(type, try await collected()) }

    /// A command: the body as JSON, and the id of the request and its retries. The same `Idempotency-Key` with other content is another command.
    func command<T: Decodable>(_ type: T.Type, for user: UserID) async throws -> (body: T, id: Messages.RequestID) {
        let bytes = try await collected()
        return (try Self.decode(type, bytes), requestID(for: user, content: bytes))
    }

    private func collected() async throws -> Data {
        do {
            return Data(try await body.collect(upTo: jsonLimit).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw Problem(status: .contentTooLarge, code: "tooLarge", detail: "The request body is larger than \(jsonLimit >> 10) KiB.")
        }
    }

    private static func decode<T: Decodable>(_ type: T.Type, _ bytes: Data) throws -> T {
        do {
            return try JSONDecoder().decode(type, from: bytes)
        } catch let error as DecodingError {
            throw Problem(status: .badRequest, code: "invalid", detail: error.sentence)
        }
    }

    /// True where the browser asks for German before anything else.
    var readsGerman: Bool { headers[.acceptLanguage]?.lowercased().hasPrefix("de") == true }

    /// A query parameter that reads as `T`; nil where absent.
    func query<T>(_ name: String, _ parse: (String) -> T?) throws -> T? {
        guard let text = uri.queryParameters[name[...]] else { return nil }
        guard let value = parse(String(text)) else { throw Problem(status: .badRequest, code: "invalid", detail: "The parameter \(name) cannot be read.") }
        return value
    }
}

extension Response {
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(data: try encoder.encode(value))))
    }
}

extension DecodingError {
    /// One sentence that names the field and never its content.
    fileprivate var sentence: String {
        func name(_ path: [any CodingKey]) -> String {
            path.isEmpty
                ? "the body" : path.map { $0.intValue == nil || Int($0.stringValue) == nil ? $0.stringValue : "[\($0.intValue ?? 0)]" }.joined(separator: ".")
        }
        switch self {
        case .keyNotFound(let key, let context): return "The field \(name(context.codingPath + [key])) is missing."
        case .typeMismatch(_, let context): return "The field \(name(context.codingPath)) has the wrong type."
        case .valueNotFound(_, let context): return "The field \(name(context.codingPath)) must not be null."
        case .dataCorrupted(let context):
            return context.codingPath.isEmpty
                ? "The body is not valid JSON." : "The field \(name(context.codingPath)) cannot be read: \(context.debugDescription)."
        @unknown default: return "The body cannot be read."
        }
    }
}
