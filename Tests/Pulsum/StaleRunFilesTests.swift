import Foundation
import TestTraits
import Testing

@testable import Pulsum

@Suite(.tags(.processes)) struct StaleRunFilesTests {
    @Test("What dead processes left is removed under proof of death, what living ones use stays")
    func clear() throws {
        let run = NSTemporaryDirectory() + "/remains-\(UUID())"
        try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: run) }
        // A process that has exited and was reaped: its id is free.
        let dead = Process()
        dead.executableURL = URL(fileURLWithPath: "/bin/true")
        try dead.run()
        dead.waitUntilExit()
        let kept = [
            "scoring.\(getpid()).health", "gateway.living.lock", "bus.lock", "up.lock", "http", "notes.txt", "a.b.c",
        ]
        for name in kept + ["safety.\(dead.processIdentifier).health", "gateway.dead.lock"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(run)/\(name)"))
        }
        let lock = open(run + "/gateway.living.lock", O_RDWR | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        defer { close(lock) }
        for _ in 1...2 { StaleRunFiles.clear(run) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: run).sorted() == kept.sorted())
        #expect(StaleRunFiles.hasLivingGateway(run))
        flock(lock, LOCK_UN)
        #expect(!StaleRunFiles.hasLivingGateway(run) && !StaleRunFiles.hasLivingGateway(run + "/nowhere"))
        StaleRunFiles.clear(run + "/nowhere")
    }
}
