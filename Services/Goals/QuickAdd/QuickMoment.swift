import GoalsCore
import LocalTime
import Messages

/// The instant at which the action of a sentence began.
struct QuickMoment {
    /// Longest action in seconds.
    static let maximumSeconds: Int64 = 31 * 86_400

    let calendar: LocalCalendar
    /// The person's present.
    let now: AsOf

    /// - Throws: `ServiceError(.invalid)` for an unknown time zone.
    init(timeZone: String?, now: AsOf) throws {
        let zone = timeZone ?? "UTC"
        guard LocalZone(name: zone) != nil else {
            throw ServiceError(.invalid, "The time zone is none that this machine knows, such as Europe/Berlin.")
        }
        calendar = LocalCalendar([ZonePeriod(since: 0, zone: zone)])
        self.now = now
    }

    /// The start of an action: the time that the sentence names; the middle of a part of the day, or now if that part
    /// is not half over; without a time, the duration before now, or noon of another day.
    func start(of action: QuickAction, duration: Int64) -> Milliseconds {
        let (first, end) = (calendar.start(of: action.day), calendar.start(of: action.day.advanced(by: 1)))
        let present = now.at.floorDivided(by: 1000)
        let isToday = action.day == now.today
        let second: Int64
        if let time = action.time {
            let middle = calendar.instant(of: action.day, at: Int64((time.start + time.end) / 2) * 60)
            let begin = calendar.instant(of: action.day, at: Int64(time.start) * 60)
            second = time.start < time.end && isToday && begin <= present ? min(middle, present) : middle
        } else {
            second = isToday ? present - duration : calendar.instant(of: action.day, at: 12 * 3600)
        }
        return min(max(second, first), end - 1) * 1000
    }
}
