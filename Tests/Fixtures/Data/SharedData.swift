import Foundation

/// Published data next to the checkout, in `../shared/data`; tests that read it continue without it where it is absent.
public enum SharedData {
    /// A file or folder of it, found by walking up from this package; nil where it is absent.
    public static func url(_ name: String) -> URL? {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent("shared/data/\(name)")
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        return nil
    }
}
