import Fixtures
import Foundation
import Messages

/// A group of people for the evaluation of the score.
struct WorthCohort: Sendable {
    let name: String
    let people: [RecordedPerson]

    /// All people in the data. People with so few check-ins that a prediction is seldom evaluated (SCO-4: three days)
    /// are a separate cohort.
    static func all() throws -> [WorthCohort] {
        var cohorts: [WorthCohort] = []
        let lifesnaps = try Self.lifesnaps()
        cohorts.append(
            WorthCohort(name: "LifeSnaps, daily answers", people: lifesnaps.filter { $0.gap.map { $0 <= 3 } ?? false }))
        cohorts.append(WorthCohort(name: "LifeSnaps, weekly questionnaires", people: try lifesnapsWeekly()))
        cohorts.append(WorthCohort(name: "Welltory", people: try welltory()))
        cohorts.append(WorthCohort(name: "Dudarev", people: try dudarev()))
        return cohorts.filter { !$0.people.isEmpty } + [
            synthetic("Synthetic, strong effect", 0.9, 0.3, seed: 1),
            synthetic("Synthetic, weak effect", 0.4, 0.4, seed: 2),
        ]
    }

    static func synthetic(_ name: String, _ effect: Double, _ noise: Double, seed: UInt64) -> WorthCohort {
        var random = SplitMix(seed: seed)
        return WorthCohort(
            name: name,
            people: (0..<24).map { _ in
                RecordedPerson(
                    synthetic: 150, endingOn: Day(number: 20_400), effect: effect, noise: noise, random: &random)
            })
    }

    // MARK: LifeSnaps (Yfantidou et al. 2022): Fitbit Sense and mood flags. RMSSD takes the place of SDNN.

    /// Answers from the day's flags: tense raises stress by two steps and rested lowers it, alert and tired move
    /// energy, rested and tired sleep quality; happy and sad are the journal's mood.
    private static func lifesnaps() throws -> [RecordedPerson] {
        try lifesnapsDays().map { rows in
            RecordedPerson(
                days: rows.map { row, metrics in
                    var day = RecordedPerson.OneDay(metrics: metrics)
                    if let tense = row["TENSE/ANXIOUS"], let rested = row["RESTED/RELAXED"], let alert = row["ALERT"],
                        let tired = row["TIRED"]
                    {
                        day.checkIn = RecordedPerson.Sliders(
                            stress: 4 + 2 * tense - 2 * rested, energy: 4 + 2 * alert - 2 * tired,
                            sleepQuality: 4 + 2 * rested - 2 * tired)
                        day.sentiment = (row["HAPPY"] ?? 0) - (row["SAD"] ?? 0)
                    }
                    return day
                })
        }.filter { $0.answers >= 5 }
    }

    /// The same people by their weekly questionnaires: stress from STAI (20 … 80), energy from PANAS's positive affect
    /// (10 … 50).
    private static func lifesnapsWeekly() throws -> [RecordedPerson] {
        func answers(_ file: String, _ column: String) throws -> [String: Double] {
            guard let table = try CSVTable("lifesnaps_fitbit_ema/\(file)") else { return [:] }
            return Dictionary(
                table.rows.compactMap { row in
                    row[column].flatMap { Double($0) }.map { ("\(row["id"] ?? "") \(row["submitdate"] ?? "")", $0) }
                },
                uniquingKeysWith: { $1 })
        }
        let (stress, affect) = (
            try answers("stai.csv", "stai_stress"), try answers("panas.csv", "positive_affect_score")
        )
        return try lifesnapsDays().map { rows in
            RecordedPerson(
                days: rows.map { row, metrics in
                    var day = RecordedPerson.OneDay(metrics: metrics)
                    let key = "\(Int(row["id"] ?? 0)) \(metrics.day)"
                    if let stress = stress[key], let affect = affect[key] {
                        day.checkIn = RecordedPerson.Sliders(
                            stress: 1 + (stress - 20) / 10, energy: 1 + (affect - 10) * 6 / 40, sleepQuality: 4)
                    }
                    return day
                })
        }.filter { $0.answers >= 4 }
    }

