import Messages

/// Simulated days of one person, by type of record.
struct ExportWorld: Sendable {
    let seed: UInt64
    let first: Int
    let recordsPerDay: Int
    let trendPerDay: Double
    let zone: String
    let clock: ExportClock

    /// The sections of the file, in order.
    static let sections: [@Sendable (ExportWorld, Int, inout ExportText) -> Void] = [
        { $0.body($1, &$2) }, { $0.heartRates($1, &$2) }, { $0.respiration($1, &$2) }, { $0.steps($1, &$2) },
        { $0.energy($1, &$2) },
        { $0.food($1, &$2) }, { $0.unused($1, &$2) }, { $0.sleep($1, &$2) }, { $0.restingHeartRate($1, &$2) },
        { $0.variability($1, &$2) },
        { $0.correlations($1, &$2) }, { $0.workouts($1, &$2) }, { $0.summaries($1, &$2) },
    ]

    private func random(_ day: Int, _ purpose: UInt64) -> ExportRandom { ExportRandom(seed, day, purpose) }

    /// The person's condition that day, in standard deviations: slow waves and noise, shared by all signals.
    private func form(_ day: Int) -> Double {
        var slow = 0.0
        for back in 0..<5 {
            var random = random(day - back, 99)
            slow += random.normal() / (1 + Double(back))
        }
        return slow * 0.8 + Double(day - first) * trendPerDay
    }

    /// The night that ends on this day, from sleep onset to waking, in seconds since 1970.
    private func night(_ day: Int) -> (from: Int, to: Int) {
        var random = random(day, 1)
        let midnight = clock.midnight(day)
        let from = midnight - 3000 + Int(random.normal() * 1500)
        return (from, from + max(4 * 3600, Int(27_000 + 1500 * form(day) + random.normal() * 1200)))
    }

    private func body(_ day: Int, _ out: inout ExportText) {
        let morning = night(day).to + 1200
        if day == first {
            out.quantity("HKQuantityTypeIdentifierHeight", .phone, 172, unit: "cm", from: morning, to: morning)
        }
        guard (day - first) % 7 == 0 else { return }
        var random = random(day, 2)
        let mass = 70 + random.normal() * 0.4
        if day % 2 == 0 {
            out.quantity("HKQuantityTypeIdentifierBodyMass", .scale, mass, unit: "kg", from: morning, to: morning)
        } else {
            out.quantity(
                "HKQuantityTypeIdentifierBodyMass", .scale, mass / 0.453_592_37, unit: "lb", from: morning, to: morning)
        }
    }

