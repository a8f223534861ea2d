import HealthFormats
import Messages

/// A reading as it is stored.
struct StoredReading: Message, Equatable {
    /// Name of the row of the table of kinds.
    var kind: String
    var start: Int64
    var end: Int64
    var value: Double
    var labels: [String]
    enum CodingKeys: Int, CodingKey { case kind = 1, start, end, value, labels }

    init(_ reading: HealthReading) {
        kind = reading.kind.name
        start = reading.start
        end = reading.end
        value = reading.value
        labels = reading.labels
    }

    /// Nil for a kind that this release does not know.
    var reading: HealthReading? {
        KindTable.row(kind).map { HealthReading($0, start, end, value, labels) }
    }
}

/// A record of a companion as it is stored: the newest telling of one thing by one device.
struct StoredRecord: Message, Equatable {
    var key: String
    /// `CompanionVersion`.
    var first: Double
    var second: Double
    var readings: [StoredReading]
    var source: SampleSource
    var offset: Int32?
    var place: String?
    var scope: String?
    /// `CompanionRecord.Part`.
    var whole: String?
    var isFirst: Bool
    /// The app that brought it.
    var companion: String
    enum CodingKeys: Int, CodingKey {
        case key = 1, first, second, readings, source, offset, place, scope, whole, isFirst, companion
    }

    init(_ record: CompanionRecord, from companion: String) {
        key = record.key
        first = record.version.first
        second = record.version.second
        readings = record.readings.map(StoredReading.init)
        source = record.source
        offset = record.offset
        place = record.place
        scope = record.scope
        whole = record.part?.whole
        isFirst = record.part?.isFirst ?? false
        self.companion = companion
    }

    /// UTC day of its first reading.
    var day: Int32 {
        let start = readings.map(\.start).min() ?? 0
        return Sample(start: start, end: start, value: 0, source: 0).chunkDay
    }

    /// The group of its intimate readings, or else of the first reading that is not stored as a sample; nil if all are.
    var group: String? {
        let kinds = readings.compactMap { KindTable.row($0.kind) }
        return (kinds.first(where: \.isIntimate) ?? kinds.first { $0.stored == nil })?.group.rawValue
    }

    var record: CompanionRecord {
        var record = CompanionRecord(
            key, CompanionVersion(first, second), readings.compactMap(\.reading), source)
        record.offset = offset
        record.place = place
        record.scope = scope
        record.part = whole.map { CompanionRecord.Part(whole: $0, isFirst: isFirst) }
        return record
    }
}

/// What a companion said is gone, or is all that a scope holds, as it is stored.
struct StoredDeletion: Message, Equatable {
    /// `CompanionRows.Address`.
    var address: String
    /// Of the newest deletion; nil without one, and for one that holds for good.
    var first: Double?
    var second: Double?
    var isForGood: Bool
    /// `CompanionSnapshot`; `epoch` is nil for a deletion.
    var epoch: Int64?
    var keys: [String]
    enum CodingKeys: Int, CodingKey { case first = 1, second, isForGood, epoch, keys, address }

    init(_ address: CompanionRows.Address, _ version: CompanionVersion?) {
        self.address = address.text
        first = version?.first
        second = version?.second
        isForGood = version == nil
        keys = []
    }

    init(_ snapshot: CompanionSnapshot) {
        address = CompanionRows.Address.snapshot(snapshot.scope).text
        first = snapshot.version.first
        second = snapshot.version.second
        isForGood = false
        epoch = snapshot.epoch
        keys = snapshot.keys.sorted()
    }

    var version: CompanionVersion? { first.map { CompanionVersion($0, second ?? 0) } }

    func snapshot(of scope: String) -> CompanionSnapshot? {
        guard let epoch, let version else { return nil }
        return CompanionSnapshot(scope: scope, epoch: epoch, version: version, keys: Set(keys))
    }
}

extension StoredDeletion {
    /// The group of intimate kinds that its address names; nil for none.
    var group: HealthKind.Group? {
        IntimateNames.groups(of: address).min { $0.rawValue < $1.rawValue }
    }
}
