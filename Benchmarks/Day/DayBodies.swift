import Fixtures
import Foundation
import Messages

/// Bodies of requests, as the app Health Auto Export and the pages send them.
enum DayBodies {
    /// Seconds between two posts of a phone; a post holds the samples of this time.
    static let interval = 900

    /// A night's and a day's values of many days up to yesterday: what the app sends when it is set up.
    static func history(of person: DayPerson, days: Int, before today: Day) -> Data {
        var random = SplitMix(seed: UInt64(person.number))
        let dates = (1...days).reversed().map { today.advanced(by: -$0) }
        func daily(_ name: String, _ units: String, _ mean: Double, _ deviation: Double) -> String {
            let points = dates.map { day in
                "{\"date\":\"\(day) 00:00:00 +0000\",\"qty\":\(rounded(max(1, mean + deviation * random.standardNormal()))),\"source\":\"Watch\"}"
            }
            return metric(name, units, points)
        }
        let nights = dates.map { day in
            // Nine and a half hours lie between the start and the end.
            let hours = rounded(min(9, max(4, 7.2 + 0.7 * random.standardNormal())))
            return
                "{\"date\":\"\(day) 00:00:00 +0000\",\"totalSleep\":\(hours),\"asleep\":\(hours),\"sleepStart\":\"\(day.advanced(by: -1)) 22:15:00 +0000\",\"sleepEnd\":\"\(day) 07:45:00 +0000\",\"source\":\"Watch\"}"
        }
        return body([
            daily("heart_rate_variability", "ms", 48, 7), daily("resting_heart_rate", "count/min", 56, 2.5),
            daily("respiratory_rate", "count/min", 14.5, 0.6), daily("step_count", "count", 8_200, 2_300),
            daily("active_energy", "kcal", 480, 120), metric("sleep_analysis", "hr", nights),
        ])
    }

    /// A phone's post: a heart rate every five minutes, steps and energy of five minutes, every second hour a
    /// variability, at night a respiratory rate, in the morning the night and the resting heart rate.
    /// - Parameters:
    ///   - end: end of the time that the samples cover, seconds since 1970.
    ///   - place: which of the day's 96 posts it is.
    static func post(of person: DayPerson, until end: Int, place: Int) -> Data {
        var random = SplitMix(seed: UInt64(person.number) << 32 | UInt64(end))
        // Sums are of whole minutes.
        let first = (end - interval) / 60 * 60
        let times = (0..<3).map { first + $0 * interval / 3 + 60 }
        func points(_ mean: Double, _ deviation: Double) -> [String] {
            times.map { point($0, "\"qty\":\(rounded(max(0, mean + deviation * random.standardNormal())))") }
        }
        let rates = times.map { time -> String in
            let rate = rounded(68 + 8 * random.standardNormal())
            return point(time, "\"Min\":\(rate - 3),\"Avg\":\(rate),\"Max\":\(rate + 5)")
        }
        var metrics = [
            metric("heart_rate", "count/min", rates), metric("step_count", "count", points(60, 40)),
            metric("active_energy", "kcal", points(4, 2)),
        ]
        if place % 8 == 0 {
            metrics.append(
                metric(
                    "heart_rate_variability", "ms",
                    [point(first + 37, "\"qty\":\(rounded(48 + 8 * random.standardNormal()))")])
            )
        }
        if place < 28 {
            metrics.append(
                metric(
                    "respiratory_rate", "count/min",
                    [point(first + 61, "\"qty\":\(rounded(14.5 + random.standardNormal()))")]))
        }
        if place == 31 {
            let rate = point(first + 90, "\"qty\":\(rounded(56 + 2 * random.standardNormal()))")
            metrics.append(metric("resting_heart_rate", "count/min", [rate]))
            metrics.append(metric("sleep_analysis", "hr", stages(until: first, &random)))
        }
        return body(metrics)
    }

    /// A night of sixteen stages of half an hour.
    private static func stages(until end: Int, _ random: inout SplitMix) -> [String] {
        let names = ["Core", "Deep", "REM", "Core", "Awake"]
        return (0..<16).map { index in
            let (start, end) = (end - (16 - index) * 1_800, end - (15 - index) * 1_800)
            let name = names[Int.random(in: 0..<names.count, using: &random)]
            return
                "{\"startDate\":\"\(date(start))\",\"endDate\":\"\(date(end))\",\"value\":\"\(name)\",\"source\":\"Watch\"}"
        }
    }

    private static func body(_ metrics: [String]) -> Data {
        Data("{\"data\":{\"metrics\":[\(metrics.joined(separator: ","))]}}".utf8)
    }

    private static func metric(_ name: String, _ units: String, _ points: [String]) -> String {
        "{\"name\":\"\(name)\",\"units\":\"\(units)\",\"data\":[\(points.joined(separator: ","))]}"
    }

    private static func point(_ second: Int, _ value: String) -> String {
        "{\"date\":\"\(date(second))\",\(value),\"source\":\"Watch\"}"
    }

    private static func date(_ second: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = second % 86_400
        return
            "\(Day(number: Int32(second / 86_400))) \(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) +0000"
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    // MARK: What people send

    static func checkIn(_ variant: Int, day: Day? = nil) -> Data {
        let day = day.map { "\"day\":\"\($0)\"," } ?? ""
        return Data(
            "{\(day)\"stress\":\(1 + variant % 7),\"energy\":\(1 + variant / 7 % 7),\"sleepQuality\":\(1 + variant / 49 % 7)}"
                .utf8)
    }

    /// Some forty words.
    static func entry(_ variant: Int) -> Data {
        Data("{\"text\":\"\(EverydayText.words(40, from: variant % 1_000))\"}".utf8)
    }

    private static let questions = [
        "How did I sleep this week?", "Why is my score lower than yesterday?", "What could I do right now?",
        "I feel tense before a talk, what helps?", "How many steps did I take yesterday?",
        "Is my heart rate variability normal for me?", "I slept badly and feel tired.", "What is a baseline?",
    ]

    static func chat(_ variant: Int) -> Data { Data("{\"text\":\"\(questions[variant % questions.count])\"}".utf8) }

    static func signIn(_ person: DayPerson) -> Data {
        Data("{\"name\":\"\(person.name)\",\"password\":\"\(DayPerson.password)\"}".utf8)
    }

    /// Two of five page views are of Today.
    private static let pages = [
        "/", "/", "/", "/", "/journal", "/breakdown", "/trends", "/calendar", "/coach", "/look-back",
    ]

    static func page(_ variant: Int) -> String { pages[variant % pages.count] }
}
