import Bus
import Messages
import TestTraits
import Testing

@testable import Pulsum

@Suite(.tags(.processes)) struct InitialMissFilterTests {
    private func event(_ service: ServiceName) -> WatchEvent {
        .event(MirrorEvent(service: service, epoch: 1, sequence: 1, type: ScoreUpdated.type, user: nil, id: nil))
    }

    @Test("A new watcher reports no gap; later, and after the first event, it does")
    func beginning() {
        let begin = ContinuousClock.now
        var watch = InitialMissFilter(since: begin)
        let told: [(WatchEvent, Int)] = [
            (.missed(.scoring), 0), (.missed(.scoring), 1), (event(.scoring), 1), (.missed(.scoring), 2),
            (.missed(.safety), 2), (.missed(.safety), 3),
        ]
        #expect(told.map { watch.shows($0.0, now: begin + .seconds($0.1)) } == [false, false, true, true, false, true])
    }
}
