import Messages
import Testing

@testable import BrokerCore
@testable import Bus

/// Guarantee (e): calls, replies and events outside the permission table are refused. Checks the broker's core for
/// every combination.
@Suite struct PermissionTests {
    private static let stranger = ServiceName(rawValue: "stranger")
    private static let everybody = Topology.services + [.cli, stranger]
    private static let places = Topology.services + [.broker, .cli, stranger]

    /// The rule: the table names the caller and the service that replies; a service publishes only events that it emits
    /// and that the receiver consumes.
    private func isAllowed(_ caller: ServiceName, _ request: ServiceEntry.Request, at place: ServiceName) -> Bool {
        if let service = request.service, service != place { return false }
        if request.type == Ping.type || request.type == BusStatus.type { return true }
        if request.type == DeliverEvents.type { return Topology.consumed(by: place).contains { $0.producer == caller } }
        return request.callers.contains(caller)
    }

    @Test("(e) every caller × request × service: only what the table allows reaches a worker")
    func calls() {
        var allowed = 0
        for place in Self.places {
            let world = BrokerWorld()
            if place != .broker {
                world.join(1, place, credit: 1_000, types: Topology.requests.map(\.type) + [Echo.type])
            }
            for (number, caller) in Self.everybody.enumerated() { world.meet(UInt32(10 + number), caller) }
            for request in Topology.requests {
                for (number, caller) in Self.everybody.enumerated() {
                    let before = world.requests(at: 1).count
                    let answers = world.outcome("x", from: UInt32(10 + number), to: place, type: request.type)
                    let isPassedOn = world.requests(at: 1).count > before
                    if isAllowed(caller, request, at: place) {
                        allowed += 1
                        #expect(!answers.contains("refused"), "\(caller) may call \(request.name) at \(place)")
                    } else {
                        #expect(
                            answers == ["refused"] && !isPassedOn,
                            "\(caller) got through with \(request.name) at \(place)")
                    }
                }
            }
        }
        #expect(allowed > 100)
    }

    @Test("(e) what matters most, written out: a change of the table has to change this test")
    func sensitive() {
        func callers<R: BusRequest>(_: R.Type) -> Set<ServiceName> { Topology.request(R.type)?.callers ?? [] }
        #expect(callers(Phrase.self) == [.coaching])
        #expect(callers(SetCloudKey.self) == [.api, .cli])
        #expect(callers(SetConsent.self) == [.api, .cli])
        #expect(callers(EraseUser.self) == [.api, .cli])
        #expect(callers(ExportUser.self) == [.api, .cli])
        #expect(callers(JournalQuery.self) == [.api, .cli])
        #expect(callers(ReceiptsQuery.self) == [.api, .cli])
        #expect(callers(StartErase.self) == [.cli])
        #expect(callers(ProfileQuery.self) == [.cli])
        // The coach answers from a person's numbers, with the capability of the chat.
        #expect(callers(BreakdownQuery.self) == [.api, .coaching, .cli])
        #expect(callers(MintCapability.self) == [.cli])
        #expect(callers(CreateAccount.self) == [.cli])
        #expect(callers(MetricsQuery.self) == [.api, .coaching, .cli])
        let permissions = Permissions()
        func delivers(_ producer: ServiceName, to consumer: ServiceName) -> Bool {
            permissions.mayCall(BrokerWorld.name(producer), DeliverEvents.type, at: BrokerWorld.name(consumer))
        }
        #expect(delivers(.ingestion, to: .scoring))
        #expect(!delivers(.scoring, to: .ingestion))
        #expect(!delivers(.gateway, to: .scoring))
        #expect(!delivers(.ingestion, to: .gateway))
        #expect(!delivers(.cli, to: .scoring))
    }

    @Test("(e) a token file's grant adds calls, never the delivery of events")
    func grants() {
        var permissions = Permissions()
        let stranger = BrokerWorld.name(Self.stranger)
        permissions.grant([ScoreQuery.type, DeliverEvents.type], to: stranger)
        #expect(permissions.mayCall(stranger, ScoreQuery.type, at: BrokerWorld.name(.scoring)))
        for place in Topology.services {
            #expect(!permissions.mayCall(stranger, DeliverEvents.type, at: BrokerWorld.name(place)))
        }
    }

    @Test("(e) every service × request: only its own service answers; only the producer publishes")
    func answersAndEvents() {
        let permissions = Permissions()
        for name in Self.everybody {
            let wire = BrokerWorld.name(name)
            for request in Topology.requests {
                let isEverybodys = [Ping.type, TraceQuery.type].contains(request.type)
                let isOwn = request.service.map { $0 == name } ?? (Topology.services.contains(name) || isEverybodys)
                #expect(permissions.mayAnswer(wire, request.type) == isOwn, "\(name) \(request.name)")
            }
            for event in Topology.events {
                #expect(permissions.mayPublish(wire, event.type) == (event.producer == name), "\(name) \(event.name)")
            }
            #expect(permissions.mayPublish(wire, MessageType(0)))
            #expect(
                !permissions.mayPublish(wire, MessageType(0x0FFF)) && !permissions.mayAnswer(wire, MessageType(0x0FFF)))
        }
        #expect(!permissions.mayPublish(.broker, MessageType(0)) && !permissions.mayAnswer(.broker, Echo.type))
    }

    @Test("(e) a name that is not the authenticated one neither asks nor registers, whatever else is right")
    func names() {
        let world = BrokerWorld()
        world.join(1, .scoring, types: [ScoreQuery.type])
        world.meet(2, .coaching)
        var header = Header(
            kind: .request, type: ScoreQuery.type, service: BrokerWorld.name(.scoring), caller: BrokerWorld.name(.api))
        (header.budget, header.exchange) = (5_000, 77)
        world.receive(header, "x", from: 2)
        #expect(world.answers(77, at: 2) == ["refused"])
        #expect(world.requests(at: 1).isEmpty)
        let now = world.now
        let ready = Ready(release: "test", processID: 2, credit: 4, types: [ScoreQuery.type.rawValue])
        world.act {
            $0.ready(ready, header: Header(kind: .ready, caller: BrokerWorld.name(.scoring)), from: 2, now: now, &$1)
        }
        #expect(world.sent.contains { $0.peer == 2 && $0.error?.code == .refused })
        world.meet(3, .api)
        world.ask("y", from: 3, to: .scoring, type: ScoreQuery.type)
        #expect(world.payloads(at: 1) == ["y"] && world.requests(at: 2).isEmpty)
    }
}
