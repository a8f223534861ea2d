import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    @Suite(.tags(.processes)) struct HostileImportTests {
        /// The memory limit of ingestion's container; a debug build also stays below it.
        private static let limit: Int64 = 256 << 20

        @Test(
            "SEC-11 Ingestion stays under 256 MiB with hostile files of each format, sets aside what is too much and says why",
            .needs(.processMemory), .timeLimit(.minutes(15)))
        func bounded() async throws {
            try await Stack.run { stack in
                let process = try #require(stack.processIDs(of: .ingestion).first)
                let idle = try #require(ProcessMemory.resident(of: process))
                print("idle: \(idle >> 20) MiB")
                for file in HostileFile.all {
                    let path = stack.scratch.file(file.name)
                    try file.write(to: path)
                    ProcessMemory.forgetPeak(of: process)
                    let begin = ContinuousClock.now
                    let status = try await stack.importFile(path, for: .random(), within: .seconds(240))
                    let peak = try #require(ProcessMemory.peak(of: process), "ingestion died over \(file.name)")
                    print("\(file.name): \(status.phase), at most \(peak >> 20) MiB, \(ContinuousClock.now - begin)")
                    #expect(peak < Self.limit, "\(file.name) took \(peak >> 20) MiB")
                    switch file.outcome {
                    case .harmless:
                        #expect(status.phase == .done && status.quarantined.isEmpty, "\(file.name): \(status)")
                    case .aside(let reason):
                        #expect(
                            status.phase == .done && status.quarantined[reason, default: 0] > 0,
                            "\(file.name): \(status.phase) \(status.quarantined)")
                    case .refused(let code):
                        #expect(status.phase == .failed && status.problem?.code == code, "\(file.name): \(status)")
                    }
                    #expect(status.unknownKinds.count <= 501 && status.skipped.count <= ImportStatus.maximumSkipped)
                    try FileManager.default.removeItem(atPath: path)
                }
                #expect(stack.processIDs(of: .ingestion) == [process], "ingestion was started again")
                // Rejected samples are stored nowhere, and the person's data is still served in pages.
                let user = UserID.random()
                let csv = stack.scratch.file("good.csv")
                try "kind,start,end,value,unit,source\nbodyMass,2026-01-01T10:00:00Z,,70,kg,Scale\n".write(
                    toFile: csv, atomically: true, encoding: .utf8)
                #expect(try await stack.importFile(csv, for: user).samplesNew == 1)
            }
        }

        @Test(
            "SEC-11 A person's own export comes in pages under the bus's limit, whatever the names in it",
            .timeLimit(.minutes(5)), .tags(.sharedStack))
        func export() async throws {
            try await Stack.shared { stack in
                let user = UserID.random()
                // 9,000 samples of one day, each with a source name of one kilobyte.
                let csv = stack.scratch.file("names.csv")
                var text = "kind,start,end,value,unit,source\n"
                for number in 0..<9_000 {
                    let name = "\(number % 900)-" + String(repeating: "n", count: 1_000)
                    text += "bodyMass,2026-01-01T10:00:00Z,,\(50 + Double(number) / 100),kg,\(name)\n"
                }
                try text.write(toFile: csv, atomically: true, encoding: .utf8)
                #expect(try await stack.importFile(csv, for: user).samplesNew == 9_000)
                var (rows, pages, cursor): (Int, Int, String?) = (0, 0, nil)
                repeat {
                    let page = try await stack.bus.request(
                        ExportUser(user: user, cursor: cursor), to: .ingestion, budget: .seconds(30))
                    for file in page.files {
                        #expect(file.content.count < 2 << 20)
                        if file.name == "ingestion/samples.csv" {
                            rows += file.content.count { $0 == UInt8(ascii: "\n") }
                        }
                    }
                    (pages, cursor) = (pages + 1, page.next)
                } while cursor != nil
                #expect(rows == 9_001 && pages > 9)
            }
        }
    }
}
