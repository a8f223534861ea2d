import Fixtures
import Foundation

/// `pulsum-bench [name|all] [arguments]`: measures this machine and prints what was reached. Names are below.
@main
struct Benchmarks {
    private struct Benchmark: Sendable {
        var name: String
        var purpose: String
        var run: @Sendable ([String]) async throws -> Void
    }

    private static let all = [
        Benchmark(name: "codec", purpose: "messages to bytes and back, against Foundation's JSON", run: CodecBenchmark.run),
        Benchmark(name: "bus", purpose: "a request through broker and worker and back, against a C program [its path]") { arguments in
            // deploy/bench compiles the program next to this one.
            try await BusBenchmark.run(arguments: arguments.isEmpty ? [Executable.folder.appendingPathComponent("roundtrip").path] : arguments)
        },
        Benchmark(name: "storage", purpose: "commits, sealed rows, events through the outbox", run: StorageBenchmark.run),
        Benchmark(name: "import", purpose: "an Apple Health export to daily metrics [--megabytes N] [--zip] [--file PATH]", run: ImportBenchmark.run),
        Benchmark(name: "stack", purpose: "pulsum up: time to ready, memory when idle", run: StackBenchmark.run),
    ]

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let name = arguments.first ?? "all"
        let chosen = name == "all" ? all : all.filter { $0.name == name }
        guard !chosen.isEmpty else {
            print("There is no benchmark \(name). There are:")
            for benchmark in all { print("  \(benchmark.name): \(benchmark.purpose)") }
            print("  all: one after the other")
            exit(64)
        }
        var failed = false
        for benchmark in chosen {
            do {
                try await benchmark.run(name == "all" ? [] : Array(arguments.dropFirst()))
            } catch {
                print("\(benchmark.name) could not be measured: \(error)")
                failed = true
            }
        }
        exit(failed ? 1 : 0)
    }
}
