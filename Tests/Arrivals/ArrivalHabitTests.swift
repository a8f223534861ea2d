import Foundation
import Testing

@testable import Arrivals

/// What is learned from deliveries, and what is said about them, on phones whose habits are written down here.
@Suite struct ArrivalHabitTests {
    private static let hour: Int64 = 3_600_000
    private static let day: Int64 = 24 * hour
    /// A Monday, 00:00 UTC.
    private static let start: Int64 = 20_003 * day

    private static func at(_ day: Int, _ hour: Double) -> Int64 {
        start + Int64(day) * Self.day + Int64(hour * 3600) * 1000
    }

    private static func samples(_ newest: Int64, new: Int = 3) -> ArrivedSamples {
        ArrivedSamples(samples: 3, new: new, newest: newest)
    }

    /// A phone with a fault.
    private struct Phone {
        var habits = ArrivalHabits()
        /// Posts every hour from 7 to 22: steps of the last minutes, and the night with its breaths in the first of a day.
        mutating func post(
            day: Int, hour: Int, kinds: Set<String> = ["steps", "sleep", "respiratoryRate"], new: Int = 3,
            lag: Int64 = 5 * 60_000, clock: Int64? = nil, pauses: ArrivalPauses = ArrivalPauses()
        ) {
            let time = ArrivalHabitTests.at(day, Double(hour) + 0.1)
            var all: [String: ArrivedSamples] = [:]
            if kinds.contains("steps") { all["steps"] = ArrivalHabitTests.samples(time - lag, new: new) }
            for kind in kinds.subtracting(["steps"]) where hour == 7 {
                all[kind] = ArrivalHabitTests.samples(time - lag - 600_000, new: new)
            }
            habits.record(
                ArrivalDelivery(received: time, phoneClock: clock.map { time + $0 }, kinds: all), offset: 0,
                pauses: pauses)
        }

        /// Usual days.
        mutating func live(_ days: Range<Int>, clock: Int64? = nil) {
            for day in days { for hour in 7...22 { post(day: day, hour: hour, clock: clock) } }
        }

        func faults(_ day: Int, _ hour: Double, pauses: ArrivalPauses = ArrivalPauses()) -> [ArrivalFault] {
            habits.findings(at: ArrivalHabitTests.at(day, hour), offset: 0, pauses: pauses).map(\.fault)
        }
    }

