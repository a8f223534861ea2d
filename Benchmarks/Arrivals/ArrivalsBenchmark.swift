import Arrivals
import Foundation

/// How many planted faults of simulated phones the habits of their devices find, how soon, and how often they show a line
/// without a fault. Every phone lives hour by hour; the detector sees what had arrived by then.
enum ArrivalsBenchmark {
    private static let hour: Int64 = 3_600_000
    /// Time from one look at the findings to the next, ms: as short as the shortest usual intervals.
    private static let step: Int64 = hour / 4
    private static let month = 30.44 * 24
    private static let resamples = 1_000

    static func run(_ arguments: [String]) async throws {
        func value(_ name: String) -> String? {
            arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
        }
        let count = value("--phones").flatMap(Int.init) ?? 250
        let first: UInt64 = value("--seeds") == "odd" ? 1 : 0
        let seeds = (0..<UInt64(count)).map { $0 * 2 + first }
        let phones = await withTaskGroup(of: PhoneResult.self) { group in
            var results: [PhoneResult] = []
            var waiting = seeds[...]
            func add() { if let seed = waiting.popFirst() { group.addTask { judge(SimulatedPhone(seed: seed)) } } }
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { add() }
            for await result in group {
                results.append(result)
                add()
            }
            return results.sorted { $0.seed < $1.seed }
        }
        report(phones, seeds: first == 0 ? "even" : "odd")
        if arguments.contains("--detail") { for phone in phones { phone.printDetail() } }
    }

    // MARK: One phone

    /// A planted fault and when it was found.
    struct Outcome: Sendable {
        var planted: PlantedFault
        /// Usual time between arrivals before the fault, ms.
        var interval: Int64
        /// ms since 1970; nil if it was not found.
        var found: Int64?
        /// Whether Today had a line during it.
        var isSure = false
        /// The first delivery during it, ms since 1970; nil for a silence. Nothing shows the fault before.
        var evidence: Int64?

        /// Whether the fault, or one interval after it, is at an instant.
        func isThere(_ instant: Int64) -> Bool { planted.from <= instant && instant <= planted.to + interval }
    }

    /// A line that was shown without a pause.
    struct Line: Sendable {
        var fault: ArrivalFault
        var kinds: Set<String>
        var from: Int64
        var to: Int64
        var isExplained: Bool
    }

    struct PhoneResult: Sendable {
        var seed: UInt64
        var hours: Double
        var outcomes: [Outcome]
        var falseLines: [Line]
        /// Lines on Today without a fault: findings that are sure.
        var falseSure: Int

        func printDetail() {
            func time(_ instant: Int64) -> String {
                Date(timeIntervalSince1970: Double(instant) / 1000).formatted(.iso8601)
            }
            for outcome in outcomes where outcome.found == nil {
                let fault = outcome.planted
                let text = "\(fault.fault) \(fault.kind ?? "")"
                Swift.print(
                    "phone \(seed) missed \(text) \(time(fault.from)) to \(time(fault.to)), interval \(outcome.interval / 60_000) min"
                )
            }
            for line in falseLines {
                Swift.print(
                    "phone \(seed) false \(line.fault) \(line.kinds.sorted()) \(time(line.from)) to \(time(line.to))")
            }
        }
    }

    /// Median time between deliveries with something new, of a kind if one is given, before an instant, ms.
    private static func usualInterval(_ phone: SimulatedPhone, _ kind: String?, before: Int64) -> Int64 {
        let arrivals = phone.deliveries.filter { delivery in
            guard delivery.received < before else { return false }
            if let kind { return (delivery.kinds[kind]?.new ?? 0) > 0 }
            return delivery.kinds.values.contains { $0.new > 0 }
        }.map(\.received)
        let gaps = zip(arrivals, arrivals.dropFirst()).map { $1 - $0 }.filter { $0 >= 60_000 }.sorted()
        return gaps.isEmpty ? 24 * hour : gaps[gaps.count / 2]
    }

