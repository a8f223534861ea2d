import Messages
import Testing

@testable import BrokerCore
@testable import Bus

@Suite struct BrokerCoreTests {
    @Test func requestGoesToAWorkerAndItsReplyComesBackUnderTheCallersNumber() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(2, .caller)
        let exchange = world.ask("a", from: 2, budget: 700)
        #expect(world.payloads(at: 1) == ["a"])
        let request = world.requests(at: 1)[0].header
        #expect(request.budget == 700)
        #expect(request.caller == BrokerWorld.name(.caller))
        world.answer(1, "a")
        #expect(world.answers(exchange, at: 2) == ["reply a"])
    }

    @Test func namesThatNobodyHasAreNotKeptWithoutEnd() {
        var limits = BrokerLimits()
        limits.services = 2
        let world = BrokerWorld(limits: limits)
        world.meet(2, .caller)
        let names = ["first", "second", "third"].map { ServiceName(rawValue: $0) }
        #expect(world.outcome("a", from: 2, to: names[0]).isEmpty)
        #expect(world.outcome("a", from: 2, to: names[1]).isEmpty)
        #expect(world.outcome("a", from: 2, to: names[2]) == ["unavailable"])
        #expect(world.outcome("a", from: 2, to: names[0]).isEmpty, "a name that is known waits for its service as ever")
        #expect(world.outcome("a", from: 2, to: .scoring).isEmpty, "and so does one of ours")
        world.join(1, names[2])
        world.ask("b", from: 2, to: names[2])
        #expect(world.payloads(at: 1) == ["b"])
    }

    @Test func budgetShrinksByTheTimeInTheQueue() {
        let world = BrokerWorld()
        world.join(1, .worker, credit: 1)
        world.meet(2, .caller)
        world.ask("a", from: 2)
        world.ask("b", from: 2, budget: 1_000)
        world.pass(.milliseconds(300))
        world.answer(1, "a")
        #expect(world.requests(at: 1)[1].header.budget == 700)
    }

    @Test func noWorkerHoldsMoreThanItsCredit() {
        let world = BrokerWorld()
        world.join(1, .worker, credit: 2)
        world.meet(2, .caller)
        for text in ["a", "b", "c", "d"] { world.ask(text, from: 2) }
        #expect(world.payloads(at: 1) == ["a", "b"])
        world.answer(1, "b")
        #expect(world.payloads(at: 1) == ["a", "b", "c"])
    }

    @Test func theLeastLoadedWorkerGetsTheNext() {
        let world = BrokerWorld()
        world.join(1, .worker, credit: 8)
        world.join(2, .worker, credit: 8)
        world.meet(3, .caller)
        for text in ["a", "b", "c", "d"] { world.ask(text, from: 3) }
        #expect(world.payloads(at: 1).count == 2)
        #expect(world.payloads(at: 2).count == 2)
        world.answer(2, world.payloads(at: 2)[0])
        world.ask("e", from: 3)
        #expect(world.payloads(at: 2).last == "e")
    }

    @Test func aNewlyJoinedWorkerTakesFromTheQueueAtOnce() {
        let world = BrokerWorld()
        world.join(1, .worker, credit: 1)
        world.meet(3, .caller)
        for text in ["a", "b"] { world.ask(text, from: 3) }
        world.join(2, .worker, credit: 1)
        #expect(world.payloads(at: 2) == ["b"])
    }

    @Test func callersTakeTurns() {
        let world = BrokerWorld()
        world.join(1, .worker, credit: 1)
        world.meet(2, .caller)
        world.meet(3, ServiceName(rawValue: "other"))
        for text in ["a1", "a2", "a3"] { world.ask(text, from: 2) }
        world.ask("b1", from: 3)
        for text in ["a1", "a2", "b1", "a3"] { world.answer(1, text) }
        #expect(world.payloads(at: 1) == ["a1", "a2", "b1", "a3"])
    }

    @Test func eventDeliveryTakesAtMostHalfOfTheCredit() {
        let world = BrokerWorld()
        world.join(1, .scoring, credit: 4, types: [DeliverEvents.type, ScoreQuery.type])
        world.meet(2, .ingestion)
        world.meet(3, .api)
        for number in 0..<4 { world.ask("event \(number)", from: 2, to: .scoring, type: DeliverEvents.type) }
        #expect(world.payloads(at: 1) == ["event 0", "event 1"])
        for number in 0..<3 { world.ask("query \(number)", from: 3, to: .scoring, type: ScoreQuery.type) }
        #expect(world.payloads(at: 1) == ["event 0", "event 1", "query 0", "query 1"])
        world.answer(1, "query 0")
        #expect(world.payloads(at: 1).last == "query 2")
        world.answer(1, "event 0")
        #expect(world.payloads(at: 1).last == "event 2")
    }

    @Test func aFullQueueIsRefusedAsBusyWithATime() {
        var limits = BrokerLimits()
        limits.queuedRequests = 2
        let world = BrokerWorld(limits: limits)
        world.join(1, .worker, credit: 1)
        world.meet(2, .caller)
        for text in ["a", "b", "c"] { world.ask(text, from: 2) }
        let refused = world.ask("d", from: 2)
        #expect(world.answers(refused, at: 2) == ["busy"])
        #expect(world.sent.last?.error?.retryAfter != nil)
        world.answer(1, "a")
        #expect(world.outcome("e", from: 2).isEmpty)
    }

    @Test func aQueueIsBoundedInBytesToo() {
        var limits = BrokerLimits()
        limits.queuedBytes = 10
        let world = BrokerWorld(limits: limits)
        world.join(1, .worker, credit: 1)
        world.meet(2, .caller)
        world.ask("a", from: 2)
        world.ask("12345678", from: 2)
        #expect(world.outcome("12345678", from: 2) == ["busy"])
        #expect(world.outcome("x", from: 2).isEmpty)
    }

    @Test func whatOneNameHasOpenIsBoundedWhoeverHoldsIt() {
        var limits = BrokerLimits()
        (limits.callerRequests, limits.callerBytes, limits.smallBytes) = (3, 10, 1)
        let world = BrokerWorld(limits: limits)
        world.join(1, .worker, credit: 8)
        // Two connections of one name, and another name.
        for peer in [2, 3] as [UInt32] { world.meet(peer, .caller) }
        world.meet(4, .api)
        let first = world.ask("1", from: 2)
        world.ask("2", from: 2)
        world.ask("3", from: 3)
        #expect(world.outcome("4", from: 3) == ["busy"])
        #expect(world.outcome("other", from: 4).isEmpty)
        // Cancelled, it still occupies the worker.
        world.cancel(first, from: 2)
        #expect(world.outcome("5", from: 2) == ["busy"])
        #expect(world.core.status(now: world.now).services.first?.failed == 2)
        world.answer(1, "1")
        #expect(world.outcome("12345678", from: 2).isEmpty)
        world.answer(1, "2")
        #expect(world.outcome("xy", from: 2) == ["busy"])
        // A caller that disconnects leaves no state once its worker has finished.
        world.lose(2)
        world.lose(3)
        for text in ["3", "12345678", "other"] { world.answer(1, text) }
        #expect(world.core.calls.count == 0 && world.core.isBalanced)
        world.meet(5, .caller)
        #expect(world.outcome("1234567890", from: 5).isEmpty)
        // A small request fits into the byte limit.
        #expect(world.outcome("xy", from: 5) == ["busy"])
        #expect(world.outcome("x", from: 5).isEmpty)
    }

    @Test func noBudgetIsLongerThanTheLongest() {
        var limits = BrokerLimits()
        limits.budget = 1_000
        let world = BrokerWorld(limits: limits)
        world.join(1, .worker)
        world.meet(2, .caller)
        let exchange = world.ask("a", from: 2, budget: .max)
        #expect(world.requests(at: 1).first?.header.budget == 1_000)
        world.pass(.milliseconds(900))
        #expect(world.answers(exchange, at: 2).isEmpty)
        world.pass(.milliseconds(200))
        #expect(world.answers(exchange, at: 2) == ["timeout"])
    }

    @Test func oneNameHasSoManyWorkersAtMost() {
        var limits = BrokerLimits()
        limits.workers = 2
        let world = BrokerWorld(limits: limits)
        for peer in [1, 2, 3] as [UInt32] { world.join(peer, .worker) }
        #expect(world.sent.map(\.error?.code) == [.busy])
        #expect(world.sent.first?.peer == 3)
        // A known peer may send it again, and a departing peer frees its place.
        world.sent = []
        world.ready(2, credit: 2)
        world.lose(1)
        world.join(3, .worker)
        #expect(world.sent.isEmpty)
        #expect(world.inFlight(3) == 0)
    }

    @Test func aCancelEndsWhatItsCallerHasOpenUnderItsNumber() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(2, .caller)
        world.meet(3, .api)
        let exchange = world.ask("a", from: 2)
        // An exchange of another caller, an unknown one, one already cancelled, and one that has ended.
        world.cancel(exchange, from: 3)
        world.cancel(exchange + 1, from: 2)
        #expect(world.sent.filter { $0.header.kind == .cancel }.isEmpty)
        world.cancel(exchange, from: 2)
        world.cancel(exchange, from: 2)
        #expect(world.sent.filter { $0.header.kind == .cancel }.count == 1)
        world.answer(1, "a")
        world.cancel(exchange, from: 2)
        #expect(world.sent.filter { $0.header.kind == .cancel }.count == 1)
        #expect(world.answers(exchange, at: 2).isEmpty)
    }

    @Test(arguments: [["first", "second"], ["second", "first"]]) func ofANumberUsedTwiceACancelMeansTheLater(
        answers: [String]
    ) {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(2, .caller)
        for text in ["first", "second"] { world.ask(text, from: 2, exchange: 7) }
        world.cancel(7, from: 2)
        #expect(
            world.sent.filter { $0.header.kind == .cancel }.map(\.header.exchange) == [
                world.requests(at: 1)[1].header.exchange
            ])
        for text in answers { world.answer(1, text) }
        #expect(world.answers(7, at: 2) == ["reply first"])
        #expect(world.core.calls.count == 0 && world.core.isBalanced)
    }

    @Test func anOversizedPayloadIsInvalid() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(2, .caller)
        let exchange = world.ask("a", from: 2, size: BrokerLimits().payloadBytes + 1)
        #expect(world.answers(exchange, at: 2) == ["invalid"])
    }

    @Test func aServiceThatHasNotAppearedIsWaitedForTwoSeconds() {
        let world = BrokerWorld()
        world.meet(2, .caller)
        let early = world.ask("a", from: 2)
        world.pass(.milliseconds(1_900))
        #expect(world.answers(early, at: 2).isEmpty)
        world.join(1, .worker)
        #expect(world.payloads(at: 1) == ["a"])

        let empty = BrokerWorld()
        empty.meet(2, .caller)
        let waiting = empty.ask("a", from: 2)
        empty.pass(.milliseconds(2_100))
        #expect(empty.answers(waiting, at: 2) == ["unavailable"])
        #expect(empty.outcome("b", from: 2) == ["unavailable"])
    }

    @Test func aTypeNobodyAnnouncedIsUnavailableAtOnce() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(2, .caller)
        #expect(world.outcome("a", from: 2, type: MessageType(0xF00F)) == ["unavailable"])
    }

    @Test func aSpentBudgetIsAnsweredAndTheWorkerKeepsItsSlotUntilItLetsGo() {
        let world = BrokerWorld()
        world.join(1, .worker, credit: 1)
        world.meet(2, .caller)
        let first = world.ask("a", from: 2, budget: 100)
        let second = world.ask("b", from: 2, budget: 200)
        world.pass(.milliseconds(250))
        #expect(world.answers(first, at: 2) == ["timeout"])
        #expect(world.answers(second, at: 2) == ["timeout"])
        #expect(world.sent.contains { $0.peer == 1 && $0.header.kind == .cancel })
        world.ask("c", from: 2)
        #expect(world.payloads(at: 1) == ["a"])
        world.answer(1, "a")
        #expect(world.payloads(at: 1) == ["a", "c"])
        #expect(world.answers(first, at: 2) == ["timeout"])
    }

    @Test func aLostCancellationIsRepeatedUntilTheSlotIsFree() {
        let world = BrokerWorld()
        world.join(1, .worker, credit: 1)
        world.meet(2, .caller)
        world.ask("a", from: 2, budget: 100)
        world.pass(.milliseconds(3_300))
        let cancellations = world.sent.filter { $0.peer == 1 && $0.header.kind == .cancel }
        #expect(cancellations.count == 4)
        world.receive(cancellations[0].header.answer(.error), nil, from: 1)
        #expect(world.inFlight(1) == 0)
        world.pass(.seconds(2))
        #expect(world.sent.filter { $0.header.kind == .cancel }.count == 4)
    }

    @Test func aRequestWithoutBudgetIsATimeoutAtOnce() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(2, .caller)
        #expect(world.outcome("a", from: 2, budget: 0) == ["timeout"])
    }

    @Test func cancellationReachesTheWorkerAndNobodyElse() {
        let world = BrokerWorld()
        world.join(1, .worker, credit: 1)
        world.meet(2, .caller)
        world.meet(3, .caller)
        let running = world.ask("a", from: 2)
        let queued = world.ask("b", from: 2)
        var header = Header(kind: .cancel)
        header.exchange = running
        world.receive(header, nil, from: 3)
        #expect(!world.sent.contains { $0.header.kind == .cancel })
        world.receive(header, nil, from: 2)
        #expect(
            world.sent.contains {
                $0.peer == 1 && $0.header.kind == .cancel
                    && $0.header.exchange == world.requests(at: 1)[0].header.exchange
            })
        header.exchange = queued
        world.receive(header, nil, from: 2)
        world.answer(1, "a")
        #expect(world.payloads(at: 1) == ["a"])
        #expect(world.core.calls.count == 0)
    }

    @Test func partialsArePassedOnInOrder() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.meet(2, .caller)
        let exchange = world.ask("a", from: 2)
        world.answer(1, "a", kind: .partial)
        world.answer(1, "a", kind: .partial)
        world.answer(1, "a")
        #expect(world.answers(exchange, at: 2) == ["partial a", "partial a", "reply a"])
    }

    @Test func aWorkerMayOnlyAnswerWhatItHolds() {
        let world = BrokerWorld()
        world.join(1, .worker)
        world.join(3, .worker)
        world.meet(2, .caller)
        let exchange = world.ask("a", from: 2)
        let held = world.requests(at: 1)[0].header
        world.receive(held.answer(.reply), "forged", from: 3)
        #expect(world.answers(exchange, at: 2).isEmpty)
        world.answer(1, "a")
        world.receive(held.answer(.reply), "again", from: 1)
        #expect(world.answers(exchange, at: 2) == ["reply a"])
    }

    @Test func theBrokerAnswersForItself() {
        let world = BrokerWorld()
        world.meet(2, .caller)
        #expect(world.outcome("", from: 2, to: .broker, type: BusStatus.type) == ["reply "])
        #expect(world.outcome("", from: 2, to: .broker, type: Ping.type) == ["reply "])
        #expect(world.outcome("", from: 2, to: .broker, type: Echo.type) == ["unavailable"])
    }

    @Test func anUnregisteredPeerIsToldToRegister() {
        let world = BrokerWorld()
        world.meet(2, .caller)
        world.receive(Header(kind: .heartbeat), nil, from: 2)
        #expect(world.sent.last?.header.flags.contains(.unregistered) == true)
        #expect(world.sent.last?.header.exchange == 42)
    }
}
