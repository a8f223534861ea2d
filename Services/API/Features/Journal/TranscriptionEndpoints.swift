import Bus
import HTTPTypes
import Hummingbird
import Messages
import NIOCore

/// Routes for spoken entries. A recording passes through memory; nothing of it is kept (COM-4).
struct TranscriptionEndpoints {
    let bus: any Requesting

    /// Media types of samples without a header, and of WAV files.
    private static let bare = "audio/pcm"
    private static let files: Set<String> = ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"]
    /// Largest part of a WAV file that is no sample, in bytes.
    private static let overhead = 4096

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/transcriptions", .session, .journal, "Whether this installation turns speech into text.",
            responses: [200: .json(TranscriptionQuery.Reply.self)]
        ) { _, context in
            try Response.json(try await bus.request(TranscriptionQuery(user: try context.user())))
        }
        endpoints.add(
            "POST /v1/transcriptions", .session, .journal,
            "Turns a recording of at most 30 s into text: 16-bit little-endian samples, one channel, 16 kHz, bare or as a WAV file. The recording is kept nowhere.",
            query: [.text("language", "Spoken language, ISO 639-1; the server finds it out if absent.")],
            request: .file("audio/pcm", or: "audio/wav"), responses: [200: .json(Transcribe.Reply.self)],
            errors: [
                400: "No samples, an odd number of bytes, or a WAV file of another form.",
                413: "Longer than 30 s.", 415: "Neither `audio/pcm` nor `audio/wav`.",
                503: "No transcription server is set, or it does not answer.",
            ]
        ) { request, context in
            let user = try context.user()
            let language = try request.query("language") { $0.isEmpty ? nil : $0 }
            let transcribe = Transcribe(user: user, audio: try await Self.samples(request), language: language)
            do {
                return try Response.json(try await bus.request(transcribe))
            } catch let error as ServiceError where error.code == .refused {
                throw Problem(
                    status: .serviceUnavailable, code: "transcriptionOff",
                    detail: "This installation has no transcription server.")
            }
        }
    }

    /// The samples of the body.
    /// - Throws: `Problem`: 415 for another medium, 413 for a longer recording, 400 for a malformed one.
    private static func samples(_ request: Request) async throws -> [UInt8] {
        let medium = (request.headers[.contentType] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
        guard medium == bare || files.contains(medium) else {
            throw Problem(
                status: .unsupportedMediaType, code: "unsupportedMedia",
                detail: "A recording is audio/pcm or audio/wav.")
        }
        let tooLong = Problem(
            status: .contentTooLarge, code: "tooLong",
            detail: "A recording has at most \(Transcribe.maximumSeconds) s.")
        var body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: Transcribe.maximumBytes + overhead)
        } catch is NIOTooManyBytesError {
            throw tooLong
        }
        if medium != bare {
            guard let samples = Self.samples(ofFile: &body) else {
                throw Problem.invalid("The WAV file is not 16-bit PCM with one channel and 16 kHz.")
            }
            body = samples
        }
        guard body.readableBytes <= Transcribe.maximumBytes else { throw tooLong }
        guard body.readableBytes > 0, body.readableBytes.isMultiple(of: 2) else {
            throw Problem.invalid("A recording has 16-bit samples, at least one.")
        }
        return Array(body.readableBytesView)
    }

    /// The content of the `data` chunk of a WAV file; nil unless it is whole and in the form of `Transcribe.audio`.
    static func samples(ofFile file: inout ByteBuffer) -> ByteBuffer? {
        func number<T: FixedWidthInteger>(_: T.Type) -> Int? {
            file.readInteger(endianness: .little, as: T.self).map { Int($0) }
        }
        guard file.readString(length: 4) == "RIFF", number(UInt32.self) != nil, file.readString(length: 4) == "WAVE"
        else { return nil }
        var isOurs = false
        while let name = file.readString(length: 4), let size = number(UInt32.self) {
            if name == "data" { return isOurs ? file.readSlice(length: size) : nil }
            let end = file.readerIndex + size + size % 2
            guard end <= file.writerIndex else { return nil }
            if name == "fmt " {
                // Format (1: PCM), channels, samples/s, bytes/s, bytes of a sample of all channels, bits of a sample.
                isOurs =
                    number(UInt16.self) == 1 && number(UInt16.self) == 1
                    && number(UInt32.self) == Transcribe.sampleRate && number(UInt32.self) != nil
                    && number(UInt16.self) == 2 && number(UInt16.self) == 16 && file.readerIndex <= end
            }
            file.moveReaderIndex(to: end)
        }
        return nil
    }
}
