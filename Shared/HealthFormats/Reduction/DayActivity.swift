import Messages

/// Totals and workouts of one day, from which actions follow (GOL-6), and its weight and intake, from which plans follow
/// (PLN-2). An absent value is unknown, never zero (COM-3).
package struct DayActivity: Equatable, Sendable {
    /// The local day.
    package var day: Day
    /// Number of steps.
    package var steps: Double?
    /// Mindful sessions, s; time that several sources recorded counts once.
    package var mindful: Double?
    /// Sleep of the night that ends on the day, s.
    package var sleep: Double?
    /// Exercise, s.
    package var exercise: Double?
    /// Workouts that start on the day, by start.
    package var workouts: [Workout] = []
    /// The day's body mass.
    package var bodyMass: BodyMass?
    /// What was eaten and drunk.
    package var intake = Intake()

    /// A day without anything known.
    package init(day: Day) { self.day = day }

    /// A workout that starts on the day.
    package struct Workout: Equatable, Sendable {
        /// s since 1970.
        package var start: Int64
        /// Without pauses, s.
        package var duration: Double
        /// m; nil without a distance.
        package var distance: Double?
        /// Id of the source reduced to its name: with the start, the same in every import of the workout.
        package var source: UInt64
        /// `StableHash` of the activity's name; 0 for none.
        package var note: UInt64
    }

    /// The one reading of body mass that counts for a day.
    package struct BodyMass: Equatable, Sendable {
        /// kg, rounded to grams.
        package var kilograms: Double
        /// s since 1970.
        package var at: Int64
    }

    /// Totals of food and drink.
    package struct Intake: Equatable, Sendable {
        /// kcal, whole.
        package var kilocalories: Double?
        /// g, rounded to tenths.
        package var proteinGrams: Double?
        /// ml, whole.
        package var waterMillilitres: Double?

        /// True if nothing is known.
        package var isEmpty: Bool { kilocalories == nil && proteinGrams == nil && waterMillilitres == nil }
    }
}

extension DayReducer {
    /// Computes the metrics and the activity of one day.
    /// - Parameter samples: sorted, of `SampleKind.daily`, covering at least `reach` around the day.
    /// - Returns: the metrics without carried or multi-day values, and the activity.
    package func reduceAll(_ day: Day, _ samples: [SampleKind: [Sample]]) -> (
        metrics: DailyMetrics, activity: DayActivity
    ) {
        let known = DaySamples(day, samples, self)
        let metrics = metrics(known)
        var activity = DayActivity(day: day)
        (activity.steps, activity.sleep) = (metrics.steps?.value, metrics.sleep?.value)
        activity.mindful = known.mindful()
        activity.exercise = known.exercise()
        activity.workouts = known.workouts(identity)
        activity.bodyMass = known.bodyMass()
        activity.intake = known.intake(identity)
        return (metrics, activity)
    }
}

extension DaySamples {
    /// Mindful time, s; nil without a session of some length. An app's sum of the day only fills what exceeds the
    /// sessions.
    fileprivate func mindful() -> Double? {
        let sessions = Intervals(
            near(.mindfulSession).filter { $0.start < $0.end && !daily.contains($0.source) }.map { $0.start..<$0.end })
        let sum = sums(.mindfulSession).map { $0.end - $0.start }.max() ?? 0
        let length = max(sessions.overlap(bounds), sum)
        return length > 0 ? Double(length) : nil
    }

    /// The workouts of the day. One that overlaps a workout of a preferred source by more than half of the shorter one
    /// is the same workout, recorded twice; without a source's name it may be of another app.
    fileprivate func workouts(_ identity: SampleIdentity) -> [DayActivity.Workout] {
        var kept: [Sample] = []
        for workout in ofDay(.workout).sorted(by: isPreferred) {
            let isRecorded = kept.contains { other in
                let common = min(other.end, workout.end) - max(other.start, workout.start)
                let (first, second) = (identity.plain(other.source), identity.plain(workout.source))
                return (first != second || first == SampleSource.unnamedSource)
                    && common * 2 > min(other.end - other.start, workout.end - workout.start)
            }
            if !isRecorded { kept.append(workout) }
        }
        let distances = Dictionary(
            ofDay(.workoutDistance).map { (WorkoutPlace($0, identity), $0.value) }, uniquingKeysWith: max)
        return kept.sorted().map { workout in
            DayActivity.Workout(
                start: workout.start, duration: workout.value, distance: distances[WorkoutPlace(workout, identity)],
                source: identity.plain(workout.source), note: workout.note)
        }
    }

    private func isPreferred(_ left: Sample, _ right: Sample) -> Bool {
        let (rank, other) = (order.rank(left.source), order.rank(right.source))
        return rank != other ? rank < other : left < right
    }

    /// A workout's part of the key of its distance.
    private struct WorkoutPlace: Hashable {
        var start: Int64
        var source: UInt64

        init(_ sample: Sample, _ identity: SampleIdentity) {
            (start, source) = (sample.start, identity.plain(sample.source))
        }
    }
}

extension SampleKind {
    /// The kinds that metrics and activity of days are computed from.
    package static let daily: [SampleKind] = allCases.filter { metrics.contains($0) || activity.contains($0) }

    /// The kinds that only the activity of days is computed from.
    private static let activity: Set<SampleKind> = [
        .exerciseTime, .mindfulSession, .workout, .workoutDistance, .bodyMass, .dietaryEnergy, .dietaryProtein,
        .dietaryWater,
    ]
}
