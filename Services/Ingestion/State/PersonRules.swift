import HealthFormats
import LocalTime
import Messages

/// A person's time zones and source priorities.
struct PersonRules: Message, Equatable {
    /// Oldest first; empty until a profile was received.
    var timeZones: [ZonePeriod] = []
    var sourceOrder: [String] = []
    /// Revision of the profile that these come from.
    var revision: UInt64 = 0
    /// Time of the newest imported export, s since 1970, and the phone's UTC offset then, s.
    var exported: Int64?
    var offset: Int32 = 0
    /// Where the history began when days were last computed; nil before that.
    var history: HistoryStart?
    enum CodingKeys: Int, CodingKey { case timeZones = 1, sourceOrder, revision, exported, offset, history }

    init() {}

    var calendar: LocalCalendar { LocalCalendar(timeZones, otherwise: offset) }
    /// Origin of the calendar's zones.
    var zoneOrigin: ZoneNote.Origin { calendar.hasHistory ? .history : exported != nil ? .export : .assumed }
}
