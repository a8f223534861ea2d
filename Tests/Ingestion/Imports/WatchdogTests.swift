import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

@Suite(.tags(.processes)) struct WatchdogTests {
    @Test(
        "ING-8 Work that comes by is left alone, work that stands still is found, ended work is forgotten, a post is not watched"
    )
    func stalls() {
        var table = WorkTable<Int>()
        let start = SuspendingClock.now
        func isStalled(_ seconds: Int) -> Bool { table.isStalled(at: start + .seconds(seconds)) }
        #expect(!isStalled(100_000))
        for work in 1...3 {
            let isAdmitted = table.begin(work, alone: false, isWatched: work != 3, at: start)
            #expect(isAdmitted)
        }
        #expect(!isStalled(120))
        table.look(1, at: start + .seconds(100))
        #expect(!isStalled(121))
        #expect(isStalled(131))
        table.look(2, at: start + .seconds(119))
        #expect(!isStalled(200))
        table.end(1)
        #expect(!isStalled(240))
        // A heartbeat in between resets the count: two late checks are not consecutive.
        table.look(2, at: start + .seconds(245))
        #expect(!isStalled(366))
        #expect(isStalled(376))
        table.end(2)
        table.look(2, at: start + .seconds(1))
        #expect(!isStalled(10_000))
    }
}
