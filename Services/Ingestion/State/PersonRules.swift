import HealthFormats
import LocalTime
import Messages

/// What an Apple Health export says of the person whose data it holds.
struct ExportOwner: Message, Equatable {
    /// Its import.
    var job: EntityID
    /// When the export was made, s since 1970.
    var exported: Int64
    var sex: BodySex?
    var birthday: Day?
    enum CodingKeys: Int, CodingKey { case job = 1, exported, sex, birthday }
}

/// A person's time zones and source priorities, and what exports say of the person.
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
    /// By the time of the export, newest first; one for each import that was not undone. The first one counts.
    var owners: [ExportOwner] = []
    enum CodingKeys: Int, CodingKey { case timeZones = 1, sourceOrder, revision, exported, offset, history, owners }

    init() {}

    /// As many as imports that can be undone.
    static let maximumOwners = 16

    /// Adds what an export says, in place of what the same import said before.
    mutating func note(_ owner: ExportOwner) {
        owners.removeAll { $0.job == owner.job }
        owners.insert(owner, at: owners.firstIndex { $0.exported <= owner.exported } ?? owners.endIndex)
        owners = Array(owners.prefix(Self.maximumOwners))
    }

    var calendar: LocalCalendar { LocalCalendar(timeZones, otherwise: offset) }
    /// Origin of the calendar's zones.
    var zoneOrigin: ZoneNote.Origin { calendar.hasHistory ? .history : exported != nil ? .export : .assumed }
}
