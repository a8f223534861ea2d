import Foundation
import Messages

/// Turns records of an Apple Health export whose kinds are not stored as samples into records like those of companions.
/// An export has no ids: a record is identified by its kind, times, value and source.
struct ExportReadings {
    /// What the type of a record names.
    enum Kind {
        case sample(SampleKind)
        /// A row of the table of kinds, and the name of a symptom or of a record of the cycle.
        case reading(HealthKind, words: String?)

        /// Whether nothing may tell of such records before their owner agrees.
        var isIntimate: Bool {
            if case .reading(let kind, _) = self { return kind.isIntimate }
            return false
        }

        /// Nil for an unused type.
        init?(type: String) {
            if let kind = SampleKind(healthKit: type) {
                self = .sample(kind)
            } else if let kind = KindTable.row(healthKit: type), kind.stored == nil {
                self = .reading(kind, words: nil)
            } else if let name = Names.symptom(type), let kind = KindTable.row("symptom") {
                self = .reading(kind, words: name)
            } else if let name = Names.ofCycle(type), let kind = KindTable.row("cycleRecord") {
                self = .reading(kind, words: name)
            } else {
                return nil
            }
        }
    }

    /// The attributes of a record.
    struct Fields {
        /// As they are written; nil if absent.
        var value, unit: String?
        /// The value, if it is a number.
        var number: Double?
        /// s since 1970.
        var start: Int64
        var end: Int64
        var source: SampleSource
    }

    /// Records since the last `take()`.
    private var records: [CompanionRecord] = []
    /// The record whose end tag was not read yet.
    private var pending: (reading: HealthReading, source: SampleSource)?
    /// Samples that end later are rejected, s since 1970.
    let latest: Int64

    init(latest: Int64) { self.latest = latest }

    /// Removes and returns the records.
    mutating func take() -> [CompanionRecord] {
        defer { records = [] }
        return records
    }

    /// Adds a record.
    /// - Parameter isOpen: whether metadata follows; `close()` then ends it.
    /// - Returns: why it cannot be kept; nil if it can.
    mutating func add(
        _ kind: HealthKind, words: String?, _ fields: Fields, isOpen: Bool
    ) -> RejectionReason? {
        let value: Double
        switch Self.value(kind, fields) {
        case .success(let found): value = found
        case .failure(let refused): return refused.reason
        }
        let labels = (words.map { [$0] } ?? []) + Self.labels(kind, fields.value)
        let hasEnd = kind.hasEnd || kind.group == .cycle || kind.group == .symptoms
        var reading = HealthReading(kind, fields.start, hasEnd ? fields.end : fields.start, value, labels)
        var fault = reading.fault(latest: latest)
        if !kind.hasEnd, hasEnd, fault == .inTheFuture || fault == .tooLong {
            // A state that goes on ends in the far future.
            reading.end = reading.start
            fault = reading.fault(latest: latest)
        }
        if let fault { return fault }
        pending = (reading, fields.source)
        if !isOpen { close() }
        return nil
    }

    /// Takes metadata of the record that is open.
    mutating func metadata(_ key: String, _ value: String) {
        guard let kind = pending?.reading.kind, kind.name == "sexualActivity", key == "HKSexualActivityProtectionUsed"
        else { return }
        let level = ["1": "protected", "0": "unprotected"][value]
        pending?.reading.value = level.flatMap(kind.level) ?? 0
    }

    /// Ends the record that is open.
    mutating func close() {
        guard let (reading, source) = pending else { return }
        pending = nil
        // Stored readings are found by it: what changes a part makes every export that comes again a copy. Health writes
        // six digits, in the unit of the person's settings.
        let parts = [
            "apple-export", reading.kind.name, "\(reading.start)", reading.kind.hasEnd ? "\(reading.end)" : "",
            String(format: "%.5g", reading.value), reading.labels.joined(separator: "+"), source.name,
        ]
        records.append(CompanionRecord(parts.joined(separator: "/"), CompanionVersion(0), [reading], source))
    }

