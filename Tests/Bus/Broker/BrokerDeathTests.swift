import Fixtures
import Messages
import Testing

@testable import BrokerCore
@testable import Bus

@Suite struct BrokerDeathTests {
    @Test func aRepeatableRequestGoesOnceToAnotherWorker() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(3, .caller)
        let exchange = world.ask("a", from: 3)
        world.join(2, .worker)
        world.lose(1)
        #expect(world.payloads(at: 2) == ["a"])
        #expect(world.requests(at: 2)[0].header.attempt == 1)
        #expect(world.requests(at: 2)[0].header.id == world.requests(at: 1)[0].header.id)
        world.join(4, .worker)
        world.lose(2)
        #expect(world.payloads(at: 4).isEmpty)
        #expect(world.answers(exchange, at: 3) == ["interrupted"])
    }

    @Test func whatMustNotHappenTwiceIsInterrupted() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.join(2, .worker)
        world.meet(3, .caller)
        let exchange = world.ask("a", from: 3, repeatable: false)
        world.lose(1)
        world.lose(2)
        #expect(world.answers(exchange, at: 3) == ["interrupted"])
    }

    @Test func afterAPartialNothingIsRepeated() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(3, .caller)
        let exchange = world.ask("a", from: 3)
        world.answer(1, "a", kind: .partial)
        world.join(2, .worker)
        world.lose(1)
        #expect(world.answers(exchange, at: 3) == ["partial a", "interrupted"])
        #expect(world.payloads(at: 2).isEmpty)
    }

    @Test func topologyDecidesWhatOfOursIsRepeatableNotTheCaller() {
        let world = BrokerWorld()
        world.join(1, .coaching, types: [Chat.type])
        world.meet(3, .api)
        let exchange = world.ask("a", from: 3, to: .coaching, type: Chat.type, repeatable: true)
        world.join(2, .coaching, types: [Chat.type])
        world.lose(1)
        #expect(world.answers(exchange, at: 3) == ["interrupted"])
        #expect(world.payloads(at: 2).isEmpty)
    }

    @Test func aFrameThatNeverLeftGoesToAnotherWorkerWhateverItsType() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(3, .caller)
        world.ask("a", from: 3, repeatable: false)
        world.join(2, .worker)
        let header = world.requests(at: 1)[0].header
        world.core.undelivered(header, to: 1)
        world.lose(1)
        #expect(world.payloads(at: 2) == ["a"])
        #expect(world.requests(at: 2)[0].header.attempt == 0)
    }

    @Test func framesThatNeverLeftGoBackInTheirOrderAndOnlyFromWhomTheyWereFor() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(3, .caller)
        for text in ["a", "b", "c"] { world.ask(text, from: 3) }
        let headers = world.requests(at: 1).map(\.header)
        world.core.undelivered(headers[0], to: 9)
        for header in headers.reversed() { world.core.undelivered(header, to: 1) }
        world.lose(1)
        world.join(2, .worker)
        #expect(world.payloads(at: 2) == ["a", "b", "c"])
    }

    @Test func whatOneOfTwoDeadWorkersHeldIsNotHandedToTheOther() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(3, .caller)
        world.ask("never left", from: 3, repeatable: false)
        world.ask("was out", from: 3)
        let headers = world.requests(at: 1).map(\.header)
        world.join(2, .worker)
        world.core.undelivered(headers[0], to: 1)
        let now = world.now
        world.act { $0.lost([1, 2], now: now, &$1) }
        world.join(4, .worker)
        #expect(world.payloads(at: 2).isEmpty)
        #expect(
            world.payloads(at: 4) == ["never left", "was out"] || world.payloads(at: 4) == ["was out", "never left"])
    }

    @Test func aDeadWorkersRequestGoesBeforeWhatCameLater() {
        let world = BrokerWorld()
        world.join(1, .worker, credit: 1)
        world.meet(3, .caller)
        for text in ["a", "b"] { world.ask(text, from: 3) }
        world.lose(1)
        world.join(2, .worker, credit: 1)
        #expect(world.payloads(at: 2) == ["a"])
    }

    @Test func fiveSecondsOfSilenceAreDeath() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(3, .caller)
        let exchange = world.ask("a", from: 3, budget: 60_000, repeatable: false)
        world.pass(.milliseconds(4_700), silent: [1])
        #expect(world.answers(exchange, at: 3).isEmpty)
        world.pass(.milliseconds(600), silent: [1])
        #expect(world.answers(exchange, at: 3) == ["interrupted"])
        #expect(!world.knows(1))
    }

    @Test func aBrokerThatStoodStillBlamesNobody() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.pass(.milliseconds(100))
        world.now = world.now + .seconds(60)
        let now = world.now
        world.act { $0.tick(now: now, &$1) }
        #expect(world.knows(1))
    }

    @Test func aCallersDeathCancelsItsRequests() {
        let world = BrokerWorld()
        world.join(1, .worker, credit: 1)
        world.meet(3, .caller)
        world.ask("a", from: 3)
        world.ask("b", from: 3)
        world.lose(3)
        #expect(world.sent.contains { $0.peer == 1 && $0.header.kind == .cancel })
        world.answer(1, "a")
        #expect(world.core.calls.count == 0)
        #expect(world.payloads(at: 1) == ["a"])
        #expect(!world.sent.contains { $0.peer == 3 && $0.header.kind == .reply })
    }

    @Test func aDrainingWorkerGetsNothingNewAndMayFinish() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.join(2, .worker)
        world.meet(3, .caller)
        let exchange = world.ask("a", from: 3)
        world.receive(Header(kind: .drain), nil, from: 1)
        #expect(world.sent.last?.header.kind == .drain)
        for text in ["b", "c", "d"] { world.ask(text, from: 3) }
        #expect(world.payloads(at: 1) == ["a"])
        #expect(world.payloads(at: 2) == ["b", "c", "d"])
        world.answer(1, "a")
        #expect(world.answers(exchange, at: 3) == ["reply a"])
    }

    @Test func whenTheLastWorkerDrainsItsSuccessorIsWaitedFor() {
        let world = BrokerWorld()
        world.join(1, .worker, credit: 1)
        world.meet(3, .caller)
        world.pass(.seconds(10))
        world.ask("a", from: 3, budget: 60_000)
        let waiting = world.ask("b", from: 3, budget: 60_000)
        world.receive(Header(kind: .drain), nil, from: 1)
        #expect(world.answers(waiting, at: 3).isEmpty)
        world.answer(1, "a")
        world.lose(1)
        world.join(2, .worker)
        #expect(world.payloads(at: 2) == ["b"])
    }

    /// In every case each request is answered exactly once, and no slot or credit is lost.
    @Test(arguments: 0..<40) func everyRequestIsAnsweredOnce(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var limits = BrokerLimits()
        limits.queuedRequests = 5
        let world = BrokerWorld(limits: limits)
        world.meet(1, .caller)
        world.meet(2, ServiceName(rawValue: "other"))
        var workers: [UInt32] = []
        var next: UInt32 = 10
        var asked: [(UInt32, UInt64, cancelled: Bool)] = []
        for _ in 0..<400 {
            switch random.next() % 12 {
            case 0...4:
                let caller = UInt32(random.next() % 2 + 1)
                asked.append(
                    (
                        caller,
                        world.ask(
                            "x\(asked.count)", from: caller, budget: UInt32(random.next() % 3_000),
                            repeatable: random.next() % 2 == 0), false
                    ))
            case 5...7:
                guard let worker = workers.randomElement(using: &random),
                    let held = world.requests(at: worker).randomElement(using: &random)
                else { continue }
                world.receive(
                    held.header.answer(random.next() % 4 == 0 ? .partial : .reply), held.payload, from: worker)
            case 8 where workers.count < 4:
                workers.append(next)
                world.join(next, .worker, credit: 2)
                next += 1
            case 9:
                guard let index = workers.indices.randomElement(using: &random), random.next() % 3 == 0 else {
                    continue
                }
                world.lose(workers.remove(at: index))
            case 10:
                guard let index = asked.indices.randomElement(using: &random) else { continue }
                var header = Header(kind: .cancel)
                header.exchange = asked[index].1
                asked[index].cancelled = true
                world.receive(header, nil, from: asked[index].0)
            default: world.pass(.milliseconds(Int64(random.next() % 500)))
            }
            for worker in workers {
                let inFlight = world.inFlight(worker)
                #expect((0...2).contains(inFlight))
            }
        }
        world.pass(.seconds(6))
        for worker in workers { world.lose(worker) }
        for (caller, exchange, cancelled) in asked {
            let final = world.answers(exchange, at: caller).filter { !$0.hasPrefix("partial") }
            #expect(cancelled ? final.count <= 1 : final.count == 1)
        }
        #expect(world.core.calls.count == 0)
    }
}
