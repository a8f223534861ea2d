import Foundation
import Messages

/// A phone with one companion, as its app behaves: it sends in order, and repeats what was not accepted.
public final class PairedPhone {
    /// The app, as `POST /v1/companions` names it.
    public let companion: String
    /// The person's browser, signed in.
    public let browser: Browser
    /// The phone, without a session.
    public let phone: Browser
    /// The person.
    public let user: UserID
    /// Where posts go.
    public private(set) var path = ""
    /// Of each post, among them its secret.
    public private(set) var headers: [String: String] = [:]
    /// Of Open Wearables.
    public private(set) var refresh = ""

    struct Unpaired: Error { var text: String }

    /// Makes a person of their own and pairs the app.
    public init(_ companion: String, _ stack: Stack) async throws {
        self.companion = companion
        let url = stack.url
        browser = Browser(url)
        phone = Browser(url)
        user = try await stack.makeAccount(companion)
        let signedIn = try await browser.post(
            "/v1/sessions", ["name": companion, "password": "correct horse battery"])
        guard signedIn.status == 201 || signedIn.status == 200 else { throw Unpaired(text: signedIn.text) }
        let made = try await browser.post(
            "/v1/companions", ["companion": companion, "label": "phone", "member": "Mia"])
        guard made.status == 201 else { throw Unpaired(text: made.text) }
        switch companion {
        case "open-wearables":
            let code = made.json["code"] as? String ?? ""
            let answer = try await phone.post("/api/v1/invitation-code/redeem", ["code": code])
            guard answer.status == 200 else { throw Unpaired(text: answer.text) }
            keep(answer)
            path = "/api/v1/sdk/users/\(answer.json["user_id"] as? String ?? "")/sync"
        case "health-bridge":
            let credential = "credential-\(EntityID.random())"
            let answer = try await phone.post(
                "/v1/pairing/redeem",
                [
                    "invitation_code": made.json["code"] as? String ?? "", "installation_id": "\(EntityID.random())",
                    "device_credential": credential, "platform": "ios",
                ])
            guard answer.status == 200 else { throw Unpaired(text: answer.text) }
            path = "/v1/batches"
            headers = ["Authorization": "Bearer \(credential)"]
        default:
            path = "/v1/companions/\(companion)"
            let token = made.json["token"] as? String ?? ""
            headers = ["Authorization": companion == "openscale" ? token : "Bearer \(token)"]
        }
        headers["Content-Type"] = "application/json"
    }

    /// Whether a path is one of this companion's own.
    public func owns(_ path: String) -> Bool {
        companion == "open-wearables" ? path.hasPrefix("/api/v1/") : path == self.path
    }

    /// Keeps the tokens of an answer, and sends the next one without `Bearer`, as older versions do.
    public func keep(_ answer: Browser.Answer) {
        refresh = answer.json["refresh_token"] as? String ?? ""
        headers["Authorization"] = answer.json["access_token"] as? String ?? ""
    }

    /// Sends a body once.
    public func send(_ body: [UInt8]) async throws -> Browser.Answer {
        try await phone.post(path, bytes: Data(body), headers: headers)
    }

    /// Sends a body until the answer is not “later”.
    public func deliver(_ body: [UInt8]) async throws -> Browser.Answer {
        try await eventually("a post is taken", within: .seconds(60)) {
            guard let answer = try? await send(body), answer.status < 500 else { return nil }
            return answer
        }
    }
}
