import Fixtures
import Foundation
import Messages
import Synchronization

/// The capacity of one machine: N people live a day.
///
/// Three parts. Accounts and histories are made. A few people live whole days as fast as the machine allows, which
/// gives the work and the bytes of a day. Then a slice of the peak hour of N people runs at its real pace, for
/// latencies; its requests are planned beforehand (`DayPlan`).
///
///     pulsum-bench day [--people N,…] [--seconds S] [--history DAYS] [--data DIRECTORY]
///
/// With several numbers of people the slices follow each other, so that a limit can be searched for. A data directory
/// is kept and used again, which saves the preparation. `PULSUM_DATABASE` passes to the services; without it they use
/// SQLite.
enum DayBenchmark {
    private struct Options {
        var people = [20_000]
        var seconds = 120.0
        var history = 730
        var data: String?

        init(_ arguments: [String]) throws {
            var rest = arguments[...]
            while let option = rest.popFirst() {
                let value = rest.popFirst() ?? ""
                switch option {
                case "--people": people = value.split(separator: ",").compactMap { Int($0) }
                case "--seconds": seconds = Double(value) ?? 0
                case "--history": history = Int(value) ?? 0
                case "--data": data = value
                default: people = []
                }
            }
            guard !people.isEmpty, people.allSatisfy({ (1...1_000_000).contains($0) }), seconds >= 10, history >= 30
            else {
                throw BenchmarkError(
                    "say: pulsum-bench day [--people N,…] [--seconds S] [--history DAYS] [--data DIRECTORY]")
            }
            people.sort()
        }
    }

    /// Days of daily values behind people who are seen by their phone only.
    private static let shortHistory = 14
    /// Days with a check-in, and journal entries, behind everybody else.
    private static let (checkIns, entries) = (30, 6)
    /// People who live whole days, and how many days.
    private static let (livers, days) = (16, 2)
    /// Threads of the generator at real pace, each with one request.
    private static let threads = 256
    /// Concurrent requests where the pace is the machine's.
    private static let inFlight = 16

    static func run(arguments: [String]) async throws {
        let options = try Options(arguments)
        let scratch = try options.data.map { try Scratch(keeping: $0) } ?? Scratch()
        let stack = try await Stack.start(scratch: scratch)
        Child.adopt(stack.processID)
        defer { Child.release(stack.processID) }
        try await stack.during(remove: options.data == nil) { stack in
            let client = DayClient(try stack.httpAddress(), cookie: "pulsum_session")
            let plans = options.people.map { DayPlan(people: $0, seconds: options.seconds, seed: UInt64($0)) }
            try await prepare(stack, client, plans, options)
            try await wholeDays(stack, client, after: options.people.last ?? 0, options)
            for (people, plan) in zip(options.people, plans) {
                try await slice(stack, plan, of: people, options)
            }
        }
    }

    // MARK: Preparation

    /// Accounts of all people, and of those who live whole days, who have the next numbers; histories.
    private static func prepare(_ stack: Stack, _ client: DayClient, _ plans: [DayPlan], _ options: Options)
        async throws
    {
        let all = options.people.last ?? 0
        let known = try await stack.bus.request(ListAccounts()).accounts.first { $0.name == "Ada" }?.user
        let model: UserID
        if let known { model = known } else { model = try await stack.makeAccount(zone: "UTC") }
        let mark = "\(stack.scratch.path)/prepared"
        let begin = ContinuousClock.now
        try await DayAccounts(stack.directory).make(all + livers, like: model)
        let accounts = ContinuousClock.now - begin
        try await stack.settle(within: .seconds(600))
        let active = plans.reduce(into: Set(all..<all + livers)) { $0.formUnion($1.active) }
        // What an earlier run with this directory made already.
        let done = Set(
            ((try? String(contentsOfFile: mark, encoding: .utf8)) ?? "").split(separator: "\n").compactMap {
                Int($0)
            })
        let numbers = (Array(0..<all + livers)).filter { !done.contains($0) }
        let failures = Failures()
        await DayClient.inParallel(inFlight, numbers.count) { index in
            failures.collect {
                try remember(DayPerson(number: numbers[index]), active.contains(numbers[index]), client, options)
            }
        }
        try failures.check("histories")
        try Data((done.sorted() + numbers).map { "\($0)\n" }.joined().utf8).write(to: URL(fileURLWithPath: mark))
        try await stack.settle(within: .seconds(1_200))
        var table = Table("Preparation", ["", "people", "seconds"])
        table.row("accounts with a session and a phone", "\(all + livers)", Table.number(accounts / .seconds(1)))
        table.row(
            "histories: \(options.history) days of \(active.count), \(shortHistory) of the others", "\(numbers.count)",
            Table.number((ContinuousClock.now - begin - accounts) / .seconds(1)))
        table.print()
    }

