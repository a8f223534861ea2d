import Foundation
import Hummingbird
import Logging
import Synchronization

/// A local server that speaks the Responses API, chat completions or transcriptions, or takes OTLP traces. It records
/// the exact bytes of every request.
public final class RecordingServer: Sendable {
    /// The reply to one request.
    public enum Answer: Sendable {
        /// Behaves as a well-formed model: phrases the suggestion or the topic in the request.
        case echo
        case reply(coachReply: String, nextAction: String? = nil)
        /// A status without a useful body; `retryAfter` in seconds.
        case status(Int, retryAfter: Int? = nil)
        /// 200 with a body that is not JSON.
        case garbage
        /// 200 with this body.
        case raw(String)
        /// 200 with this text as the message of a chat completion; `reason` is its finish reason.
        case chat(String, reason: String = "stop")
        /// A status with this body.
        case failure(Int, String)
        /// No reply until `release()` is called; then `echo`.
        case hold
    }

    /// One recorded request.
    public struct Arrival: Sendable {
        /// Path of the request line.
        public let path: String
        /// Header fields; names in lower case.
        public let headers: [String: String]
        /// Exact bytes of the body.
        public let body: [UInt8]
    }

    private struct State {
        var arrivals: [Arrival] = []
        var answers: [Answer] = []
        var waiting: [(count: Int, resume: CheckedContinuation<Void, Never>)] = []
        var held: [CheckedContinuation<Void, Never>] = []
        var isReleased = false
    }

    private let state = Mutex(State())
    private let task: Task<Void, any Error>
    /// Base URL for `PULSUM_CLOUD_URL`: `http://127.0.0.1:port/v1`.
    public let url: String

    /// Listens on 127.0.0.1 at a free port; returns once the server accepts connections.
    public static func start() async throws -> RecordingServer {
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let box = Box()
        let router = Router()
        let record: @Sendable (Request, BasicRequestContext) async throws -> Response = { request, _ in
            var request = request
            let body = try await request.collectBody(upTo: 1 << 20)
            let headers = Dictionary(
                request.headers.map { ($0.name.rawName.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
            let arrival = Arrival(path: request.uri.path, headers: headers, body: Array(body.readableBytesView))
            guard let server = box.server.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
            return await server.respond(to: arrival)
        }
        router.post("v1/responses", use: record)
        router.post("v1/chat/completions", use: record)
        router.post("v1/audio/transcriptions", use: record)
        router.post("v1/traces", use: record)
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                found.yield(channel.localAddress?.port ?? 0)
                found.finish()
            }, logger: Logger(label: "recording", factory: { _ in SwiftLogNoOpLogHandler() }))
        let task = Task { try await application.run() }
        for await port in ports {
            let server = RecordingServer(task, "http://127.0.0.1:\(port)/v1")
            box.server.withLock { $0 = server }
            return server
        }
        try await task.value
        throw CancellationError()
    }

    private final class Box: Sendable { let server = Mutex<RecordingServer?>(nil) }

    private init(_ task: Task<Void, any Error>, _ url: String) {
        self.task = task
        self.url = url
    }

    /// Base URL for `PULSUM_OTLP_URL`.
    public var collectorURL: String { String(url.dropLast(3)) }

    /// Stops the server.
    public func stop() async {
        release()
        task.cancel()
        _ = await task.result
    }

    // MARK: What arrived

    /// All requests so far, in order of arrival.
    public var arrivals: [Arrival] { state.withLock { $0.arrivals } }
    /// Exact bytes of each body, in order of arrival.
    public func bodies() async -> [[UInt8]] { arrivals.map(\.body) }
    /// Header fields of each request, in order of arrival.
    public var headers: [[String: String]] { arrivals.map(\.headers) }

    /// Waits until `count` requests have arrived.
    public func arrived(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.arrivals.count < count else { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    // MARK: What it answers

    /// Sets the replies to the next requests, in order; the last one repeats. `echo` before the first call.
    public func answer(_ answers: Answer...) { state.withLock { $0.answers = answers } }

    /// Releases all held requests, and those held later.
    public func release() {
        let held = state.withLock { state in
            state.isReleased = true
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    private func respond(to arrival: Arrival) async -> Response {
        let (answer, ready) = state.withLock { state in
            state.arrivals.append(arrival)
            let ready = state.waiting.filter { $0.count <= state.arrivals.count }.map(\.resume)
            state.waiting.removeAll { $0.count <= state.arrivals.count }
            let answer = state.answers.count > 1 ? state.answers.removeFirst() : state.answers.first ?? .echo
            return (answer, ready)
        }
        for continuation in ready { continuation.resume() }
        switch answer {
        case .echo: return Self.completed(coachReply: Self.phrased(arrival.body), nextAction: nil)
        case .reply(let coachReply, let nextAction):
            return Self.completed(coachReply: coachReply, nextAction: nextAction)
        case .garbage: return Self.json("<html>not what you asked for</html>")
        case .raw(let text): return Self.json(text)
        case .chat(let text, let reason): return Self.json(Self.chat(text, reason))
        case .failure(let code, let body):
            var response = Self.json(body)
            response.status = .init(code: code)
            return response
        case .status(let code, let retryAfter):
            var response = Response(status: .init(code: code))
            if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
            return response
        case .hold:
            await held()
            return Self.completed(coachReply: Self.phrased(arrival.body), nextAction: nil)
        }
    }

    private func held() async {
        await withCheckedContinuation { continuation in
            let goes = state.withLock { state in
                if !state.isReleased { state.held.append(continuation) }
                return state.isReleased
            }
            if goes { continuation.resume() }
        }
    }

    /// The suggestion or topic of the request, phrased as a model that keeps to the given facts would.
    private static func phrased(_ body: [UInt8]) -> String {
        let request = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        let lines = (request?["input"] as? String ?? "").split(separator: "\n")
        func line(_ name: String) -> String? {
            lines.first { $0.hasPrefix(name) }.map { $0.dropFirst(name.count).trimmingCharacters(in: .whitespaces) }
        }
        let topic = line("Topic:")?.prefix { $0 != "." }
        let suggestion = line("Suggestion:")?.prefix { $0 != "." }
        return "You asked about your \(topic ?? "wellbeing")."
            + (suggestion.map { " You could try this: \($0)!" } ?? "")
    }

    private static func completed(coachReply: String, nextAction: String?) -> Response {
        let answer: [String: Any] = ["coachReply": coachReply, "nextAction": nextAction ?? NSNull()]
        let text =
            (try? JSONSerialization.data(withJSONObject: answer)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let response: [String: Any] = [
            "id": "resp_1", "object": "response", "status": "completed",
            "output": [
                ["type": "reasoning", "id": "rs_1", "summary": []],
                [
                    "type": "message", "id": "msg_1", "role": "assistant",
                    "content": [["type": "output_text", "text": text, "annotations": []]],
                ],
            ],
        ]
        return json(
            (try? JSONSerialization.data(withJSONObject: response)).map { String(decoding: $0, as: UTF8.self) } ?? "")
    }

    private static func chat(_ text: String, _ reason: String) -> String {
        let choice: [String: Any] = [
            "index": 0, "message": ["role": "assistant", "content": text], "finish_reason": reason,
        ]
        let body = try? JSONSerialization.data(withJSONObject: ["object": "chat.completion", "choices": [choice]])
        return String(decoding: body ?? Data(), as: UTF8.self)
    }

    private static func json(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
