extension SimulatedPhone {
    /// A time zone with the rule that holds for its clock changes since 2007, so that no machine's zone files matter.
    struct Zone {
        enum Rule { case none, european, american, australian }

        let name: String
        /// Standard time minus UTC, ms.
        let standard: Int64
        let rule: Rule

        init(_ name: String, hours: Double, _ rule: Rule) {
            self.name = name
            standard = Int64(hours * Double(SimulatedPhone.hour))
            self.rule = rule
        }

        static let all = [
            Zone("Europe/Berlin", hours: 1, .european), Zone("Europe/Madrid", hours: 1, .european),
            Zone("Europe/London", hours: 0, .european), Zone("Europe/Athens", hours: 2, .european),
            Zone("America/New_York", hours: -5, .american), Zone("America/Los_Angeles", hours: -8, .american),
            Zone("Asia/Tokyo", hours: 9, .none), Zone("Asia/Kolkata", hours: 5.5, .none),
            Zone("Australia/Sydney", hours: 10, .australian),
        ]
        /// The first ones are most frequent.
        static let weights = [5.0, 2, 2, 1, 2, 1, 0.5, 0.5, 0.5]

        /// Local time minus UTC, ms.
        func offset(at instant: Int64) -> Int64 {
            let year = Self.year(of: instant)
            let isSummer: Bool
            switch rule {
            case .none: isSummer = false
            case .european:
                isSummer = Self.lastSunday(year, 3, hour: 1) <= instant && instant < Self.lastSunday(year, 10, hour: 1)
            case .american:
                let begin = Self.sunday(2, year, 3, hour: 2) - standard
                isSummer = begin <= instant && instant < Self.sunday(1, year, 11, hour: 1) - standard
            case .australian:
                let end = Self.sunday(1, year, 4, hour: 2) - standard
                isSummer = instant < end || Self.sunday(1, year, 10, hour: 2) - standard <= instant
            }
            return standard + (isSummer ? SimulatedPhone.hour : 0)
        }

        /// The instant at which clocks here say `hours` on a day. Hours may be negative or over 24.
        /// - Parameter day: days since 1970.
        func instant(_ day: Int, _ hours: Double) -> Int64 {
            let local = Int64(day) * SimulatedPhone.day + Int64(hours * Double(SimulatedPhone.hour))
            return local - offset(at: local - standard)
        }

        /// The local day of an instant, in days since 1970.
        func day(of instant: Int64) -> Int {
            let local = instant + offset(at: instant)
            return Int(local / SimulatedPhone.day)
        }

        /// The local hour of the day, 0 to 23.
        func hour(of instant: Int64) -> Int {
            let local = instant + offset(at: instant)
            return Int(local % SimulatedPhone.day / SimulatedPhone.hour)
        }

        /// 0 is Sunday.
        static func weekday(_ day: Int) -> Int { (day + 4) % 7 }

        /// Days since 1970 of a date of the Gregorian calendar (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
        static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
            let year = month <= 2 ? year - 1 : year
            let ofEra = year % 400
            let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
            return year / 400 * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
        }

        private static func year(of instant: Int64) -> Int {
            let number = Int(instant / SimulatedPhone.day)
            let guess = 1970 + number / 366
            return number >= days(guess + 1, 1, 1) ? guess + 1 : guess
        }

        /// The UTC instant of an hour on the nth Sunday of a month.
        private static func sunday(_ count: Int, _ year: Int, _ month: Int, hour: Int64) -> Int64 {
            let first = days(year, month, 1)
            let day = first + (7 - weekday(first)) % 7 + 7 * (count - 1)
            return Int64(day) * SimulatedPhone.day + hour * SimulatedPhone.hour
        }

        private static func lastSunday(_ year: Int, _ month: Int, hour: Int64) -> Int64 {
            let last = days(year, month, 31)
            return Int64(last - weekday(last)) * SimulatedPhone.day + hour * SimulatedPhone.hour
        }
    }
}
