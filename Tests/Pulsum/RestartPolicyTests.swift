import ServiceKit
import TestTraits
import Testing

@testable import Pulsum

@Suite(.tags(.processes)) struct RestartPolicyTests {
    @Test("A process that dies again and again is started after pauses that double up to ten seconds")
    func backoff() {
        var policy = RestartPolicy()
        let pauses = (0..<9).map { _ in policy.ended(after: .milliseconds(5), status: 1) }
        let expected: [Duration] = [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000].map { .milliseconds($0) }
        #expect(pauses == expected.map { .restart(after: $0) })
    }

    @Test("After thirty seconds alive the pauses begin anew")
    func reset() {
        var policy = RestartPolicy()
        for _ in 0..<5 { _ = policy.ended(after: .seconds(1), status: nil) }
        #expect(policy.ended(after: .seconds(30), status: nil) == .restart(after: .milliseconds(100)))
        #expect(policy.ended(after: .seconds(29), status: 0) == .restart(after: .milliseconds(200)))
    }

    @Test("A bad configuration is not tried again")
    func configuration() {
        var policy = RestartPolicy()
        #expect(policy.ended(after: .milliseconds(5), status: StartFailure.badConfiguration) == .stop)
    }
}
