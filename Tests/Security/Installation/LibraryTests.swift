import Fixtures
import Foundation
import TestTraits
import Testing

extension Security {
    /// The library of suggestions is advice to people and quotable by the gateway; services start only with the
    /// released library.
    @Suite(.tags(.processes)) struct LibraryTests {
        @Test(
            "SEC-13 coaching and the gateway do not start with an altered library",
            arguments: ["pulsum-coaching", "pulsum-gateway"])
        func altered(name: String) async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            var program = try Data(contentsOf: Executable.folder.appendingPathComponent(name))
            // The words of the first suggestion: constant data of the program.
            let place = try #require(Self.place(of: "Write tomorrow's list before bed", in: program))
            program[place] = UInt8(ascii: "B")
            let altered = scratch.file(name)
            try program.write(to: URL(fileURLWithPath: altered))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: altered)
            let process = try LoneProcess(altered, scratch: scratch)
            let end = try await process.ended()
            #expect(end == .exit(1))
            #expect(
                process.log.contains("The library of suggestions is not the one that was released"), "\(process.log)")
        }

        /// Offset of the first letter. `Data.range(of:)` takes minutes for a program without optimisation.
        private static func place(of words: String, in program: Data) -> Int? {
            let letters = [UInt8](words.utf8)
            return program.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return nil }
                let last = bytes.count - letters.count
                var next = 0
                while next <= last, let found = memchr(base + next, Int32(letters[0]), last - next + 1) {
                    if memcmp(found, letters, letters.count) == 0 {
                        return base.distance(to: UnsafeRawPointer(found))
                    }
                    next = base.distance(to: UnsafeRawPointer(found)) + 1
                }
                return nil
            }
        }
    }
}
