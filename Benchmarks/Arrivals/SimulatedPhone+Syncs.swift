extension SimulatedPhone {
    /// When the app tries to sync, in order, as long as it works.
    static func attempts(of person: Person, _ life: Life, _ dice: inout Dice) -> [Int64] {
        let wanted =
            switch person.habit {
            case .hourly: hourly(person, life, &dice)
            case .periodic: periodic(person, life, &dice)
            case .morning: mornings(person, life, &dice)
            case .opening: openings(person, life, &dice)
            }
        var attempts: [Int64] = []
        for attempt in wanted.sorted() where person.start <= attempt && attempt < person.end {
            if life.phoneOff.contains(where: { $0.contains(attempt) }) { continue }
            if let slow = life.slow.first(where: { $0.when.contains(attempt) }), !dice.chance(slow.share) { continue }
            // No network on the way or in the cellar.
            if dice.chance(0.015) { continue }
            attempts.append(attempt)
        }
        return attempts
    }

    /// The beginnings of the times at which the phone is unlocked.
    private static func unlockings(_ person: Person, _ life: Life, _ dice: inout Dice) -> Instants {
        var all: [Int64] = []
        for day in life.days {
            if dice.chance(person.nightLooks) { all.append(day.asleep + dice.span(0, 1, of: day.wake - day.asleep)) }
            var instant = day.wake + dice.span(0, 20, of: minute)
            while instant < day.bed {
                all.append(instant)
                instant += Int64((1 + dice.exponential() * person.unlockGap) * Double(minute))
            }
        }
        return Instants(all.sorted())
    }

    /// Each hour, as soon as the phone is unlocked; with some apps at unlocking as well.
    private static func hourly(_ person: Person, _ life: Life, _ dice: inout Dice) -> [Int64] {
        let unlockings = unlockings(person, life, &dice)
        var syncs: [Int64] = []
        var due = person.start + dice.span(0, 1, of: hour)
        while due < person.end {
            if !dice.chance(person.skipped) {
                // An unlocked phone stays so for a few minutes.
                let open = unlockings.first(after: due - dice.span(1, 6, of: minute))
                let sync = max(open, due) + dice.span(1, 30, of: second)
                if sync - (syncs.last ?? 0) > minute { syncs.append(sync) }
            }
            due += hour + dice.span(0, 3, of: minute)
        }
        if dice.chance(0.3) {
            var last: Int64 = 0
            for unlocking in unlockings.all where unlocking - last > 20 * minute {
                syncs.append(unlocking + dice.span(1, 10, of: second))
                last = unlocking
            }
        }
        return syncs
    }

    /// Work at an interval; a phone that dozes off its charger grants it in windows that move apart.
    private static func periodic(_ person: Person, _ life: Life, _ dice: inout Dice) -> [Int64] {
        let interval = Int64(person.interval * Double(minute))
        var syncs: [Int64] = []
        for day in life.days {
            var instant = day.wake + dice.span(0, 1, of: interval)
            while instant < day.bed {
                if !dice.chance(person.skipped) { syncs.append(instant) }
                instant += interval + dice.span(0, 0.15, of: interval)
                // A phone that lies unused dozes by day as well.
                if dice.chance(0.03) { instant += dice.span(0.5, 3, of: hour) }
            }
            instant = day.asleep + dice.span(0, 1, of: interval)
            var pause = hour
            while instant < day.wake {
                syncs.append(instant)
                if person.chargesPhoneAtNight {
                    instant += interval + dice.span(0, 0.3, of: interval)
                } else {
                    instant += max(interval, pause) + dice.span(0, 15, of: minute)
                    pause = min(2 * pause, 6 * hour)
                }
            }
        }
        return syncs
    }

    private static func mornings(_ person: Person, _ life: Life, _ dice: inout Dice) -> [Int64] {
        let unlockings = unlockings(person, life, &dice)
        var syncs: [Int64] = []
        for day in life.days where !dice.chance(person.skipped * 0.3) {
            let due = person.zone.instant(day.number, person.morningHour)
            if person.isAndroid {
                // A job that is overdue when the phone starts runs then, once.
                let sync = life.phoneOn(from: due + dice.span(0, 12, of: minute))
                if sync > syncs.last ?? 0 { syncs.append(sync) }
            } else {
                syncs.append(unlockings.first(after: max(due, day.wake)) + dice.span(1, 60, of: second))
            }
        }
        return syncs
    }

    /// When the person thinks of it: after some hours to three days, awake.
    private static func openings(_ person: Person, _ life: Life, _ dice: inout Dice) -> [Int64] {
        var syncs: [Int64] = []
        var instant = person.start + dice.span(8, 20, of: hour)
        while instant < person.end {
            if let night = life.days.first(where: { $0.asleep <= instant && instant < $0.wake }) {
                instant = night.wake + dice.span(0.1, 10, of: hour)
            }
            syncs.append(instant)
            if dice.chance(0.12) { syncs.append(instant + dice.span(2, 90, of: minute)) }
            let gap = min(max(person.openingGap * dice.between(0.35, 1.65), 0.4), 3)
            instant += Int64(gap * Double(day))
        }
        return syncs
    }
}
