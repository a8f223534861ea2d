import Messages

/// One value of a kind that a companion delivered.
package struct HealthReading: Equatable, Sendable {
    /// The row of the table of kinds.
    package var kind: HealthKind
    /// s since 1970.
    package var start: Int64
    /// s since 1970; equal to `start` for an instant.
    package var end: Int64
    /// In the kind's unit; for a level its index, for sleep the raw value of a `SleepStage`.
    package var value: Double
    /// Words of the reading: the activity of a workout, the name of a symptom or a medicine, the labels of a mood.
    package var labels: [String] = []

    /// Times in s since 1970, the value in its kind's unit.
    package init(_ kind: HealthKind, _ start: Int64, _ end: Int64, _ value: Double, _ labels: [String] = []) {
        self.kind = kind
        self.start = start
        self.end = end
        self.value = value
        self.labels = labels
    }

    /// The reading as a sample of ingestion; nil if its kind is not stored as samples.
    /// - Parameter note: see `Sample.note`.
    package func sample(source: UInt64, note: UInt64) -> (kind: SampleKind, sample: Sample)? {
        kind.stored.map { ($0, Sample(start: start, end: end, value: value, source: source, note: note)) }
    }

    /// Longest duration of a record of the cycle, s: a menstruation lasts days, a pregnancy months, a contraceptive up to
    /// ten years.
    private static let maximumSecondsOfCycle: Int64 = 3_660 * 86_400

    /// Why the reading cannot be kept (ING-7); nil if it can.
    /// - Parameter latest: s since 1970; a reading that ends later is in the future.
    func fault(latest: Int64) -> RejectionReason? {
        if let (kind, sample) = sample(source: 0, note: 0) { return sample.fault(kind, latest: latest) }
        if end < start { return .endBeforeStart }
        if SampleKind.bodyMass.isTooEarly(start) { return .tooOld }
        if end > latest { return .inTheFuture }
        if end - start > (kind.group == .cycle ? Self.maximumSecondsOfCycle : Sample.maximumSeconds) { return .tooLong }
        return kind.plausible.contains(value) ? nil : .outOfRange
    }

    fileprivate func isLess(_ other: HealthReading) -> Bool {
        if kind != other.kind { return kind.name < other.kind.name }
        if (start, end) != (other.start, other.end) { return (start, end) < (other.start, other.end) }
        if value.bitPattern != other.value.bitPattern { return value.bitPattern < other.value.bitPattern }
        return labels.lexicographicallyPrecedes(other.labels)
    }
}

/// Which of two tellings of one thing is right: the larger. Never the time of arrival, where a format has another rule.
package struct CompanionVersion: Comparable, Sendable {
    /// Decides first: the body's own time, or a value of which the largest is right.
    package var first: Double
    /// Decides between equal ones.
    package var second: Double

    /// See the properties.
    package init(_ first: Double, _ second: Double = 0) {
        self.first = first
        self.second = second
    }

    package static func < (left: CompanionVersion, right: CompanionVersion) -> Bool {
        (left.first, left.second) < (right.first, right.second)
    }
}

/// One thing that a companion delivered, under the identity that its format gives it: a value, both halves of a blood
/// pressure, a night with its stages, a workout with its totals, a meal with its nutrients.
package struct CompanionRecord: Equatable, Sendable {
    /// Its identity among all companions of a person. Of two records with one key the larger version stays.
    package var key: String
    /// Orders the tellings of the record.
    package var version: CompanionVersion
    /// At least one.
    package var readings: [HealthReading]
    /// The app or device that measured it.
    package var source: SampleSource
    /// UTC offset that the record itself carries, s; nil where it does not say.
    package var offset: Int32?
    /// Of several records with one place, which differ in their keys, the largest version stays: apps that cannot edit
    /// write a corrected reading under a new id. Nil if every key counts.
    package var place: String?
    /// What a snapshot or a deletion of everything names; nil if none can.
    package var scope: String?
    /// The record is a numbered part of something that is written again as a whole.
    package var part: Part?
    /// The user of a device that several people share, as the app numbers them.
    package var member: String?

    /// A numbered part, such as a stage of a night.
    package struct Part: Equatable, Sendable {
        /// Identity of the whole.
        package var whole: String
        /// True for the first part: a whole that is written again begins with it.
        package var isFirst: Bool

        /// See the properties.
        package init(whole: String, isFirst: Bool) {
            self.whole = whole
            self.isFirst = isFirst
        }
    }

    /// See the properties.
    package init(_ key: String, _ version: CompanionVersion, _ readings: [HealthReading], _ source: SampleSource) {
        self.key = key
        self.version = version
        self.readings = readings
        self.source = source
    }

    /// The group that its owner has to agree to; nil if no reading is intimate.
    package var intimateGroup: HealthKind.Group? { readings.first { $0.kind.isIntimate }?.kind.group }

    /// Whether this telling gives way to another of the same thing. Total, so that the order of arrival decides nothing.
    package func isSuperseded(by other: CompanionRecord) -> Bool {
        if version != other.version { return version < other.version }
        if readings.count != other.readings.count { return readings.count < other.readings.count }
        for (own, its) in zip(readings, other.readings) where own != its { return own.isLess(its) }
        if source.id != other.source.id { return source.id < other.source.id }
        if offset != other.offset { return (offset ?? .min) < (other.offset ?? .min) }
        return key < other.key
    }
}

