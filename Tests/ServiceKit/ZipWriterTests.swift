import Foundation
import TestTraits
import Testing

@testable import ServiceKit

@Suite(.tags(.processes)) struct ZipWriterTests {
    @Test("OWN-2 the archive is a zip that another reader takes, parts, empty files and names beyond ASCII included")
    func readable() throws {
        var zip = ZipWriter()
        var bytes: [UInt8] = []
        for (name, parts) in [
            ("scoring/scores.csv", ["day,score\n", "2026-01-01,61\n"]), ("api/über.json", ["{}"]), ("empty", []),
        ] {
            bytes += try zip.begin(name)
            for part in parts { bytes += try zip.write(Array(part.utf8)) }
            bytes += try zip.end()
        }
        bytes += try zip.finish()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "zip-\(UInt64.random(in: 0 ... .max)).zip")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print([(n, z.read(n).decode()) for n in z.namelist()])",
            file.path,
        ]
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(
            output
                == "[('scoring/scores.csv', 'day,score\\n2026-01-01,61\\n'), ('api/über.json', '{}'), ('empty', '')]\n")
    }

    @Test(
        "Names that leave the archive or stand there already are refused",
        arguments: ["", "/etc/passwd", "../up", "a//b", "a/./b", "taken"])
    func names(name: String) throws {
        var zip = ZipWriter()
        _ = try zip.begin("taken")
        #expect(throws: ZipWriter.Failure.self) { try zip.begin(name) }
    }

    @Test("The checksum is the standard one")
    func checksum() {
        #expect(~ZipWriter.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
    }
}
