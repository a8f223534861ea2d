import Messages

extension DaySamples {
    /// The day's body mass: the latest reading of the most trusted source; of several equally trusted sources, the
    /// latest of all. Never a mean or a sum of sources (ING-6).
    func bodyMass() -> DayActivity.BodyMass? {
        // An older release also stored readings outside the limits.
        let readings = ofDay(.bodyMass).filter { SampleKind.bodyMass.plausible.contains($0.value) }
        guard let level = readings.map({ order.level($0.source) }).min() else { return nil }
        // Two sources with one instant: the preferred one, whatever the order of their imports.
        let latest = readings.filter { order.level($0.source) == level }.max { left, right in
            (left.start, order.rank(right.source), left.value) < (right.start, order.rank(left.source), right.value)
        }
        return latest.map {
            DayActivity.BodyMass(kilograms: ($0.value * 1000).rounded() / 1000, at: $0.start)
        }
    }

    /// What was eaten and drunk.
    func intake(_ identity: SampleIdentity) -> DayActivity.Intake {
        DayActivity.Intake(
            kilocalories: eaten(.dietaryEnergy, identity).map { $0.rounded() },
            proteinGrams: eaten(.dietaryProtein, identity).map { ($0 * 10).rounded() / 10 },
            waterMillilitres: eaten(.dietaryWater, identity).map { $0.rounded() })
    }

    /// The amount that one source recorded on the day: the most trusted one; of several equally trusted, the one that
    /// recorded most. A source that recorded nothing but zeros counts only if no other recorded anything.
    ///
    /// Unlike steps, a meal is an instant that a person enters, and two apps enter the same meal minutes apart. The time
    /// slices of ING-6 would count it twice, so one source counts for the whole day. Of equally trusted sources the
    /// larger total is the more complete record. A tracker of water may write zero kilocalories with each glass.
    private func eaten(_ kind: SampleKind, _ identity: SampleIdentity) -> Double? {
        let sums = calendar.aligned(near(kind, nextDay: true), kind, daily: daily)
        var (levels, records): ([UInt64: SourceOrder.Level], [UInt64: [Sample]]) = ([:], [:])
        for sample in DayReducer.slice(sums, from: bounds.lowerBound - Sample.maximumSeconds, to: bounds.upperBound) {
            // Import paths describe one app in different detail; together its samples are one record.
            let (plain, level) = (identity.plain(sample.source), order.level(sample.source))
            var own = sample
            own.source = plain
            records[plain, default: []].append(own)
            levels[plain] = min(levels[plain] ?? level, level)
        }
        let totals = records.compactMap { plain, samples in
            Cumulative.total(samples.sorted(), within: bounds, order: order).flatMap { total in
                levels[plain].map { (level: $0, value: total.value) }
            }
        }
        let recorded = totals.contains { $0.value > 0 } ? totals.filter { $0.value > 0 } : totals
        guard let best = recorded.map(\.level).min() else { return nil }
        return recorded.filter { $0.level == best }.map(\.value).max()
    }
}
