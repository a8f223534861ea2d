import Foundation
import Testing

@Suite struct ProtoTests {
    @Test("The .proto files in deploy/proto say what the Swift types say") func committed() throws {
        let folder = Repository.protos.appendingPathComponent(ProtoFile.folder)
        let files = try ProtoFile.all()
        if ProcessInfo.processInfo.environment["PULSUM_GENERATE"] == "1" {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for file in files { try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name)) }
        }
        for file in files {
            let committed = try String(contentsOf: folder.appendingPathComponent(file.name), encoding: .utf8)
            #expect(
                committed == file.text,
                "\(file.name) differs from the types. Where the change is meant: deploy/generate, and commit.")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".proto") }
        #expect(Set(names) == Set(files.map(\.name)))
    }
}
