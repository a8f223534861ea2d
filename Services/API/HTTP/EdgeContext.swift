import Crypto
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
    /// See `Site`.
    var isFromThisMachine = false
    /// Set by `Authentication` on every route below `/v1` except the open ones.
    var identity: Credential? {
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
    func known() throws -> Credential {
        guard let identity else {
            throw Problem(
                status: .unauthorized, code: "signInNeeded",
                detail: "Sign in first: your session is missing or has expired.")
        }
        return identity
    }

    /// The authenticated session.
    /// - Throws: `Problem`, 403, for a device token.
    func person() throws -> Credential {
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
            throw Problem.invalid(error.sentence)
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
            throw Problem.invalid("The parameter \(name) cannot be read.")
        }
        return value
    }

    /// A day of a query parameter; nil if it is absent.
    /// - Throws: `Problem`, 400, for anything but a day that can have a score.
    func scoredDay(_ name: String) throws -> Day? {
        try query(name) { text in Day(text).flatMap { BreakdownQuery.days.contains($0) ? $0 : nil } }
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

    /// As above, with the next part behind an entry.
    static func page(_ content: some Encodable, next: ListCursor?, of request: Request) throws -> Response {
        try page(content, next: next.map { [("after", "\($0.place).\($0.id)")] }, of: request)
    }
}

extension Request {
    /// The position of `after`, written `place.id`.
    func after() throws -> ListCursor? {
        try query("after") { text in
            let parts = text.split(separator: ".")
            guard parts.count == 2, let place = Int64(parts[0]), let id = EntityID(parts[1]) else { return nil }
            return ListCursor(place: place, id: id)
        }
    }

    func limit() throws -> Int32? { try query("limit") { Int32($0) } }
    func version() throws -> UInt64? { try query("version") { UInt64($0) } }

    /// Longest range of days in a request.
    static let maximumDays: Int = 400

    /// Parses `from` and `through`, by default the last days.
    /// - Parameter count: number of days by default.
    /// - Throws: `Problem`, 400, for a reversed range or one of more than `maximumDays`.
    func days(today: Day, usually count: Int = 28) throws -> ClosedRange<Day> {
        let through = try query("through") { Day($0) } ?? today
        let from = try query("from") { Day($0) } ?? through.advanced(by: 1 - count)
        guard from <= through, from.distance(to: through) < Self.maximumDays else {
            throw Problem.invalid(
                "A range runs from an earlier to a later day and holds at most \(Self.maximumDays) days.")
        }
        return from...through
    }
}

extension HTTPField.Name {
    static let link = HTTPField.Name("Link")!
    static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}

extension Request {
    /// The request id of a command, derived from `Idempotency-Key` if present, so that a retry receives the first
    /// reply. It also depends on the user, the address and the content: users cannot collide with each other's keys,
    /// and a key reused for other content does not suppress the second command.
    func requestID(for user: UserID, content: Data = Data()) -> Messages.RequestID {
        keyedIdentifier(for: user, content: content) ?? .random()
    }

    /// The same derivation for an entity that the client names, such as a resumable upload. That of a device is its own
    /// (`DeviceSender.owns`).
    func entityID(for user: UserID, from sender: DeviceSender?) -> EntityID {
        let id: EntityID =
            keyedIdentifier(for: user, content: sender.map { Data("\($0.device)".utf8) } ?? Data()) ?? .random()
        return sender.map { $0.own(id, of: user) } ?? id
    }

    private func keyedIdentifier<I: Identifier>(for user: UserID, content: Data) -> I? {
        guard let key = headers[.idempotencyKey], !key.isEmpty else { return nil }
        var digest = SHA256()
        digest.update(data: user.bytes)
        // Header fields and addresses cannot contain NUL, so the separator is unambiguous.
        digest.update(data: Data("\(method.rawValue) \(uri.path) \(key)\0".utf8))
        digest.update(data: content)
        return I(bytes: Array(digest.finalize().prefix(16)))
    }
}

extension DeviceSender {
    /// The id with the first half of another one and a second half that follows from it and this device.
    func own(_ id: EntityID, of user: UserID) -> EntityID {
        var digest = SHA256()
        digest.update(data: user.bytes)
        digest.update(data: Data("\(device) \(id.high)".utf8))
        return EntityID(high: id.high, low: digest.finalize().prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// True for the id of something that this device sent. The ids of imports are in the events that every device hears.
    func owns(_ id: EntityID, of user: UserID) -> Bool { own(id, of: user) == id }
}

extension EdgeContext {
    /// A path parameter parsed as an identifier.
    /// - Throws: `Problem`, 404.
    func entity(_ name: String) throws -> EntityID {
        guard let id = parameters.get(name).flatMap({ EntityID($0) }) else {
            throw Problem.nothingHere
        }
        return id
    }

    /// The path parameter `day`.
    /// - Throws: `Problem`, 400.
    func day() throws -> Day {
        guard let day = parameters.get("day").flatMap({ Day($0) }) else {
            throw Problem.invalid("A day is written as yyyy-mm-dd.")
        }
        return day
    }
}
