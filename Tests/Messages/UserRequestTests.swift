import Testing

@testable import Messages

/// Requests about a person carry a capability, because their types conform to `UserRequest`.
@Suite struct UserRequestTests {
    /// Requests with a field `user` that carry no capability, and why.
    private static let exceptions: [MessageType: String] = [
        EraseUser.type:
            "The API repeats it for days, long after a capability expires; the broker admits the API alone.",
        StartErase.type: "The command line sends it for its owner, who needs no permission of the API.",
        MintCapability.type: "The command line obtains capabilities by it.",
        ReleaseLane.type: "An operator's request about a delivery lane.",
        ReplayEvents.type: "An operator's request about a delivery lane.",
    ]

    @Test("A request with a field for a user is a UserRequest, except those listed with a reason")
    func declared() throws {
        var found: Set<MessageType> = []
        for request in Topology.requests {
            let isAboutUser = try Self.hasUser(request.messages[0])
            if isAboutUser { found.insert(request.type) }
            #expect(
                request.isAboutPerson == (isAboutUser && Self.exceptions[request.type] == nil),
                "\(request.name): declare it as a UserRequest, or list it with the reason")
        }
        #expect(found.isSuperset(of: Self.exceptions.keys), "an exception has no field for a user")
        #expect(found.count > 40)
    }

    @Test("DESIGN: no two requests or events have the same type number")
    func distinct() {
        let types =
            Topology.requests.map { ($0.type.rawValue, $0.name) } + Topology.events.map { ($0.type.rawValue, $0.name) }
        for (number, names) in Dictionary(grouping: types, by: \.0) {
            #expect(names.count == 1, "\(String(number, radix: 16)): \(names.map(\.1).joined(separator: ", "))")
        }
    }

    /// True if the message has a field `user` of type `UserID`.
    private static func hasUser<M: Message>(_ type: M.Type) throws -> Bool {
        let value = try Probe.make(type, Probe.World(seed: 1, isComplete: true)).value
        return Mirror(reflecting: value).children.contains { $0.label == "user" && $0.value is UserID }
    }
}