    /// Numbers by column, and the metrics made of them.
    private static func lifesnapsDays() throws -> [[(row: [String: Double], metrics: DailyMetrics)]] {
        guard let table = try CSVTable("lifesnaps_fitbit_ema/daily_fitbit_sema.csv") else { return [] }
        return Dictionary(grouping: table.rows) { $0["id"] ?? "" }.sorted { $0.key < $1.key }.map { _, rows in
            var nights = SleepDebt()
            return rows.sorted { ($0["date"] ?? "") < ($1["date"] ?? "") }.compactMap { text in
                guard let day = text["date"].flatMap({ Day($0) }) else { return nil }
                let row = text.compactMapValues { Double($0) }
                func positive(_ column: String) -> Double? { row[column].flatMap { $0 > 0 ? $0 : nil } }
                var metrics = DailyMetrics(day: day)
                metrics.hrv = positive("rmssd").map { MetricValue($0, .asleep, device: 1) }
                metrics.nocturnalHeartRate = positive("nremhr").map { MetricValue($0, .asleep, device: 1) }
                metrics.restingHeartRate = positive("resting_hr").map { MetricValue($0, .provider, device: 1) }
                metrics.sleepDebt = nights.debt(on: day, asleep: positive("minutesAsleep").map { 60 * $0 }).map {
                    MetricValue($0, .total)
                }
                metrics.steps = positive("steps").map { MetricValue($0, .total) }
                metrics.respiratoryRate = positive("full_sleep_breathing_rate").map {
                    MetricValue($0, .asleep, device: 1)
                }
                return (row, metrics)
            }
        }
    }

    // MARK: Welltory (CC0): short measurements by camera or strap, some with wearables

    private static func welltory() throws -> [RecordedPerson] {
        guard let table = try CSVTable("welltory_hrv_covid19/hrv_measurements.csv"),
            let wearables = try CSVTable("welltory_hrv_covid19/wearables.csv")
        else {
            return []
        }
        let worn = Dictionary(
            wearables.rows.map { ("\($0["user_code"] ?? "") \($0["day"] ?? "")", $0) }, uniquingKeysWith: { $1 })
        var people: [RecordedPerson] = []
        for (user, rows) in Dictionary(grouping: table.rows, by: { $0["user_code"] ?? "" }).sorted(by: {
            $0.key < $1.key
        }) {
            var days: [RecordedPerson.OneDay] = []
            for (date, rows) in Dictionary(
                grouping: rows, by: { String(($0["measurement_datetime"] ?? "").prefix(10)) })
            {
                if let day = Day(date) { days.append(welltoryDay(day, rows, worn["\(user) \(date)"] ?? [:])) }
            }
            people.append(RecordedPerson(days: days.sorted { $0.metrics.day < $1.metrics.day }))
        }
        return people.filter { $0.answers >= 10 && ($0.gap ?? 99) <= 3 }
    }

    private static func welltoryDay(_ day: Day, _ rows: [[String: String]], _ wearable: [String: String])
        -> RecordedPerson.OneDay
    {
        func mean(_ column: String) -> Double? {
            let values = rows.compactMap { row in row[column].flatMap { Double($0) } }
            return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        }
        var metrics = DailyMetrics(day: day)
        metrics.hrv = mean("sdnn").map { MetricValue($0, .sedentary, device: 1) }
        metrics.restingHeartRate = wearable["resting_pulse"].flatMap { Double($0) }.map {
            MetricValue($0, .provider, device: 1)
        }
        metrics.steps = wearable["steps_count"].flatMap { Double($0) }.map { MetricValue($0, .total) }
        var one = RecordedPerson.OneDay(metrics: metrics)
        // −2 … 2 each; zero is also what the app fills in.
        if let feel = mean("how_feel"), let mood = mean("how_mood") {
            let slept = mean("how_sleep") ?? 0
            one.checkIn = RecordedPerson.Sliders(
                stress: 4 - 1.5 * mood, energy: 4 + 1.5 * feel, sleepQuality: 4 + 1.5 * slept)
        }
        return one
    }

