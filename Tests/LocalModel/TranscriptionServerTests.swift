import Fixtures
import Foundation
import SystemKit
import TestTraits
import Testing

@testable import LocalModel

/// The client of transcription servers against a real HTTP server on this machine.
@Suite(.tags(.processes)) struct TranscriptionServerTests {
    private static let samples: [UInt8] = [0x01, 0x00, 0xFF, 0x7F, 0x00, 0x80, 0x0D, 0x0A]

    private func text(
        _ answer: RecordingServer.Answer, language: String? = nil, within limit: Duration = .seconds(20)
    ) async throws -> (result: Result<String, LocalModelError>, arrivals: [RecordingServer.Arrival]) {
        let server = try await RecordingServer.start()
        server.answer(answer)
        let client = try #require(try TranscriptionServer(url: server.url, model: "small-1"))
        let result: Result<String, LocalModelError>
        do throws(LocalModelError) {
            result = .success(try await client.text(of: Self.samples, language: language, within: limit))
        } catch {
            result = .failure(error)
        }
        let arrivals = server.arrivals
        await server.stop()
        return (result, arrivals)
    }

    @Test("SEN-1 a recording travels once, as a WAV file in a form, and its text is read", .timeLimit(.minutes(1)))
    func form() async throws {
        let (result, arrivals) = try await text(.raw(#"{"text":" A walk. \n"}"#), language: "de")
        #expect(result == .success("A walk."))
        let arrival = try #require(arrivals.first)
        #expect(arrivals.count == 1 && arrival.path == "/v1/audio/transcriptions")
        #expect(arrival.headers["authorization"] == nil && arrival.headers["cookie"] == nil)
        let type = try #require(arrival.headers["content-type"])
        let boundary = try #require(type.firstMatch(of: /^multipart\/form-data; boundary=(\S+)$/)?.output.1)
        // RFC 7578, field for field; the WAV header as libsndfile writes it for this format.
        func field(_ name: String, _ value: String) -> Data {
            Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        let header: [UInt8] = [
            0x52, 0x49, 0x46, 0x46, 44, 0, 0, 0, 0x57, 0x41, 0x56, 0x45, 0x66, 0x6D, 0x74, 0x20, 16, 0, 0, 0, 1, 0, 1,
            0,
            0x80, 0x3E, 0, 0, 0x00, 0x7D, 0, 0, 2, 0, 16, 0, 0x64, 0x61, 0x74, 0x61, 8, 0, 0, 0,
        ]
        let file = Data(
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"entry.wav\"\r\nContent-Type: audio/wav\r\n\r\n"
                .utf8)
        let expected =
            field("model", "small-1") + field("response_format", "json") + field("language", "de") + file
            + Data(header + Self.samples) + Data("\r\n--\(boundary)--\r\n".utf8)
        #expect(Data(arrival.body) == expected)
    }

    @Test("SEN-1 silence is no text", .timeLimit(.minutes(1)), arguments: ["", " \\n", "[BLANK_AUDIO]\\n"])
    func silence(text: String) async throws {
        #expect(try await self.text(.raw(#"{"text":""# + text + #""}"#)).result == .success(""))
    }

    @Test("SEN-1 every failure is told apart", .timeLimit(.minutes(1)))
    func failures() async throws {
        #expect(try await text(.raw("{}")).result == .failure(.malformed))
        #expect(try await text(.garbage).result == .failure(.malformed))
        #expect(try await text(.status(500)).result == .failure(.status))
        #expect(try await text(.hold, within: .milliseconds(200)).result == .failure(.timeout))
        let nobody = try #require(try TranscriptionServer(url: "http://127.0.0.1:9/v1", model: "m"))
        await #expect(throws: LocalModelError.unreachable) {
            try await nobody.text(of: Self.samples, language: nil, within: .seconds(5))
        }
    }

    @Test("SEN-1 COM-4 speech stays in the private network", arguments: ["https://8.8.8.8/v1", "http://1.1.1.1"])
    func publicAddress(url: String) {
        let error = #expect(throws: PrivateURL.Refused.self) { try TranscriptionServer(url: url, model: "m") }
        #expect(error?.description.contains("what people say stays here") == true)
    }

    @Test("SEN-1 without an address there is no client") func none() throws {
        #expect(try TranscriptionServer(url: "", model: "m") == nil)
    }
}
