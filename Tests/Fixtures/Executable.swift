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

    /// Runs an executable to its end. Both streams are read meanwhile, so that a full pipe cannot block it.
    public static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], input: String? = nil
    ) async throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, errors, stdin) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = stdin
        // Set before the start: the end of a process that has already exited would not be reported.
        let (ended, end) = AsyncStream<Never>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        if let input { try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
        try stdin.fileHandleForWriting.close()
        async let outputText = text(output)
        async let errorText = text(errors)
        let result = (await outputText, await errorText)
        for await _ in ended {}
        return Result(status: process.terminationStatus, output: result.0, errors: result.1)
    }

    private static func text(_ pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
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
