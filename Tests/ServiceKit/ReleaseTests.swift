import Foundation
import Testing

@testable import ServiceKit

/// The commit that About and `--version` name.
@Suite struct ReleaseTests {
    @Test(
        "A commit has at most twelve digits; a file without a commit counts as absent",
        arguments: [
            ("767b872a5c0ffee0123456789abcdef012345678\n", "767b872a5c0f"), ("767b872a", "767b872a"), ("", nil),
            ("main", nil), ("767b872a <b>", nil), ("767b87", nil),
        ])
    func commit(_ content: String, _ commit: String?) throws {
        let folder = NSTemporaryDirectory() + "/pulsum-release-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(Release.commit(beside: folder) == nil)
        try Data(content.utf8).write(to: URL(fileURLWithPath: folder + "/pulsum-commit"))
        #expect(Release.commit(beside: folder) == commit)
    }

    @Test("Without its folder the commit is unknown, and the version stands alone")
    func unknown() { #expect(Release.commit(beside: nil) == nil) }
}
