import Foundation
import ServiceKit

/// The API's program as it answers while this process restores the data (PLN-8): 503 with `Retry-After`, and a page.
struct MaintenancePage {
    private static let grace = Duration.seconds(5)

    private let child: Child

    /// Starts it at the address of the web app. It ends with this process at the latest.
    /// - Returns: nil where it cannot be served: in the container of another service, or at an address that is in use or
    ///   must not be served. Restoring goes on without it.
    init?(_ configuration: Configuration) {
        guard let folder = try? Child.programs() else { return nil }
        let program = folder + "/pulsum-api"
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        do {
            _ = try configuration.httpExposure()
            try requireFreeAddress(configuration.http)
            var environment = ProcessInfo.processInfo.environment
            environment["PULSUM_DATA"] = configuration.data
            let plan = LaunchPlan(configuration, environment: environment, scale: [])
            child = try Child(
                executable: program, arguments: ["--maintenance"], environment: plan.environment,
                line: { _ in /* Its log tells nothing of the restore. */ })
        } catch {
            Terminal.tell("Nobody answers at \(configuration.http) meanwhile: \(CLIError(error))")
            return nil
        }
    }

    /// Returns when the address is free again.
    func end() async {
        child.signal(SIGTERM)
        await child.finish(after: Self.grace)
    }
}
