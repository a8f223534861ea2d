import Fixtures
import Foundation
import Messages
import Testing
import TestTraits

/// Bounds the processor time of a start. A busy machine changes it less than the elapsed time. `deploy/bench stack`
/// measures both in a release build.
@Suite(.tags(.processes)) struct StartTests {
    /// Bounds for debug builds, about four times what was measured on a busy machine.
    private enum Bound {
        /// Seconds of one process. Embedding the library with the sentence model would take 1.5 s.
        static let process = 0.5
        static let stack = 2.0
    }

    private func isWithin(_ bound: Double, _ seconds: Double) -> Bool {
        MachinePace.allows(.seconds(seconds), below: .seconds(bound), .processor)
    }

    @Test("OPS a start on existing data computes nothing that a later request may need, in any process")
    func processorTime() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        _ = try await Stack.start(scratch: scratch).stop(remove: false)
        let tree = try await Stack.start(scratch: scratch).during { stack in try ProcessTree(of: stack.processID) }
        #expect(Set(tree.members.map(\.name)) == Set(["pulsum"] + Topology.processes.map { "pulsum-\($0)" }))
        for member in tree.members {
            #expect(isWithin(Bound.process, member.processorSeconds), "\(member.name): \(member.processorSeconds) s")
        }
        #expect(isWithin(Bound.stack, tree.processorSeconds), "\(tree.processorSeconds) s")
    }

    @Test("OPS a killed coach answers again after as little")
    func coach() async throws {
        try await Stack.run { stack in
            let user = try await stack.makeAccount()
            let killed = try #require(stack.processIDs(of: .coaching).first)
            kill(killed, SIGKILL)
            let at = Milliseconds(Date().timeIntervalSince1970 * 1000)
            _ = try await eventually("the coach answers again") { () -> Bool? in
                guard stack.processIDs(of: .coaching).contains(where: { $0 != killed }) else { return nil }
                return (try? await stack.bus.request(CardsQuery(user: user, at: at))) != nil ? true : nil
            }
            let coach = try #require(
                ProcessTree(of: stack.processID).members.first { $0.name == "pulsum-coaching" })
            #expect(coach.id != killed && isWithin(Bound.process, coach.processorSeconds))
        }
    }
}
