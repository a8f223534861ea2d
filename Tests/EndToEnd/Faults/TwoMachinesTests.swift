import Fixtures
import Foundation
import Messages
import ServiceKit
import TestTraits
import Testing

/// Two `pulsum up` with data directories of their own, joined over tcp as two machines are.
@Suite(.tags(.processes)) struct TwoMachinesTests {
    @Test(
        "DESIGN: a service of another machine joins with copied keys and answers; without them its start says which are missing",
        .timeLimit(.minutes(3)))
    func pair() async throws {
        let bus = "tcp://127.0.0.1:\(UInt16.random(in: 20_000...31_000))"
        let (first, second) = (try Scratch(), try Scratch())
        defer {
            first.remove()
            second.remove()
        }
        let without = try await up(second, "scoring", bus)
        #expect(try await without.end().status != 0)
        #expect(try log(second).contains("lacks broker.public, scoring.secret, capability.scoring"))

        let others = Topology.processes.filter { $0 != .scoring }.map(\.rawValue).joined(separator: ",")
        let broker = try await up(first, others, bus)
        let keys = second.file("data/keys")
        try await eventually("the keys are there") {
            FileManager.default.fileExists(atPath: first.file("data/keys/cli.secret")) ? () : nil
        }
        try Files.makeDirectory(keys)
        for file in ["broker.public", "scoring.secret", "capability.scoring", "cli.secret"] {
            try await eventually("\(file) is copied") {
                (try? FileManager.default.copyItem(
                    atPath: first.file("data/keys/\(file)"), toPath: "\(keys)/\(file)"))
            }
        }
        let scoring = try await up(second, "scoring", bus)
        try await eventually("both are ready", within: .seconds(60)) {
            try log(first).contains("ready http") && log(second).contains("ready scoring") ? () : nil
        }
        for scratch in [first, second] {
            let ping = try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum").path, ["bus", "ping", "scoring"],
                environment: ["PULSUM_DATA": scratch.file("data"), "PULSUM_BUS": bus])
            #expect(ping.status == 0, "\(ping.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: first.file("data/db/scoring.sqlite")))
        for process in [scoring, broker] {
            #expect(await process.stop(within: .seconds(30)) == .exit(0))
        }
    }

    private func log(_ scratch: Scratch) throws -> String {
        try String(contentsOfFile: scratch.file("log"), encoding: .utf8)
    }

    private func up(_ scratch: Scratch, _ names: String, _ bus: String) async throws -> ChildProcess {
        try Data().write(to: URL(fileURLWithPath: scratch.file("log")))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.file("log")))
        return try ChildProcess(
            Executable.folder.appendingPathComponent("pulsum").path,
            ["up", "--data", scratch.file("data"), "--http", "127.0.0.1:0", "--only", names, "--bus", bus],
            environment: SentenceModel.environment, output: .file(handle), errors: nil)
    }
}
