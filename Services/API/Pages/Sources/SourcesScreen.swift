import Localization
import Messages

/// What is known of one paired app.
public struct SourceFacts: Sendable {
    public var id: EntityID
    public var app: SourceApp
    public var label: String
    /// The last use of its token; nil for none.
    public var used: Milliseconds?
    public var standing: Standing
    /// What it brought; nil if that is not known.
    public var arrival: CompanionArrival?
    /// Whether it has sent for so long that a kind that did not come is missing.
    public var isSettled: Bool
    /// Kinds that are not named: numbers of food and weight are hidden.
    public var hidesBody: Bool
    /// What is wrong with its deliveries.
    public var findings: [ArrivalProblem] = []
    /// Whether it is silent and another source brings the same.
    public var isReplaced = false

    /// How far a pairing is.
    public enum Standing: Equatable, Sendable {
        /// Its secret was made; milliseconds until it ends unused.
        case waiting(Milliseconds)
        /// A phone has opened the code's address; milliseconds until the secret ends unused.
        case reached(Milliseconds)
        /// The app has got its secret and has sent nothing.
        case connected
        case sending
        /// Nobody used the secret in time.
        case expired
        case ended(Milliseconds)
    }

    public init(
        id: EntityID, app: SourceApp, label: String, used: Milliseconds?, standing: Standing,
        arrival: CompanionArrival?, isSettled: Bool, hidesBody: Bool
    ) {
        self.id = id
        self.app = app
        self.label = label
        self.used = used
        self.standing = standing
        self.arrival = arrival
        self.isSettled = isSettled
        self.hidesBody = hidesBody
    }
}

/// A paired app in words: its state, what came, and what is missing though its neighbours come.
public struct SourceState: Sendable {
    let id: String
    let name: String
    let app: String
    let state: String
    let kinds: [Kind]
    let hasKinds: Bool
    let others: String?
    let missing: String?
    let advice: String?
    /// What is wrong with its deliveries.
    let troubles: [SourceTrouble]
    /// Says that another source brings the same now.
    let replaced: String?
    /// Whether it has sent.
    let hasData: Bool
    let isEnded: Bool
    let isPaired: Bool

    /// A kind of data that came.
    struct Kind: Sendable {
        let name: String
        let state: String
    }

    /// Kinds that come together: of these, a permission is missing if some come and others do not.
    static let neighbours: [[[String]]] = [
        [
            ["sleep", "sleepTotal"], ["heartRate"], ["restingHeartRate"],
            ["heartRateVariability", "heartRateVariabilityRMSSD"],
            ["respiratoryRate"],
        ],
        [["steps"], ["distance", "distanceWalkingRunning"]],
    ]
    /// Kinds that have a name of their own on this page.
    private static let maximumShown = 12

    /// - Parameter date: text of an instant within a sentence.
    public init(_ facts: SourceFacts, date: (Milliseconds) -> String, for reader: Reader) {
        let words = reader.words
        id = "\(facts.id)"
        name = facts.label
        app = facts.app.title
        (isEnded, isPaired, hasData) =
            switch facts.standing {
            case .ended: (true, false, true)
            case .expired: (false, false, false)
            case .waiting, .reached, .connected: (false, true, false)
            case .sending: (false, true, true)
            }
        func left(_ time: Milliseconds) -> String { reader.formats.duration(seconds: Double(max(60_000, time)) / 1000) }
        let arrived = facts.arrival?.kinds ?? []
        state =
            switch facts.standing {
            case .waiting(let time): words("source.waiting", ["time": left(time)])
            case .reached(let time): words("source.reached", ["time": left(time)])
            case .connected: words("source.connected")
            case .expired: words("source.expired")
            case .ended(let at): words("source.ended", ["date": date(at)])
            case .sending where facts.arrival == nil: words("source.unknown")
            case .sending where arrived.isEmpty: words("source.empty")
            case .sending: words("source.sending", ["date": date(facts.used ?? arrived.map(\.last).max() ?? 0)])
            }
        let shown = arrived.filter { !(facts.hidesBody && $0.isOfBody) }
        let named = shown.filter { words.keys.contains("source.kind.\($0.kind)") }.prefix(Self.maximumShown)
        let isPart = facts.arrival?.isPart ?? false
        kinds = named.map { kind in
            let number = reader.formats.number(Double(kind.count))
            return Kind(
                name: words("source.kind.\(kind.kind)"),
                state: words(
                    isPart ? "source.atLeast" : "source.count", count: Int(kind.count), number,
                    ["date": date(kind.last)]))
        }
        hasKinds = !kinds.isEmpty
        let rest = shown.count - named.count
        others = rest > 0 ? words("source.others", count: rest, reader.formats.number(Double(rest))) : nil
        let isKnown = facts.standing == .sending && facts.isSettled && !isPart
        let findings = facts.standing == .sending ? facts.findings : []
        let isMissing = isKnown && !findings.contains { $0.fault == "partial" }
        let missing = isMissing ? Self.missing(Set(arrived.map(\.kind))) : []
        replaced =
            facts.isReplaced
            ? findings.first.map { words("source.trouble.replaced", ["date": date($0.since)]) } : nil
        troubles =
            facts.isReplaced ? [] : findings.map { SourceTrouble($0, of: facts.app, date: date, for: reader) }
        self.missing =
            missing.isEmpty
            ? nil : words("source.missing", ["kinds": reader.formats.list(missing.map { words("source.kind.\($0)") })])
        advice = missing.isEmpty ? nil : facts.app.words("advice", words)
    }