    @Test("ING-20 A phone that is quiet every night is silent by day, not by night, and only after a week")
    func silent() {
        var phone = Phone()
        phone.live(0..<5)
        #expect(phone.faults(5, 23).isEmpty, "in the first week nothing is said")
        phone.live(5..<14)
        for hour in stride(from: 0, through: 7, by: 0.5) { #expect(phone.faults(14, hour).isEmpty, "at \(hour)") }
        #expect(phone.faults(14, 9.5) == [.silent])
        for hour in 7...12 { phone.post(day: 14, hour: hour) }
        #expect(phone.faults(14, 12.9).isEmpty)
        let found = phone.habits.findings(at: Self.at(14, 15), offset: 0)
        #expect(found.map(\.fault) == [.silent])
        #expect(found.first?.since == Self.at(14, 12.1) && found.first?.interval == Self.hour)
        #expect(phone.faults(40, 3) == [.silent], "it stays")
    }

    @Test("ING-20 One phone that posts every morning is silent when the morning has passed, with its usual time")
    func daily() {
        var habits = ArrivalHabits()
        for day in 0..<12 {
            let time = Self.at(day, 8 + Double(day % 3) / 6)
            habits.record(
                ArrivalDelivery(received: time, kinds: ["sleep": Self.samples(time - Self.hour)]), offset: 0)
        }
        #expect(habits.findings(at: Self.at(12, 8.2), offset: 0).isEmpty)
        let found = habits.findings(at: Self.at(12, 13), offset: 0)
        #expect(found.map(\.fault) == [.silent])
        #expect(found.first?.by.map { (480...500).contains($0) } == true, "\(String(describing: found.first?.by))")
    }

    @Test("ING-20 Posts without anything new are a loop, a kind that is missing a permission, old samples late")
    func others() {
        var phone = Phone()
        phone.live(0..<14)
        var looping = phone
        for hour in 7...12 { looping.post(day: 14, hour: hour, new: 0) }
        #expect(looping.faults(14, 12.5) == [.looping])
        var partial = phone
        for day in 14...16 {
            #expect(day == 16 || partial.faults(day, 6).isEmpty, "one night may be without it")
            for hour in 7...22 { partial.post(day: day, hour: hour, kinds: ["steps", "respiratoryRate"]) }
        }
        let found = partial.habits.findings(at: Self.at(16, 22.5), offset: 0)
        #expect(found.map(\.fault) == [.partial] && found.first?.kinds == ["sleep"])
        #expect(found.first?.since == Self.at(13, 7.1))
        var late = phone
        for hour in 7...12 { late.post(day: 14, hour: hour, new: 0, lag: 20 * Self.hour) }
        #expect(late.faults(14, 12.5) == [.late])
        // The next usual day ends each of them.
        for var phone in [looping, partial, late] {
            phone.post(day: 17, hour: 7)
            #expect(phone.faults(17, 7.5).isEmpty)
        }
    }

    @Test("ING-20 A watch on the table is no fault; only a long silence, or a wrong clock, is sure")
    func table() {
        var phone = Phone()
        phone.live(0..<14)
        for day in 14..<20 { for hour in 7...22 { phone.post(day: day, hour: hour, kinds: ["steps"]) } }
        #expect(phone.faults(19, 22.5).isEmpty, "sleep and breaths are both away")
        func sure(_ day: Int, _ hour: Double) -> [Bool] {
            phone.habits.findings(at: Self.at(day, hour), offset: 0).map(\.isSure)
        }
        #expect(sure(20, 12) == [false] && sure(20, 23) == [true])
        phone.post(day: 21, hour: 7, clock: 0)
        #expect(phone.faults(21, 7.5).isEmpty)
    }

    @Test("ING-20 A clock that is hours ahead or behind, and samples of the future, are a wrong clock")
    func clock() {
        var phone = Phone()
        phone.live(0..<14, clock: -30_000)
        var ahead = phone
        ahead.post(day: 14, hour: 7, clock: 3 * Self.hour)
        #expect(ahead.faults(14, 7.5) == [.clockWrong])
        ahead.post(day: 14, hour: 8, clock: -20_000)
        #expect(ahead.faults(14, 8.5).isEmpty)
        var behind = phone
        // One post may have waited for the network; the next one shows the same difference.
        behind.post(day: 14, hour: 7, clock: -2 * Self.hour)
        #expect(behind.faults(14, 7.5).isEmpty)
        behind.post(day: 14, hour: 8, clock: -2 * Self.hour)
        #expect(behind.faults(14, 8.5) == [.clockWrong])
        var future = Phone()
        future.live(0..<14)
        future.post(day: 14, hour: 7, lag: -3 * Self.hour)
        #expect(future.faults(14, 7.5) == [.clockWrong])
    }

    @Test("ING-20 A journey, a time without the device and a time in which Pulsum was off silence it")
    func pauses() {
        var phone = Phone()
        phone.live(0..<14)
        let quiet = ArrivalPauses(quiet: [Self.at(14, 8)..<Self.at(17, 8)])
        #expect(phone.faults(14, 15) == [.silent] && phone.faults(14, 15, pauses: quiet).isEmpty)
        #expect(phone.faults(17, 9, pauses: quiet).isEmpty, "the next arrival is still due")
        #expect(phone.faults(17, 15, pauses: quiet) == [.silent])
        let off = ArrivalPauses(serverOff: [Self.at(14, 7)..<Self.at(14, 14)])
        #expect(phone.faults(14, 14.5) == [.silent] && phone.faults(14, 14.5, pauses: off).isEmpty)
        // Nothing is learned of the pause: the same silence without one is seen afterwards.
        for hour in 8...22 { phone.post(day: 17, hour: hour, pauses: quiet) }
        phone.live(18..<20)
        #expect(phone.faults(20, 15) == [.silent])
        // Those that end before they begin count for nothing, and trap nothing.
        let inverted = ArrivalPauses.ranges([(from: 5, to: 3), (from: 4, to: 4), (from: 1, to: 2)])
        #expect(inverted == [1..<2])
    }

    @Test("ING-20 Three days of silence teach nothing; a new habit is learned within some days")
    func relearning() {
        var phone = Phone()
        phone.live(0..<14)
        phone.live(17..<22)
        #expect(phone.faults(22, 12) == [.silent], "the silence of three days is not usual now")
        // From now on it posts from 11 on.
        for day in 22..<30 { for hour in 11...22 { phone.post(day: day, hour: hour, kinds: ["steps"]) } }
        #expect(phone.faults(30, 10).contains(.silent) == false)
        #expect(phone.faults(30, 20).contains(.silent))
    }

    @Test("ING-20 Habits that are damaged, inverted or from the future are refused, and none of them traps")
    func damaged() throws {
        var phone = Phone()
        phone.live(0..<14)
        let now = Self.at(14, 9)
        #expect(phone.habits.isSound(at: now) && !phone.habits.isSound(at: Self.at(7, 0)))
        let written = try JSONEncoder().encode(phone.habits)
        let whole = try #require(JSONSerialization.jsonObject(with: written) as? [String: Any])
        func changed(_ track: String, _ field: String, _ value: Any) throws -> ArrivalHabits {
            var whole = whole
            var inner = try #require(whole[track] as? [String: Any])
            inner[field] = value
            whole[track] = inner
            return try JSONDecoder().decode(ArrivalHabits.self, from: JSONSerialization.data(withJSONObject: whole))
        }
        let same = try changed("posts", "arrivals", 1)
        #expect(same.isSound(at: now))
        let faults: [(String, Any)] = [
            ("hours", [1, 2]), ("strange", [1]), ("gaps", [-5]), ("firsts", [5000]), ("last", now + Self.day),
            ("last", -1), ("firstDay", -1), ("arrivals", -1),
        ]
        for (field, value) in faults {
            let bad = try changed("posts", field, value)
            #expect(!bad.isSound(at: now), "\(field)")
        }
        // Deliveries of any content are learned from without a trap.
        var habits = ArrivalHabits()
        for received in [Int64.min, -1, 0, 5, .max, Self.start, Self.start - Self.day, Self.start + 1] {
            for newest in [Int64.min, 0, .max] {
                habits.record(
                    ArrivalDelivery(
                        received: received, phoneClock: newest, kinds: ["steps": Self.samples(newest)]), offset: 0)
                _ = habits.findings(at: received, offset: 0)
            }
        }
    }

    @Test("ING-20 What is kept of a device has a bounded size, and stays small")
    func bounded() throws {
        var habits = ArrivalHabits()
        for number in 0..<3_000 {
            let time = Self.start + Int64(number) * Self.hour
            var kinds: [String: ArrivedSamples] = [:]
            for kind in 0..<40 { kinds["kind\(kind)-\(number % 3)"] = Self.samples(time) }
            habits.record(ArrivalDelivery(received: time, phoneClock: time, kinds: kinds), offset: 0)
        }
        #expect(habits.kindNames.count == ArrivalHabits.maximumKinds)
        #expect(try JSONEncoder().encode(habits).count < 80_000)
    }
}
