import Foundation

/// Files of the checkout that tests read: scripts, deployment files, scenarios.
public enum Repository {
    /// The folder of `Package.swift`.
    public static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }

    /// - Parameter path: relative to `root`, such as `deploy/scan`.
    public static func path(_ path: String) -> String { root.appendingPathComponent(path).path }
}
