import Foundation
import PrivateHTTP
import SystemKit
import Tracing

/// A transcription server that a person runs: any server with OpenAI's `/v1/audio/transcriptions`, on this machine or
/// in its private network. It keeps neither the recording nor the text.
public final class TranscriptionServer: Sendable {
    /// Samples per second of every recording.
    public static let sampleRate = 16_000

    private let address: PrivateURL
    /// The model's name at the server, as configured.
    public let model: String

    /// - Parameters:
    ///   - url: base URL; empty if no server is configured.
    ///   - model: the model's name at the server.
    /// - Returns: nil if `url` is empty.
    /// - Throws: an error with one sentence for the operator if the address is public.
    public convenience init?(url: String, model: String) throws {
        guard !url.isEmpty else { return nil }
        self.init(
            address: try PrivateURL(url, setting: "PULSUM_TRANSCRIPTION_URL", subject: "what people say"), model: model)
    }

    init(address: PrivateURL, model: String) { (self.address, self.model) = (address, model) }

    /// The text of a recording; empty if the server recognised no word.
    /// - Parameters:
    ///   - samples: 16-bit samples, little-endian, one channel, `sampleRate`.
    ///   - language: ISO 639-1; nil if the server is to find it out.
    ///   - limit: deadline for the whole call.
    /// - Throws: `LocalModelError`.
    public func text(of samples: [UInt8], language: String?, within limit: Duration) async throws(LocalModelError)
        -> String
    {
        let deadline = ContinuousClock.now + limit
        let boundary = "pulsum-" + UUID().uuidString
        let body = form(samples, language, boundary)
        let outcome = await withSpan("transcription", ofKind: .client) { span in
            let outcome = await PrivateHTTP.send(
                .post(
                    address.path + "/audio/transcriptions",
                    contentType: "multipart/form-data; boundary=\(boundary)", body),
                to: address, until: deadline)
            if case .failed(let failure) = outcome { span.recordError(LocalModelError(failure)) }
            return outcome
        }
        switch outcome {
        case .answered(200, let bytes): return try Self.read(bytes)
        case .answered: throw .status
        case .failed(let failure): throw LocalModelError(failure)
        }
    }

    private static func read(_ bytes: [UInt8]) throws(LocalModelError) -> String {
        struct Answer: Decodable { let text: String }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)) else { throw .malformed }
        // What whisper.cpp writes for silence.
        let text = answer.text.replacing("[BLANK_AUDIO]", with: "")
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The fields of the request (RFC 7578).
    private func form(_ samples: [UInt8], _ language: String?, _ boundary: String) -> [UInt8] {
        var form: [UInt8] = []
        form.reserveCapacity(samples.count + 1024)
        func append(_ name: String, more: String = "", _ value: [UInt8]) {
            form += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n".utf8)
            form += value
            form += Array("\r\n".utf8)
        }
        append("model", Array(model.utf8))
        append("response_format", Array("json".utf8))
        if let language { append("language", Array(language.utf8)) }
        append(
            "file", more: "; filename=\"entry.wav\"\r\nContent-Type: audio/wav",
            Self.header(bytes: samples.count) + samples)
        return form + Array("--\(boundary)--\r\n".utf8)
    }

    /// The header of a WAV file: RIFF, a `fmt ` chunk for PCM, and the head of the `data` chunk.
    private static func header(bytes: Int) -> [UInt8] {
        func number(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let (channels, width) = (1, 2)
        let format =
            number(1, 2) + number(channels, 2) + number(sampleRate, 4) + number(sampleRate * width * channels, 4)
            + number(width * channels, 2) + number(8 * width, 2)
        return Array("RIFF".utf8) + number(36 + bytes, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + format
            + Array("data".utf8) + number(bytes, 4)
    }
}
