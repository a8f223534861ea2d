import Foundation

/// Paths of committed files.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let protos = root.appendingPathComponent("deploy/proto")
}