    /// Number of a record's value in its kind's unit.
    private static func value(_ kind: HealthKind, _ fields: Fields) -> Result<Double, SourceReader.Refused> {
        func refused(_ reason: RejectionReason) -> Result<Double, SourceReader.Refused> {
            .failure(.init(reason: reason))
        }
        switch kind.shape {
        case .interval: return .success(0)
        case .event: return .success(1)
        case .level(let names):
            guard let value = fields.value, let level = level(value, names) else { return refused(.badValue) }
            return .success(level)
        case .quantity where kind.name == "standHours":
            let hours = ["HKCategoryValueAppleStandHourStood": 1.0, "HKCategoryValueAppleStandHourIdle": 0.0]
            return fields.value.flatMap { hours[$0] }.map { .success($0) } ?? refused(.badValue)
        case .quantity, .half:
            guard let number = fields.number, number.isFinite else { return refused(.badValue) }
            guard let unit = fields.unit, let value = kind.canonical(number, unit) else { return refused(.wrongUnit) }
            guard unit == "%" else { return .success(value) }
            // Health writes shares as fractions, with the unit `%`; tools that write its format do not all do so.
            let isPlain = ["oxygenSaturation", "bodyFat"].contains(kind.name)
            let share = isPlain ? HealthKitNumbers.percent(value) : value * 100
            return .success((share * 1e9).rounded() / 1e9)
        case .stage, .workout: return refused(.badValue)
        }
    }

    /// Index of a level by the name of HealthKit's constant, such as `HKCategoryValueCervicalMucusQualityEggWhite`.
    private static func level(_ constant: String, _ names: [String]) -> Double? {
        let synonyms = [
            "LuteinizingHormoneSurge": "positive", "EstrogenSurge": "high", "NoChange": "not present",
            "Present": "unspecified", "NotApplicable": "unspecified", "Increased": "unspecified",
            "Decreased": "unspecified",
        ]
        guard constant.hasPrefix("HKCategoryValue") else { return nil }
        let words = names.map { (end: camelCase($0), name: $0) } + synonyms.map { (end: $0.key, name: $0.value) }
        let found = words.filter { constant.hasSuffix($0.end) }.max { $0.end.count < $1.end.count }
        return found.flatMap { names.firstIndex(of: $0.name) }.map(Double.init)
    }

    private static func camelCase(_ name: String) -> String {
        name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Words of constants that are no levels.
    private static let words = [
        "HKCategoryValueContraceptiveImplant": "implant", "HKCategoryValueContraceptiveInjection": "injection",
        "HKCategoryValueContraceptiveIntrauterineDevice": "intrauterine device",
        "HKCategoryValueContraceptiveIntravaginalRing": "intravaginal ring", "HKCategoryValueContraceptiveOral": "oral",
        "HKCategoryValueContraceptivePatch": "patch", "HKCategoryValueAppetiteChangesIncreased": "increased",
        "HKCategoryValueAppetiteChangesDecreased": "decreased",
    ]

    private static func labels(_ kind: HealthKind, _ value: String?) -> [String] {
        guard kind.name == "contraceptive" || kind.name == "symptom" else { return [] }
        return value.flatMap { words[$0] }.map { [$0] } ?? []
    }

    /// HealthKit's category types that have no row of their own.
    enum Names {
        private static let prefix = "HKCategoryTypeIdentifier"
        static let cycleTypes = Set(
            """
            IrregularMenstrualCycles InfrequentMenstrualCycles ProlongedMenstrualPeriods \
            PersistentIntermenstrualBleeding BleedingDuringPregnancy BleedingAfterPregnancy
            """.split(separator: " ").map(String.init))
        static let symptomTypes = Set(
            """
            AbdominalCramps Acne AppetiteChanges BladderIncontinence Bloating BreastPain ChestTightnessOrPain Chills \
            Constipation Coughing Diarrhea Dizziness DrySkin Fainting Fatigue Fever GeneralizedBodyAche HairLoss Headache \
            Heartburn HotFlashes LossOfSmell LossOfTaste LowerBackPain MemoryLapse MoodChanges Nausea NightSweats \
            PelvicPain RapidPoundingOrFlutteringHeartbeat RunnyNose ShortnessOfBreath SinusCongestion SkippedHeartbeat \
            SleepChanges SoreThroat VaginalDryness Vomiting Wheezing
            """.split(separator: " ").map(String.init))

        /// `lower back pain` of `HKCategoryTypeIdentifierLowerBackPain`; nil for another type.
        static func symptom(_ type: String) -> String? { words(type, in: symptomTypes) }

        static func ofCycle(_ type: String) -> String? { words(type, in: cycleTypes) }

        private static func words(_ type: String, in names: Set<String>) -> String? {
            guard type.hasPrefix(prefix) else { return nil }
            let name = String(type.dropFirst(prefix.count))
            return names.contains(name) ? words(name) : nil
        }

        /// The words of a name in camel case, in lower case.
        static func words(_ name: String) -> String {
            var words = ""
            for character in name {
                if character.isUppercase, !words.isEmpty { words += " " }
                words += character.lowercased()
            }
            return words
        }
    }
}
