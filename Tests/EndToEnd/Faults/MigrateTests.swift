import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// A service's program with `--migrate`, which containers run before the service starts.
@Suite(.tags(.processes)) struct MigrateTests {
    @Test("DESIGN: with --migrate a service makes or migrates its database without a bus, twice the same, and ends")
    func migrate() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let program = Executable.folder.appendingPathComponent("pulsum-goals").path
        let database = scratch.file("db/goals.sqlite")
        let environment = ["PULSUM_DATA": scratch.path, "PULSUM_BUS": "tcp://broker.invalid:5550"]
        for _ in 1...2 {
            let run = try await Executable.run(program, ["--migrate"], environment: environment)
            #expect(run.status == 0, "\(run.errors)")
            #expect(FileManager.default.fileExists(atPath: database))
        }
        // What waits in the log would repair the file.
        for rest in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + rest) }
        try Data("no database, but bytes of another kind".utf8).write(to: URL(fileURLWithPath: database))
        let broken = try await Executable.run(program, ["--migrate"], environment: environment)
        #expect(broken.status != 0 && !broken.errors.isEmpty)
        #expect(try await Executable.run(program, ["--migrate", "x"], environment: environment).status != 0)
    }
}
