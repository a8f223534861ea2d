import Messages
import Testing

@testable import BrokerCore
@testable import Bus

@Suite struct BusPartsTests {
    @Test func endpointsNameTheirMirror() throws {
        let ipc = try BusEndpoint("ipc:///run/pulsum/bus")
        #expect(
            [ipc.requests, ipc.publish, ipc.subscribe] == [
                "ipc:///run/pulsum/bus", "ipc:///run/pulsum/bus.pub", "ipc:///run/pulsum/bus.sub",
            ])
        let tcp = try BusEndpoint("tcp://broker:5570")
        #expect(
            [tcp.requests, tcp.publish, tcp.subscribe] == [
                "tcp://broker:5570", "tcp://broker:5571", "tcp://broker:5572",
            ])
    }

    @Test(arguments: [
        "http://x", "ipc://relative", "tcp://host", "tcp://:1", "tcp://h:0", "tcp://h:65534",
        "ipc:///" + String(repeating: "x", count: 103),
    ])
    func otherEndpointsAreRefusedWithASentence(text: String) {
        #expect { try BusEndpoint(text) } throws: { ($0 as? ServiceError)?.message.contains(text) == true }
    }

    @Test func theLongestPathIsAccepted() throws {
        let path = "/" + String(repeating: "x", count: 102)
        #expect(try BusEndpoint("ipc://" + path).path == path)
    }

    @Test func permissionsFollowTopology() {
        let permissions = Permissions()
        func name(_ service: ServiceName) -> WireName { BrokerWorld.name(service) }
        #expect(permissions.mayCall(name(.api), ScoreQuery.type, at: name(.scoring)))
        #expect(permissions.mayCall(name(.cli), ScoreQuery.type, at: name(.scoring)))
        #expect(!permissions.mayCall(name(.coaching), ScoreQuery.type, at: name(.scoring)))
        #expect(!permissions.mayCall(name(.api), ScoreQuery.type, at: name(.coaching)))
        #expect(!permissions.mayCall(name(.api), Phrase.type, at: name(.gateway)))
        #expect(permissions.mayCall(name(.coaching), Phrase.type, at: name(.gateway)))
        #expect(permissions.mayAnswer(name(.scoring), ScoreQuery.type))
        #expect(!permissions.mayAnswer(name(.coaching), ScoreQuery.type))
        #expect(permissions.mayAnswer(name(.coaching), EraseUser.type))
        #expect(!permissions.mayAnswer(name(.scoring), Echo.type))
        #expect(permissions.mayPublish(name(.scoring), ScoreUpdated.type))
        #expect(!permissions.mayPublish(name(.coaching), ScoreUpdated.type))
        #expect(!permissions.mayAnswer(name(.worker), EraseUser.type))
    }

    @Test func aForeignNameMayLittleAndWhatItsTokenFileGrants() {
        var permissions = Permissions()
        let peer = BrokerWorld.name(.worker)
        let scoring = BrokerWorld.name(.scoring)
        #expect(permissions.mayAnswer(peer, Echo.type))
        #expect(permissions.mayCall(peer, Ping.type, at: scoring))
        #expect(permissions.mayCall(peer, BusStatus.type, at: .broker))
        #expect(!permissions.mayCall(peer, ScoreQuery.type, at: scoring))
        permissions.grant([ScoreQuery.type], to: peer)
        #expect(permissions.mayCall(peer, ScoreQuery.type, at: scoring))
        #expect(!permissions.mayCall(peer, ScoreQuery.type, at: BrokerWorld.name(.coaching)))
        permissions.grant([], to: peer)
        #expect(!permissions.mayCall(peer, ScoreQuery.type, at: scoring))
    }

    @Test func tokenFilesAreReadStrictly() throws {
        let entry = try TokenStore.parse(Array("secret\r\ncall ScoreQuery\n".utf8)[...], path: "f")
        #expect(entry == TokenStore.Entry(token: Array("secret".utf8), grants: [ScoreQuery.type]))
        #expect(throws: ServiceError.self) { try TokenStore.parse(Array("\nsecret".utf8)[...], path: "f") }
        #expect(throws: ServiceError.self) {
            try TokenStore.parse(Array("secret\ncall Everything".utf8)[...], path: "f")
        }
    }

    @Test func onlyTheTokenMatches() {
        func matches(_ guess: String) -> Bool {
            Array(guess.utf8).withUnsafeBytes { TokenStore.matches(Array("secret".utf8), $0) }
        }
        #expect(matches("secret"))
        for guess in ["", "s", "secre", "secret1", "secreT", "secretsecret"] { #expect(!matches(guess)) }
    }

    @Test func histogramBucketsAreRight() {
        var histogram = LatencyHistogram()
        histogram.record(nanoseconds: 64_000)
        histogram.record(nanoseconds: 65_000)
        histogram.record(nanoseconds: 1_000_000)
        histogram.record(nanoseconds: 1_000_000_000_000)
        #expect(histogram.counts[0] == 1)
        #expect(histogram.counts[1] == 1)
        #expect(histogram.counts[4] == 1)
        #expect(histogram.counts[LatencyHistogram.bounds.count] == 1)
        #expect(histogram.count == 4)
    }

    @Test func aKeyOfASlabIsNeverUsedTwice() {
        var slab = Slab<Int>()
        var seen: Set<UInt64> = []
        for round in 0..<100 {
            let keys = (0..<5).map { slab.insert(round * 5 + $0) }
            #expect(keys.allSatisfy { seen.insert($0).inserted })
            for key in keys {
                #expect(slab.remove(key) != nil)
                #expect(slab[key] == nil)
                #expect(slab.remove(key) == nil)
            }
        }
        #expect(slab.count == 0)
    }
}

