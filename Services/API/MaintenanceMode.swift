import CrisisCards
import Foundation
import HTTPTypes
import Hummingbird
import Localization
import Messages
import Pages
import ServiceKit
import SystemKit

/// Stands in for the API while its data is restored (PLN-8): answers 503 with `Retry-After` to every request, programs
/// with problem details and people with a page. The safety page works. Opens no database and joins no bus.
struct MaintenanceMode {
    /// The argument with which the API's program does this instead of serving.
    static let argument = "--maintenance"
    /// Value of `Pulsum-Held` in each of its answers: a browser keeps what it holds, as without any answer.
    private static let away = "away"

    private static let problem = Problem(
        status: .serviceUnavailable, code: PlanProblem.maintenance,
        detail: "Pulsum is being restored and answers again in a moment.", retryAfter: PlanProblem.maintenanceRetry)

    let site: Site
    private let files: StaticFiles
    private let renderer: PageRenderer

    /// - Throws: if the files of this release cannot be read.
    init(site: Site) throws {
        self.site = site
        files = try StaticFiles()
        renderer = try PageRenderer(assets: files.path)
    }

    /// Runs as a process until SIGTERM. The address that it listens on is written to `run/http`.
    static func run() async {
        await ProcessHost.run(.api, arguments: [argument]) { process in
            let configuration = process.configuration
            let mode = try MaintenanceMode(site: Site(configuration))
            var server = EdgeServer(site: mode.site, log: process.log)
            server.certificate = try ServerCertificate(configuration)
            server.limits.connections = .ofThisProcess
            process.part("http") { [server] in
                try await server.run(mode.router(), at: configuration.http) { bound in
                    try? Files.replace(configuration.run + "/http", bound + "\n")
                }
            }
        }
    }

    func router() -> Router<EdgeContext> {
        let router = Router(context: EdgeContext.self)
        router.add(middleware: Marking())
        router.add(
            middleware: ProblemMiddleware { problem, request, _ in
                let reader = request.stranger(at: WallClock.milliseconds())
                let again = request.method == .get ? request.uri.path : nil
                let screen = ProblemScreen(
                    code: problem.code, problem.words(for: reader), again: again, after: problem.retryAfter,
                    for: reader)
                return renderer.response(screen, for: reader, refused: problem)
            })
        router.add(middleware: SiteMiddleware(site: site))
        router.add(middleware: KnownHosts(site: site))
        router.add(middleware: Closed(open: files.path))
        files.add(to: router)
        router.get("safety") { request, _ in
            let reader = request.stranger(at: WallClock.milliseconds())
            let card = CrisisCardWriter.card(
                country: reader.settings.region, reason: .selfHarm, inGerman: reader.settings.language == .german,
                isAboutWords: false)
            let screen = SafetyScreen(card, plan: nil, planNote: reader.words("safety.planAway"), for: reader)
            return renderer.response(screen, for: reader)
        }
        return router
    }

    /// Refuses all paths but the safety page and the files of the pages. The service worker is not renewed meanwhile: it
    /// would find no page to keep.
    private struct Closed: RouterMiddleware {
        /// Folder of the files.
        let open: String

        func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
            async throws -> Response
        {
            guard request.method == .get, request.uri.path == "/safety" || request.uri.path.hasPrefix(open + "/")
            else { throw MaintenanceMode.problem }
            return try await next(request, context)
        }
    }

    private struct Marking: RouterMiddleware {
        func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
            async throws -> Response
        {
            var response = try await next(request, context)
            if response.status == .serviceUnavailable { response.headers[.heldForm] = MaintenanceMode.away }
            return response
        }
    }
}
