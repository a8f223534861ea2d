import Foundation

/// Finds and runs the executables of this package.
public enum Executable {
    /// Folder of the running test bundle or benchmark, which also holds `pulsum` and the services.
    public static var folder: URL {
        URL(
            fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
                ?? CommandLine.arguments[0]
        )
        .deletingLastPathComponent()
    }

    /// Result of a finished process.
    public struct Result: Sendable {
        /// Exit status.
        public let status: Int32
        /// Standard output as UTF-8.
        public let output: String
        /// Standard error as UTF-8.
        public let errors: String
    }

    /// Runs an executable to its end. Both streams are read meanwhile, so that a full pipe cannot block it. A cancelled
    /// run ends the process and what it started.
    /// - Throws: `CancellationError` after a cancelled run.
    public static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], input: String? = nil
    ) async throws -> Result {
        let child = try ChildProcess(
            path, arguments, environment: environment, input: .pipe, output: .pipe, errors: .pipe)
        child.send(Data((input ?? "").utf8))
        do {
            // The streams first: what the child leaves running may still write to them.
            let (output, errors) = (try await child.output(), try await child.errors())
            return Result(status: try await child.end().status, output: output, errors: errors)
        } catch {
            await child.stop()
            throw error
        }
    }
}

/// A directory for one test, with a path short enough for sockets; `remove` deletes it.
public struct Scratch: Sendable {
    /// Absolute path.
    public let path: String

    /// Creates the directory.
    public init() throws {
        var template = Array("/tmp/pulsum-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        path = String(cString: made)
    }

    /// Creates the directory at this path, or uses it again.
    public init(keeping path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        self.path = path
    }

    /// Path of a file in it.
    public func file(_ name: String) -> String { path + "/" + name }
    /// Deletes the directory with its contents.
    public func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Every file below this directory that contains `text`.
    public func filesHolding(_ text: String) -> [String] {
        let needle = Data(text.utf8)
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: file(name)),
                attributes[.type] as? FileAttributeType == .typeRegular,
                let content = FileManager.default.contents(atPath: file(name))
            else { return false }
            return content.range(of: needle) != nil
        }
    }
}

/// Polls `condition` every 20 ms until it returns a value.
/// - Throws: `TimedOut` with `what` after `limit`.
public func eventually<T: Sendable>(
    _ what: String, within limit: Duration = .seconds(30), _ condition: () async throws -> T?
) async throws -> T {
    let deadline = ContinuousClock.now + limit
    while true {
        if let value = try await condition() { return value }
        guard ContinuousClock.now < deadline else { throw TimedOut(what: what) }
        try await Task.sleep(for: .milliseconds(20))
    }
}

/// A condition did not hold within its limit.
public struct TimedOut: Error, CustomStringConvertible {
    /// The awaited condition.
    public let what: String
    /// Names the awaited condition.
    public init(what: String) { self.what = what }
    public var description: String { "waited in vain: \(what)" }
}
