import Bus
import Foundation
import Hummingbird
import Messages

/// Status of the installation's data storage, for signed-in people only.
struct InstallationRoutes {
    let bus: any Requesting

    private struct Body: Encodable {
        struct Service: Encodable {
            let service: ServiceName
            let masterKey: String
            let rotation: RotationProgress?
        }

        /// Without duplicates, even if several services share a directory.
        var warnings: [KeepingWarning] = []
        var services: [Service] = []
        /// Services that did not reply.
        var unanswered: [ServiceName] = []

        enum CodingKeys: String, CodingKey {
            case warnings, services
            case unanswered = "silent"
        }
    }

    func add(to group: RouterGroup<EdgeContext>) {
        group.get("installation") { _, _ in try Response.json(await looked()) }
    }

    /// Queries every service for its current status.
    private func looked() async -> Body {
        let replies = await withTaskGroup { group in
            for service in Topology.services {
                group.addTask { [bus] in
                    (service, try? await bus.request(KeepingQuery(), to: service, budget: .seconds(2)))
                }
            }
            var replies: [ServiceName: KeepingQuery.Reply] = [:]
            for await (service, reply) in group { replies[service] = reply }
            return replies
        }
        var body = Body()
        for service in Topology.services {
            guard let reply = replies[service] else {
                body.unanswered.append(service)
                continue
            }
            body.services.append(.init(service: service, masterKey: reply.masterKey, rotation: reply.rotation))
            for warning in reply.warnings where !body.warnings.contains(warning) { body.warnings.append(warning) }
        }
        return body
    }
}
