import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages

/// Takes the posts of companions. An app forgets what was answered with 2xx: it is answered so only when the body is on
/// disk, sealed, whether or not it can be read. What the app can send again hears 503 in any other case but a wrong token
/// and a body that is too large.
struct CompanionReceiver {
    let bus: any Requesting
    let credentials: Credentials
    let pairings: Pairings

    /// Longest time that an answer waits for the import to end: an app gives up after about 30 s. What is stored by then
    /// is imported afterwards.
    private static let timeout = Duration.seconds(15)
    /// Before an app tries again, s.
    private static let pause: Int64 = 60

    /// Takes one post.
    /// - Returns: the state of its import, which is stored for good.
    func take(_ request: Request, _ context: EdgeContext, _ app: CompanionApp) async throws -> ImportStatus {
        let token = try context.known()
        let pairing = try await pairings.use(token, by: app)
        if app == .openScale, pairing.member == nil {
            throw Problem(
                status: .forbidden, code: "refused",
                detail: "This pairing does not say which user of the scale is yours: pair the app again.")
        }
        let sender = CompanionSender(
            companion: app.rawValue, device: Credentials.Token.device(of: token.user, pairing: pairing.id),
            member: pairing.memberNumber ?? pairing.member)
        let status = try await Upload(bus: bus, credentials: credentials).run(
            request, token, fileName: "\(app.title).json", isPost: true, companion: sender,
            maximum: app.maximumBytes)
        let ended = try await IngestEndpoints(bus: bus, credentials: credentials, timeout: Self.timeout).ended(
            status, token.user)
        if let number = ended.companion?.member, number != pairing.memberNumber {
            try await pairings.change(pairing.id, of: token.user) { pairing, _ in pairing.memberNumber = number }
        }
        return ended
    }

    /// Runs a handler of an app's post, and says its errors so that the app sends its data again.
    static func answering(_ app: CompanionApp, _ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let problem as Problem {
            throw heard(problem, by: app)
        } catch let error as ServiceError {
            throw heard(Problem(error), by: app)
        }
    }

    /// A problem with the status that is right for an app.
    static func heard(_ problem: Problem, by app: CompanionApp) -> Problem {
        var final: Set<Int> = [401, 403, 410, 413]
        // Skipped for ever, or repeated for ever.
        if app == .openWearables { final.remove(413) }
        guard !final.contains(problem.status.code) else { return problem }
        return Problem(
            status: .serviceUnavailable, code: problem.code, detail: problem.detail,
            retryAfter: problem.retryAfter ?? pause)
    }
}

/// The answer to a companion whose body is stored.
struct CompanionAnswer: Codable {
    let status: String
    /// Elements by the name of their array, as far as the body was read.
    let received: [String: Int64]
    /// True if the body could not be read and was put aside.
    let isAside: Bool?

    init(_ status: ImportStatus) {
        self.status = "accepted"
        received = status.companion?.received ?? [:]
        isAside = status.companion?.isAside == true ? true : nil
    }
}
