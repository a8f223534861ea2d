import Messages
import Testing

@testable import Bus

@Suite struct LinkCoreTests {
    private let start = MonotonicInstant(nanoseconds: 0)
    private func link() -> LinkCore { LinkCore(name: "broker", service: .worker, timing: BusTiming(), now: start) }

    private func upLink() -> LinkCore {
        var link = link()
        _ = link.tick(now: start)
        _ = link.handshakeSucceeded(now: start)
        _ = link.beat(epoch: 1, unregistered: false, now: start)
        return link
    }

    @Test func opensRegistersAndIsUpWithTheFirstHeartbeat() {
        var link = link()
        #expect(link.tick(now: start) == [.open])
        #expect(link.handshakeSucceeded(now: start) == [.sendReady])
        #expect(!link.isUp)
        #expect(link.beat(epoch: 1, unregistered: false, now: start).contains(.up))
        #expect(link.isUp)
    }

    @Test func aNewEpochOrAForgottenPeerRegistersAgain() {
        var link = upLink()
        let actions = link.beat(epoch: 2, unregistered: false, now: start)
        #expect(actions.contains(.down))
        #expect(actions.last == .sendReady)
        #expect(link.beat(epoch: 2, unregistered: false, now: start).contains(.up))
        #expect(link.beat(epoch: 2, unregistered: true, now: start).contains(.sendReady))
    }

    @Test func aLostConnectionIsDownAtOnceAndReadyAgainAfterTheNextHandshake() {
        var link = upLink()
        #expect(link.disconnected().first == .down)
        #expect(link.disconnected().isEmpty)
        #expect(link.handshakeSucceeded(now: start) == [.sendReady])
    }

    @Test func silenceOfFiveSecondsMakesTheSocketsAnew() {
        var link = upLink()
        var now = start
        var actions: [LinkCore.Action] = []
        for _ in 0..<60 {
            now = now + .milliseconds(100)
            actions += link.tick(now: now)
        }
        #expect(actions.contains(.down))
        #expect(actions.contains(.close))
        #expect(actions.contains(.open))
    }

    @Test func beatsFourTimesASecond() {
        var link = upLink()
        var now = start
        var beats = 0
        for _ in 0..<20 {
            now = now + .milliseconds(50)
            beats += link.tick(now: now).filter { $0 == .sendHeartbeat }.count
        }
        #expect((3...5).contains(beats))
    }

    @Test func aRefusedTokenIsNamedAndTriedAgainWithGrowingPauses() {
        var link = link()
        var now = start
        var pauses: [Duration] = []
        for _ in 0..<8 {
            let closed = now
            while link.tick(now: now) != [.open] { now = now + .milliseconds(5) }
            pauses.append(now - closed)
            let actions = link.handshakeFailed(LinkCore.Failure(.refused, key: nil), now: now, random: 0.5)
            #expect(
                actions.contains {
                    if case .notice(.error, let text) = $0 { text.contains("token of worker") } else { false }
                })
            #expect(actions.last == .close)
        }
        #expect(pauses[1] <= .milliseconds(300))
        #expect(pauses[5] > pauses[2])
        #expect(pauses[7] <= .seconds(7))
    }
}