    private static func judge(_ phone: SimulatedPhone) -> PhoneResult {
        let zone = TimeZone(identifier: phone.timeZone) ?? .gmt
        func offset(_ instant: Int64) -> Int64 {
            Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant) / 1000))) * 1000
        }
        let pauses = ArrivalPauses(quiet: phone.quiet, serverOff: phone.serverOff)
        var outcomes = phone.faults.map {
            Outcome(
                planted: $0, interval: usualInterval(phone, $0.kind, before: $0.from),
                evidence: $0.fault == .silent
                    ? nil : phone.deliveries.map(\.received).first { [from = $0.from] time in time >= from })
        }
        var habits = ArrivalHabits()
        var waiting = phone.deliveries[...]
        /// Lines by fault and kind.
        var open: [String: Line] = [:]
        var (falseSure, wasSure) = (0, false)
        var closed: [Line] = []
        for now in stride(from: phone.start, through: phone.end, by: Int64.Stride(step)) {
            while let next = waiting.first, next.received <= now {
                waiting.removeFirst()
                habits.record(ArrivalDelivery(next), offset: offset(next.received), pauses: pauses)
            }
            let findings = habits.findings(at: now, offset: offset(now), pauses: pauses)
            var shown: Set<String> = []
            let isSure = findings.contains(where: \.isSure)
            let planted = outcomes.indices.filter { outcomes[$0].isThere(now) }
            if isSure {
                for index in planted { outcomes[index].isSure = true }
                if !wasSure, planted.isEmpty { falseSure += 1 }
            }
            wasSure = isSure
            for finding in findings {
                let isPart = finding.fault == .partial
                for kind in isPart ? finding.kinds.map({ $0 as String? }) : [nil] {
                    let key = "\(finding.fault) \(kind ?? "")"
                    shown.insert(key)
                    var isExplained = false
                    for index in planted {
                        let planted = outcomes[index].planted
                        let isPartToo = planted.fault == .partial
                        isExplained = isExplained || !isPart || !isPartToo || planted.kind == kind
                        guard planted.fault.rawValue == finding.fault.rawValue, !isPart || planted.kind == kind else {
                            continue
                        }
                        outcomes[index].found = outcomes[index].found ?? now
                    }
                    var line =
                        open[key]
                        ?? Line(
                            fault: finding.fault, kinds: Set(kind.map { [$0] } ?? []), from: now, to: now,
                            isExplained: false)
                    line.to = now
                    line.isExplained = line.isExplained || isExplained
                    open[key] = line
                }
            }
            for (key, line) in open where !shown.contains(key) {
                closed.append(line)
                open[key] = nil
            }
        }
        closed += open.values
        return PhoneResult(
            seed: phone.seed, hours: Double(phone.end - phone.start) / Double(hour), outcomes: outcomes,
            falseLines: joined(closed.filter { !$0.isExplained }), falseSure: falseSure)
    }

    /// Kinds that were missing at the same time are one line.
    private static func joined(_ lines: [Line]) -> [Line] {
        var all: [Line] = []
        for line in lines.sorted(by: { $0.from < $1.from }) {
            if let index = all.lastIndex(where: { $0.fault == line.fault && line.from <= $0.to }) {
                all[index].kinds.formUnion(line.kinds)
                all[index].to = max(all[index].to, line.to)
            } else {
                all.append(line)
            }
        }
        return all
    }

    // MARK: Report

    private static func report(_ phones: [PhoneResult], seeds: String) {
        let months = phones.reduce(0) { $0 + $1.hours } / month
        var table = Table(
            "\(phones.count) phones of \(seeds) seeds, \(number(months)) months; 95 % intervals by phone",
            ["fault", "planted", "found", "delay in usual intervals, median", "in hours, median"])
        for fault in SyncFault.allCases.map({ $0 as SyncFault? }) + [nil] {
            func outcomes(_ phones: [PhoneResult]) -> [Outcome] {
                phones.flatMap(\.outcomes).filter { fault == nil || $0.planted.fault == fault }
            }
            let all = outcomes(phones)
            guard !all.isEmpty else { continue }
            table.row(
                fault?.rawValue ?? "all", "\(all.count)",
                interval(phones) { 100 * share(outcomes($0)) } + " %",
                interval(phones) { median(delays(outcomes($0))) },
                interval(phones) { median(outcomes($0).compactMap(hours)) })
        }
        table.print()
        func lines(_ phones: [PhoneResult]) -> Double {
            Double(phones.reduce(0) { $0 + $1.falseLines.count }) / (phones.reduce(0) { $0 + $1.hours } / month)
        }
        print("  false lines a person and month: \(interval(phones, lines))")
        for fault in ArrivalFault.allCases {
            let count = phones.reduce(0) { $0 + $1.falseLines.count { $0.fault == fault } }
            print("    \(fault): \(number(Double(count) / months))")
        }
        let all = phones.flatMap(\.outcomes)
        let sure = [SyncFault.silent, .clockWrong].map { fault in
            let planted = all.filter { $0.planted.fault == fault }
            return "\(planted.count(where: \.isSure)) of \(planted.count) \(fault)"
        }
        let onToday = interval(phones) { phones in
            Double(phones.reduce(0) { $0 + $1.falseSure }) / (phones.reduce(0) { $0 + $1.hours } / month)
        }
        print("  on Today: \(sure.joined(separator: ", ")); false lines a person and month: \(onToday)")
        let evidence = all.compactMap { outcome in
            outcome.evidence.map { Double($0 - outcome.planted.from) / Double(outcome.interval) }
        }
        print("  usual intervals until the first post of a fault but a silence, median: \(number(median(evidence)))")
        Table.goal("% of planted faults found", measured: 100 * share(all), atLeast: 95)
        Table.goal("usual intervals until one is found, median", measured: median(delays(all)), atMost: 1)
        Table.goal("false lines a person and month", measured: lines(phones), atMost: 1)
    }

    private static func share(_ outcomes: [Outcome]) -> Double {
        outcomes.isEmpty ? .nan : Double(outcomes.count { $0.found != nil }) / Double(outcomes.count)
    }

    /// Usual intervals from the start of a fault to its finding, for each fault that was found.
    private static func delays(_ outcomes: [Outcome]) -> [Double] {
        outcomes.compactMap { outcome in
            outcome.found.map { Double($0 - outcome.planted.from) / Double(outcome.interval) }
        }
    }

    private static func hours(_ outcome: Outcome) -> Double? {
        outcome.found.map { Double($0 - outcome.planted.from) / Double(hour) }
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? .nan : values.sorted()[values.count / 2]
    }

    private static func number(_ value: Double) -> String { value.formatted(.number.precision(.fractionLength(2))) }

    /// “0.71 (0.65 to 0.80)”: a figure, and where 95 % of those of phones drawn again lie.
    private static func interval(_ phones: [PhoneResult], _ figure: ([PhoneResult]) -> Double) -> String {
        var random = SplitMix(state: 1)
        let drawn = (0..<resamples).map { _ in
            figure(phones.map { _ in phones[Int(random.next() % UInt64(phones.count))] })
        }.filter { !$0.isNaN }.sorted()
        guard !drawn.isEmpty else { return "–" }
        let (low, high) = (drawn[drawn.count / 40], drawn[drawn.count - 1 - drawn.count / 40])
        return "\(number(figure(phones))) (\(number(low)) to \(number(high)))"
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

extension ArrivalDelivery {
    fileprivate init(_ delivery: PhoneDelivery) {
        self.init(
            received: delivery.received, phoneClock: delivery.phoneClock,
            kinds: delivery.kinds.mapValues { ArrivedSamples(samples: $0.samples, new: $0.new, newest: $0.newest) })
    }
}
