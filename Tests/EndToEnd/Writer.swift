import Bus
import Fixtures
import Foundation
import Messages
import Testing

/// Writes entries and check-ins, each under a request id that every retry keeps, and verifies afterwards that each is
/// stored once.
struct Writer {
    let user: UserID
    let bus: any Requesting
    private(set) var written: [String] = []
    private(set) var retries = 0
    private(set) var slowest = Duration.zero

    init(user: UserID, bus: any Requesting) { (self.user, self.bus) = (user, bus) }

    mutating func write(_ number: Int) async throws {
        let day = World.lastDay.advanced(by: -number % 40)
        let text = "Note \(number): a calm and happy day."
        try await keepAsking(SubmitJournal(user: user, day: day, at: World.noon(day) + Int64(number), text: text))
        written.append(text)
        try await keepAsking(
            SubmitCheckIn(
                user: user, day: day, at: World.noon(day) + Int64(number), stress: 3, energy: Int32(1 + number % 7),
                sleepQuality: 5))
    }

    /// (c) Every request ends in a reply or a retryable error.
    private mutating func keepAsking<R: BusRequest>(_ request: R) async throws {
        let id = RequestID.random()
        let begin = ContinuousClock.now
        while true {
            do {
                _ = try await bus.request(request, id: id, budget: .seconds(10))
                slowest = max(slowest, ContinuousClock.now - begin)
                return
            } catch let error as ServiceError where ContinuousClock.now < begin + .seconds(90) {
                guard [.busy, .timeout, .unavailable, .interrupted, .storage].contains(error.code) else { throw error }
                retries += 1
                try await Task.sleep(for: .milliseconds(error.retryAfter ?? 100) * Double.random(in: 0.5...1.5))
            }
        }
    }

    /// Waits until everything is analysed, and expects each accepted entry once.
    /// - Parameter first: number of entries that must be present; later ones may be.
    /// - Returns: the number of entries.
    @discardableResult
    func expectEach(on bus: any Requesting, atLeast first: Int? = nil) async throws -> Int {
        let entries = try await eventually("the journal is analysed", within: .seconds(120)) {
            let entries = try await everyEntry(bus)
            return entries.allSatisfy { $0.analysis != nil } ? entries : nil
        }
        let texts = Set(entries.map(\.text))
        #expect(texts.count == entries.count, "each entry is there only once")
        #expect(texts.isSuperset(of: written.prefix(first ?? written.count)), "each accepted entry is there")
        #expect(texts.isSubset(of: written), "nothing else is there")
        return entries.count
    }

    private func everyEntry(_ bus: any Requesting) async throws -> [JournalEntry] {
        var entries: [JournalEntry] = []
        var before: Milliseconds?
        while true {
            let page = try await bus.request(JournalQuery(user: user, before: before, limit: 100)).entries
            entries += page
            guard page.count == 100, let last = page.last else { return entries }
            before = last.at
        }
    }
}

/// Several concurrent writers, which run until they are stopped.
actor Crowd {
    private var writers: [Writer]
    private var tasks: [Task<Void, any Error>] = []
    private var isOver = false

    init(_ users: [UserID], bus: any Requesting) { writers = users.map { Writer(user: $0, bus: bus) } }

    func start() {
        for index in writers.indices { tasks.append(Task { try await self.keepWriting(index) }) }
    }

    private func keepWriting(_ index: Int) async throws {
        var number = 0
        while !isOver {
            var writer = writers[index]
            try await writer.write(number)
            writers[index] = writer
            number += 1
        }
    }

    /// Number of accepted entries of each writer.
    var written: [Int] { writers.map(\.written.count) }

    func stop() async throws -> [Writer] {
        isOver = true
        for task in tasks { try await task.value }
        return writers
    }
}
