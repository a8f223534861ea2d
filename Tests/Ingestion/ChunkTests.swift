import Fixtures
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

@Suite(.tags(.processes)) struct ChunkTests {
    private func random(_ count: Int, _ random: inout SplitMix) -> [Sample] {
        Set(
            (0..<count).map { _ in
                let start = Int64.random(in: 1_700_000_000...1_700_086_399, using: &random)
                let value: Double =
                    Bool.random(using: &random)
                    ? Double(Int.random(in: 0...200, using: &random)) : Double.random(in: 0...99, using: &random)
                return Sample(
                    start: start, end: start + Int64.random(in: 0...600, using: &random), value: value,
                    source: UInt64.random(in: 1...4, using: &random),
                    note: UInt64.random(in: 0...1, using: &random))
            }
        ).sorted()
    }

    @Test("ING-5 A chunk decodes to its input, bit for bit")
    func roundTrip() throws {
        var generator = SplitMix(seed: 3)
        for round in 0..<300 {
            let samples = random(round, &generator)
            #expect(try SampleChunk.decode(SampleChunk.encode(samples)) == samples)
        }
        let odd = [0.0, -0.0, 0.1 + 0.2, 1e300, -7.25, .leastNonzeroMagnitude].map {
            Sample(start: -5, end: 5, value: $0, source: 1)
        }.sorted()
        #expect(try SampleChunk.decode(SampleChunk.encode(odd)).map(\.value.bitPattern) == odd.map(\.value.bitPattern))
    }

    @Test("ING-5 The union of chunks does not depend on how the samples came")
    func union() {
        var generator = SplitMix(seed: 4)
        for _ in 0..<200 {
            let all = random(60, &generator)
            let (left, right) = (
                all.filter { _ in Bool.random(using: &generator) }, all.filter { _ in Bool.random(using: &generator) }
            )
            let (joined, added) = SampleChunk.union(left, ArraySlice((right + right.prefix(5)).sorted()))
            #expect(joined == Set(left + right).sorted())
            #expect(added == Set(right).subtracting(left).count)
            #expect(SampleChunk.encode(joined) == SampleChunk.encode(SampleChunk.union(right, left[...]).samples))
        }
    }

    @Test("ING-5 A day of heart rates takes about five bytes a sample")
    func small() {
        var generator = SplitMix(seed: 6)
        let samples = (0..<300).map { index in
            let instant = Int64(1_700_000_000 + index * 288)
            return Sample(
                start: instant, end: instant, value: Double(Int.random(in: 50...90, using: &generator)), source: 9)
        }
        #expect(SampleChunk.encode(samples).count < 300 * 6)
    }

    @Test("ING-7 Hostile bytes are refused without a crash or a large allocation")
    func hostile() {
        var generator = SplitMix(seed: 8)
        let good = SampleChunk.encode(random(50, &generator))
        for _ in 0..<50_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
            if let samples = try? SampleChunk.decode(bytes) { #expect(samples.count <= bytes.count) }
        }
    }

    @Test("ING-6 Interval sets behave as sets of seconds")
    func intervals() {
        var generator = SplitMix(seed: 10)
        func some() -> [Range<Int64>] {
            (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                let start = Int64.random(in: 0...80, using: &generator)
                return start..<start + Int64.random(in: 0...20, using: &generator)
            }
        }
        func seconds(_ ranges: [Range<Int64>]) -> Set<Int64> { ranges.reduce(into: []) { $0.formUnion($1) } }
        for _ in 0..<2000 {
            let (left, right, probe) = (some(), some(), some().first ?? 3..<9)
            let (a, b) = (Intervals(left), Intervals(right))
            #expect(seconds(a.list) == seconds(left))
            #expect(seconds(a.union(b).list) == seconds(left).union(seconds(right)))
            #expect(seconds(a.subtracting(b).list) == seconds(left).subtracting(seconds(right)))
            #expect(a.overlap(probe) == Int64(seconds(left).intersection(probe).count))
            #expect(a.contains(7) == seconds(left).contains(7))
            #expect(a.length == Int64(seconds(left).count))
        }
    }
}
