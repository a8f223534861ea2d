import Fixtures
import Foundation

/// The sentence model in `onnxruntime` (PyPI) on one thread, as a process of its own that takes turns with ours:
/// `ONNXRUNTIME_PYTHON`, which `deploy/bench` prepares, else `python3`. Not for use by two tasks together.
final class OnnxRuntime {
    struct Answer: Decodable {
        let milliseconds: Double
        let vectors: [[Float]]
    }

    private struct Version: Decodable { let version: String }

    let version: String
    private let process: Process
    private let input: FileHandle
    private let output: FileHandle
    private var unread = Data()

    /// Nil if Python or one of the packages is missing.
    init?() async throws {
        let python = ProcessInfo.processInfo.environment["ONNXRUNTIME_PYTHON"] ?? "python3"
        guard
            try await Executable.run(
                "/usr/bin/env", [python, "-c", "import onnx, onnxruntime, safetensors, tokenizers"]
            ).status == 0
        else { return nil }
        let (toPython, fromPython) = (Pipe(), Pipe())
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            python,
            Repository.path("Benchmarks/py/onnx_minilm.py"), SentenceModel.folder,
        ]
        (process.standardInput, process.standardOutput) = (toPython, fromPython)
        try process.run()
        (input, output) = (toPython.fileHandleForWriting, fromPython.fileHandleForReading)
        version = try JSONDecoder().decode(Version.self, from: Self.line(output, &unread)).version
    }

    /// Runs the texts as one batch.
    func embed(_ texts: [String]) throws -> Answer {
        try input.write(contentsOf: JSONEncoder().encode(texts) + [UInt8(ascii: "\n")])
        return try JSONDecoder().decode(Answer.self, from: Self.line(output, &unread))
    }

    func stop() {
        try? input.close()
        process.waitUntilExit()
    }

    private static func line(_ handle: FileHandle, _ unread: inout Data) throws -> Data {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return Data(unread[..<end])
            }
            let more = handle.availableData
            guard !more.isEmpty else { throw BenchmarkError("onnxruntime ended; its error stands above") }
            unread += more
        }
    }
}
