import Foundation

/// The executables this package built, and running them as a person would.
public enum Executable {
    /// The folder of the test bundle or benchmark that is running, where `pulsum` and the services lie too.
    public static var folder: URL {
        URL(
            fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
                ?? CommandLine.arguments[0]
        )
        .deletingLastPathComponent()
    }

    public struct Result: Sendable {
        public let status: Int32
        public let output: String
        public let errors: String
    }

    /// Runs to its end; both streams are read while it runs, so that a full pipe cannot stop it.
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
        // Before it runs: of one that has ended by then nobody would hear.
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

/// A directory of this test alone, with a path short enough for sockets; removed by `remove`.
public struct Scratch: Sendable {
    public let path: String

    public init() throws {
        var template = Array("/tmp/pulsum-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        path = String(cString: made)
    }

    public func file(_ name: String) -> String { path + "/" + name }
    public func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Every file below this directory that holds these bytes.
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

/// Waits until `condition` gives a value, asking again every 20 ms.
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

public struct TimedOut: Error, CustomStringConvertible {
    public let what: String
    public init(what: String) { self.what = what }
    public var description: String { "waited in vain: \(what)" }
}
