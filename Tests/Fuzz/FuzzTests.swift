import Foundation
import TestTraits
import Testing

/// A short run of `deploy/fuzz`, with inputs made from seeds. Each input is written to disk before it is read, so that
/// a crash leaves it there.
/// Serialized: `memory` measures this process.
@Suite(.serialized, .tags(.exhaustive)) struct FuzzTests {
    @Test("(e) hostile bytes are refused: never a crash, a loop or a changed meaning", .timeLimit(.minutes(5)))
    func hostileBytes() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["PULSUM_FUZZ_INPUTS"].flatMap { Int($0) } ?? 40_000
        let seed = environment["PULSUM_FUZZ_SEED"].flatMap { UInt64($0) } ?? 20_261_121
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("pulsum-fuzz-\(seed).bin").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = open(path, O_WRONLY | O_TRUNC)
        defer { close(file) }
        var mutator = Mutator(seed: seed, seeds: FuzzSeeds.all + FuzzSeeds.zap)
        for number in 0..<count {
            let input = mutator.next()
            pwrite(file, input, input.count, 0)
            ftruncate(file, off_t(input.count))
            do { try FuzzTarget.run(input) } catch {
                Issue.record(
                    "seed \(seed), input \(number): \(error); the input is in \(path), again with: deploy/fuzz \(path)")
                return
            }
        }
        try FileManager.default.removeItem(atPath: path)
    }

    @Test(
        "SEC-11 No input makes its reader take more memory than its target may have", .needs(.processMemory),
        .timeLimit(.minutes(5)))
    func memory() throws {
        let memory = try #require(FuzzMemory())
        defer { memory.end() }
        var mutator = Mutator(seed: 20_261_122, seeds: FuzzSeeds.all + FuzzSeeds.zap)
        // Runs each target once first: memory of a first use is not growth caused by an input.
        for seed in FuzzSeeds.all + FuzzSeeds.zap { try FuzzTarget.run(seed) }
        var most: [FuzzTarget: Int] = [:]
        for _ in 0..<10_000 {
            let input = mutator.next()
            guard let target = FuzzTarget(of: input) else { continue }
            var growth = memory.growth { try? FuzzTarget.run(input) }
            // Concurrent tests allocate, too: what the input itself takes, it takes each time.
            for _ in 0..<5 where growth > target.memory {
                growth = min(growth, memory.growth { try? FuzzTarget.run(input) })
            }
            most[target] = max(most[target] ?? 0, growth)
            guard growth <= target.memory else {
                Issue.record(
                    "\(target) took \(growth >> 10) KiB for \(input.count) bytes: \(input.map { String($0, radix: 16) }.joined(separator: " "))"
                )
                return
            }
        }
        print(most.map { "\($0): \($1 >> 10) KiB" }.sorted().joined(separator: ", "))
    }

    @Test(
        "The seeds are understood: fuzzing begins behind the first check of each reader",
        arguments: FuzzSeeds.all + FuzzSeeds.zap)
    func seeds(input: [UInt8]) throws { try FuzzTarget.run(input) }
}
