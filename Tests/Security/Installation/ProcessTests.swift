import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    /// Process memory stays private: no core dump, no inspection from the same account, and none of it in a crash log.
    @Suite(.tags(.processes)) struct ProcessTests {
        /// The two limits in the core dump line of `/proc/PID/limits`.
        private static func coreLimits(_ process: Int32) throws -> [Substring] {
            let limits =
                try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(process)/limits")).readToEnd() ?? Data()
            let line =
                String(decoding: limits, as: UTF8.self).split(separator: "\n").first {
                    $0.hasPrefix("Max core file size")
                } ?? ""
            return line.split(separator: " ").dropFirst(4).prefix(2).map { $0 }
        }

        @Test(
            "SEC-13 no process of the installation may leave a core, and what a crash prints holds no memory",
            .timeLimit(.minutes(3)))
        func stack() async throws {
            try await Stack.run { stack in
                let brokersAndServices = Topology.processes
                for process in brokersAndServices.flatMap({ stack.processIDs(of: $0) }) + [stack.processID] {
                    #expect(try Self.coreLimits(process) == ["0", "0"], "process \(process)")
                }
                let crashed = try #require(stack.processIDs(of: .sentiment).first)
                kill(crashed, SIGSEGV)
                _ = try await eventually("the crash is told") { stack.logText.contains("Backtrace took") ? true : nil }
                // The code at the signal is correct, so the process continues.
                kill(crashed, SIGKILL)
                _ = try await eventually("the service runs again") {
                    stack.processIDs(of: .sentiment).contains { $0 != crashed } ? true : nil
                }
                #expect(!stack.logText.contains("Registers:"))
                #expect(!stack.logText.contains("sp 0x"))
            }
        }

        @Test("SEC-13 a service that crashes leaves no core", arguments: [SIGSEGV, SIGABRT])
        func core(signal: Int32) async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            let process = try LoneProcess(
                Executable.folder.appendingPathComponent("pulsum-sentiment").path,
                environment: ["SWIFT_BACKTRACE": "enable=no"], scratch: scratch)
            try await process.started()
            #expect(try Self.coreLimits(process.processID) == ["0", "0"])
            kill(process.processID, signal)
            let end = try await process.ended()
            #expect(end == .signal(signal))
            let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
            #expect(!names.contains { $0.hasPrefix("core") }, "\(names)")
        }

        #if os(Linux)
            @Test("SEC-13 another process of the same account cannot look into a service's memory")
            func closed() async throws {
                let scratch = try Scratch()
                defer { scratch.remove() }
                // Root without capabilities equals any other account: it may inspect its own processes unless that is
                // prohibited.
                let wrapper = geteuid() == 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []
                let open = try LoneProcess(
                    "/bin/sleep",
                    wrapper: wrapper + ["env", "-u", "PULSUM_DATA", "sh", "-c", "echo Started.; exec sleep 60"],
                    scratch: scratch)
                try await open.started()
                let other = try Scratch()
                defer { other.remove() }
                let service = try LoneProcess(
                    Executable.folder.appendingPathComponent("pulsum-sentiment").path, wrapper: wrapper, scratch: other)
                try await service.started()
                func look(_ process: LoneProcess) async throws -> Int32 {
                    let command = wrapper + ["head", "-c", "1", "/proc/\(process.processID)/maps"]
                    return try await Executable.run("/usr/bin/env", command).status
                }
                #expect(try await look(open) == 0, "the question itself works")
                #expect(try await look(service) != 0)
            }
        #endif

        @Test("SEC-13 without a home directory nothing is kept where other accounts could put it first")
        func home() async throws {
            let printed = try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum").path, ["config"],
                environment: ["HOME": "", "PULSUM_DATA": "", "PULSUM_MODEL": ""])
            #expect(printed.status == 0, "\(printed.errors)")
            #expect(printed.output.contains("PULSUM_DATA"))
            #expect(!printed.output.contains("/tmp"), "\(printed.output)")
        }
    }
}
