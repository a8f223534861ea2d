import Fixtures
import LocalTime
import Messages
import TestTraits
import Testing

@testable import HealthFormats

/// Compares the intake and the body mass of days of several sources with oracles that know nothing of intervals, ranks
/// and reducers.
@Suite(.tags(.processes)) struct IntakeOracleTests {
    private static let day = Day(number: 19_759)
    private static let start = Int64(day.number) * 86_400

    private static let sources = [
        SampleSource(name: "Diary", model: "iPhone"), SampleSource(name: "Meals"), SampleSource(name: "Cups"),
        SampleSource(name: "Diary", aggregation: 86_400), SampleSource(name: "Watch", model: "Watch"),
    ]

    private func reducer(_ chosen: [String]) -> DayReducer {
        DayReducer(
            order: SourceOrder(Self.sources, userOrder: chosen), calendar: LocalCalendar([]), zones: [:],
            dailySources: Set(Self.sources.filter { $0.aggregation != nil }.map(\.id)),
            identity: SampleIdentity(Self.sources))
    }

    private func reduce(_ samples: [SampleKind: [Sample]], _ chosen: [String]) -> DayActivity {
        reducer(chosen).reduceAll(Self.day, samples.mapValues { $0.sorted() }).activity
    }

    /// Entries of a day and of the evenings around it, some of them across midnight.
    private func entries(_ random: inout SplitMix, of sources: [SampleSource]) -> [Sample] {
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
            let source = sources.randomElement(using: &random) ?? Self.sources[0]
            if source.aggregation != nil {
                return Sample(
                    start: Self.start, end: Self.start + 86_400,
                    value: Double(Int.random(in: 0...2_000, using: &random)),
                    source: source.id)
            }
            let start = Self.start + Int64.random(in: -30...1_469, using: &random) * 60
            let length = Int.random(in: 0...3, using: &random) == 0 ? Int64.random(in: 1...60, using: &random) * 60 : 0
            return Sample(
                start: start, end: start + length, value: Double(Int.random(in: 0...900, using: &random)),
                source: source.id)
        }
    }

    /// How much each source alone recorded on the day, minute by minute; sources without a sample on the day are absent.
    /// An app's sums of the day are tellings of one amount: the largest counts.
    private func byMinutes(_ samples: [Sample]) -> [UInt64: Double] {
        let apps = Set(Self.sources.filter { $0.aggregation != nil }.map(\.id))
        var told = Set(samples.filter { !apps.contains($0.source) })
        for app in apps {
            if let most = samples.filter({ $0.source == app }).max(by: { $0.value < $1.value }) { told.insert(most) }
        }
        var totals: [UInt64: Double] = [:]
        for sample in told {
            if sample.start == sample.end {
                guard (Self.start..<Self.start + 86_400).contains(sample.start) else { continue }
                totals[sample.source, default: 0] += sample.value
                continue
            }
            for second in stride(from: Self.start, to: Self.start + 86_400, by: 60)
            where sample.start <= second && second + 60 <= sample.end {
                totals[sample.source, default: 0] += sample.value * 60 / Double(sample.end - sample.start)
            }
        }
        return totals
    }

    /// The rule as documented: one source counts; which one follows from the person's order, the kind of device, whether
    /// it sums up others, and at last how much it recorded.
    private func expected(_ samples: [Sample], _ chosen: [String]) -> Double? {
        let totals = byMinutes(samples).map { id, total in
            (Self.sources.first { $0.id == id } ?? Self.sources[0], total)
        }
        let recorded = totals.contains { $0.1 > 0 } ? totals.filter { $0.1 > 0 } : totals
        func trust(_ source: SampleSource) -> [Int] {
            let device = source.model == "Watch" ? 0 : source.model == "iPhone" ? 1 : 2
            return [chosen.firstIndex(of: source.name) ?? chosen.count, device, source.aggregation == nil ? 0 : 1]
        }
        let best = recorded.map { trust($0.0) }.min { $0.lexicographicallyPrecedes($1) }
        return recorded.filter { trust($0.0) == best }.map(\.1).max()
    }

    @Test("ING-6 Intake: 2,000 random days of five sources agree with an oracle that looks at every minute")
    func intake() {
        var random = SplitMix(seed: 20)
        for round in 0..<2_000 {
            let chosen = Array(["Meals", "Cups", "Diary"].shuffled(using: &random).prefix(round % 4))
            let (energy, protein, water) = (
                entries(&random, of: Self.sources), entries(&random, of: Array(Self.sources.prefix(3))),
                entries(&random, of: Array(Self.sources.suffix(3)))
            )
            let intake = reduce([.dietaryEnergy: energy, .dietaryProtein: protein, .dietaryWater: water], chosen).intake
            for (actual, samples) in [
                (intake.kilocalories, energy), (intake.proteinGrams, protein), (intake.waterMillilitres, water),
            ] {
                let oracle = expected(samples, chosen)
                #expect((actual == nil) == (oracle == nil), "round \(round)")
                guard let actual, let oracle else { continue }
                #expect(abs(actual - oracle) <= 0.5 + 1e-6, "round \(round)")
            }
        }
    }

    @Test(
        "ING-6 Intake: a further source never adds to the day of a more trusted one, and no day exceeds its largest source"
    )
    func neverTwice() {
        var random = SplitMix(seed: 21)
        for _ in 0..<500 {
            let (own, other) = (
                entries(&random, of: [Self.sources[1]]), entries(&random, of: [Self.sources[2], Self.sources[4]])
            )
            let alone = reduce([.dietaryEnergy: own], ["Meals"]).intake.kilocalories
            let both = reduce([.dietaryEnergy: own + other], ["Meals"]).intake.kilocalories
            if let alone, alone > 0 { #expect(both == alone) }
            let most = byMinutes(own + other).values.max()
            if let both { #expect(both <= (most ?? 0).rounded()) } else { #expect(most == nil) }
        }
    }

    @Test(
        "ING-6 Body mass: 2,000 random days agree with an oracle that looks for the latest reading of the best source")
    func bodyMass() {
        var random = SplitMix(seed: 22)
        for round in 0..<2_000 {
            let chosen = Array(["Cups", "Diary"].shuffled(using: &random).prefix(round % 3))
            let readings = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                let start = Self.start + Int64.random(in: -2...25, using: &random) * 3600
                return Sample(
                    start: start, end: start, value: Double(Int.random(in: 600...900, using: &random)) / 10,
                    source: (Self.sources.randomElement(using: &random) ?? Self.sources[0]).id)
            }
            let mass = reduce([.bodyMass: readings], chosen).bodyMass
            let ofDay = readings.filter { (Self.start..<Self.start + 86_400).contains($0.start) }
            func trust(_ sample: Sample) -> [Int] {
                let source = Self.sources.first { $0.id == sample.source } ?? Self.sources[0]
                let device = source.model == "Watch" ? 0 : source.model == "iPhone" ? 1 : 2
                return [chosen.firstIndex(of: source.name) ?? chosen.count, device, source.aggregation == nil ? 0 : 1]
            }
            let best = ofDay.map(trust).min { $0.lexicographicallyPrecedes($1) }
            let latest = ofDay.filter { trust($0) == best }.map(\.start).max()
            #expect(mass?.at == latest, "round \(round)")
            guard let mass else { continue }
            #expect(ofDay.contains { trust($0) == best && $0.start == latest && $0.value == mass.kilograms })
        }
    }
}
