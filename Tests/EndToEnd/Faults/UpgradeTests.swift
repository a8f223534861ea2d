import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit
import TestTraits
import Testing

/// Two releases of one service on one database.
@Suite(.serialized, .tags(.processes)) struct UpgradeTests {
    @Test(
        "The next release joins, works beside this one on the same database, and leaves again: nothing is lost, nothing happens twice",
        .timeLimit(.minutes(5)))
    func sideBySide() async throws {
        try await Stack.run { stack in
            let importer = try await stack.makeAccount("Ida")
            var users: [UserID] = []
            for name in ["Ada", "Ben", "Cem", "Dan"] { users.append(try await stack.makeAccount(name)) }
            try await stack.upload(try World.export(in: stack.scratch, days: 60), for: importer, job: .random())

            // Half of the callers use the next release, too.
            let bus = stack.bus
            let writing = users.enumerated().map { index, user in
                Task { () async throws -> Int in try await write(as: user, remarking: index.isMultiple(of: 2), on: bus)
                }
            }
            func answered() async throws -> [String: Int64] {
                let workers =
                    try await stack.bus.request(BusStatus()).services.first { $0.service == .scoring }?.workers ?? []
                return Dictionary(workers.map { ($0.release, $0.answered) }, uniquingKeysWith: +)
            }
            try await eventually("the present release works") {
                try await answered()[Release.name, default: 0] > 20 ? () : nil
            }
            let next = try NextRelease(on: stack)
            // Two processes write one database; SQLite gives the lock to whoever asks next, so one may wait long.
            try await eventually("both work", within: .seconds(120)) {
                let counts = try await answered()
                let remarks = try await next.remarks()
                return counts["next", default: 0] > 40 && remarks > 0 ? () : nil
            }
            let side = try await answered()
            // The current release dies and restarts on the migrated database; then the next one leaves the bus in
            // order.
            kill(try #require(stack.processIDs(of: .scoring).first), SIGKILL)
            try await eventually("the present release is back") {
                try await answered()[Release.name, default: 0] > 20 ? () : nil
            }
            await next.leave()
            let last = try await answered()[Release.name, default: 0]
            try await eventually("the present release goes on alone") {
                try await answered()[Release.name, default: 0] > last + 20 ? () : nil
            }
            var accepted = 0
            for task in writing {
                task.cancel()
                accepted += try await task.value
            }

            try await stack.settle(within: .seconds(90))
            var kept = 0
            for user in users { kept += try await checkIns(of: user, stack) }
            #expect(kept == accepted, "every accepted check-in is there once")
            let remarks = try await next.remarks()
            #expect(remarks > 0 && remarks <= accepted)
            let scored = try await stack.bus.request(
                ScoreHistory(
                    user: importer, from: World.lastDay.advanced(by: -59), through: World.lastDay,
                    today: World.lastDay.advanced(by: 1)))
            #expect(scored.scores.count { $0.score != nil } > 40)
            for service in [ServiceName.ingestion, .sentiment, .scoring, .api] {
                #expect(try await stack.bus.request(ListParked(), to: service).lanes.isEmpty)
            }
            print(
                "upgrade: \(accepted) check-ins accepted by two releases side by side (\(side)), \(kept) kept; \(remarks) remarks kept by the next release"
            )
        }
    }

    private func checkIns(of user: UserID, _ stack: Stack) async throws -> Int {
        var (lines, cursor): (Int, String?) = (0, nil)
        repeat {
            let page = try await stack.bus.request(ExportUser(user: user, cursor: cursor), to: .scoring)
            for file in page.files where file.name.contains("check") {
                lines += String(decoding: file.content, as: UTF8.self).split(separator: "\n").count {
                    $0.first?.isNumber == true
                }
            }
            cursor = page.next
        } while cursor != nil
        return lines
    }
}

/// Sends check-ins until it is cancelled.
/// - Returns: their number.
private func write(as user: UserID, remarking: Bool, on bus: BusConnection) async throws -> Int {
    var number = 0
    while !Task.isCancelled {
        let day = World.lastDay.advanced(by: -number % 40)
        let at = World.noon(day) + Int64(number)
        if remarking {
            let request = NextCheckIn(
                user: user, day: day, at: at, stress: 3, energy: 4, sleepQuality: 5, remark: "number \(number)")
            try await finish(request, on: bus)
        } else {
            try await finish(
                SubmitCheckIn(user: user, day: day, at: at, stress: 3, energy: 4, sleepQuality: 5), on: bus)
        }
        number += 1
    }
    return number
}

/// Retries under one request id until a reply arrives, also where the caller is cancelled meanwhile.
private func finish<R: BusRequest>(_ request: R, on bus: BusConnection) async throws {
    let id = RequestID.random()
    let task = Task { () async throws -> Void in
        for _ in 0..<200 {
            do {
                _ = try await bus.request(request, id: id, budget: .seconds(10))
                return
            } catch let error as ServiceError
                where [.busy, .timeout, .unavailable, .interrupted, .storage].contains(error.code)
            {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        throw TimedOut(what: "a check-in is accepted")
    }
    try await task.value
}
