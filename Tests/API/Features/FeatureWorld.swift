import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Messages
import NIOCore

@testable import API

/// Who sends a request.
enum Caller: CaseIterable, Sendable {
    case nobody, session, reader, ingester, companion
}

/// The whole router over an account in a store of its own and a bus of closures: no process, no socket.
struct FeatureWorld: Sendable {
    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let text: String
        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
        }
        /// Phone numbers of the crisis card.
        var phones: [String] {
            ((json["crisis"] as? [String: Any])?["lines"] as? [[String: Any]] ?? []).compactMap {
                $0["phone"] as? String
            }
        }
    }

    let bus: FakeBus
    let user: UserID
    let application: APIApplication
    let client: any TestClientProtocol
    private let secrets: [Caller: String]

    /// - Parameter site: how it is reached; by this machine alone unless said otherwise.
    static func run(site: Site = Site(), _ body: @escaping @Sendable (FeatureWorld) async throws -> Void) async throws {
        let world = try TestStore()
        defer { world.remove() }
        let bus = FakeBus()
        var serving = try APIApplication.test(world, bus: bus)
        serving.site = site
        let application = serving
        let user = try await application.accounts.make()
        var profile = try await application.profiles.profile(user)
        profile.country = "GB"
        _ = try await application.profiles.set(.random(), profile)
        let credentials = application.accounts.credentials
        var secrets: [Caller: String] = [
            .session: try await credentials.issue(.session, to: user, label: "browser").secret,
            .reader: try await credentials.issue(.device, to: user, label: "screen", scopes: [.read]).secret,
            .ingester: try await credentials.issue(.device, to: user, label: "phone", scopes: [.ingest]).secret,
        ]
        let paired = try await Pairings(accounts: application.accounts).make(
            .hcWebhook, label: "companion", member: nil, for: user, from: "127.0.0.1")
        secrets[.companion] = paired.token
        let all = secrets
        try await Application(router: try application.router()).test(.router) { client in
            try await body(
                FeatureWorld(bus: bus, user: user, application: application, client: client, secrets: all))
        }
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String?, _ type: String, _ caller: Caller,
        _ more: HTTPFields
    ) async throws -> Answer {
        var headers = more
        if let secret = secrets[caller] {
            if caller == .session {
                headers[.cookie] = "\(Site().sessionCookie)=\(secret)"
            } else {
                headers[.authorization] = "Bearer \(secret)"
            }
        }
        if body != nil { headers[.contentType] = type }
        return try await client.execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
        ) { Answer(status: $0.status, headers: $0.headers, text: String(buffer: $0.body)) }
    }

    /// Sends a request of the HTTP API.
    func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, as caller: Caller = .session,
        key: String? = nil
    ) async throws -> Answer {
        var headers = HTTPFields()
        headers[.idempotencyKey] = key
        return try await send(method, path, body, "application/json", caller, headers)
    }

    /// Opens a page.
    func open(_ path: String, as caller: Caller = .session) async throws -> Answer {
        try await send(.get, path, nil, "", caller, [.accept: "text/html"])
    }

    /// Sends a form.
    /// - Parameter sent: the browser's time as its service worker sends it.
    func submit(
        _ path: String, _ fields: [String: String], as caller: Caller = .session, sent: String? = nil
    ) async throws -> Answer {
        let allowed = CharacterSet.alphanumerics
        let body = fields.sorted { $0.key < $1.key }.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }.joined(separator: "&")
        var headers: HTTPFields = [.accept: "text/html"]
        headers[.formSent] = sent
        return try await send(.post, path, body, "application/x-www-form-urlencoded", caller, headers)
    }
}
