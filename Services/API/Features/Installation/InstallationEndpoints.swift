import Bus
import Foundation
import Hummingbird
import Localization
import Messages
import Pages

/// The services' reports about themselves and about how they keep data.
struct InstallationState: Sendable {
    /// Replies by service; one that did not answer is missing.
    let keeping: [ServiceName: KeepingQuery.Reply]
    let processes: [ServiceName: ProcessQuery.Reply]

    /// Asks every service.
    init(_ bus: any Requesting, within budget: Duration = .seconds(2)) async {
        async let keeping = Self.replies(to: KeepingQuery(), bus, within: budget)
        async let processes = Self.replies(to: ProcessQuery(), bus, within: budget)
        (self.keeping, self.processes) = (await keeping, await processes)
    }

    private static func replies<R: BusRequest>(
        to request: R, _ bus: any Requesting, within budget: Duration = .seconds(2)
    ) async -> [ServiceName: R.Reply] {
        await withTaskGroup { group in
            for service in Topology.services {
                group.addTask { (service, try? await bus.request(request, to: service, budget: budget)) }
            }
            var replies: [ServiceName: R.Reply] = [:]
            for await (service, reply) in group { replies[service] = reply }
            return replies
        }
    }

    /// The warnings without duplicates, even if several services share a directory.
    var warnings: [KeepingWarning] {
        Topology.services.compactMap { keeping[$0] }.flatMap(\.warnings).reduce(into: []) { warnings, warning in
            if !warnings.contains(warning) { warnings.append(warning) }
        }
    }

    /// Services that did not reply.
    var unanswered: [ServiceName] { Topology.services.filter { keeping[$0] == nil } }

    /// Processes that ended by themselves, the latest first; without duplicates.
    var ends: [ProcessEnd] {
        Array(Set(processes.values.flatMap(\.ends))).sorted { ($0.foundAt, $0.service) > ($1.foundAt, $1.service) }
    }

    /// The models of this installation, each once: the sentence model is as ready as the service that is least so.
    var models: [ModelStatus] { Self.models(processes) }

    static func models(_ processes: [ServiceName: ProcessQuery.Reply]) -> [ModelStatus] {
        let users: [(kind: ModelStatus.Kind, services: [ServiceName])] = [
            (.sentence, [.safety, .sentiment, .coaching]), (.language, [.safety, .sentiment]),
            (.transcription, [.sentiment]),
        ]
        let order: [ModelStatus.State] = [.unsupported, .notConfigured, .failing, .loading, .ready]
        return users.map { kind, services in
            let states = services.map { service in
                processes[service].map { reply in
                    reply.models.first { $0.kind == kind }?.state ?? .notConfigured
                } ?? .loading
            }
            let name = services.lazy.compactMap { processes[$0]?.models.first { $0.kind == kind }?.name }.first
            return ModelStatus(
                kind: kind, state: order.first(where: states.contains) ?? .notConfigured, name: name)
        }
    }

    /// The models alone, with the cloud model as the person's consent has it.
    static func inference(_ bus: any Requesting, user: UserID) async -> [ModelStatus] {
        async let processes = replies(to: ProcessQuery(), bus, within: .milliseconds(500))
        let consent = try? await bus.request(ConsentQuery(user: user))
        let cloud: ModelStatus.State =
            consent.map { $0.granted ? $0.hasKey ? .ready : .unsupported : .notConfigured } ?? .loading
        return models(await processes) + [ModelStatus(kind: .cloud, state: cloud, name: consent?.model)]
    }

    /// Forgets the processes that ended by themselves.
    static func clearEnds(_ bus: any Requesting) async {
        _ = await replies(to: ClearProcessEnds(), bus)
    }
}

/// State of the installation, for signed-in people only. Nothing in it is about a person. Paths of keys and data, and
/// the processes that ended by themselves, are for operators and for a person who runs Pulsum alone.
struct InstallationEndpoints {
    let accounts: Accounts
    let bus: any Requesting

    struct Installation: Codable {
        struct Service: Codable {
            let service: ServiceName
            let masterKey: String
            let rotation: RotationProgress?
            let release: String?
            let startedAt: Milliseconds?
        }

        let warnings: [KeepingWarning]
        let services: [Service]
        let unanswered: [ServiceName]
        let models: [ModelStatus]
        /// Processes that ended by themselves, the latest first; none for who is no operator.
        let ends: [ProcessEnd]

        enum CodingKeys: String, CodingKey {
            case warnings, services, models, ends
            case unanswered = "silent"
        }

        /// - Parameters:
        ///   - isOperator: whether the person is one.
        ///   - language: of the warnings of everybody else.
        init(_ state: InstallationState, isOperator: Bool, in language: Language) {
            let words = Catalogue.shipped(language)
            warnings =
                isOperator
                ? state.warnings
                : state.warnings.map { KeepingWarning(kind: $0.kind, text: words.warning(kind: $0.kind)) }
            unanswered = state.unanswered
            models = state.models
            ends = isOperator ? state.ends : []
            services = Topology.services.compactMap { name in
                state.keeping[name].map { reply in
                    let process = state.processes[name]
                    return Service(
                        service: name, masterKey: reply.masterKey, rotation: reply.rotation,
                        release: process?.release, startedAt: process?.startedAt)
                }
            }
        }
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/installation", .session, .accounts,
            "How keys and data of this installation are kept, what runs, and which processes ended by themselves.",
            responses: [200: .json(InstallationEndpoints.Installation.self)]
        ) { request, context in
            let isOperator = try await accounts.seesInstallation(try context.known())
            return try Response.json(
                Installation(await InstallationState(bus), isOperator: isOperator, in: request.language))
        }
        endpoints.add(
            "DELETE /v1/installation/ends", .session, .accounts, "Forgets the processes that ended by themselves.",
            responses: [204: nil]
        ) { _, context in
            guard try await accounts.seesInstallation(try context.known()) else { throw Problem.operatorNeeded }
            await InstallationState.clearEnds(bus)
            return Response(status: .noContent)
        }
        endpoints.add(
            "GET /v1/inference", .session, .accounts,
            "Which models can be used: sentence, language, transcription, cloud.",
            responses: [200: .json([ModelStatus].self)]
        ) { _, context in
            try Response.json(await InstallationState.inference(bus, user: try context.user()))
        }
    }
}
