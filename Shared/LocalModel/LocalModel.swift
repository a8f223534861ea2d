import Foundation
import Language
import Synchronization

/// A language model that a person runs: any server that speaks OpenAI's chat completions with structured output (Ollama, llama.cpp, vLLM, LM Studio), on this
/// machine or in its private network. A step of a cascade: whatever it does wrong is a typed error, and the next step answers.
public final class LocalModel: Sendable {
    private let address: LocalModelAddress
    private let name: String
    private let injections: InjectionDetector
    private let rest = Mutex(ModelRest())

    /// Less than this is not worth asking.
    private static let least = Duration.milliseconds(50)

    /// - Parameter injections: what reads each text before the model does.
    /// - Returns: nil where `url` is empty: none is configured.
    /// - Throws: one sentence for whoever configured it, where the address is public or the name is missing.
    public convenience init?(url: String, name: String, injections: InjectionDetector) throws {
        guard !url.isEmpty else { return nil }
        guard !name.isEmpty else {
            throw LocalModelAddress.Refused(description: "PULSUM_LOCAL_MODEL_NAME must name the model that answers at PULSUM_LOCAL_MODEL_URL.")
        }
        self.init(address: try LocalModelAddress(url), name: name, injections: injections)
    }

    init(address: LocalModelAddress, name: String, injections: InjectionDetector) {
        (self.address, self.name, self.injections) = (address, name, injections)
    }

    /// Asks one question about a text. One that tries to steer the model is not handed to it.
    /// - Parameters:
    ///   - instructions: what to find out; ours, never a person's.
    ///   - limit: over everything; later is no answer.
    public func ask(_ instructions: String, about text: String, _ schema: AnswerSchema, within limit: Duration) async throws(LocalModelError) -> LocalAnswer {
        guard !rest.withLock({ $0.isResting(at: .now) }) else { throw .resting }
        let deadline = ContinuousClock.now + limit
        // Reading a long text may take longer than there is; the reading itself cannot be stopped.
        guard let isSteered = await Self.value(of: Task { [injections] in await injections.detects(text) }, within: limit) else { throw .timeout }
        if isSteered { throw .steered }
        guard deadline - .now >= Self.least else { throw .timeout }
        do {
            let answer = try await answer(instructions, text, schema, until: deadline)
            rest.withLock { $0.note(nil, at: .now) }
            return answer
        } catch {
            // A caller that has gone says nothing about the model.
            if !Task.isCancelled { rest.withLock { $0.note(error, at: .now) } }
            throw error
        }
    }

    /// The task's value; nil when the time is over, while the task goes on.
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
        _ instructions: String, _ text: String, _ schema: AnswerSchema, until deadline: ContinuousClock.Instant
    ) async throws(LocalModelError) -> LocalAnswer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let request = CompletionRequest(model: name, instructions: instructions, text: text, schema: schema)
        guard let body = try? encoder.encode(request) else { throw .malformed }
        guard let addresses = await address.addresses(within: deadline - .now) else { throw .timeout }
        var last = LocalModelError.unreachable
        for address in addresses {
            let outcome = await LocalHTTP.post(
                self.address.completions, host: self.address.host, at: address, body: Array(body), within: max(deadline - .now, .zero))
            switch outcome {
            case .answered(200, let bytes): return try Completion.read(bytes, schema: schema)
            case .answered(_, let bytes): throw Completion.isGuardrail(bytes) ? .refused : .status
            // The name's next address may have a listener.
            case .failed(.unreachable): last = .unreachable
            case .failed(let error): throw error
            }
        }
        throw last
    }
}
