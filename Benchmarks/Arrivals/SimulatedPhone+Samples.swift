extension SimulatedPhone {
    /// A sample, and when the phone's store of health data had it.
    struct Sample {
        var end: Int64
        var ready: Int64
    }

    /// Samples of one kind in order of `ready`.
    struct Series {
        var kind: String
        var samples: [Sample]
        /// The largest end of the samples up to each.
        var newest: [Int64] = []

        init(_ kind: String, _ samples: [Sample]) {
            self.kind = kind
            self.samples = samples.sorted { ($0.ready, $0.end) < ($1.ready, $1.end) }
            for sample in self.samples { newest.append(max(newest.last ?? sample.end, sample.end)) }
        }

        /// The number of samples that were ready at an instant.
        func count(at instant: Int64) -> Int {
            var low = 0
            var high = samples.count
            while low < high {
                let middle = (low + high) / 2
                if samples[middle].ready <= instant { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    /// W209 (one Apple Watch, 32 days): share of days with steps per local hour, 8 to 22. The other hours are assumed,
    /// as that person went to bed after two.
    private static let stepHours = [
        0.5, 0.3, 0.2, 0.1, 0.1, 0.2, 0.4, 0.5, 0.62, 0.59, 0.41, 0.5, 0.69, 0.59, 0.59, 0.44, 0.47, 0.56, 0.66, 0.88,
        0.84, 0.84, 0.84, 0.7,
    ]
    /// Apple export (k0rventen, one person, 2021): minutes from a heart rate's end to its record, deciles without the
    /// outer hundredths.
    private static let recordDelays = [0.28, 1.8, 3.12, 3.83, 4.4, 4.97, 5.53, 6.28, 7.33, 9.42, 16.4]
    /// Apple export: minutes between heart rates, deciles.
    private static let heartGaps = [1.03, 2.23, 3.28, 4.02, 4.5, 4.93, 5.47, 6, 6.77, 8.03, 16.02]
    /// Apple export: minutes between SDNN samples, deciles; the last one, of days without the watch, is cut to 15 h.
    private static let variabilityGaps = [3.27, 103, 119, 120, 120, 121, 209, 278, 496, 839, 900]
    /// Apple export: creations of the resting heart rate per local hour, of 293.
    private static let restingHours = [
        25.0, 8, 2, 6, 6, 6, 9, 13, 15, 4, 5, 5, 1, 8, 10, 10, 17, 22, 28, 20, 17, 11, 23, 22,
    ]
    /// Apple export: minutes from the end of a night's last part to its record, deciles; the last one is cut to 45.
    private static let nightDelays = [0, 0, 0, 0, 0, 0, 0.02, 0.02, 2.3, 9.23, 45]

    static func samples(of person: Person, _ life: Life, _ dice: inout Dice) -> [Series] {
        let talks = watchTalks(of: person, life, &dice)
        return person.kinds.map { kind in
            var ends: [Sample] = []
            for day in life.days { add(kind, of: day, person, &ends, &dice) }
            let isOfPhone = ["steps", "distance", "bodyMass"].contains(kind)
            for index in ends.indices {
                var ready = ends[index].ready
                if !isOfPhone, person.watchGap > 0 {
                    ready = talks.first(after: ready)
                }
                ends[index].ready = life.phoneOn(from: ready)
            }
            return Series(kind, ends)
        }
    }

    /// Syncs of watch and phone where the two do not talk all the time; in the night only now and then.
    private static func watchTalks(of person: Person, _ life: Life, _ dice: inout Dice) -> Instants {
        guard person.watchGap > 0 else { return Instants([]) }
        var talks: [Int64] = []
        for day in life.days {
            var instant = day.wake + dice.span(1, 40, of: minute)
            while instant < day.bed {
                talks.append(instant)
                instant += dice.span(0.6, 1.4, of: Int64(person.watchGap * Double(hour)))
            }
            if dice.chance(0.3) { talks.append(day.bed + dice.span(1, 5, of: hour)) }
        }
        return Instants(talks.sorted())
    }

    private static func add(
        _ kind: String, of day: Life.OneDay, _ person: Person, _ samples: inout [Sample], _ dice: inout Dice
    ) {
        func add(_ end: Int64, after minutes: Double) {
            samples.append(Sample(end: end, ready: end + Int64(minutes * Double(minute))))
        }
        let hasNight = !day.isBareNight
        switch kind {
        case "steps", "distance", "activeEnergy":
            if kind == "activeEnergy", day.isUnworn { return }
            let factor = person.activity * (day.isSick ? 0.12 : 1) * (day.isUnworn ? 0.5 : 1)
            for begin in stride(from: day.wake, to: day.bed, by: Int(10 * minute)) {
                let share = stepHours[person.zone.hour(of: begin)]
                let isCharging = kind == "activeEnergy" && day.charging?.contains(begin) == true
                if !isCharging, dice.chance(share * factor) {
                    add(begin + dice.span(1, 10, of: minute), after: dice.quantile(recordDelays))
                }
            }
        case "heartRate":
            var instant = day.asleep
            while instant < day.bed {
                instant += Int64(dice.quantile(heartGaps) * Double(minute))
                let isWorn = instant < day.wake ? hasNight : !day.isUnworn
                if isWorn, day.charging?.contains(instant) != true {
                    add(instant, after: dice.quantile(recordDelays))
                }
            }
        case "heartRateVariability":
            if person.isAndroid {
                if hasNight { add(day.wake, after: dice.between(5, 50)) }
                return
            }
            var instant = day.asleep + dice.span(0, 2, of: hour)
            while instant < day.bed {
                let isWorn = instant < day.wake ? hasNight : !day.isUnworn
                if isWorn, day.charging?.contains(instant) != true { add(instant, after: 0.1) }
                instant += Int64(dice.quantile(variabilityGaps) * Double(minute))
            }
        case "restingHeartRate":
            if person.isAndroid {
                if hasNight { add(day.wake, after: dice.between(5, 60)) }
            } else if !day.isUnworn {
                // The watch writes it once it knows enough of the day; after midnight it is the day before's.
                var at = person.zone.instant(day.number, Double(dice.weighted(restingHours)) + dice.unit())
                if at < day.wake { at += SimulatedPhone.day }
                add(at, after: dice.between(0.6, 10))
            }
        case "sleep":
            guard hasNight else { return }
            let delay = dice.quantile(nightDelays)
            // A tenth of nights have a second record (Mobius: 43 of 413 days), here a nap in the afternoon.
            if dice.chance(0.1), !day.isUnworn {
                let end = min(day.wake + dice.span(6, 9, of: hour), day.bed - 2 * hour)
                add(end, after: dice.between(5, 40))
            }
            if person.isAndroid {
                add(day.wake, after: delay + dice.between(5, 40))
                return
            }
            var end = day.wake
            while end > day.asleep {
                add(end, after: Double((day.wake - end) / minute) + delay)
                end -= dice.span(6, 45, of: minute)
            }
        case "oxygenSaturation", "respiratoryRate":
            guard hasNight, dice.chance(0.9) else { return }
            if person.isAndroid {
                add(day.wake, after: dice.between(20, 180))
                return
            }
            var instant = day.asleep + dice.span(5, 60, of: minute)
            while instant < day.wake {
                add(instant, after: dice.quantile(recordDelays))
                // Apple export: 4.5 to 19 min between two breathing rates, 10 to 90 %.
                instant += kind == "respiratoryRate" ? dice.span(5, 20, of: minute) : dice.span(20, 90, of: minute)
            }
        case "workout":
            if !day.isUnworn, !day.isSick, dice.chance(person.workouts) {
                let end = person.zone.instant(day.number, dice.pick([7.5, 12.5, 17.5, 18.5, 19.5]) + dice.unit())
                if day.wake < end, end < day.bed { add(end, after: dice.between(0.2, 6)) }
            }
        default:
            if dice.chance(1 / person.weighing) { add(day.wake + dice.span(5, 50, of: minute), after: 1) }
        }
    }

    /// Instants in order.
    struct Instants {
        let all: [Int64]

        init(_ all: [Int64]) { self.all = all }

        /// The first one from `instant` on; `instant` itself if there is none.
        func first(after instant: Int64) -> Int64 {
            var low = 0
            var high = all.count
            while low < high {
                let middle = (low + high) / 2
                if all[middle] < instant { low = middle + 1 } else { high = middle }
            }
            return low < all.count ? all[low] : instant
        }
    }
}
