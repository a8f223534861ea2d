import Messages
import Testing

@testable import Bus

@Suite struct WorkerCoreTests {
    final class World {
        var now = MonotonicInstant(nanoseconds: 0)
        var core = WorkerCore<String>(timing: BusTiming(), credit: 2) { $0 == Echo.type }
        var started: [UInt64] = []
        var stopped: [UInt64] = []
        var sent: [(link: Int, header: Header, error: ServiceError.Code?)] = []
        var exhausted = 0
        var drained = 0

        func act(_ body: (inout WorkerCore<String>, MonotonicInstant, inout [WorkerCore<String>.Action]) -> Void) {
            var actions: [WorkerCore<String>.Action] = []
            body(&core, now, &actions)
            for action in actions {
                switch action {
                case .send(let link, let header, _): sent.append((link, header, nil))
                case .fail(let link, let header, let error): sent.append((link, header, error.code))
                case .start(let slot, _, _): started.append(slot)
                case .stop(let slot): stopped.append(slot)
                case .notice: break
                case .exhausted: exhausted += 1
                case .drained: drained += 1
                }
            }
        }

        func receive(
            _ exchange: UInt64, kind: Header.Kind = .request, link: Int = 0, type: MessageType = Echo.type,
            budget: UInt32 = 1_000
        ) {
            var header = Header(kind: kind, type: type)
            (header.exchange, header.budget) = (exchange, budget)
            act { $0.received(header, payload: nil, from: link, now: $1, &$2) }
        }

        func finish(_ slot: UInt64, _ error: ServiceError? = nil) {
            act { $0.finished(slot, reply: "x", error: error, now: $1, &$2) }
        }

        func pass(_ duration: Duration) {
            now = now + duration
            act { $0.tick(now: $1, &$2) }
        }
    }

    @Test func repliesUnderTheBrokersNumber() {
        let world = World()
        world.receive(77)
        world.finish(world.started[0])
        #expect(world.sent.map(\.header.kind) == [.reply])
        #expect(world.sent[0].header.exchange == 77)
    }

    @Test func saysThatItDoesNotHoldWhatIsCancelled() {
        let world = World()
        world.receive(77)
        world.receive(78, kind: .cancel)
        #expect(world.sent.map(\.error) == [.cancelled])
        #expect(world.sent[0].header.exchange == 78)
        #expect(world.stopped.isEmpty)
    }

    @Test func refusesWhatItDoesNotAnswerAndWhatIsTooMuch() {
        let world = World()
        world.receive(1, type: MessageType(0xF00F))
        #expect(world.sent.map(\.error) == [.unavailable])
        for exchange in 2...4 { world.receive(UInt64(exchange)) }
        #expect(world.sent.map(\.error) == [.unavailable, .busy])
        #expect(world.started.count == 2)
    }

    @Test func cancelAndSpentBudgetStopTheHandlerOnceAndKeepItsSlot() {
        let world = World()
        world.receive(1)
        world.receive(2, budget: 100)
        world.receive(1, kind: .cancel)
        world.receive(1, kind: .cancel)
        world.pass(.milliseconds(150))
        #expect(world.stopped == world.started)
        world.receive(3)
        #expect(world.sent.map(\.error) == [.busy])
        world.finish(world.started[0], ServiceError(.cancelled, ""))
        world.receive(4)
        #expect(world.started.count == 3)
    }

    @Test func hangingHandlersAreCountedAndTheLastSlotEndsTheProcess() {
        let world = World()
        world.receive(1, budget: 100)
        world.pass(.milliseconds(200))
        world.pass(.seconds(6))
        #expect(world.core.hung == 1)
        #expect(world.exhausted == 0)
        world.receive(2, budget: 100)
        world.pass(.milliseconds(200))
        world.pass(.seconds(6))
        #expect(world.exhausted == 1)
        world.finish(world.started[0])
        #expect(world.core.hung == 1)
    }

    @Test func anAnswerForALostBrokerIsDropped() {
        let world = World()
        world.receive(1)
        world.act { $0.linkDown(0, now: $1, &$2) }
        world.finish(world.started[0])
        #expect(world.sent.isEmpty)
        #expect(world.core.running.count == 0)
    }

    @Test func drainingWaitsForBrokersAndHandlers() {
        let world = World()
        world.receive(1)
        world.act { $0.drain(links: [0, 1], now: $1, &$2) }
        #expect(world.sent.map(\.header.kind) == [.drain, .drain])
        world.receive(2)
        world.receive(0, kind: .drain, link: 0)
        world.receive(0, kind: .drain, link: 1)
        world.finish(world.started[0])
        #expect(world.drained == 0)
        world.finish(world.started[1])
        #expect(world.drained == 1)
    }

    @Test func drainingEndsWhenTheBrokerIsGoneOrTimeIsUp() {
        let world = World()
        world.act { $0.drain(links: [0], now: $1, &$2) }
        world.act { $0.linkDown(0, now: $1, &$2) }
        #expect(world.drained == 1)

        let slow = World()
        slow.receive(1, budget: 60_000)
        slow.act { $0.drain(links: [], now: $1, &$2) }
        slow.pass(.seconds(9))
        #expect(slow.drained == 0)
        slow.pass(.seconds(2))
        #expect(slow.drained == 1)
    }

    @Test func aProcessWithNothingInHandDrainsAtOnce() {
        let world = World()
        world.act { $0.drain(links: [], now: $1, &$2) }
        #expect(world.drained == 1)
    }
}
