import Bus
import Fixtures
import Foundation
import Language
import Messages

/// The cost of reading a text: the sentence model on one thread next to onnxruntime with the same weights, and the
/// safety verdict of the running service.
enum LanguageBenchmark {
    private static let rounds = 40
    private static let verdicts = 300

    static func run(arguments: [String]) async throws {
        guard SentenceModel.isInstalled else { throw BenchmarkError(SentenceModel.hint) }
        if arguments == ["ready"] { return try await ready() }
        try await embedding()
        try await service()
    }

    // MARK: The model

    private static func embedding() async throws {
        let exact = try MiniLMEmbedder(folder: SentenceModel.folder)
        let fast = try MiniLMEmbedder(folder: SentenceModel.folder, precision: .fast)
        let other = try await OnnxRuntime()
        defer { other?.stop() }
        let batch = (0..<32).map { EverydayText.sentences[$0 % EverydayText.sentences.count] }
        var table = Table(
            "Sentence model: milliseconds, medians of \(rounds) turns, one thread; beside onnxruntime \(other?.version ?? "(not installed)")",
            ["", "onnxruntime", "Pulsum", "times as fast", "Pulsum, \(fast.kernelName)", "times as fast"])
        var reached: [(what: String, goal: Double, times: Double)] = []
        var leastCosine = 1.0
        for (what, texts) in [
            ("one sentence", [batch[1]]), ("a text of 60 words", [EverydayText.words(60, from: 0)]),
            ("a batch of 32 sentences", batch),
        ] {
            var (theirs, times): ([Double], [[Double]]) = ([], [[], []])
            for round in 0..<rounds + 3 {
                let answer = try other?.embed(texts)
                var vectors: [[[Float]]] = []
                for (place, embedder) in [exact, fast].enumerated() {
                    let start = ContinuousClock.now
                    vectors.append(try await embedder.embed(texts))
                    // The first rounds warm up caches and threads.
                    if round >= 3 { times[place].append((ContinuousClock.now - start) / .milliseconds(1)) }
                }
                leastCosine = min(leastCosine, cosine(vectors[0], vectors[1]))
                guard let answer, round >= 3 else { continue }
                theirs.append(answer.milliseconds)
                guard cosine(vectors[0], answer.vectors) > 0.9999 else {
                    throw BenchmarkError("onnxruntime's vectors are others than ours: it does not run the same model")
                }
            }
            // Alternates, so that load on the machine affects both.
            let ratios = times.map { Table.median(zip(theirs, $0).map { $0 / $1 }) }
            let cells = [Table.median(theirs), Table.median(times[0]), ratios[0], Table.median(times[1]), ratios[1]]
                .map(Table.number)
            table.row(what, cells[0], cells[1], cells[2], cells[3], cells[4])
            if other != nil { reached += [("\(what)", 1, ratios[0]), ("\(what), \(fast.kernelName)", 2, ratios[1])] }
        }
        table.print()
        print("  least cosine between a vector and its fast one: \(leastCosine)")
        for (what, goal, times) in reached {
            Table.goal("times onnxruntime's speed, \(what)", measured: times, atLeast: goal)
        }
        try await start()
    }

    /// The least over pairs of vectors of length 1.
    private static func cosine(_ left: [[Float]], _ right: [[Float]]) -> Double {
        zip(left, right).map { Double(zip($0, $1).reduce(0) { $0 + $1.0 * $1.1 }) }.min() ?? 0
    }

    /// Milliseconds from process start to the vector of a first sentence.
    private static func start() async throws {
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return }
        var (whole, model): ([Double], [Double]) = ([], [])
        for _ in 0..<7 {
            let start = ContinuousClock.now
            let result = try await Executable.run(path, ["language", "ready"])
            whole.append((ContinuousClock.now - start) / .milliseconds(1))
            guard let milliseconds = Double(result.output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                throw BenchmarkError("the model could not be opened: \(result.errors.suffix(200))")
            }
            model.append(milliseconds)
        }
        print("  a process that opens the model, makes one vector and ends: \(Table.number(Table.median(whole))) ms")
        Table.goal(
            "ms until the model has made its first vector, from opening its files on", measured: Table.median(model),
            atMost: 100)
    }

    private static func ready() async throws {
        let start = ContinuousClock.now
        _ = try await MiniLMEmbedder(folder: SentenceModel.folder).embed([EverydayText.sentences[0]])
        print((ContinuousClock.now - start) / .milliseconds(1))
    }

    // MARK: The service

    private static func service() async throws {
        let stack = try await Stack.start()
        do {
            // Safety answers coaching, not the command line.
            let token = try String(contentsOfFile: "\(stack.directory)/tokens/coaching", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let bus = try BusConnection(
                BusConfiguration(
                    service: .coaching, release: "benchmark",
                    brokers: [try BusEndpoint("ipc://\(stack.directory)/run/bus")], token: token))
            let running = Task { try await bus.run() }
            defer { running.cancel() }
            func milliseconds(_ text: String) async throws -> Double {
                let start = ContinuousClock.now
                _ = try await bus.request(Classify(text: text, country: "US"))
                return (ContinuousClock.now - start) / .milliseconds(1)
            }
            for number in 0..<20 { _ = try await milliseconds(EverydayText.words(60, from: number)) }
            var short: [Double] = []
            for number in 0..<verdicts { short.append(try await milliseconds(EverydayText.words(60, from: number))) }
            var long: [Double] = []
            for number in 0..<9 { long.append(try await milliseconds(EverydayText.characters(10_000, from: number))) }
            // Only root may read a service's mappings.
            let memory = try (geteuid() == 0 ? [ServiceName.safety, .sentiment, .coaching] : []).flatMap { service in
                try stack.processIDs(of: service).map {
                    (service, try ProcessMemory(of: $0, beside: SentenceModel.folder))
                }
            }

            var table = Table(
                "Safety verdict of the running service, bus included, one request after the other",
                ["", "p50 ms", "p99 ms"])
            table.row(
                "60 words, \(verdicts) texts", Table.number(Table.median(short)),
                Table.number(Table.percentile(short, 0.99)))
            table.row(
                "10,000 characters, \(long.count) entries", Table.number(Table.median(long)),
                Table.number(long.max() ?? 0))
            table.print()
            var sizes = Table("Memory of the processes that read text", ["", "private MB", "weights mapped MB"])
            for (service, size) in memory {
                sizes.row("\(service)", Table.number(size.privateMegabytes), Table.number(size.mappedMegabytes))
            }
            if !memory.isEmpty { sizes.print() }
            Table.goal("ms p99 of a safety verdict on 60 words", measured: Table.percentile(short, 0.99), atMost: 20)
            Table.goal("ms of a safety verdict on 10,000 characters, slowest", measured: long.max() ?? 0, atMost: 600)
            for (service, size) in memory {
                Table.goal(
                    "MB private in \(service), beside the shared weights", measured: size.privateMegabytes, atMost: 40)
            }
            try await stack.stop()
        } catch {
            _ = try? await stack.stop()
            throw error
        }
    }
}
