import Messages
import Wire

/// A circumstance of a day in which only some suggestions fit: those whose library entry names it.
public struct Circumstance: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// The person is ill and rests.
    public static let illness = Circumstance(rawValue: 1)
    /// The person is injured and spares the body.
    public static let injury = Circumstance(rawValue: 2)
    /// The person travels.
    public static let travel = Circumstance(rawValue: 3)
    /// The person slept little.
    public static let shortNight = Circumstance(rawValue: 4)
    /// The days after a crisis.
    public static let hardDay = Circumstance(rawValue: 5)
    public static let names: [(value: Circumstance, name: String)] = [
        (illness, "illness"), (injury, "injury"), (travel, "travel"), (shortNight, "shortNight"), (hardDay, "hardDay"),
    ]
}

/// Hours of the local clock at which a suggestion can be followed.
public struct DayHours: Message, Equatable {
    /// The first hour, 0 … 23.
    public var from: Int32
    /// The hour at which they end, 0 … 24; an hour before `from` is one of the next day.
    public var until: Int32
    enum CodingKeys: Int, CodingKey { case from = 1, until }

    init(_ from: Int32, _ until: Int32) { (self.from, self.until) = (from, until) }

    /// - Parameter text: such as `4-12`, or `17-4` for hours that go on after midnight; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int32($0) }
        guard parts.count == 2, let from = parts[0], let until = parts[1], (0...23).contains(from),
            (0...24).contains(until), from != until
        else { return nil }
        self.init(from, until)
    }

    /// - Parameter hour: 0 … 23.
    public func contains(_ hour: Int32) -> Bool {
        from < until ? hour >= from && hour < until : hour >= from || hour < until
    }
}

extension MicroMoment {
    /// Hours for an entry that states none, by its tags, else by the words of its title.
    private static let usual: [(hours: DayHours, words: Set<String>)] = [
        (DayHours(6, 18), ["daytime"]),
        (DayHours(4, 12), ["morning", "morgens", "frühmorgens"]),
        (DayHours(11, 17), ["afternoon", "nachmittag", "nachmittags"]),
        (DayHours(17, 4), ["evening", "evenings", "tonight", "bedtime", "bed", "abend", "abends", "bett"]),
        (DayHours(21, 5), ["night", "nachts"]),
    ]
    /// Topics that suit the night.
    public static let quietTopics: Set<Topic> = [.sleep, .stress, .mindfulness, .mood]
    /// Cautions about what needs daylight or going out.
    public static let daylightCautions: Set<Caution> = [.light, .outdoors, .cold]

    /// Whether its text fits an hour of the local clock, 0 … 23. Without hours of its own it fits the day and the
    /// evening, effort until 19:00 only, and the night if it is quiet.
    public func fits(hour: Int32) -> Bool {
        if let hours = hours ?? Self.hours(tags: tags, title: title) { return hours.contains(hour) }
        if isExerting { return (5..<19).contains(hour) }
        guard hour >= 22 || hour < 5 else { return true }
        return Self.quietTopics.contains(topic) && !cautions.contains(where: Self.daylightCautions.contains)
    }

    private static func hours(tags: [String], title: String) -> DayHours? {
        let words = title.lowercased().split { !$0.isLetter }.map(String.init)
        return usual.first { !$0.words.isDisjoint(with: tags) }?.hours
            ?? usual.first { !$0.words.isDisjoint(with: words) }?.hours
    }
}
