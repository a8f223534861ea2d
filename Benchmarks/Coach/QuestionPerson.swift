import Fixtures
import Foundation
import Messages

/// A made-up person of the acceptance questions. Every daily value is known before it is sent: samples are such that
/// each day's metric is the value itself (one block of sleep, equal readings of the pulse, one count of steps).
struct QuestionPerson {
    /// How much there is of a person.
    enum Kind: String, CaseIterable {
        /// Two years until today.
        case full
        /// Sleep, steps and resting pulse on about half of the last 30 days, and five check-ins.
        case sparse
        /// Nothing.
        case none
    }

    /// One day as it is sent; nil for what is not there.
    struct OneDay {
        var day: Day
        /// Minutes asleep.
        var sleep: Int?
        var hrv: Double?
        var night: Double?
        var resting: Double?
        var breaths: Double?
        var steps: Int?
        var sliders: RecordedPerson.Sliders?
    }

    let kind: Kind
    let today: Day
    /// IANA name of a zone in which it is the afternoon now, so that today's samples lie in the past.
    let zone: String
    /// Hours that the zone is ahead of UTC.
    private let offset: Int
    /// Oldest first.
    let days: [OneDay]

    /// - Parameter now: seconds since 1970.
    init(_ kind: Kind, now: Int, seed: UInt64 = 18) {
        self.kind = kind
        let hour = now / 3600 % 24
        offset = (15 - hour + 36) % 24 - 12
        zone = offset == 0 ? "UTC" : offset > 0 ? "Etc/GMT-\(offset)" : "Etc/GMT+\(-offset)"
        today = Day(number: Int32((now + offset * 3600) / 86_400))
        var random = SplitMix(seed: seed)
        var body = 0.0
        let today = today
        let length = [Kind.full: 730, .sparse: 30, .none: 0][kind] ?? 0
        days = (0..<length).map { index in
            let ago = length - 1 - index
            var day = OneDay(day: today.advanced(by: -ago))
            body = 0.7 * body + 0.6 * random.standardNormal()
            // A slow wave over the year, so that seasons and months differ.
            let season = sin(Double(day.day.number) / 365 * 2 * .pi)
            let isWeekend = [1, 7].contains(((Int(day.day.number) + 4) % 7 + 7) % 7 + 1)
            func there(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
            let isFull = kind == .full
            let (sleep, pulse) = (there(isFull ? 0.97 : 0.5), there(isFull ? 0.97 : 0.5))
            let walks = there(isFull ? 0.99 : 0.5)
            if sleep || ago < 2 && isFull {
                day.sleep = Int(435 + 18 * body + (isWeekend ? 35 : 0) + 15 * season + 20 * random.standardNormal())
            }
            if walks || ago < 2 && isFull {
                day.steps = Int(7_500 + 900 * body + 1_200 * season + 1_500 * random.standardNormal())
            }
            if pulse || ago < 2 && isFull {
                day.resting = (10 * (59 - 1.5 * body - 1.5 * season + random.standardNormal())).rounded() / 10
            }
            if isFull, day.sleep != nil {
                day.hrv = (10 * (48 + 5 * body + 3 * season + 3 * random.standardNormal())).rounded() / 10
                day.night = (10 * (53 - 1.5 * body - season + random.standardNormal())).rounded() / 10
                day.breaths = (10 * (14.2 - 0.2 * body + 0.3 * random.standardNormal())).rounded() / 10
            }
            let answers = isFull ? there(0.85) || ago < 3 : [2, 7, 13, 19, 26].contains(ago)
            if answers {
                day.sliders = RecordedPerson.Sliders(
                    stress: 3.8 - 0.9 * body + 0.5 * random.standardNormal(),
                    energy: 4.2 + 0.9 * body + 0.5 * random.standardNormal(),
                    sleepQuality: 4.3 + 0.6 * body + 0.6 * random.standardNormal())
            }
            return day
        }
    }

    /// Seconds since 1970 of a minute of the local clock; may be negative for the evening before.
    private func instant(_ day: Day, _ minute: Int) -> Int { Int(day.number) * 86_400 + minute * 60 - offset * 3600 }

    /// The samples as a file (docs/data-formats.md).
    var csv: String {
        var text = "kind,start,end,value,unit,source\n"
        let format = ISO8601DateFormatter()
        func date(_ second: Int) -> String { format.string(from: Date(timeIntervalSince1970: Double(second))) }
        func add(_ kind: String, _ start: Int, _ end: Int?, _ value: String, _ unit: String, _ source: String) {
            text += "\(kind),\(date(start)),\(end.map(date) ?? ""),\(value),\(unit),\(source)\n"
        }
        for day in days {
            let bed = -60
            if let sleep = day.sleep {
                add("sleep", instant(day.day, bed), instant(day.day, bed + sleep), "core", "", "Watch")
                if let hrv = day.hrv {
                    for step in -1...1 {
                        let at = instant(day.day, bed + 180 + 60 * step)
                        add("heartRateVariability", at, nil, "\(hrv + 2 * Double(step))", "ms", "Watch")
                    }
                }
                for minute in stride(from: 5, to: sleep - 5, by: 10) {
                    let at = instant(day.day, bed + minute)
                    if let night = day.night { add("heartRate", at, nil, "\(night)", "count/min", "Watch") }
                    if let breaths = day.breaths, minute % 60 == 5 {
                        add("respiratoryRate", at, nil, "\(breaths)", "count/min", "Watch")
                    }
                }
            }
            if let resting = day.resting {
                add("restingHeartRate", instant(day.day, 540), nil, "\(resting)", "count/min", "Watch")
            }
            if let steps = day.steps {
                add("steps", instant(day.day, 600), instant(day.day, 660), "\(steps)", "count", "Phone")
            }
        }
        return text
    }

    /// Makes the account and sends everything; returns when scores are there.
    func move(into stack: Stack) async throws -> UserID {
        let user = try await stack.makeAccount("Person \(kind.rawValue)", zone: zone)
        for day in days {
            guard let sliders = day.sliders else { continue }
            let request = SubmitCheckIn(
                user: user, day: day.day, at: Milliseconds(instant(day.day, 8 * 60)) * 1000, stress: sliders.stress,
                energy: sliders.energy, sleepQuality: sliders.sleepQuality)
            _ = try await stack.bus.request(request)
        }
        if !days.isEmpty {
            let path = stack.scratch.file("\(kind.rawValue).csv")
            try csv.write(toFile: path, atomically: true, encoding: .utf8)
            guard try await stack.importFile(path, for: user, within: .seconds(300)).phase == .done else {
                throw BenchmarkError("the import failed")
            }
        }
        try await stack.settle(within: .seconds(300))
        return user
    }

    /// The daily values of a subject, by its key; nil for one that is not sent as such.
    func values(_ key: String) -> [Day: Double]? {
        func each(_ value: (OneDay) -> Double?) -> [Day: Double] {
            Dictionary(uniqueKeysWithValues: days.compactMap { day in value(day).map { (day.day, $0) } })
        }
        switch key {
        case "sleep": return each { $0.sleep.map { Double($0 * 60) } }
        case "steps": return each { $0.steps.map(Double.init) }
        case "restingHeartRate": return each(\.resting)
        case "hrv": return each(\.hrv)
        case "nocturnalHeartRate": return each(\.night)
        case "respiratoryRate": return each(\.breaths)
        case "stress": return each { $0.sliders.map { Double($0.stress) } }
        case "energy": return each { $0.sliders.map { Double($0.energy) } }
        case "sleepQuality": return each { $0.sliders.map { Double($0.sleepQuality) } }
        default: return nil
        }
    }
}
