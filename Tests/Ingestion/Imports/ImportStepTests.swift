import Fixtures
import Messages
import Testing

@testable import Ingestion

@Suite struct ImportStepTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var job: ImportWorld.Job
        var isLarge = false
        var trouble: (step: ImportStep, event: ImportStep.Event)?

        var world: ImportWorld {
            var world = ImportWorld([job])
            world.isLarge = isLarge
            world.trouble = trouble
            return world
        }
    }

    private static let cases = [
        Case(testDescription: "a file", job: .file(3)),
        Case(testDescription: "a large file", job: .file(3), isLarge: true),
        Case(testDescription: "a damaged file", job: .file(3), trouble: (step: .read, event: .problem)),
        Case(testDescription: "a fault", job: .file(3), trouble: (step: .reduce, event: .fault)),
        Case(testDescription: "a post", job: .post(2)),
        Case(testDescription: "an undoing", job: .undo(3)),
        Case(testDescription: "changed days", job: .days(3)),
    ]

    /// Works until no job waits. The process dies before the effect with each of these numbers, counted from its start.
    private func live(
        _ world: ImportWorld, dying kills: [Int] = [], next: ([Int]) -> Int = { $0[0] }
    ) throws -> ImportWorld {
        var world = world
        var left = kills[...]
        var kill = left.popFirst()
        var effects = 0
        while !world.isOver {
            effects += 1
            try #require(effects < 5_000, "the work does not end")
            world.start()
            if world.age == kill {
                world.die()
                kill = left.popFirst()
            } else if !world.running.isEmpty {
                world.advance(next(world.running))
            }
            let violation = world.violation
            try #require(violation == nil)
        }
        return world
    }

    /// Effects of a job that is not disturbed.
    private func length(_ world: ImportWorld) -> Int {
        var world = world
        var count = 0
        world.start()
        while !world.running.isEmpty {
            world.advance(0)
            count += 1
        }
        return count
    }

    @Test(
        "ING-7 Work whose process dies at any two places ends as if it had not: nothing is lost, nothing is doubled",
        arguments: cases)
    func twice(_ example: Case) throws {
        let expected = try live(example.world).jobs[0]
        let length = length(example.world)
        #expect(length > 3)
        for first in 0...length {
            for second in 0...length {
                let world = try live(example.world, dying: [first, second])
                let job = world.jobs[0]
                #expect(job.phase == expected.phase, "\(first), \(second)")
                #expect(job.merged == expected.merged, "\(first), \(second)")
                #expect(job.published == expected.published, "\(first), \(second)")
                #expect(job.samplesNew == expected.samplesNew, "\(first), \(second)")
                #expect(job.samplesUndone == expected.samplesUndone, "\(first), \(second)")
                #expect(job.daysChanged == expected.daysChanged, "\(first), \(second)")
            }
        }
        #expect(expected.hasFile == false && expected.row == nil)
    }

    @Test("SEC-11 Deaths at different places never put a file aside, however many")
    func apart() throws {
        let length = length(ImportWorld([.file(9)]))
        for seed in UInt64(1)...200 {
            var random = SplitMix(seed: seed)
            var world = ImportWorld([.file(9)])
            var noted: [WorkPlace] = []
            while !world.isOver {
                world.start()
                // Never three times in a row near one place.
                if let place = world.marks[0]?.place, noted.suffix(2).count(where: place.isNear) < 2,
                    Int.random(in: 0..<length, using: &random) == 0
                {
                    noted.append(place)
                    world.die()
                } else if let number = world.running.first {
                    world.advance(number)
                }
                let violation = world.violation
                try #require(violation == nil)
            }
            #expect(world.jobs[0].phase == .done, "seed \(seed)")
        }
    }

    @Test("SEC-11 A file whose part kills every process is put aside with its place; what came before stays")
    func poisoned() throws {
        for part in 0..<3 {
            var world = ImportWorld([.file(3)])
            world.poison = part
            let ended = try live(world)
            #expect(ended.deaths == Attempts.maximumDeaths)
            #expect(ended.jobs[0].phase == .failed)
            #expect(ended.jobs[0].merged == Set(0..<part))
            #expect(!ended.jobs[0].hasFile && ended.jobs[0].row == nil)
        }
        var world = ImportWorld([.post(2)])
        world.poison = 1
        let ended = try live(world)
        #expect(ended.deaths == Attempts.maximumDeaths)
        #expect(ended.jobs[0].phase == .failed && ended.jobs[0].merged.isEmpty == false)
    }

    @Test("SEC-11 A file that shares its process with one that kills it is imported")
    func shared() throws {
        for seed in UInt64(1)...300 {
            var random = SplitMix(seed: seed)
            var world = ImportWorld([.file(3), .file(Int.random(in: 1...6, using: &random))])
            world.poison = Int.random(in: 0..<3, using: &random)
            let ended = try live(world) { $0[Int.random(in: 0..<$0.count, using: &random)] }
            #expect(ended.jobs.map(\.phase) == [.failed, .done], "seed \(seed)")
            #expect(ended.deaths == Attempts.maximumDeaths, "seed \(seed)")
        }
    }

    @Test("ING-7 Whatever happens, work ends, and a file is removed only after the end of its job was stored")
    func paths() {
        var paths = 0
        func follow(_ step: ImportStep, _ kind: ImportStep.Kind, _ before: [ImportStep]) {
            #expect(!before.contains(step), "\(before)")
            guard !before.contains(step) else { return }
            if step == .forget, kind == .file {
                #expect(before.contains(.close) || before.last == .fail, "\(before)")
            }
            if step == .close { #expect(before.last == .reduce, "\(before)") }
            guard step != .ended else { return paths += 1 }
            for event in ImportStep.Event.allCases { follow(step.next(event, of: kind), kind, before + [step]) }
        }
        for kind in ImportStep.Kind.allCases { follow(.count, kind, []) }
        #expect(paths > 100)
    }
}
