import Bus
import Hummingbird
import Messages
import Pages

/// What is wrong with the deliveries of the devices that a person has: those that were revoked have no findings any more.
struct SourceHabits {
    let accounts: Accounts
    let bus: any Requesting

    /// One device with its name.
    struct Source {
        var habits: DeviceHabits
        /// Of the pairing; nil for a device token.
        var id: EntityID?
        var app: CompanionApp?
        var label: String
    }

    /// The devices that have delivered.
    /// - Parameter isNeeded: the names of other devices are not read.
    /// - Throws: as the bus does.
    func sources(
        of user: UserID, where isNeeded: @Sendable (DeviceHabits) -> Bool = { _ in true }
    ) async throws -> [Source] {
        let reply = try await bus.request(HabitsQuery(user: user), budget: .seconds(1))
        var devices = reply.devices.filter(isNeeded)
        guard !devices.isEmpty else { return [] }
        if devices.contains(where: { $0.findings.contains { !$0.ofBody.isEmpty } }), await bus.hidesNumbers(of: user) {
            for index in devices.indices { devices[index].hideBody() }
        }
        let known = Dictionary(devices.map { ($0.device, $0) }) { first, _ in first }
        var sources: [Source] = []
        for (pairing, _, _) in try await Pairings(accounts: accounts).all(of: user) where pairing.ended == nil {
            guard let habits = known[Credentials.Token.device(of: user, pairing: pairing.id)] else { continue }
            sources.append(
                Source(
                    habits: habits, id: pairing.id, app: CompanionApp(rawValue: pairing.companion),
                    label: pairing.label))
        }
        for token in try await accounts.credentials.tokens(of: user, kind: .device) where !token.isCompanion {
            guard let device = token.sender?.device, let habits = known[device],
                !sources.contains(where: { $0.habits.device == device })
            else { continue }
            sources.append(Source(habits: habits, label: token.label))
        }
        return sources
    }

    /// A device in the API.
    struct SourceArrivals: Codable {
        let id: EntityID?
        let companion: String?
        let label: String
        let lastPost: Milliseconds?
        let lastNew: Milliseconds?
        /// Whether it is silent and another device brings what it brought.
        let isReplaced: Bool
        let findings: [SourceFinding]

        struct SourceFinding: Codable {
            let fault: String
            let kinds: [String]
            let since: Milliseconds
            let interval: Milliseconds
            let by: Int32?
        }

        init(_ source: Source) {
            id = source.id
            companion = source.app?.rawValue
            label = source.label
            lastPost = source.habits.lastPost
            lastNew = source.habits.lastNew
            isReplaced = source.habits.isReplaced
            findings = source.habits.findings.map {
                SourceFinding(fault: $0.fault, kinds: $0.kinds, since: $0.since, interval: $0.interval, by: $0.by)
            }
        }
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/sources/arrivals", .session, .data,
            "What is wrong with the deliveries of each device, and what is usual for it.",
            responses: [200: .json([SourceArrivals].self)]
        ) { _, context in
            try Response.json(try await sources(of: try context.user()).map(SourceArrivals.init))
        }
    }
}

extension DeviceHabits {
    /// Leaves out findings about numbers that the person put away.
    fileprivate mutating func hideBody() {
        let hidden = Set(findings.flatMap(\.ofBody))
        kinds.removeAll { hidden.contains($0) }
        findings = findings.compactMap { finding in
            var shown = finding
            shown.kinds.removeAll { finding.ofBody.contains($0) }
            return shown.kinds.isEmpty && !finding.kinds.isEmpty ? nil : shown
        }
    }
}
