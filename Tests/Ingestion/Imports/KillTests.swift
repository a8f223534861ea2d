import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Kills the real process with SIGKILL.
@Suite(.tags(.processes)) struct KillTests {
    private static let kills = 50
    /// A third death at one step would reject the file (SEC-11), and this file is a single step.
    private static let killsOfOne = 2
    private static let places = 4

    /// The import's state when its process died.
    private struct MonotonicInstant: Hashable {
        var phase: Int32
        var samples: Int64
        var days: Int64

        init(_ status: ImportStatus) {
            (phase, samples, days) = (status.phase.rawValue, status.samplesNew, status.daysChanged)
        }
        var isInTheMiddle: Bool {
            phase != ImportStatus.Phase.queued.rawValue && phase != ImportStatus.Phase.done.rawValue
        }
    }

    private func start(_ scratch: Scratch) throws -> Process {
        let process = Process()
        process.executableURL = Executable.folder.appendingPathComponent("pulsum-ingestion")
        process.environment = ProcessInfo.processInfo.environment.merging(["PULSUM_DATA": scratch.path]) { $1 }
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        return process
    }

    private func end(_ process: Process) {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func status(_ workshop: Workshop, _ job: EntityID) async throws -> ImportStatus {
        try await workshop.service.query(ImportQuery(user: workshop.user, job: job))
    }

    private func moment(_ started: (workshop: Workshop, job: EntityID)) async throws -> MonotonicInstant {
        MonotonicInstant(try await status(started.workshop, started.job))
    }

    private func begin(_ xml: [UInt8], _ scratch: Scratch, replace: Bool) async throws -> (
        workshop: Workshop, job: EntityID
    ) {
        let workshop = try Workshop(scratch: scratch, database: "db/ingestion.sqlite")
        let job = try await workshop.upload(xml, chunk: 1 << 20)
        _ = try await workshop.service.start(StartImport(user: workshop.user, job: job, replace: replace))
        return (workshop, job)
    }

    @Test(
        "ING-7 An import killed at 50 random points goes on each time and ends as if nothing had been",
        .timeLimit(.minutes(25)))
    func killed() async throws {
        let seed = ProcessInfo.processInfo.environment["PULSUM_SEED"].flatMap { UInt64($0) } ?? 4
        var random = SplitMix(seed: seed)
        let xml = try ExportGenerator(seed: 13, days: 120, endingOn: Day(number: 19_900), recordsPerDay: 8).xml()
        let undisturbed = try Workshop()
        let expected = try await undisturbed.importing(xml)
        let (metrics, chunks) = (try await undisturbed.metrics(), try await undisturbed.chunks())
        undisturbed.scratch.remove()

        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.file("db"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var imports = [try await begin(xml, scratch, replace: false)]
        // Duration of an import without a kill.
        let first = try start(scratch)
        let began = ContinuousClock.now
        _ = try await eventually("an import ends", within: .seconds(60)) {
            try await status(imports[0].workshop, imports[0].job).phase == .done ? true : nil
        }
        let whole = ContinuousClock.now - began
        end(first)

        var moments = Set<MonotonicInstant>()
        imports.append(try await begin(xml, scratch, replace: false))
        var (kills, killsOfLast) = (0, 0)
        // More rounds if random kills hit the same few steps.
        while kills < Self.kills || kills < 3 * Self.kills && moments.count(where: \.isInTheMiddle) < Self.places {
            let last = imports[imports.count - 1]
            let before = try await moment(last)
            let process = try start(scratch)
            if killsOfLast == Self.killsOfOne {
                _ = try await eventually("the import ends", within: .seconds(60)) {
                    try await self.status(last.workshop, last.job).phase == .done ? true : nil
                }
                end(process)
                imports.append(try await begin(xml, scratch, replace: imports.count % 2 == 0))
                killsOfLast = 0
                continue
            }
            (kills, killsOfLast) = (kills + 1, killsOfLast + 1)
            if kills % 2 == 0 {
                // At any time, including process start.
                try await Task.sleep(for: whole * Double.random(in: 0.1...1, using: &random))
            } else {
                // During the import, which is short compared with the start.
                _ = try await eventually("the import goes on", within: .seconds(60)) {
                    try await moment(last) != before ? true : nil
                }
                try await Task.sleep(for: whole * Double.random(in: 0...0.3, using: &random))
            }
            end(process)
            let status = try await status(last.workshop, last.job)
            moments.insert(MonotonicInstant(status))
            if status.phase == .done {
                imports.append(try await begin(xml, scratch, replace: imports.count % 2 == 0))
                killsOfLast = 0
            }
        }
        let process = try start(scratch)
        for (workshop, job) in imports {
            let status = try await eventually("the import ends", within: .seconds(60)) {
                let status = try await self.status(workshop, job)
                return status.phase == .done || status.phase == .failed ? status : nil
            }
            #expect(
                (status.phase, status.samplesRead, status.samplesNew) == (
                    .done, expected.samplesRead, expected.samplesNew
                ))
            #expect(status.daysChanged == expected.daysChanged)
            #expect(status.samplesRemoved ?? 0 == 0)
            #expect(try await workshop.metrics() == metrics)
            #expect(try await workshop.chunks() == chunks)
        }
        end(process)
        let middles = moments.count(where: \.isInTheMiddle)
        print(
            "killed \(kills) times, seed \(seed), an import takes \(whole): \(imports.count) imports, \(middles) different states in the middle"
        )
        #expect(middles >= Self.places, "the kills struck too few different places")
        scratch.remove()
    }
}
