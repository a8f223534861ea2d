import Foundation

/// Passes words to the process of an exit test, whose closure captures nothing. The file bears the parent's process id,
/// so that neither the environment changes under other threads nor concurrent runs mix.
public struct Handover: Sendable {
    private let path: String

    /// Writes the words for the exit tests that this process starts under `name`.
    public init(_ words: String, to name: String) throws {
        path = Self.path(name, of: getpid())
        try Data(words.utf8).write(to: URL(fileURLWithPath: path))
    }

    /// Deletes the file.
    public func end() { unlink(path) }

    /// The words that this process's parent wrote under `name`, split at spaces.
    public static func words(_ name: String) throws -> [Substring] {
        try String(contentsOfFile: path(name, of: getppid()), encoding: .utf8).split(separator: " ")
    }

    private static func path(_ name: String, of process: Int32) -> String {
        NSTemporaryDirectory() + "/pulsum-handover-\(process)-\(name)"
    }
}