@Suite struct MirrorWatchTests {
    private var now: MonotonicInstant { MonotonicInstant(nanoseconds: 0) }

    private func event(_ sequence: UInt64, epoch: UInt64 = 1, type: MessageType = ScoreUpdated.type) -> MirrorEvent {
        MirrorEvent(service: .scoring, epoch: epoch, sequence: sequence, type: type, user: nil, id: nil)
    }

    @Test func theFirstWordOfAPublisherMeansAskAgain() {
        var watch = MirrorWatch(silence: .seconds(3))
        #expect(watch.received(event(5), now: now) == [.missed(.scoring), .event(event(5))])
        #expect(watch.received(event(6), now: now) == [.event(event(6))])
    }

    @Test func aGapMeansAskAgainAndARepetitionNothing() {
        var watch = MirrorWatch(silence: .seconds(3))
        _ = watch.received(event(5), now: now)
        #expect(watch.received(event(7), now: now) == [.missed(.scoring), .event(event(7))])
        #expect(watch.received(event(7), now: now).isEmpty)
        #expect(watch.received(event(6), now: now).isEmpty)
    }

    @Test func aHeartbeatTellsOfALostLastEvent() {
        var watch = MirrorWatch(silence: .seconds(3))
        _ = watch.received(event(5), now: now)
        #expect(watch.received(event(5, type: MessageType(0)), now: now).isEmpty)
        #expect(watch.received(event(6, type: MessageType(0)), now: now) == [.missed(.scoring)])
        #expect(watch.received(event(7), now: now) == [.event(event(7))])
    }

    @Test func severalProcessesOfAServiceDoNotDisturbEachOther() {
        var watch = MirrorWatch(silence: .seconds(3))
        _ = watch.received(event(5), now: now)
        #expect(watch.received(event(1, epoch: 2), now: now).first == .missed(.scoring))
        #expect(watch.received(event(6), now: now) == [.event(event(6))])
        #expect(watch.received(event(2, epoch: 2), now: now) == [.event(event(2, epoch: 2))])
    }

    @Test func threeSecondsOfSilenceMeanAskAgainOnce() {
        var watch = MirrorWatch(silence: .seconds(3))
        _ = watch.received(event(5), now: now)
        #expect(watch.tick(now: now + .milliseconds(2_900)).isEmpty)
        #expect(watch.tick(now: now + .seconds(3)) == [.missed(.scoring)])
        #expect(watch.tick(now: now + .seconds(9)).isEmpty)
    }

    @Test func aSocketThreadLooksAgainForAWhileAfterAMessageOnly() {
        var spin = AdaptiveSpin()
        let start = MonotonicInstant(nanoseconds: 1_000_000_000_000)
        #expect(!spin.shouldSpin(start) { start })
        for _ in 0..<2 {
            spin.renew()
            for _ in 0..<AdaptiveSpin.maximum { #expect(spin.shouldSpin(start) { start }) }
            #expect(!spin.shouldSpin(start) { start })
        }
    }

    @Test func besideSomebodyWhoComputesASocketThreadSleeps() {
        var spin = AdaptiveSpin()
        var now = MonotonicInstant(nanoseconds: 1_000_000_000_000)
        var pauses: [Duration] = []
        for _ in 0..<10 {
            spin.renew()
            let end = now + .milliseconds(30)
            #expect(spin.shouldSpin(now) { end })
            pauses.append(spin.pause)
            #expect(!spin.shouldSpin(end + .seconds(1)) { end }, "the looks are spent")
            spin.renew()
            now = end + spin.pause
            #expect(!spin.shouldSpin(end + (spin.pause - .nanoseconds(1))) { end })
        }
        #expect(pauses.first == AdaptiveSpin.minimumPause)
        #expect(pauses.last == AdaptiveSpin.maximumBackoff)
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $1 == min($0 * 2, AdaptiveSpin.maximumBackoff) })
        // Long after the last one the choice is random.
        now = now + .seconds(1)
        spin.renew()
        #expect(spin.shouldSpin(now) { now + .milliseconds(3) })
        #expect(spin.pause == AdaptiveSpin.minimumPause)
    }
}
