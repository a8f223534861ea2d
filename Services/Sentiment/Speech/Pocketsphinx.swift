import Foundation
import LocalModel

/// Turns a recording into text.
protocol SpeechRecognizer: Sendable {
    /// Languages that it reads, ISO 639-1; nil for any.
    var languages: Set<String>? { get }
    /// Whether its mistakes are too many to rely on.
    var isExperimental: Bool { get }
    /// Name of the model, for people.
    var model: String { get }
    /// The text of 16-bit samples at `Transcribe.sampleRate`; empty if no word was recognised.
    func text(of samples: [UInt8], language: String?, within limit: Duration) async throws -> String
}

extension TranscriptionServer: SpeechRecognizer {
    var languages: Set<String>? { nil }
    var isExperimental: Bool { false }
}

/// Debian's pocketsphinx with its model of US English: it runs on this machine, as a process of its own that lives as
/// long as one recording. The samples go in and the words come out through pipes, so that neither is ever in a file.
struct Pocketsphinx: SpeechRecognizer {
    let languages: Set<String>? = ["en"]
    let isExperimental = true
    let model = "pocketsphinx"

    /// It did not run, or it ran longer than it may.
    enum Failure: Error { case missing, failed, late }

    private let program: URL

    /// - Parameter folders: where the program is looked for, separated by colons.
    /// - Throws: `Failure.missing` if the program is not installed.
    init(folders: String = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin") throws {
        let candidates = folders.split(separator: ":").map { "\($0)/pocketsphinx_continuous" }
        guard let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw Failure.missing
        }
        program = URL(filePath: found)
    }

    func text(of samples: [UInt8], language: String?, within limit: Duration) async throws -> String {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = program
        // What it logs contains what it hears.
        process.arguments = ["-infile", "/dev/stdin", "-logfn", "/dev/null"]
        process.environment = [:]
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<String, any Error>) in
                // The pipes block, so they have a thread of their own.
                Thread.detachNewThread {
                    do {
                        try process.run()
                        Thread.detachNewThread {
                            try? input.fileHandleForWriting.write(contentsOf: samples)
                            try? input.fileHandleForWriting.close()
                        }
                        let watch = Task {
                            try await Task.sleep(for: limit)
                            process.terminate()
                        }
                        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
                        process.waitUntilExit()
                        watch.cancel()
                        guard process.terminationReason == .exit else { throw Failure.late }
                        guard process.terminationStatus == 0 else { throw Failure.failed }
                        let words = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }
                        done.resume(returning: words.joined(separator: " "))
                    } catch {
                        done.resume(throwing: error)
                    }
                }
            }
        } onCancel: {
            if process.isRunning { process.terminate() }
        }
    }
}
