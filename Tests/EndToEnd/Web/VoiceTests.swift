import AsyncHTTPClient
import Bus
import Fixtures
import Foundation
import Messages
import Synchronization
import SystemKit
import TestTraits
import Testing

/// Spoken entries, from the recording to the text field.
@Suite(.serialized, .tags(.deadline)) struct VoiceTests {
    private static let pcm = ["Content-Type": "audio/pcm"]

    /// Samples that resemble no other bytes: a fixed sequence of a generator.
    private static func noise(_ count: Int) -> Data {
        var random = SplitMix(seed: 0x5EED)
        return Data((0..<count / 8).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } })
    }

    @Test(
        "COM-4 SEN-1 a recording becomes text; neither stands in any file, log line, event, metric or trace",
        .timeLimit(.minutes(8)))
    func dropped() async throws {
        let server = try await RecordingServer.start()
        let words = "A walk with the lapwingcanary."
        server.answer(.raw(#"{"text":" \#(words)\n"}"#))
        let environment = ["PULSUM_LOG": "trace", "PULSUM_TRANSCRIPTION_URL": server.url]
        try await Stack.run(environment: environment) { stack in
            _ = try await stack.makeAccount()
            let told = Mutex("")
            let watching = Task {
                for await event in stack.bus.watch() { told.withLock { $0 += "\(event)\n" } }
            }
            defer { watching.cancel() }
            let browser = Browser(stack.url)
            _ = try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
            #expect(try await browser.get("/v1/transcriptions").json["state"] as? String == "ready")

            // As long as a recording can be.
            let recording = Self.noise(Transcribe.maximumBytes)
            let answer = try await browser.post("/v1/transcriptions", bytes: recording, headers: Self.pcm)
            #expect(answer.status == 200 && answer.json["text"] as? String == words, "\(answer.text)")
            let arrival = try #require(server.arrivals.first)
            let sent = Data(arrival.body)
            #expect(server.arrivals.count == 1 && sent.range(of: recording) != nil)
            let start = try #require(sent.range(of: Data("RIFF".utf8))?.lowerBound)
            let file = sent[start..<start + 44 + recording.count]
            let again = try await browser.post(
                "/v1/transcriptions", bytes: Data(file), headers: ["Content-Type": "audio/wav"])
            #expect(again.status == 200 && server.arrivals.count == 2)
            #expect(Data(server.arrivals[1].body).range(of: file) != nil)

            // A server that fails, and fails without an answer.
            server.answer(.failure(500, #"{"error":"\#(words)"}"#))
            let failed = try await browser.post("/v1/transcriptions", bytes: recording, headers: Self.pcm)
            #expect(failed.status == 503 && failed.json["isRetryable"] as? Bool == true, "\(failed.text)")
            #expect(try await browser.get("/v1/transcriptions").json["state"] as? String == "failing")
            await server.stop()
            #expect(try await browser.post("/v1/transcriptions", bytes: recording, headers: Self.pcm).status == 503)
            try await Self.refusals(browser)

            var places = [("the log", stack.log), ("the mirror", Data(told.withLock { $0 }.utf8))]
            for service in Topology.processes {
                let response = try await HTTPClient.shared.execute(
                    HTTPClientRequest(url: try stack.healthAddress(of: service) + "/metrics"), timeout: .seconds(10))
                places.append(
                    ("the metrics of \(service)", Data(buffer: try await response.body.collect(upTo: 4 << 20))))
            }
            let trace = try await stack.pulsum("bus", "trace", try #require(answer.traceID))
            #expect(trace.output.contains("Transcribe"), "\(trace.output)\(trace.errors)")
            places.append(("the trace", Data(trace.output.utf8)))
            // The data directory, and what the processes write next to it.
            places += try CanaryTests.files(under: stack.scratch.path)
            #expect(places.count { $0.0.hasSuffix(".sqlite") } == Topology.services.count)
            // The beginning, the middle and the end of the samples, as bytes and in base64.
            let pieces = [0, recording.count / 2, recording.count - 48].map { recording[$0..<$0 + 48] }
            let needles =
                pieces.map { Data($0) } + pieces.map { Data(Data($0).base64EncodedString().utf8) }
                + [Data("lapwingcanary".utf8)]
            #expect(stack.log.count > 1_000 && stack.logText.contains("speech recognition returned no text"))
            for (place, content) in places {
                for needle in needles { #expect(content.range(of: needle) == nil, "speech stands in \(place)") }
            }
            #expect(try await browser.get("/v1/journal").list.isEmpty)
        }
    }

    @Test(
        "SEN-1 COM-4 without a server, speech is recognised on this machine: recordings of people, in English only, and nothing of them is kept",
        .needs(.pocketsphinx), .timeLimit(.minutes(6)))
    func embedded() async throws {
        try await Stack.run(environment: ["PULSUM_LOG": "trace", "PULSUM_TRANSCRIPTION": "pocketsphinx"]) { stack in
            _ = try await stack.makeAccount()
            let browser = Browser(stack.url)
            _ = try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
            let state = try await browser.get("/v1/transcriptions").json
            #expect(state["isExperimental"] as? Bool == true && state["languages"] as? [String] == ["en"])
            for (file, words) in [
                ("goforward", "go forward ten meters"), ("something", "go somewhere and do something"),
            ] {
                let recording = try Data(contentsOf: URL(filePath: Requirement.recordings + "/\(file).raw"))
                let answer = try await browser.post(
                    "/v1/transcriptions?language=en", bytes: recording, headers: Self.pcm)
                #expect(answer.status == 200 && answer.json["text"] as? String == words, "\(answer.text)")
                for (place, content) in try CanaryTests.files(under: stack.scratch.path) + [("the log", stack.log)] {
                    let needles = [recording[40_000..<40_048], Data(words.utf8)]
                    #expect(needles.allSatisfy { content.range(of: $0) == nil }, "speech stands in \(place)")
                }
            }
            let silence = try await browser.post("/v1/transcriptions", bytes: Data(count: 32_000), headers: Self.pcm)
            #expect(silence.status == 200 && silence.json["text"] as? String == "", "\(silence.text)")
            let german = try await browser.post(
                "/v1/transcriptions?language=de", bytes: Data(count: 32_000), headers: Self.pcm)
            #expect(german.status == 400, "\(german.text)")
            #expect(try await browser.get("/pulse").text.contains("about one word in three"))
        }
    }

    /// Recordings that no server gets to see.
    private static func refusals(_ browser: Browser) async throws {
        func status(_ bytes: Data, _ type: String, query: String = "") async throws -> String {
            let answer = try await browser.post(
                "/v1/transcriptions" + query, bytes: bytes, headers: ["Content-Type": type, "Accept-Language": "de"])
            #expect((answer.json["recoverySuggestion"] as? String)?.isEmpty == false)
            return "\(answer.status) \(answer.json["code"] as? String ?? "")"
        }
        #expect(try await status(noise(80), "audio/ogg") == "415 unsupportedMedia")
        #expect(try await status(noise(80), "application/octet-stream") == "415 unsupportedMedia")
        #expect(try await status(noise(Transcribe.maximumBytes + 8), "audio/pcm") == "413 tooLong")
        #expect(try await status(noise(Transcribe.maximumBytes + 8000), "audio/pcm") == "413 tooLong")
        #expect(try await status(Data(), "audio/pcm") == "400 invalid")
        #expect(try await status(Data([1, 2, 3]), "audio/pcm") == "400 invalid")
        #expect(try await status(noise(80), "audio/wav") == "400 invalid")
        #expect(try await status(noise(80), "audio/pcm", query: "?language=English") == "400 invalid")
    }

    @Test(
        "SEN-1 COM-4 without a server the page points to dictation; a public address stops the start",
        .timeLimit(.minutes(6)))
    func off() async throws {
        try await Stack.run { stack in
            _ = try await stack.makeAccount()
            let browser = Browser(stack.url)
            _ = try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
            #expect(try await browser.get("/v1/transcriptions").json["state"] as? String == "notConfigured")
            let refused = try await browser.post("/v1/transcriptions", bytes: Self.noise(80), headers: Self.pcm)
            #expect(refused.status == 503 && refused.json["code"] as? String == "transcriptionOff")
            #expect(refused.json["isRetryable"] as? Bool == false)
            let page = try await browser.get("/pulse").text
            #expect(page.contains("Some phones send speech") && !page.contains("data-voice"))
        }
        let scratch = try Scratch()
        defer { scratch.remove() }
        let result = try await Executable.run(
            Executable.folder.appendingPathComponent("pulsum-sentiment").path, [],
            environment: ["PULSUM_DATA": scratch.file("data"), "PULSUM_TRANSCRIPTION_URL": "https://8.8.8.8/v1"])
        #expect(result.status != 0 && (result.output + result.errors).contains("8.8.8.8 is a public address"))
    }

    /// What `voice.py` prints.
    private struct Seen: Decodable {
        let text: String?
        let said: [String: String]
        /// Seconds on the countdown, in the order in which they were read.
        let counted: [Int]?
        /// Largest reading of the meter.
        let level: Double?
        /// Requests with a recording.
        let sent: Int?
        /// Whether any track of a microphone was live at the end of each case.
        let live: [String: Bool]
        let entries: [String]?
    }

    private func see(_ mode: String, _ stack: Stack, _ pin: String, recording: String) async throws -> Seen {
        let seen: Seen = try await BrowserScript.run(
            "voice.py", [mode, try stack.httpAddress(), pin, recording, BrowserScript.pictures])
        #expect(seen.live.values.allSatisfy { !$0 }, "\(mode): the microphone is still on")
        return seen
    }

    @Test(
        "SEN-1 COM-4 a browser records at 16 kHz over https, sends once, and shows the text for correction; every way out lets go of the microphone",
        .needs(.browser), .timeLimit(.minutes(8)))
    func spoken() async throws {
        let server = try await RecordingServer.start()
        server.answer(.raw(#"{"text":"a walk in the rain"}"#), .raw(#"{"text":"and home."}"#), .hold)
        let (stack, pin) = try await BrowserScript.encryptedStack(["PULSUM_TRANSCRIPTION_URL": server.url])
        try await stack.during { stack in
            // 440 Hz at the rate that sound cards use; the browser repeats it.
            let recording = stack.scratch.file("tone.wav")
            try Self.tone(440, rate: 48_000, seconds: 2).write(to: URL(fileURLWithPath: recording))
            _ = try await stack.makeAccount()
            let seen = try await see("speak", stack, pin, recording: recording)
            #expect(seen.text == "Before. a walk in the rain and home.")
            #expect(seen.entries == ["Before. A walk in the rain and home."])
            #expect(seen.sent == 3 && server.arrivals.count == 3)
            let counted = seen.counted ?? []
            #expect((20...30).contains(counted.first ?? 0) && counted.last ?? 30 < 30, "\(counted)")
            #expect(counted == counted.sorted(by: >), "\(counted)")
            #expect(seen.level ?? 0 > 0.2)
            #expect(seen.said["heard"]?.hasPrefix("Added to your text.") == true)
            #expect(seen.said["cancelled"]?.hasPrefix("Cancelled.") == true)
            #expect(seen.said["cancelledSending"]?.hasPrefix("Cancelled.") == true)
            #expect(seen.said["hidden"]?.hasPrefix("The page was left") == true)
            for arrival in server.arrivals.prefix(2) { try Self.expectTone(Data(arrival.body)) }

            // Nothing waits for the third answer any more.
            server.release()
            let denied = try await see("denied", stack, pin, recording: recording)
            #expect(denied.said["denied"]?.hasPrefix("The microphone is not allowed here.") == true)
            let missing = try await see("missing", stack, pin, recording: recording)
            #expect(missing.said["missing"]?.hasPrefix("No microphone was found.") == true)
            #expect(server.arrivals.count == 3)
        }
        await server.stop()
    }

    @Test(
        "SEN-1 at a plain-http address of the network the page says why it cannot record",
        .needs(.browser, .outsideAddress), .timeLimit(.minutes(5)))
    func plain() async throws {
        let address = try #require(NetworkAddress.ofThisMachine().first)
        let environment = ["PULSUM_CLEAR_TEXT": "1", "PULSUM_TRANSCRIPTION_URL": "http://127.0.0.1:9/v1"]
        try await Stack.run(["--http", "0.0.0.0:0"], environment: environment) { stack in
            _ = try await stack.makeAccount()
            let port = try #require(try stack.httpAddress().split(separator: ":").last)
            let seen: Seen = try await BrowserScript.run(
                "voice.py", ["plain", "\(address):\(port)", "-", "-", BrowserScript.pictures])
            #expect(seen.said["insecure"]?.hasPrefix("Recording needs an encrypted address") == true)
        }
    }

    // MARK: Sound

    /// A WAV file with a sine of half the full scale.
    private static func tone(_ frequency: Double, rate: Int, seconds: Int) -> Data {
        func bytes<T: FixedWidthInteger>(_ value: T) -> Data { withUnsafeBytes(of: value.littleEndian) { Data($0) } }
        var samples = Data()
        for index in 0..<rate * seconds {
            samples += bytes(Int16(16_384 * sin(2 * .pi * frequency * Double(index) / Double(rate))))
        }
        var file = Data("RIFF".utf8) + bytes(UInt32(36 + samples.count)) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
        file += bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(rate)) + bytes(UInt32(2 * rate))
        file += bytes(UInt16(2)) + bytes(UInt16(16)) + Data("data".utf8) + bytes(UInt32(samples.count))
        return file + samples
    }

    /// Expects that most of the sound that arrived is the tone of 440 Hz, in a file that says 16 kHz.
    private static func expectTone(_ form: Data) throws {
        let start = try #require(form.range(of: Data("RIFF".utf8))?.lowerBound)
        let header = [UInt8](form[start..<start + 44])
        #expect(Array(header[22..<28]) == [1, 0, 0x80, 0x3E, 0, 0] && Array(header[34..<36]) == [16, 0])
        let size = (0..<4).reduce(0) { $0 | Int(header[40 + $1]) << (8 * $1) }
        let content = [UInt8](form[start + 44..<start + 44 + size])
        let samples = stride(from: 0, to: content.count - 1, by: 2).map {
            Double(Int16(bitPattern: UInt16(content[$0]) | UInt16(content[$0 + 1]) << 8))
        }
        // The longest second of sound: the first one holds the start of the device.
        let second = Array(samples.suffix(24_000).prefix(16_000))
        try #require(second.count == 16_000, "\(samples.count) samples")
        /// The power of a part at a frequency, as a share of all (Goertzel's sum, written out).
        func share(_ frequency: Double, of part: ArraySlice<Double>) -> Double {
            var (real, imaginary) = (0.0, 0.0)
            for (index, sample) in part.enumerated() {
                let angle = 2 * .pi * frequency * Double(index) / 16_000
                real += sample * cos(angle)
                imaginary += sample * sin(angle)
            }
            let all = part.reduce(0) { $0 + $1 * $1 } * Double(part.count) / 2
            return all > 0 ? (real * real + imaginary * imaginary) / all : 0
        }
        // The median over tenths of a second: a busy machine drops sound, which shifts the phase of what follows.
        func median(_ frequency: Double) -> Double {
            stride(from: 0, to: 16_000, by: 1_600).map { share(frequency, of: second[$0..<$0 + 1_600]) }.sorted()[5]
        }
        // A wrong rate would move it: 48 kHz unconverted to 147 Hz, 44.1 kHz to 160 Hz.
        #expect(median(440) > 0.7, "\(median(440)) at 440 Hz, \(median(147)) at 147 Hz, \(median(160)) at 160 Hz")
    }
}