    // MARK: Dudarev et al. 2023: Biostrap and mood items 1 … 10, about ten days a person

    private static func dudarev() throws -> [RecordedPerson] {
        guard let table = try CSVTable("dudarev_biostrap_mood/aggregated_biometrics_with_mood.csv") else { return [] }
        var people: [RecordedPerson] = []
        for (_, rows) in Dictionary(grouping: table.rows, by: { $0["Participant ID"] ?? "" }).sorted(by: {
            $0.key < $1.key
        }) {
            var days: [RecordedPerson.OneDay] = []
            for row in rows {
                guard let day = date(row["date"] ?? "") else { continue }
                func positive(_ column: String) -> Double? {
                    row[column].flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil }
                }
                var metrics = DailyMetrics(day: day)
                metrics.hrv = positive("averageHRV.nig").map { MetricValue($0, .asleep, device: 1) }
                metrics.nocturnalHeartRate = positive("averageBPM.nig").map { MetricValue($0, .asleep, device: 1) }
                var one = RecordedPerson.OneDay(metrics: metrics)
                if let energetic = positive("energetic"), let nervous = positive("nervous") {
                    // 1 … 10 onto 1 … 7.
                    one.checkIn = RecordedPerson.Sliders(
                        stress: 1 + (nervous - 1) * 2 / 3, energy: 1 + (energetic - 1) * 2 / 3, sleepQuality: 4)
                }
                days.append(one)
            }
            people.append(RecordedPerson(days: days.sorted { $0.metrics.day < $1.metrics.day }))
        }
        return people.filter { $0.answers >= 5 }
    }

    /// `22/10/2019` or `2019-10-22`.
    private static func date(_ text: String) -> Day? {
        let parts = text.split(separator: "/").compactMap { Int($0) }
        return parts.count == 3 ? Day(year: parts[2], month: parts[1], day: parts[0]) : Day(text)
    }
}

extension RecordedPerson {
    /// Median number of days between two check-ins; nil for fewer than two check-ins.
    fileprivate var gap: Double? {
        let answered = days.filter { $0.checkIn != nil }.map { Double($0.metrics.day.number) }
        guard answered.count > 1 else { return nil }
        return Table.median(zip(answered.dropFirst(), answered).map { $0 - $1 })
    }
}

/// ING-13 in short: the debt of the last seven nights against a need that is the 75th percentile of the last ninety,
/// 7.5 h ± 45 min.
private struct SleepDebt {
    private var nights: [(day: Int32, seconds: Double)] = []

    mutating func debt(on day: Day, asleep: Double?) -> Double? {
        guard let asleep else { return nil }
        if asleep >= 3 * 3_600 { nights.append((day.number, asleep)) }
        let last = nights.suffix(90).map(\.seconds).sorted()
        let need = last.count < 14 ? 27_000 : min(29_700, max(24_300, last[(last.count - 1) * 3 / 4]))
        let week = nights.filter { $0.day > day.number - 7 }.map(\.seconds)
        return week.count < 4 ? nil : max(0, week.reduce(0) { $0 + need - $1 } * 7 / Double(week.count))
    }
}

/// A table of published data next to the checkout: comma-separated, quoted fields, a header.
struct CSVTable {
    let rows: [[String: String]]

    /// nil where the data is not there.
    init?(_ name: String) throws {
        guard let url = SharedData.url(name) else { return nil }
        let lines = try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
        guard let header = lines.first.map(Self.fields) else { return nil }
        rows = lines.dropFirst().map { Dictionary(zip(header, Self.fields($0)), uniquingKeysWith: { $1 }) }
    }

    private static func fields(_ line: Substring) -> [String] {
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        for byte in line.utf8 {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted:
                fields.append(String(decoding: field, as: UTF8.self))
                field.removeAll(keepingCapacity: true)
            default: field.append(byte)
            }
        }
        return fields + [String(decoding: field, as: UTF8.self)]
    }
}
