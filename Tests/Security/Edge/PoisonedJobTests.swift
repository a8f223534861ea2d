import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    @Suite(.tags(.processes)) struct PoisonedJobTests {
        /// Resting energy, height and resting heart rate, once a day each: 23,100 samples of as many chunks, stored in
        /// about 180 transactions, between which a worker can be killed. The file is shorter than the distance within
        /// which deaths count as one place, however far the import gets between two of them.
        private func slow(_ stack: Stack, _ name: String) throws -> String {
            var csv = "kind,start,end,value,unit,source\n"
            for number in 0..<7_700 {
                let start = "\(Day(number: Int32(13_000 + number)))T10:00:00Z"
                csv +=
                    "basalEnergy,\(start),,70,kcal,S\nheight,\(start),,170,cm,S\nrestingHeartRate,\(start),,60,count/min,S\n"
            }
            try #require(csv.utf8.count <= 1 << 20)
            let path = stack.scratch.file(name)
            try csv.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        private func status(_ stack: Stack, _ user: UserID, _ job: EntityID) async throws -> ImportStatus {
            try await eventually("ingestion answers") {
                try? await stack.bus.request(ImportQuery(user: user, job: job), budget: .seconds(2))
            }
        }

        /// The final status of an import, retried while ingestion is unavailable.
        private func ended(_ stack: Stack, _ user: UserID, _ job: EntityID) async throws -> ImportStatus {
            try await eventually("the import ends", within: .seconds(120)) {
                let status = try await status(stack, user, job)
                return status.phase == .done || status.phase == .failed ? status : nil
            }
        }

        /// Sends a signal to ingestion when the import has progressed since the last call, and waits until another
        /// process has replaced it.
        private func strike(
            _ stack: Stack, with signal: Int32, _ user: UserID, _ job: EntityID, when: @Sendable (ImportStatus) -> Bool
        ) async throws -> ImportStatus {
            let struck = try await eventually("the import goes on", within: .seconds(60)) { () -> ImportStatus? in
                let status = try await status(stack, user, job)
                try #require(status.phase != .done, "the import was too quick for this test")
                return status.phase == .failed || when(status) ? status : nil
            }
            guard struck.phase != .failed else { return struck }
            let process = try #require(stack.processIDs(of: .ingestion).first)
            Glibc.kill(process, signal)
            _ = try await eventually("the next process of ingestion", within: .seconds(60)) { () -> Bool? in
                stack.processIDs(of: .ingestion).first { $0 != process } == nil ? nil : true
            }
            return struck
        }

        /// Repeats `strike` while samples are being stored: each time there are more new samples.
        private func strikeWhileStoring(
            _ stack: Stack, with signal: Int32, times: Int, _ user: UserID, _ job: EntityID
        ) async throws {
            var before: Int64 = 0
            for _ in 0..<times {
                let known = before
                before = try await strike(stack, with: signal, user, job) {
                    $0.phase == .reading && $0.samplesNew > known
                }.samplesNew
            }
        }

        @Test(
            "SEC-11 A job that its workers died over three times at one place fails and says where; others go on, and a drain is no death",
            .timeLimit(.minutes(8)))
        func poisoned() async throws {
            try await Stack.run { stack in
                let (user, job) = (UserID.random(), EntityID.random())
                // Drains are never counted as deaths.
                let (drainedUser, drained) = (UserID.random(), EntityID.random())
                try await stack.upload(try slow(stack, "slow.csv"), for: drainedUser, job: drained)
                try await strikeWhileStoring(stack, with: SIGTERM, times: 4, drainedUser, drained)
                #expect(try await ended(stack, drainedUser, drained).phase == .done)
                try await stack.upload(try slow(stack, "slow.csv"), for: user, job: job)
                try await strikeWhileStoring(stack, with: SIGKILL, times: 3, user, job)
                let failed = try await ended(stack, user, job)
                #expect(failed.phase == .failed && failed.problem?.code == "poisoned")
                let problem = try #require(failed.problem)
                #expect(problem.message.contains("three times near byte") && problem.byteOffset != nil)
                // The stored samples remain, and no worker retries the job.
                #expect(failed.samplesNew > 0)
                let process = stack.processIDs(of: .ingestion)
                let path = stack.scratch.file("good.csv")
                try "kind,start,end,value,unit,source\nbodyMass,2026-01-01T10:00:00Z,,70,kg,Scale\n".write(
                    toFile: path, atomically: true, encoding: .utf8)
                for other in [UserID.random(), user] {
                    #expect(try await stack.importFile(path, for: other).phase == .done)
                }
                #expect(try await status(stack, user, job) == failed)
                #expect(stack.processIDs(of: .ingestion) == process)
                #expect(!FileManager.default.fileExists(atPath: "\(stack.directory)/spool/\(user)/\(job)"))
                // The same file in another job has its own count: after two deaths it succeeds.
                let again = EntityID.random()
                try await stack.upload(try slow(stack, "slow.csv"), for: .random(), job: .random())
                let other = UserID.random()
                try await stack.upload(try slow(stack, "slow.csv"), for: other, job: again)
                try await strikeWhileStoring(stack, with: SIGKILL, times: 2, other, again)
                #expect(try await ended(stack, other, again).phase == .done)
            }
        }

        /// Kills the worker during its attempt of this number, and moves the mark that it leaves to `position`, before
        /// another process reads it: the import is too fast to be met at a place of choice.
        private func kill(_ stack: Stack, inAttempt number: UInt64, leaving position: UInt64, at mark: String)
            async throws
        {
            func words() -> [UInt64] {
                let bytes = FileManager.default.contents(atPath: mark) ?? Data()
                return bytes.count == 32 ? bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) } : []
            }
            let process = try await eventually("attempt \(number) is open", within: .seconds(60)) { () -> pid_t? in
                guard words().starts(with: [1, number]), let process = stack.processIDs(of: .ingestion).first else {
                    return nil
                }
                Glibc.kill(process, SIGSTOP)
                return process
            }
            defer { Glibc.kill(stack.processID, SIGCONT) }
            Glibc.kill(stack.processID, SIGSTOP)
            Glibc.kill(process, SIGKILL)
            _ = try await eventually("the worker is dead") { () -> Bool? in
                let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
                return status.map { $0.contains(") Z ") } ?? true ? true : nil
            }
            var left = words()
            try #require(left.starts(with: [1, number]), "the import was too quick for this test")
            left[3] = position
            let file = try #require(FileHandle(forUpdatingAtPath: mark))
            try file.write(contentsOf: left.withUnsafeBytes { Data($0) })
            try file.close()
        }

        @Test("SEC-11 Deaths at different places of a file do not add up", .timeLimit(.minutes(8)))
        func places() async throws {
            try await Stack.run { stack in
                let (user, job) = (UserID.random(), EntityID.random())
                // 80,000 records, 13 MB.
                let records = (0..<80_000).map { number in
                    let time = "\(Day(number: 5_000 + Int32(number / 6))) \(10 + number % 6):00:00 +0000"
                    return
                        "<Record type=\"HKQuantityTypeIdentifierHeight\" sourceName=\"S\" unit=\"cm\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"170\"/>\n"
                }
                let path = stack.scratch.file("long.xml")
                try ("<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n" + records.joined() + "</HealthData>\n")
                    .write(toFile: path, atomically: true, encoding: .utf8)
                try await stack.upload(path, for: user, job: job)
                for (attempt, place) in ([1, 4, 7, 10] as [UInt64]).enumerated() {
                    try await kill(
                        stack, inAttempt: UInt64(attempt), leaving: place << 20,
                        at: "\(stack.directory)/spool/\(user)/\(job).place")
                }
                let ended = try await ended(stack, user, job)
                #expect(ended.phase == .done && ended.samplesNew == 80_000, "\(ended)")
            }
        }
    }
}
