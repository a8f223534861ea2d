import Messages
import Testing

@testable import Bus

@Suite struct ClientCoreTests {
    /// A client core, its sent messages, and the results that its callers received.
    final class World {
        var now = MonotonicInstant(nanoseconds: 0)
        var core = ClientCore<String>(maximumPending: 3)
        var sent: [(link: Int, header: Header)] = []
        var heard: [UInt64: [String]] = [:]

        func act(_ body: (inout ClientCore<String>, inout [ClientCore<String>.Action]) -> Void) {
            var actions: [ClientCore<String>.Action] = []
            body(&core, &actions)
            for action in actions {
                switch action {
                case .send(let link, let header, _): sent.append((link, header))
                case .partial(let token, _): heard[token, default: []].append("partial")
                case .finish(let token, _, .reply): heard[token, default: []].append("reply")
                case .finish(let token, _, .failure(let error)): heard[token, default: []].append("\(error.code)")
                }
            }
        }

        func ask(_ token: UInt64, repeatable: Bool = true, budget: Duration = .seconds(5)) {
            let header = Header(kind: .request, flags: repeatable ? .repeatable : [], type: Echo.type)
            let now = now
            act { $0.request(token, header, payload: nil, deadline: now + budget, now: now, &$1) }
        }

        func up(_ link: Int) {
            let now = now
            act { $0.linkUp(link, now: now, &$1) }
        }

        func down(_ link: Int) {
            let now = now
            act { $0.linkDown(link, now: now, &$1) }
        }

        func receive(_ kind: Header.Kind, _ token: UInt64, from link: Int = 0, error: ServiceError.Code? = nil) {
            var header = Header(kind: kind)
            header.exchange = token
            let now = now
            act {
                $0.received(header, payload: nil, error: error.map { ServiceError($0, "") }, from: link, now: now, &$1)
            }
        }

        func pass(_ duration: Duration) {
            now = now + duration
            let now = now
            act { $0.tick(now: now, &$1) }
        }

        var requests: [Header] { sent.map(\.header).filter { $0.kind == .request } }
    }

    @Test func aRequestWaitsForABrokerAndItsBudgetShrinks() {
        let world = World()
        world.ask(1)
        #expect(world.sent.isEmpty)
        world.pass(.seconds(1))
        world.up(0)
        #expect(world.requests.map(\.budget) == [4_000])
        world.receive(.partial, 1)
        world.receive(.reply, 1)
        world.receive(.reply, 1)
        #expect(world.heard[1] == ["partial", "reply"])
    }

    @Test func withoutAnyBrokerTheBudgetEndsAsUnavailable() {
        let world = World()
        world.ask(1, budget: .seconds(1))
        world.pass(.seconds(1))
        #expect(world.heard[1] == ["unavailable"])
    }

    @Test func aSpentBudgetIsATimeoutAndCancelsAtTheBroker() {
        let world = World()
        world.up(0)
        world.ask(1, budget: .seconds(1))
        world.pass(.seconds(1))
        #expect(world.heard[1] == ["timeout"])
        #expect(world.sent.last?.header.kind == .cancel)
        #expect(world.sent.last?.header.exchange == 1)
    }

    @Test func aLostBrokerMeansAgainUnderTheSameIdentifierElsewhere() {
        let world = World()
        world.up(0)
        world.up(1)
        world.ask(1)
        world.down(0)
        #expect(world.sent.map(\.link) == [0, 1])
        #expect(world.requests[0].id == world.requests[1].id)
        #expect(world.requests.map(\.attempt) == [0, 1])
        world.receive(.error, 1, from: 0, error: .interrupted)
        #expect(world.heard[1] == nil)
        world.receive(.reply, 1, from: 1)
        #expect(world.heard[1] == ["reply"])
    }

    @Test func aLostBrokerInterruptsWhatMustNotHappenTwice() {
        let world = World()
        world.up(0)
        world.ask(1, repeatable: false)
        world.ask(2)
        world.receive(.partial, 2)
        world.down(0)
        #expect(world.heard[1] == ["interrupted"])
        #expect(world.heard[2] == ["partial", "interrupted"])
    }

    @Test func notYetSentIsAlwaysSafeToSend() {
        let world = World()
        world.ask(1, repeatable: false)
        world.up(0)
        world.receive(.reply, 1)
        #expect(world.heard[1] == ["reply"])
    }

    @Test func aBrokerWithoutTheServiceSendsTheCallerToTheNext() {
        let world = World()
        world.up(0)
        world.up(1)
        world.ask(1)
        world.receive(.error, 1, from: 0, error: .unavailable)
        #expect(world.sent.map(\.link) == [0, 1])
        world.receive(.error, 1, from: 1, error: .unavailable)
        #expect(world.heard[1] == ["unavailable"])
    }

    @Test func aDrainingBrokerGetsNothingNewButStillAnswers() {
        let world = World()
        world.up(0)
        world.ask(1)
        world.core.linkDraining(0)
        world.ask(2)
        #expect(world.requests.map(\.exchange) == [1])
        world.receive(.reply, 1)
        world.up(1)
        #expect(world.sent.last?.link == 1)
        #expect(world.heard[1] == ["reply"])
    }

    @Test func tooManyOpenRequestsAreBusy() {
        let world = World()
        for token in 1...4 { world.ask(UInt64(token)) }
        #expect(world.heard == [4: ["busy"]])
    }

    @Test func cancellingTellsTheBrokerOnce() {
        let world = World()
        world.up(0)
        world.ask(1)
        for _ in 0..<2 {
            let now = world.now
            world.act { $0.cancel(1, now: now, &$1) }
        }
        #expect(world.heard[1] == ["cancelled"])
        #expect(world.sent.filter { $0.header.kind == .cancel }.count == 1)
    }

    @Test func closingEndsEverything() {
        let world = World()
        world.ask(1)
        world.up(0)
        world.ask(2)
        world.act { $0.close(&$1) }
        #expect(world.heard == [1: ["cancelled"], 2: ["cancelled"]])
    }
}
