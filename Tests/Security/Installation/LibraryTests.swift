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
            // The words of the first suggestion, at any place that the compiler chose.
            guard let place = Self.place(of: "Write tomorrow's list before bed", in: program) else {
                // Debug builds for other processors store the letters differently; MomentsTests alters the library in
                // memory on all of them.
                #if arch(x86_64)
                    Issue.record("The library's words are not found in \(name).")
                #endif
                return
            }
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

        /// Offset of the first letter: in constant data (release), or in instructions that store the letters one by one
        /// (debug on x86-64: `movb $letter, n(%reg)`, seven bytes each).
        private static func place(of words: String, in program: Data) -> Int? {
            let letters = [UInt8](words.utf8)
            return program.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return nil }
                let last = bytes.count - 7 * letters.count
                var next = 0
                // `Data.range(of:)` takes minutes for a program without optimisation.
                while next < last, let found = memchr(base + next, Int32(letters[0]), last - next) {
                    let place = base.distance(to: UnsafeRawPointer(found))
                    // Side by side, or in instructions of seven bytes.
                    for step in [1, 7] where bytes[place + step] == letters[1] {
                        if letters.indices.allSatisfy({ bytes[place + step * $0] == letters[$0] }) { return place }
                    }
                    next = place + 1
                }
                return nil
            }
        }
    }
}
