extension SimulatedPhone {
    /// What the person did on each day, and what kept phone, watch and server from working.
    struct Life {
        struct OneDay {
            /// Days since 1970.
            var number: Int
            /// When the night before this day began.
            var asleep: Int64
            var wake: Int64
            /// When the next night begins.
            var bed: Int64
            /// Without the watch by day.
            var isUnworn = false
            /// Without the watch in the night before.
            var isBareNight = false
            /// The watch lies on its charger.
            var charging: Range<Int64>?
            var isSick = false
            var isWeekend: Bool
        }

        /// From three days before the start to one day after the end.
        private(set) var days: [OneDay] = []
        /// The phone is off, empty or left at home.
        private(set) var phoneOff: [Range<Int64>] = []
        /// Holidays, with the share of syncs that happen.
        private(set) var slow: [(when: Range<Int64>, share: Double)] = []
        private(set) var serverOff: [Range<Int64>] = []
        private(set) var quiet: [Range<Int64>] = []
        private(set) var updates: [Int64] = []

        private let person: Person
        private var taken: [Range<Int64>]
        /// Journeys to another zone, with the hours it is ahead.
        private var journeys: [(when: Range<Int64>, ahead: Double)] = []
        private var unworn: [Range<Int64>] = []
        private var sick: [Range<Int64>] = []

        /// LifeSnaps: lengths of runs of days without heart rate, 1 to 7 days.
        private static let unwornLengths = [31.0, 6, 6, 1, 1, 2, 2]
        /// LifeSnaps: lengths of runs of nights without sleep, 1 to 6 nights.
        private static let bareLengths = [159.0, 35, 16, 8, 6, 2]

        /// - Parameter faults: times that ordinary events of a day or more keep away from.
        init(of person: Person, avoiding faults: [Range<Int64>], _ dice: inout Dice) {
            self.person = person
            taken = faults
            addServerOff(&dice)
            addJourney(&dice)
            addHolidays(&dice)
            addWeekendsWithoutPhone(&dice)
            addUnworn(&dice)
            if dice.chance(0.4) {
                let begin = person.start + dice.span(3, 110, of: SimulatedPhone.day)
                sick.append(begin..<(begin + dice.span(2, 5, of: SimulatedPhone.day)))
            }
            addDays(&dice)
            for _ in 0..<dice.whole(0...3) {
                let begin = person.start + dice.span(3, 117, of: SimulatedPhone.day)
                phoneOff.append(begin..<(begin + dice.span(2, 14, of: SimulatedPhone.hour)))
            }
            for night in days where dice.chance(person.offAtNight) { phoneOff.append(night.asleep..<night.wake) }
            for _ in 0..<dice.whole(0...2) {
                updates.append(person.start + dice.span(5, 118, of: SimulatedPhone.day))
            }
            phoneOff.sort { $0.lowerBound < $1.lowerBound }
            updates.sort()
            serverOff.sort { $0.lowerBound < $1.lowerBound }
            quiet.sort { $0.lowerBound < $1.lowerBound }
        }

        /// The first instant from `instant` on at which the phone is on.
        func phoneOn(from instant: Int64) -> Int64 {
            var instant = instant
            for off in phoneOff where off.contains(instant) { instant = off.upperBound + SimulatedPhone.minute }
            return instant
        }

        /// A free time of some length that keeps its distance from what is planned.
        private mutating func place(_ length: Int64, margin: Int64, _ dice: inout Dice) -> Range<Int64>? {
            for _ in 0..<20 {
                let begin = person.start + dice.span(3, 116, of: SimulatedPhone.day)
                let wide = (begin - margin)..<(begin + length + margin)
                if wide.upperBound < person.end, !taken.contains(where: { $0.overlaps(wide) }) {
                    taken.append(begin..<(begin + length))
                    return begin..<(begin + length)
                }
            }
            return nil
        }

        private mutating func addServerOff(_ dice: inout Dice) {
            for _ in 0..<dice.whole(0...4) {
                let length =
                    switch dice.weighted([0.5, 0.3, 0.2]) {
                    case 0: dice.span(5, 60, of: SimulatedPhone.minute)
                    case 1: dice.span(1, 8, of: SimulatedPhone.hour)
                    default: dice.span(8, 48, of: SimulatedPhone.hour)
                    }
                if let when = place(length, margin: SimulatedPhone.day, &dice) { serverOff.append(when) }
            }
        }

        private mutating func addJourney(_ dice: inout Dice) {
            guard dice.chance(0.3) else { return }
            let length = dice.span(3, 14, of: SimulatedPhone.day)
            let ahead = Double(dice.pick([-9, -6, -5, -1, 1, 2, 5, 7, 8]))
            let flight = Int64((1.5 + abs(ahead)) * Double(SimulatedPhone.hour))
            guard let when = place(length, margin: 2 * SimulatedPhone.day, &dice) else { return }
            journeys.append((when, ahead))
            quiet.append(when.lowerBound..<(when.upperBound + flight))
            phoneOff.append(when.lowerBound..<(when.lowerBound + flight))
            phoneOff.append(when.upperBound..<(when.upperBound + flight))
            slow.append((when, dice.between(0.3, 1)))
        }

