import Fixtures
import Foundation

/// `pulsum-bench [name|all] [arguments]`: measures this machine and prints what was reached. Names are below.
@main
struct Benchmarks {
    private struct Benchmark: Sendable {
        var name: String
        var purpose: String
        /// No benchmark runs for ever; one that takes longer is stopped and says so.
        var limit = Duration.seconds(1_200)
        /// False for one that takes longer than all others together.
        var isPartOfAll = true
        var run: @Sendable ([String]) async throws -> Void
    }

    private static let all = [
        Benchmark(
            name: "codec", purpose: "messages to bytes and back, against Foundation's JSON", run: CodecBenchmark.run),
        Benchmark(
            name: "bus",
            purpose:
                "a request through broker and worker and back, against a C program, Majordomo in Python and NATS [--only ipc|tcp|curve]",
            run: BusBenchmark.run),
        Benchmark(
            name: "allocations", purpose: "how often each process asks for memory, per request",
            run: AllocationBenchmark.run),
        Benchmark(
            name: "capability", purpose: "what the API's capability adds to a request about a person",
            run: CapabilityBenchmark.run),
        Benchmark(
            name: "storage", purpose: "commits, sealed rows, events through the outbox", run: StorageBenchmark.run),
        Benchmark(
            name: "events",
            purpose:
                "durable events from process to process, against Redis Streams and PostgreSQL [--directory PATH] [--rounds N]",
            run: EventsBenchmark.run),
        Benchmark(
            name: "import",
            purpose:
                "an Apple Health export to daily metrics and the first score [--records N] [--slice MB] [--xml] [--file PATH]",
            run: ImportBenchmark.run),
        Benchmark(
            name: "tables",
            purpose: "100,000 actions in and out as a table; a restated day on its way to its action [--actions N]",
            run: TablesBenchmark.run),
        Benchmark(name: "stack", purpose: "pulsum up: time to ready, memory when idle", run: StackBenchmark.run),
        Benchmark(
            name: "everyday",
            purpose:
                "a check-in, a phone's post and a breakdown over HTTP, with three months to thirty years of history [--years N] [--entries N]",
            run: EverydayBenchmark.run),
        Benchmark(
            name: "companions",
            purpose:
                "posts of companion apps over HTTP, and the first sync of years while its person opens Today [--posts N]",
            limit: .seconds(3_600), run: CompanionBenchmark.run),
        Benchmark(
            name: "arrivals",
            purpose:
                "planted faults of simulated phones that their habits find, how soon, and lines without a fault [--seeds even|odd] [--phones N] [--detail]",
            run: ArrivalsBenchmark.run),
        Benchmark(
            name: "day",
            purpose:
                "the capacity of this machine: people who live a day, and their peak hour [--people N,…] [--seconds S] [--history DAYS] [--data DIRECTORY]",
            limit: .seconds(7_200), isPartOfAll: false, run: DayBenchmark.run),
        Benchmark(
            name: "edge", purpose: "pages of somebody signed in under 5,000 slow connections [--seconds N]",
            run: EdgeBenchmark.run),
        Benchmark(
            name: "coach", purpose: "cards and chat of a person with a library of their own [--moments N]",
            run: CoachBenchmark.run),
        Benchmark(
            name: "goals", purpose: "lists, actions and the overview of the goals service [--actions N]",
            run: GoalsBenchmark.run),
        Benchmark(
            name: "plans",
            purpose:
                "how well plans learn the known expenditure of made-up people; plans over the bus, the week's work [--only learning|service|week] [--people N] [--choosing] [--week N] [--days N]",
            run: PlansBenchmark.run),
        Benchmark(
            name: "questions", purpose: "300 questions to the coach, for three made-up people [--file PATH] [--all]",
            run: QuestionsBenchmark.run),
        Benchmark(
            name: "scoring", purpose: "ten years of one user rebuilt, one day of many users [--users N]",
            run: ScoringBenchmark.run),
        Benchmark(
            name: "worth",
            purpose: "how well the score foresees the next self-report, beside simpler ways and river [--readme PATH]",
            run: WorthBenchmark.run),
        Benchmark(
            name: "language",
            purpose: "sentence vectors beside onnxruntime, the safety verdict of the running service, memory",
            run: LanguageBenchmark.run),
    ]

    private static func limited(_ limit: Duration, _ run: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await run() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw BenchmarkError("it took longer than \(limit)")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    static func main() async {
        Child.become(CommandLine.arguments)
        let together = Child.endTogether()
        defer { together.cancel() }
        let arguments = CommandLine.arguments.dropFirst()
        let name = arguments.first ?? "all"
        let chosen = name == "all" ? all.filter(\.isPartOfAll) : all.filter { $0.name == name }
        guard !chosen.isEmpty else {
            print("There is no benchmark \(name). There are:")
            for benchmark in all { print("  \(benchmark.name): \(benchmark.purpose)") }
            print(
                "  all: one after the other, without \(all.filter { !$0.isPartOfAll }.map(\.name).joined(separator: ", "))"
            )
            exit(64)
        }
        var failed = false
        for benchmark in chosen {
            do {
                if chosen.count > 1 { print("\n— \(benchmark.name): \(benchmark.purpose)") }
                try await limited(benchmark.limit) {
                    try await benchmark.run(name == "all" ? [] : Array(arguments.dropFirst()))
                }
            } catch {
                print("\(benchmark.name) could not be measured: \(error)")
                failed = true
            }
        }
        Table.printGoals()
        exit(failed ? 1 : 0)
    }
}
