import NIOCore
import Testing

@testable import API

@Suite struct ConnectionProgressTests {
    private let limits = EdgeLimits()
    private func time(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }

    @Test("SEC-5 a request head has ten seconds, however busily it drips, and again after each answer")
    func heads() {
        var connection = ConnectionProgress(limits, now: time(0))
        #expect(connection.deadline == time(10))
        let late = connection.timeout(now: time(10), buffered: 0, isAwaiting: true)
        #expect(late == .close)
        connection = ConnectionProgress(limits, now: time(0))
        _ = connection.head(now: time(1))
        connection.end(now: time(1))
        #expect(connection.deadline == nil)
        let isLast = connection.answer(now: time(2))
        #expect(!isLast)
        connection.wrote(now: time(2))
        connection.answered(now: time(2))
        let idle = connection.timeout(now: time(12), buffered: 0, isAwaiting: true)
        #expect(idle == .close)
    }

    @Test(
        "SEC-5 an unauthenticated body stops at its limit and ends with its time; an authenticated one may go on for hours"
    )
    func bodies() {
        var connection = ConnectionProgress(limits, now: time(0))
        _ = connection.head(now: time(1))
        connection.body(4096, now: time(2))
        #expect(connection.mayRead)
        connection.body(1, now: time(3))
        #expect(!connection.mayRead)
        #expect(connection.deadline == time(11))
        connection.authenticated(now: time(4))
        #expect(connection.mayRead)
        for hour in 1..<5 {
            let now = time(Int64(hour) * 3_600)
            connection.body(1 << 16, now: now)
            let decision = connection.timeout(now: now + .seconds(119), buffered: 0, isAwaiting: true)
            #expect(decision == .goOn)
        }
        let last = time(4 * 3_600)
        // Bytes that this side leaves unread are not the peer's fault.
        let ours = connection.timeout(now: last + .seconds(120), buffered: 0, isAwaiting: false)
        #expect(ours == .goOn)
        let theirs = connection.timeout(now: last + .seconds(240), buffered: 0, isAwaiting: true)
        #expect(theirs == .close)
    }

    @Test("SEC-5 authentication of one request does not count for the next on the same connection")
    func nextRequest() {
        var connection = ConnectionProgress(limits, now: time(0))
        _ = connection.head(now: time(0))
        connection.authenticated(now: time(0))
        connection.end(now: time(0))
        _ = connection.answer(now: time(0))
        connection.answered(now: time(0))
        #expect(connection.deadline == time(75))
        _ = connection.head(now: time(5))
        connection.body(5_000, now: time(5))
        #expect(!connection.mayRead)
        #expect(connection.deadline == time(15))
    }

    @Test("SEC-5 an answer that nobody reads ends; an event stream without events does not")
    func answers() {
        var open = ConnectionProgress(limits, now: time(0))
        _ = open.head(now: time(0))
        open.end(now: time(0))
        _ = open.answer(now: time(0))
        open.wrote(now: time(0))
        let first = open.timeout(now: time(10), buffered: 5_000, isAwaiting: true)
        #expect(first == .goOn)
        let second = open.timeout(now: time(20), buffered: 4_000, isAwaiting: true)
        #expect(second == .goOn)
        let third = open.timeout(now: time(30), buffered: 3_000, isAwaiting: true)
        #expect(third == .close)

        var stream = ConnectionProgress(limits, now: time(0))
        _ = stream.head(now: time(0))
        stream.end(now: time(0))
        stream.authenticated(now: time(0))
        _ = stream.answer(now: time(0))
        stream.wrote(now: time(0))
        let quiet = stream.timeout(now: time(10), buffered: 0, isAwaiting: true)
        #expect(quiet == .goOn)
        #expect(stream.deadline == nil)
        // A slow but steady reader stays connected; one that reads nothing for two minutes is closed.
        stream.wrote(now: time(100))
        for step in 0..<60 {
            let decision = stream.timeout(now: time(110 + Int64(step) * 10), buffered: 10_000 - step, isAwaiting: true)
            #expect(decision == .goOn)
        }
        let before = stream.timeout(now: time(800), buffered: 9_941, isAwaiting: true)
        #expect(before == .goOn)
        let after = stream.timeout(now: time(830), buffered: 9_941, isAwaiting: true)
        #expect(after == .close)
    }

    @Test(
        "SEC-5 an answer before the end of an unauthenticated body says that it is the last, and the connection ends soon after"
    )
    func last() {
        var connection = ConnectionProgress(limits, now: time(0))
        _ = connection.head(now: time(0))
        connection.body(5_000, now: time(0))
        let isLast = connection.answer(now: time(1))
        #expect(isLast)
        connection.wrote(now: time(1))
        connection.answered(now: time(1))
        #expect(connection.mayRead)
        connection.body(100, now: time(1))
        connection.end(now: time(1))
        let late = connection.timeout(now: time(2), buffered: 0, isAwaiting: true)
        #expect(late == .close)
    }

    @Test("SEC-5 a peer may send few requests ahead of the answers")
    func ahead() {
        var connection = ConnectionProgress(limits, now: time(0))
        for number in 1...5 {
            let decision = connection.head(now: time(0))
            #expect(decision == (number <= 4 ? .goOn : .close))
        }
    }
}