        private mutating func addHolidays(_ dice: inout Dice) {
            guard dice.chance(0.5) else { return }
            // The person forgets to mark a third of them; those are short.
            let isMarked = dice.chance(2.0 / 3)
            let length = isMarked ? dice.span(4, 14, of: SimulatedPhone.day) : dice.span(2, 3.5, of: SimulatedPhone.day)
            guard let when = place(length, margin: 2 * SimulatedPhone.day, &dice) else { return }
            slow.append((when, isMarked ? dice.between(0, 0.6) : dice.between(0.3, 0.7)))
            if isMarked { quiet.append(when) }
            if dice.chance(0.4) { unworn.append(when) }
        }

        private mutating func addWeekendsWithoutPhone(_ dice: inout Dice) {
            guard dice.chance(0.35) else { return }
            for _ in 0..<dice.whole(1...2) {
                let day = person.firstDay + 7 * dice.whole(1...15)
                let friday = day - (Zone.weekday(day) + 2) % 7
                let begin = person.zone.instant(friday, dice.between(16, 21))
                let end = person.zone.instant(friday + 2, dice.between(16, 22))
                let wide = (begin - SimulatedPhone.day)..<(end + SimulatedPhone.day)
                if taken.contains(where: { $0.overlaps(wide) }) { continue }
                taken.append(begin..<end)
                phoneOff.append(begin..<end)
            }
        }

        private mutating func addUnworn(_ dice: inout Dice) {
            for day in 3..<(SimulatedPhone.length - 8) where dice.chance(person.unwornRate) {
                let length = 1 + dice.weighted(Self.unwornLengths)
                let begin = person.zone.instant(person.firstDay + day, 4)
                let when = begin..<person.zone.instant(person.firstDay + day + length, 4)
                let wide = (begin - SimulatedPhone.day / 2)..<(when.upperBound + SimulatedPhone.day / 2)
                if taken.contains(where: { $0.overlaps(wide) }) { continue }
                taken.append(when)
                unworn.append(when)
                if length >= 5 || length >= 3 && dice.chance(0.5) { quiet.append(when) }
            }
        }

        private func usualWake(_ number: Int, _ dice: inout Dice) -> Double {
            let isWeekend = [0, 6].contains(Zone.weekday(number))
            if person.isShiftWorker, !isWeekend {
                // A week each of early, late and night shifts. The day after a night shift begins in the afternoon.
                return [4.7, 9, 15.5][(number + 3) / 7 % 3] + 0.5 * dice.normal()
            }
            // Apple export: standard deviation of waking 0.51 h on weekdays, 0.83 h at weekends.
            return person.wake + (isWeekend ? person.weekendLater + 0.83 * dice.normal() : 0.51 * dice.normal())
        }

        private mutating func addDays(_ dice: inout Dice) {
            var bareNights = 0
            // Runs begin so often that the share of bare nights comes out; their mean length is 1.6.
            let bareBegin = person.bareNights / (1.6 * (1 - person.bareNights))
            for number in (person.firstDay - 3)...(person.firstDay + SimulatedPhone.length + 1) {
                let noon = person.zone.instant(number, 12)
                let ahead = journeys.first { $0.when.contains(noon) }?.ahead ?? 0
                let isSick = sick.contains { $0.contains(noon) }
                let hours = usualWake(number, &dice) - ahead + (isSick ? 1.5 : 0)
                let length = min(max(person.sleepLength + 0.9 * dice.normal() + (isSick ? 2 : 0), 3.5), 11)
                var wake = person.zone.instant(number, hours)
                var asleep = wake - Int64(length * Double(SimulatedPhone.hour))
                if let last = days.last {
                    asleep = max(asleep, last.wake + 5 * SimulatedPhone.hour)
                    wake = max(wake, asleep + 2 * SimulatedPhone.hour)
                    days[days.count - 1].bed = asleep
                }
                var day = OneDay(
                    number: number, asleep: asleep, wake: wake, bed: wake + 16 * SimulatedPhone.hour,
                    isSick: isSick, isWeekend: [0, 6].contains(Zone.weekday(number)))
                day.isUnworn = unworn.contains { $0.contains(noon) }
                if bareNights == 0, dice.chance(bareBegin) { bareNights = 1 + dice.weighted(Self.bareLengths) }
                day.isBareNight = bareNights > 0 || unworn.contains { $0.contains(asleep) || $0.contains(wake) }
                bareNights = max(0, bareNights - 1)
                if person.chargesDaily || dice.chance(0.5) {
                    let begin = person.zone.instant(number, person.chargeHour - ahead + 0.5 * dice.normal())
                    day.charging = begin..<(begin + dice.span(0.6, 2.2, of: SimulatedPhone.hour))
                }
                days.append(day)
            }
        }
    }
}