    /// The first names of the kinds that do not come though a neighbour does.
    static func missing(_ kinds: Set<String>) -> [String] {
        neighbours.flatMap { group -> [String] in
            let absent = group.filter { kinds.isDisjoint(with: $0) }
            return absent.count == group.count ? [] : absent.compactMap(\.first)
        }
    }
}

/// A device with a token of its own whose data does not arrive as usual.
public struct TroubledDevice: Sendable {
    let name: String
    let troubles: [SourceTrouble]

    /// - Parameter date: text of an instant within a sentence.
    public init(
        _ label: String, _ findings: [ArrivalProblem], date: (Milliseconds) -> String, for reader: Reader
    ) {
        name = label
        troubles = findings.map { SourceTrouble($0, of: nil, date: date, for: reader) }
    }
}

/// The paired apps, and what they sent that cannot be read.
public struct SourcesScreen: Screen {
    public static let template = "sources"
    public let title: String
    let sources: [SourceState]
    let hasSources: Bool
    let devices: [TroubledDevice]
    let aside: [Body]
    let hasAside: Bool
    let asideText: String
    let groups: [Group]
    let hasGroups: Bool
    let asks: Reconfirmation
    let problem: String?

    /// A body that was put aside.
    struct Body: Sendable {
        let id: String
        let name: String
        let facts: String
        let why: String
        /// Whether its content is known to have no intimate kinds beyond those that the person agreed to.
        let hasContent: Bool
    }

    /// A group of intimate kinds.
    struct Group: Sendable {
        let group: String
        let name: String
        let state: String
        let yes: String?
        let no: String?
        /// Warns that withdrawing the agreement deletes the group's data; nil if the person has not agreed.
        let ends: String?

        init(_ group: IntimateGroup, date: (Milliseconds) -> String, for reader: Reader) {
            let words = reader.words
            self.group = group.group
            name = words("source.group.\(group.group)")
            state =
                switch group.isKept {
                case nil: group.deletes.map { words("source.groupAsks", ["date": date($0)]) } ?? ""
                case true?: words("source.groupKept")
                case false?: words(group.isLapsed ? "source.groupLapsed" : "source.groupDeclined")
                }
            yes = group.isKept == true ? nil : words(group.isKept == nil ? "source.groupYes" : "source.groupYesAgain")
            no = group.isKept == nil ? words("source.groupNo") : nil
            ends = group.isKept == true ? words("source.groupNoMore") : nil
        }
    }

    /// - Parameters:
    ///   - sources: the newest first.
    ///   - devices: with a finding, without those of `sources`.
    ///   - aside: bodies that cannot be read; nil if that is not known.
    ///   - groups: of intimate kinds, of which data came or that were answered.
    ///   - asks: before what an app brought is removed.
    ///   - date: text of an instant within a sentence.
    public init(
        _ sources: [SourceState], devices: [TroubledDevice] = [], aside: AsideQuery.Reply?,
        groups: [IntimateGroup] = [], asks: Reconfirmation, problem: String? = nil,
        date: (Milliseconds) -> String, for reader: Reader
    ) {
        let words = reader.words
        title = words("source.title")
        self.sources = sources
        hasSources = !sources.isEmpty
        self.devices = devices
        func megabytes(_ bytes: Int64) -> String {
            reader.formats.quantity(Double(bytes) / 1_000_000, "MB", digits: bytes < 10_000_000 ? 2 : 0)
        }
        self.aside = (aside?.bodies ?? []).map { body in
            Body(
                id: "\(body.id)", name: SourceApp(rawValue: body.companion)?.title ?? body.companion,
                facts: "\(date(body.at)) · \(megabytes(body.bytes))", why: reader.sentence(file: body.problem),
                hasContent: body.isText)
        }
        hasAside = !self.aside.isEmpty
        asideText = words(
            "source.asideText",
            ["size": megabytes(aside?.bytes ?? 0), "most": megabytes(aside?.maximumBytes ?? 0)])
        self.groups = groups.map { Group($0, date: date, for: reader) }
        hasGroups = !groups.isEmpty
        self.asks = asks
        self.problem = problem
    }
}
