import Logging
import Messages
import ServiceLifecycle
import Synchronization
import TestTraits
import Testing

@testable import ServiceKit

@Suite(.tags(.processes)) struct HostedTaskTests {
    private struct Broken: Error {}

    private func group(_ parts: [HostedTask]) -> ServiceGroup {
        ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: parts.map {
                    .init(
                        service: $0, successTerminationBehavior: $0.isVital ? .cancelGroup : .ignore,
                        failureTerminationBehavior: .cancelGroup)
                }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    }

    @Test("Draining stops the parts last to first, each after the one behind it has ended")
    func order() async throws {
        let ended = Mutex<[String]>([])
        let (started, starting) = AsyncStream.makeStream(of: Void.self)
        func part(_ name: String) -> HostedTask {
            let (stop, stopping) = AsyncStream.makeStream(of: Void.self)
            return HostedTask(name, isVital: true, ending: .asked { stopping.finish() }) {
                starting.yield()
                for await _ in stop {}
                ended.withLock { $0.append(name) }
            }
        }
        let group = group([part("health"), part("bus"), part("outbox"), part("http")])
        async let running: Void = group.run()
        var count = 0
        for await _ in started {
            count += 1
            if count == 4 { break }
        }
        await group.triggerGracefulShutdown()
        try await running
        #expect(ended.withLock { $0 } == ["http", "outbox", "bus", "health"])
    }

    @Test("Losing one part that the process lives by ends the others and fails")
    func loss() async throws {
        let cancelled = Mutex(false)
        let survivor = HostedTask("survivor", isVital: true, ending: .cancelled) {
            await withTaskCancellationHandler {
                for await _ in AsyncStream<Void>.makeStream().stream {}
            } onCancel: {
                cancelled.withLock { $0 = true }
            }
        }
        await #expect(throws: Broken.self) {
            try await group([survivor, HostedTask("broken", isVital: true, ending: .byItself) { throw Broken() }]).run()
        }
        #expect(cancelled.withLock { $0 })
    }

    @Test("Work in the background may end; it begins again when it fails")
    func restart() async throws {
        let runs = Mutex(0)
        let pauses = Mutex<[Duration]>([])
        try await HostedTask.restarting {
            let run = runs.withLock {
                $0 += 1
                return $0
            }
            if run < 3 { throw Broken() }
        } failed: { error, pause in
            #expect(error is Broken)
            pauses.withLock { $0.append(pause) }
        }
        #expect(runs.withLock { $0 } == 3)
        #expect(pauses.withLock { $0 } == [.milliseconds(100), .milliseconds(200)])
    }

    @Test("A child of “pulsum up” knows its parent; any other process has none")
    func supervisor() {
        #expect(Supervisor(environment: ["PULSUM_SUPERVISED": "4711"])?.processID == 4711)
        for text in ["", "0", "1", "x"] { #expect(Supervisor(environment: ["PULSUM_SUPERVISED": text]) == nil) }
        #expect(Supervisor(environment: [:]) == nil)
    }
}
