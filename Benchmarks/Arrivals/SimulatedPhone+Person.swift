extension SimulatedPhone {
    /// A person's habits and the app on the phone.
    struct Person {
        /// The event that starts a sync.
        enum Habit: CaseIterable {
            /// iPhone, hourly in the background; while it is locked, health data cannot be read.
            case hourly
            /// Android, periodic work with pauses while the phone dozes.
            case periodic
            /// A job at a fixed time of the morning, or at the first unlocking after it.
            case morning
            /// Only when the person opens the app.
            case opening
        }

        /// What an app sends (spec/companions.md, 1 to 6).
        enum Reading {
            /// Samples after a cursor (Health Bridge, Open Wearables).
            case cursor
            /// Samples not older than a watermark per kind, of the last 48 h; the newest comes again (HC Webhook).
            case watermark
            /// Yesterday and today, each time (Health Auto Export).
            case window
        }

        /// Which kinds share a post.
        enum Division { case none, byKind, workoutsApart }

        var zone: Zone
        var start: Int64
        var end: Int64
        /// Days since 1970 of `start`.
        var firstDay: Int
        var habit: Habit
        var reading: Reading
        var division: Division
        /// Posts wait in order, with the clock of their making, until they are accepted (Health Bridge).
        var hasOutbox: Bool
        var sendsClock: Bool
        /// The phone's clock minus true time, ms.
        var skew: Int64
        /// Kinds of this person, in a fixed order.
        var kinds: [String]

        // Sync.
        /// Minutes between two runs of periodic work.
        var interval: Double
        /// Share of scheduled runs that the system does not grant.
        var skipped: Double
        /// Minutes between two unlockings of the phone by day, on average.
        var unlockGap: Double
        /// Share of nights with a look at the phone.
        var nightLooks: Double
        var chargesPhoneAtNight: Bool
        /// Between two openings of the app, days, on average.
        var openingGap: Double
        /// Local hour of the morning's job.
        var morningHour: Double

        // Life.
        var isShiftWorker: Bool
        /// Local hour on weekdays.
        var wake: Double
        var weekendLater: Double
        /// Hours.
        var sleepLength: Double
        /// Local hour at which the watch is charged.
        var chargeHour: Double
        var chargesDaily: Bool
        /// Share of nights without the watch.
        var bareNights: Double
        /// Beginnings of days without the watch, per day.
        var unwornRate: Double
        var offAtNight: Double
        var workouts: Double
        /// Days between two weighings, on average.
        var weighing: Double
        /// Hours between two syncs of watch and phone; 0 if they talk all the time.
        var watchGap: Double
        /// Factor on the amount of steps.
        var activity: Double

        var isAndroid: Bool { habit == .periodic || reading == .watermark }

        /// LifeSnaps (Fitbit Sense, 33 people): share of worn days without a night, deciles, without three people who
        /// never sleep with it.
        static let bareNightShares = [0, 0.01, 0.05, 0.06, 0.1, 0.1, 0.21, 0.28, 0.31, 0.41, 0.55]
        /// LifeSnaps: recorded exercises per worn day, deciles of people.
        static let workoutShares = [0.11, 0.21, 0.28, 0.36, 0.4, 0.49, 0.58, 0.65, 0.69, 0.76, 0.93]
        /// LifeSnaps: beginnings of runs of days without heart rate, per day.
        static let unwornRate = 54.0 / 2629
        /// LifeSnaps: hours of sleep, deciles of nights without the outer hundredths.
        static let sleepHours = [1.5, 5.37, 6.2, 6.77, 7.18, 7.57, 7.97, 8.43, 8.92, 9.48, 12.38]

        init(_ dice: inout Dice) {
            zone = Zone.all[dice.weighted(Zone.weights)]
            firstDay = Zone.days(2025, 1, 1) + dice.whole(0...540)
            start = zone.instant(firstDay, 0)
            end = zone.instant(firstDay + SimulatedPhone.length, 0)
            habit = [.hourly, .periodic, .morning, .opening][dice.weighted([0.35, 0.3, 0.15, 0.2])]
            switch habit {
            case .hourly: reading = dice.chance(0.6) ? .cursor : .window
            case .periodic: reading = dice.chance(0.7) ? .watermark : .cursor
            case .morning, .opening: reading = dice.pick([.cursor, .window, .watermark])
            }
            let isCursor = reading == .cursor
            hasOutbox = isCursor && habit == .hourly && dice.chance(0.5)
            switch reading {
            case .cursor: division = hasOutbox || dice.chance(0.2) ? .byKind : .none
            case .watermark: division = .none
            case .window: division = .workoutsApart
            }
            sendsClock = reading == .watermark || isCursor && dice.chance(0.85)
            skew = Int64(dice.normal() * (dice.chance(0.2) ? 50 : 6) * Double(SimulatedPhone.second))
            skew = min(max(skew, -2 * SimulatedPhone.minute), 2 * SimulatedPhone.minute)
            interval = dice.pick([15, 30, 60, 60, 120, 240])
            skipped = dice.between(0.02, 0.25)
            unlockGap = dice.between(12, 40)
            nightLooks = dice.chance(0.3) ? dice.between(0.2, 0.8) : 0.05
            chargesPhoneAtNight = dice.chance(0.6)
            openingGap = dice.between(0.9, 2.2)
            isShiftWorker = dice.chance(0.12)
            // Apple export of one person: waking at 7.6 h on weekdays, half an hour later at weekends.
            wake = min(max(7.2 + 0.8 * dice.normal(), 5), 9.5)
            weekendLater = dice.chance(0.35) ? dice.between(1.2, 3) : dice.between(0, 0.9)
            sleepLength = 0.5 * 7.57 + 0.5 * dice.quantile(Self.sleepHours)
            morningHour = wake + dice.between(-0.5, 1.5)
            chargesDaily = dice.chance(0.6)
            chargeHour = dice.chance(0.7) ? dice.between(18.5, 22) : dice.between(7.5, 9)
            bareNights = dice.quantile(Self.bareNightShares)
            unwornRate = Self.unwornRate * dice.exponential()
            offAtNight = dice.chance(0.2) ? dice.between(0.5, 0.95) : 0.02
            workouts = dice.quantile(Self.workoutShares) * (dice.chance(0.3) ? 0.4 : 1)
            weighing = dice.chance(0.7) ? 7 : dice.between(3, 25)
            watchGap = 0
            activity = dice.between(0.5, 1.3)
            kinds = ["steps"]
            if isAndroid, dice.chance(0.7) {
                watchGap = dice.pick([0.25, 1, 2, 4])
            }
            for (kind, share) in Self.shares where dice.chance(share) { kinds.append(kind) }
        }

        /// Share of people who send a kind. Heart rate, resting heart rate and sleep as in LifeSnaps; the rest is assumed.
        private static let shares = [
            ("distance", 0.6), ("activeEnergy", 0.7), ("heartRate", 0.97), ("restingHeartRate", 0.85),
            ("heartRateVariability", 0.75), ("sleep", 0.9), ("oxygenSaturation", 0.45), ("respiratoryRate", 0.55),
            ("workout", 0.7), ("bodyMass", 0.4),
        ]
    }
}
