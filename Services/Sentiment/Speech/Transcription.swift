import LocalModel
import Logging
import Messages
import ServiceKit
import Synchronization

/// Spoken entries: a recording goes to the transcription server, and its text to the caller. Neither is stored, logged
/// or sealed (COM-4), and the store is not involved.
final class Transcription: Sendable {
    /// Concurrent recordings. Each takes up to 3 MB and one of the service's handlers, of which the journal
    /// needs the others.
    private static let maximumRunning = 4
    /// Deadline of the server, below that of the caller.
    private static let maximumWait = Transcribe.budget - .seconds(3)

    private let recognizer: (any SpeechRecognizer)?
    private let log: Logger
    private let progress = Mutex((running: 0, failed: false))

    /// - Throws: a sentence for the operator if the server's address is public, if the embedded recognition is not
    ///   installed, or if both are set.
    convenience init(_ configuration: Configuration, log: Logger) throws {
        let server = try TranscriptionServer(
            url: configuration.transcriptionURL, model: configuration.transcriptionModel)
        guard !configuration.transcribesHere || server == nil else {
            throw Unusable(reason: "PULSUM_TRANSCRIPTION and PULSUM_TRANSCRIPTION_URL are both set; remove one.")
        }
        do {
            self.init(configuration.transcribesHere ? try Pocketsphinx() : server, log: log)
        } catch {
            throw Unusable(
                reason: "PULSUM_TRANSCRIPTION=pocketsphinx needs the packages pocketsphinx and pocketsphinx-en-us.")
        }
    }

    /// A setting that the service cannot start with, in a sentence for the operator.
    struct Unusable: Error, CustomStringConvertible {
        let reason: String
        var description: String { reason }
    }

    init(_ recognizer: (any SpeechRecognizer)?, log: Logger) { (self.recognizer, self.log) = (recognizer, log) }

    /// Name of the model that recognises speech; nil without one.
    var modelName: String? { recognizer?.model }

    var state: TranscriptionQuery.Reply {
        guard let recognizer else { return .init(state: .notConfigured) }
        return .init(
            state: progress.withLock { $0.failed ? .failing : .ready }, isExperimental: recognizer.isExperimental,
            languages: recognizer.languages?.sorted() ?? [])
    }

    /// - Throws: `ServiceError`: `invalid` for another form of recording, `refused` without a server, `busy` while
    ///   `maximumRunning` are under way, `unavailable` if the server fails.
    func transcribe(_ request: Transcribe) async throws -> Transcribe.Reply {
        guard !request.audio.isEmpty, request.audio.count.isMultiple(of: 2),
            request.audio.count <= Transcribe.maximumBytes
        else {
            throw ServiceError(
                .invalid, "A recording has 16-bit samples, at least one and at most \(Transcribe.maximumSeconds) s.")
        }
        guard
            request.language.map({
                $0.utf8.count == 2 && $0.utf8.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains)
            }) ?? true
        else {
            throw ServiceError(.invalid, "language is two lower-case letters of ISO 639-1, such as en.")
        }
        guard let recognizer else { throw ServiceError(.refused, "No transcription server is set.") }
        if let languages = recognizer.languages, let language = request.language, !languages.contains(language) {
            throw ServiceError(.invalid, "The speech recognition of this machine reads English only.")
        }
        let starts = progress.withLock { progress in
            guard progress.running < Self.maximumRunning else { return false }
            progress.running += 1
            return true
        }
        guard starts else {
            throw ServiceError(.busy, "Other recordings are being read; send it again in a moment.", retryAfter: 5_000)
        }
        defer { progress.withLock { $0.running -= 1 } }
        do {
            let text = try await recognizer.text(
                of: request.audio, language: request.language, within: Self.maximumWait)
            progress.withLock { $0.failed = false }
            return .init(text: String(text.prefix(SubmitJournal.maximumCharacters)))
        } catch {
            // A cancelled call says nothing about the server.
            guard !Task.isCancelled else { throw ServiceError(.cancelled, "The recording was dropped.") }
            progress.withLock { $0.failed = true }
            log.notice("The speech recognition returned no text.", metadata: ["error": "\(error)"])
            throw ServiceError(.unavailable, "The speech recognition does not answer as it should.")
        }
    }
}