/// What a companion says is gone.
package struct CompanionDeletion: Equatable, Sendable {
    /// What it names.
    package enum Target: Equatable, Sendable {
        case key(String)
        /// All records of a scope.
        case scope(String)
    }

    /// What it names.
    package var target: Target
    /// Records that are older than it are gone; nil if the deletion holds for good, whatever arrives later.
    package var version: CompanionVersion?
    /// `CompanionRecord.member` of what is gone.
    package var member: String?
}

/// All that a scope holds, under a number that grows: the first telling under a new number replaces everything.
package struct CompanionSnapshot: Equatable, Sendable {
    /// `CompanionRecord.scope`.
    package var scope: String
    /// Number of the snapshot; a lower one than known is refused.
    package var epoch: Int64
    /// The body's own time; records of the scope that are older and not in `keys` are gone.
    package var version: CompanionVersion
    /// The records of the scope, by key.
    package var keys: Set<String>

    /// See the properties.
    package init(scope: String, epoch: Int64, version: CompanionVersion, keys: Set<String>) {
        self.scope = scope
        self.epoch = epoch
        self.version = version
        self.keys = keys
    }
}

/// What one post of a companion says. Nothing in a post makes the rest of it unreadable: what is not understood is
/// counted by name, and a body that ends early keeps what comes before its end.
package struct CompanionPost: Sendable {
    /// The body's own time, ms since 1970; nil if it has none.
    package var stamp: Int64?
    /// True for the test that an app sends when it is set up: nothing of it may be stored.
    package var isTest = false
    /// In the order of the body.
    package var records: [CompanionRecord] = []
    /// In the order of the body.
    package var deletions: [CompanionDeletion] = []
    /// At most one a scope.
    package var snapshots: [CompanionSnapshot] = []
    /// Elements by the name of their array, unused ones included: what a receipt says.
    package var received: [String: Int64] = [:]
    /// Groups of intimate kinds of its elements, of those that cannot be kept too.
    package private(set) var intimateGroups = Set<HealthKind.Group>()
    /// As `left`, of intimate kinds: no receipt counts them.
    package var intimateLeft = SkippedParts()
    /// The array of the element that is being read; nil once it is known to be intimate.
    private var array: String?
    /// Those of its members that are not known.
    private var unknown: [String] = []
    /// Names of the users of a shared device, by the number in `CompanionRecord.member`.
    package var members: [String: String] = [:]
    /// Members of objects that are not known, by array and name.
    package var unknownFields: [String: Int64] = [:]
    /// Elements of kinds that are not known, by the format's name.
    package var unknownKinds: [String: Int64] = [:]
    /// Elements, or parts of them, that cannot be kept.
    package var left = SkippedParts()
    /// What ended the reading early; the raw body must be put aside. Nil for a body that was read to its end.
    package var problem: ImportProblem?
    /// Version of the app or its library, as it says.
    package var appVersion: String?

    /// Records and deletions that were taken out of the post.
    package private(set) var taken = 0

    /// Nothing.
    package init() {}

    /// Number of records and deletions that wait to be taken.
    package var waiting: Int { records.count + deletions.count }

    /// Whether there is nothing to merge.
    package var isEmpty: Bool { waiting == 0 && snapshots.isEmpty }

    /// Counts an element of an array.
    mutating func receive(_ array: String) {
        ImportLimits.count(array, in: &received)
        self.array = array
        unknown = []
    }

    /// Counts a member that is not known of the element that is being read.
    mutating func countUnknown(member: String) {
        ImportLimits.count(member, in: &unknownFields)
        unknown.append(member)
    }

    /// Counts an element of a kind that is not known.
    mutating func countUnknown(_ kind: String) {
        ImportLimits.count(kind, in: &unknownKinds)
        hide(IntimateNames.groups(of: kind))
    }

    /// The element that is being read is intimate, if there is any group: its array and its members may have names that are
    /// not, and their counts would tell of it.
    mutating func hide(_ groups: Set<HealthKind.Group>) {
        intimateGroups.formUnion(groups)
        guard !groups.isEmpty, let array else { return }
        ImportLimits.discount(array, in: &received)
        for member in unknown { ImportLimits.discount(member, in: &unknownFields) }
        self.array = nil
        unknown = []
    }

    /// Takes the records and deletions so far; counts stay.
    package mutating func takePage() -> CompanionPost {
        var page = CompanionPost()
        swap(&page.records, &records)
        swap(&page.deletions, &deletions)
        taken += page.waiting
        return page
    }
}
