import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

@Suite(.tags(.processes)) struct WatchdogTests {
    @Test("ING-8 Work that comes by is left alone, work that stands still is found, ended work is forgotten")
    func stalls() {
        var watchdog = Watchdog<Int>()
        let start = SuspendingClock.now
        func isStalled(_ seconds: Int) -> Bool { watchdog.isStalled(at: start + .seconds(seconds)) }
        #expect(!isStalled(100_000))
        watchdog.begin(1, at: start)
        watchdog.begin(2, at: start)
        #expect(!isStalled(120))
        watchdog.look(1, at: start + .seconds(100))
        #expect(!isStalled(121))
        #expect(isStalled(131))
        watchdog.look(2, at: start + .seconds(119))
        #expect(!isStalled(200))
        watchdog.end(1)
        #expect(!isStalled(240))
        // A heartbeat in between resets the count: two late checks are not consecutive.
        watchdog.look(2, at: start + .seconds(245))
        #expect(!isStalled(366))
        #expect(isStalled(376))
        watchdog.end(2)
        watchdog.look(2, at: start + .seconds(1))
        #expect(!isStalled(10_000))
    }
}