    /// Makes one person's history by the phone's and the pages' own requests.
    private static func remember(_ person: DayPerson, _ isActive: Bool, _ client: DayClient, _ options: Options) throws
    {
        let today = today
        let days = isActive ? options.history : shortHistory
        try client.post(DayBodies.history(of: person, days: days, before: today), of: person)
        guard isActive else { return }
        for back in (1...checkIns).reversed() {
            try client.command(
                "/v1/check-ins", DayBodies.checkIn(person.number + back * 31, day: today.advanced(by: -back)),
                of: person)
        }
        for number in 0..<entries {
            try client.command("/v1/journal", DayBodies.entry(person.number * 7 + number), of: person)
        }
    }

    private static var today: Day { Day(number: Int32(Date().timeIntervalSince1970 / 86_400)) }

    // MARK: Whole days

    private static func wholeDays(_ stack: Stack, _ client: DayClient, after first: Int, _ options: Options)
        async throws
    {
        let isSQLite = (Executables.environment["PULSUM_DATABASE"] ?? "").isEmpty
        let before = (try await StackFigures.read(stack), isSQLite ? try DayDisk(stack.directory) : nil)
        let begin = ContinuousClock.now
        let failures = Failures()
        let last = today
        await DayClient.inParallel(livers, livers) { index in
            failures.collect {
                for back in (1...days).reversed() {
                    try live(DayPerson(number: first + index), last.advanced(by: -back), client)
                }
            }
        }
        try failures.check("whole days")
        try await stack.settle(within: .seconds(120))
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        let used = try await StackFigures.read(stack) - before.0
        let personDays = Double(livers * days)
        var table = Table(
            "\(livers) people live \(days) whole days, \(inFlight) requests at once, \(Table.number(seconds)) s", [""])
        table.row("person-days per second", Table.number(personDays / seconds))
        table.row(
            "ms of processor time of the stack per person-day", Table.number(used.total.seconds * 1000 / personDays))
        table.print()
        guard let earlier = before.1 else { return }
        let growth = DayDisk.growth(from: earlier, to: try DayDisk(stack.directory))
        var disk = Table("Bytes on disk", ["table", "bytes per person-day", "kB per person-year"])
        func row(_ name: String, _ bytes: Double) {
            disk.row(name, Table.number(bytes / personDays), Table.number(bytes / personDays * 365 / 1000))
        }
        for (table, bytes) in growth.prefix(16) { row("\(table.service) \(table.name)", bytes) }
        row("all tables that keep their rows", growth.reduce(0) { $0 + $1.bytes })
        disk.print()
    }

    /// One day of one person, in the order of the day. Phones post 96 times; everything else lies between the posts.
    private static func live(_ person: DayPerson, _ day: Day, _ client: DayClient) throws {
        let variant = person.number + Int(day.number) * 13
        for place in 0..<Int(DayKind.post.perDay) {
            let end = Int(day.number) * 86_400 + (place + 1) * DayBodies.interval
            try client.post(DayBodies.post(of: person, until: end, place: place), of: person)
            switch place {
            case 30: try client.command("/v1/check-ins", DayBodies.checkIn(variant, day: day), of: person)
            case 33, 84: try client.command("/v1/journal", DayBodies.entry(variant + place), of: person)
            case 32, 35, 50, 70, 85: try client.page(DayBodies.page(variant + place), of: person)
            case 52: try client.command("/v1/chat", DayBodies.chat(variant), of: person)
            default: break
            }
        }
    }

    // MARK: The peak hour

    private static func slice(_ stack: Stack, _ plan: DayPlan, of people: Int, _ options: Options) async throws {
        let client = DayClient(try stack.httpAddress(), cookie: "pulsum_session")
        try await stack.settle()
        let before = try await StackFigures.read(stack)
        let begin = ContinuousClock.now
        await client.run(plan, threads: threads)
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        let used = try await StackFigures.read(stack) - before
        client.closeViews()
        let report = DayReport(client, plan, people: people, used, seconds: seconds)
        report.printLatencies(options.seconds)
        report.printUse()
        try report.printGoals()
    }
}

/// The first failure of many threads.
private final class Failures: Sendable {
    private let state = Mutex((first: "", count: 0))

    func collect(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            state.withLock { state in
                if state.count == 0 { state.first = "\(error)" }
                state.count += 1
            }
        }
    }

    func check(_ what: String) throws {
        let (first, count) = state.withLock { ($0.first, $0.count) }
        if count > 0 { throw BenchmarkError("\(count) of the \(what) failed, the first with \(first)") }
    }
}
