import Foundation
import Language
import PrivateHTTP
import Synchronization
import SystemKit
import Tracing

/// A language model that a person runs: any server with OpenAI's chat completions and structured output (Ollama,
/// llama.cpp, vLLM, LM Studio), on this machine or in its private network. It is one step of a cascade: every failure
/// is a typed error, after which the next step runs.
public final class LocalModel: Sendable {
    private let address: PrivateURL
    /// As configured.
    public let name: String
    private let injections: InjectionDetector
    private let rest = Mutex(ModelCircuitBreaker())

    /// With less time than this left, the model is not asked.
    private static let minimumWait = Duration.milliseconds(50)

    /// Creates a client for the configured model.
    /// - Parameters:
    ///   - url: base URL; empty if no model is configured.
    ///   - name: the model's name at the server.
    ///   - injections: checks each text before the model reads it.
    /// - Returns: nil if `url` is empty.
    /// - Throws: an error with one sentence for the operator if the address is public or the name is missing.
    public convenience init?(url: String, name: String, injections: InjectionDetector) throws {
        guard !url.isEmpty else { return nil }
        guard !name.isEmpty else {
            throw PrivateURL.Refused(
                "PULSUM_LOCAL_MODEL_NAME must name the model that answers at PULSUM_LOCAL_MODEL_URL.")
        }
        self.init(address: try Self.address(url), name: name, injections: injections)
    }

    /// The configured base URL, restricted to this machine and its private network.
    /// - Parameter resolve: every address of a name; blocks.
    static func address(
        _ url: String, resolve: @escaping @Sendable (String) -> [String] = HostName.addresses
    ) throws(PrivateURL.Refused) -> PrivateURL {
        try PrivateURL(url, setting: "PULSUM_LOCAL_MODEL_URL", subject: "what people write", resolve: resolve)
    }

    init(address: PrivateURL, name: String, injections: InjectionDetector) {
        (self.address, self.name, self.injections) = (address, name, injections)
    }

    /// Whether it failed several times in a row and is not asked for a while.
    public var isResting: Bool { rest.withLock { $0.isResting(at: .now) } }

    /// Asks one question about a text. A text that tries to steer the model is not sent.
    /// - Parameters:
    ///   - instructions: the question, written by us and never by a person.
    ///   - text: the text that the question is about.
    ///   - schema: the form of the reply.
    ///   - limit: deadline for the whole call.
    /// - Throws: `LocalModelError`.
    public func ask(_ instructions: String, about text: String, _ schema: ReplySchema, within limit: Duration)
        async throws(LocalModelError) -> LocalReply
    {
        guard !rest.withLock({ $0.isResting(at: .now) }) else { throw .resting }
        let deadline = ContinuousClock.now + limit
        // The check of a long text may exceed the limit and cannot be cancelled.
        guard
            let isSteered = await Self.value(of: Task { [injections] in await injections.detects(text) }, within: limit)
        else { throw .timeout }
        if isSteered { throw .steered }
        guard deadline - .now >= Self.minimumWait else { throw .timeout }
        do {
            let answer = try await withSpan("chat", ofKind: .client) { span in
                span.attributes["gen_ai.operation.name"] = "chat"
                let outcome = await result(instructions, text, schema, until: deadline)
                if case .failure(let error) = outcome { span.recordError(error) }
                return outcome
            }.get()
            rest.withLock { $0.note(nil, at: .now) }
            return answer
        } catch {
            // A cancelled call says nothing about the model's availability.
            if !Task.isCancelled { rest.withLock { $0.note(error, at: .now) } }
            throw error
        }
    }

    /// Like `answer`, as a value: `withSpan` loses the type of an error.
    private func result(
        _ instructions: String, _ text: String, _ schema: ReplySchema, until deadline: ContinuousClock.Instant
    ) async -> Result<LocalReply, LocalModelError> {
        do throws(LocalModelError) {
            return .success(try await answer(instructions, text, schema, until: deadline))
        } catch {
            return .failure(error)
        }
    }

    /// The task's value; nil after `limit`, while the task continues.
    private static func value(of task: Task<Bool, Never>, within limit: Duration) async -> Bool? {
        let (values, value) = AsyncStream.makeStream(of: Bool?.self)
        let timer = Task {
            try? await Task.sleep(for: limit)
            value.yield(nil)
        }
        Task { value.yield(await task.value) }
        defer { timer.cancel() }
        return await values.first { _ in true } ?? nil
    }

    private func answer(
        _ instructions: String, _ text: String, _ schema: ReplySchema, until deadline: ContinuousClock.Instant
    ) async throws(LocalModelError) -> LocalReply {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let request = CompletionRequest(model: name, instructions: instructions, text: text, schema: schema)
        guard let body = try? encoder.encode(request) else { throw .malformed }
        let outcome = await PrivateHTTP.send(
            .post(address.path + "/chat/completions", contentType: "application/json", Array(body)), to: address,
            until: deadline)
        switch outcome {
        case .answered(200, let bytes): return try Completion.read(bytes, schema: schema)
        case .answered(_, let bytes): throw Completion.isGuardrail(bytes) ? .refused : .status
        case .failed(let failure): throw LocalModelError(failure)
        }
    }
}