    private func heartRates(_ day: Int, _ out: inout ExportText) {
        var random = random(day, 3)
        let midnight = clock.midnight(day)
        let asleep = night(day)
        let next = night(day + 1)
        let count = max(60, recordsPerDay / 2)
        for index in 0..<count {
            let at = midnight + 86_400 * index / count + random.below(max(1, 86_400 / count))
            let sleeping = at < asleep.to || at >= next.from
            let rate = sleeping ? 52 - 1.5 * form(day) + abs(random.normal()) * 3 : 72 + abs(random.normal()) * 14
            out.record("HKQuantityTypeIdentifierHeartRate", .watch, unit: "count/min", from: at, to: at)
            out.number(rate.rounded())
            if out.isCompact {
                out.text("\"/>\n")
                continue
            }
            out.text("\">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"")
            out.text(sleeping ? "1" : "0")
            out.text("\"/>\n </Record>\n")
        }
    }

    private func respiration(_ day: Int, _ out: inout ExportText) {
        var random = random(day, 4)
        let asleep = night(day)
        for start in stride(from: asleep.from + 600, to: asleep.to - 1800, by: 1800) {
            out.quantity(
                "HKQuantityTypeIdentifierRespiratoryRate", .watch, 14.5 + random.normal() * 0.6, unit: "count/min",
                from: start, to: start + 1800)
        }
    }

    /// Watch and phone count the same walks; the phone counts slightly less, in longer records.
    private func steps(_ day: Int, _ out: inout ExportText) {
        var random = random(day, 5)
        let wake = night(day).to
        let walks = (0..<10).map { index in
            (start: wake + 900 + index * 5000 + random.below(2000), length: 240 + random.below(900))
        }
        for walk in walks {
            let rate = 1.4 + random.unit() * 0.4
            for start in stride(from: walk.start, to: walk.start + walk.length, by: 120) {
                out.quantity(
                    "HKQuantityTypeIdentifierStepCount", .watch, (rate * 120).rounded(), unit: "count", from: start,
                    to: start + 120)
            }
            let (from, to) = (walk.start - 30, walk.start + walk.length + 60)
            out.quantity(
                "HKQuantityTypeIdentifierStepCount", .phone, (rate * Double(to - from) * 0.9).rounded(), unit: "count",
                from: from, to: to)
        }
    }

    private func energy(_ day: Int, _ out: inout ExportText) {
        var random = random(day, 6)
        let midnight = clock.midnight(day)
        let count = max(24, recordsPerDay / 4)
        for index in 0..<count {
            let (from, to) = (midnight + 86_400 * index / count, midnight + 86_400 * (index + 1) / count)
            out.quantity(
                "HKQuantityTypeIdentifierActiveEnergyBurned", .watch, 600 / Double(count) * (0.5 + random.unit()),
                unit: "kcal", from: from, to: to)
        }
        for index in 0..<24 {
            let from = midnight + index * 3600
            out.quantity(
                "HKQuantityTypeIdentifierBasalEnergyBurned", .watch, 270 + random.normal() * 6, unit: "kJ", from: from,
                to: from + 3600)
        }
        for index in 0..<4 {
            let from = midnight + 36_000 + index * 60
            out.quantity("HKQuantityTypeIdentifierAppleExerciseTime", .watch, 1, unit: "min", from: from, to: from + 60)
        }
    }

    private func food(_ day: Int, _ out: inout ExportText) {
        guard day % 3 == 0 else { return }
        let noon = clock.midnight(day) + 43_200
        out.quantity("HKQuantityTypeIdentifierDietaryEnergyConsumed", .phone, 640, unit: "Cal", from: noon, to: noon)
        out.quantity("HKQuantityTypeIdentifierDietaryProtein", .phone, 31.5, unit: "g", from: noon, to: noon)
        out.quantity("HKQuantityTypeIdentifierDietaryWater", .phone, 450, unit: "mL", from: noon, to: noon)
    }

    /// Types that Pulsum counts by name and does not use.
    private func unused(_ day: Int, _ out: inout ExportText) {
        let noon = clock.midnight(day) + 43_200
        for index in 0..<max(2, recordsPerDay / 50) {
            out.quantity(
                "HKQuantityTypeIdentifierFlightsClimbed", .phone, 1, unit: "count", from: noon + index * 300,
                to: noon + index * 300 + 20)
        }
        if day == first { out.quantity("HKDataTypeSleepDurationGoal", .phone, 8, unit: "hr", from: noon, to: noon) }
    }

    private func sleep(_ day: Int, _ out: inout ExportText) {
        var random = random(day, 7)
        let asleep = night(day)
        func stage(_ value: StaticString, _ device: ExportText.Device, _ from: Int, _ to: Int) {
            out.record(
                "HKCategoryTypeIdentifierSleepAnalysis", device, unit: nil, from: from, to: to, written: asleep.to + 60)
            out.text(value)
            out.text("\">\n  <MetadataEntry key=\"HKTimeZone\" value=\"\(zone)\"/>\n </Record>\n")
        }
        stage("HKCategoryValueSleepAnalysisInBed", .phone, asleep.from - 900, asleep.to + 600)
        var at = asleep.from
        while at < asleep.to {
            for (value, minutes) in [
                ("HKCategoryValueSleepAnalysisAsleepCore" as StaticString, 45),
                ("HKCategoryValueSleepAnalysisAsleepDeep", 20),
                ("HKCategoryValueSleepAnalysisAsleepREM", 20), ("HKCategoryValueSleepAnalysisAwake", 2),
            ] where at < asleep.to {
                let end = min(asleep.to, at + minutes * 60 + random.below(5) * 30)
                stage(value, .watch, at, end)
                at = end
            }
        }
    }

    private func restingHeartRate(_ day: Int, _ out: inout ExportText) {
        var random = random(day, 8)
        let midnight = clock.midnight(day)
        // Creation date half a day after the sample's date, as watches write it.
        out.quantity(
            "HKQuantityTypeIdentifierRestingHeartRate", .watch, (58 - 1.5 * form(day) + random.normal()).rounded(),
            unit: "count/min", from: midnight,
            to: midnight + 82_800, written: midnight + 126_000)
    }

    private func variability(_ day: Int, _ out: inout ExportText) {
        var random = random(day, 9)
        let asleep = night(day)
        var starts = (0..<5).map { asleep.from + 1800 + $0 * 4200 + random.below(900) }
        starts += [asleep.to + 7200 + random.below(3600), asleep.to + 25_000 + random.below(3600)]
        for start in starts {
            out.record(
                "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", .watch, unit: "ms", from: start, to: start + 60)
            out.number(max(12, 48 + 6 * form(day) + random.normal() * 7))
            out.text("\">\n  <HeartRateVariabilityMetadataList>\n")
            var centiseconds = (start + out.offset) % 86_400 * 100
            for _ in 0..<40 {
                let bpm = 50 + random.below(16)
                out.text("   <InstantaneousBeatsPerMinute bpm=\"\(bpm)\" time=\"")
                let decimals = centiseconds % 100
                out.text(
                    "\(centiseconds / 360_000):\(centiseconds / 6000 % 60):\(centiseconds / 100 % 60),\(decimals < 10 ? "0" : "")\(decimals)\"/>\n"
                )
                centiseconds += 6000 / bpm
            }
            out.text("  </HeartRateVariabilityMetadataList>\n </Record>\n")
        }
    }

    /// Correlations; their records also appear at the top level.
    private func correlations(_ day: Int, _ out: inout ExportText) {
        guard (day - first) % 7 == 3 else { return }
        let at = night(day).to + 1800
        func pressures() {
            out.quantity("HKQuantityTypeIdentifierBloodPressureSystolic", .phone, 118, unit: "mmHg", from: at, to: at)
            out.quantity("HKQuantityTypeIdentifierBloodPressureDiastolic", .phone, 76, unit: "mmHg", from: at, to: at)
            out.quantity("HKQuantityTypeIdentifierStepCount", .phone, 5, unit: "count", from: at, to: at + 10)
        }
        pressures()
        out.text(
            " <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"Anna &amp; Ben iPhone\" creationDate=\""
        )
        out.date(at)
        out.text("\" startDate=\"")
        out.date(at)
        out.text("\" endDate=\"")
        out.date(at)
        out.text("\">\n")
        pressures()
        out.text(" </Correlation>\n")
    }

    private func workouts(_ day: Int, _ out: inout ExportText) {
        guard day % 3 == 1 else { return }
        let start = clock.midnight(day) + 64_800
        out.text(
            " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"31.5\" durationUnit=\"min\" sourceName=\"Anna\u{2019}s Apple\u{a0}Watch\" sourceVersion=\"9.3\" creationDate=\""
        )
        out.date(start + 1980)
        out.text("\" startDate=\"")
        out.date(start)
        out.text("\" endDate=\"")
        out.date(start + 1980)
        out.text(
            "\">\n  <MetadataEntry key=\"HKTimeZone\" value=\"\(zone)\"/>\n  <WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" startDate=\""
        )
        out.date(start)
        out.text("\" endDate=\"")
        out.date(start + 1980)
        out.text("\" sum=\"310.5\" unit=\"kcal\"/>\n </Workout>\n")
    }

    private func summaries(_ day: Int, _ out: inout ExportText) {
        out.text(
            " <ActivitySummary dateComponents=\"\(Day(number: Int32(day)))\" activeEnergyBurned=\"480.2\" activeEnergyBurnedUnit=\"kcal\"/>\n"
        )
    }
}
