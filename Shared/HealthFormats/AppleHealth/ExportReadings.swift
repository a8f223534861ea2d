import Messages

/// Turns records of an Apple Health export whose kinds are not stored as samples into records like those of companions.
/// An export has no ids: a record is identified by its kind, times, value and source.
struct ExportReadings {
    /// What the type of a record names.
    enum Kind {
        case sample(SampleKind)
        /// A row of the table of kinds, and the name of a symptom.
        case reading(HealthKind, symptom: String?)

        /// Nil for an unused type.
        init?(type: String) {
            if let kind = SampleKind(healthKit: type) {
                self = .sample(kind)
            } else if let kind = KindTable.row(healthKit: type), kind.stored == nil {
                self = .reading(kind, symptom: nil)
            } else if let name = Symptoms.name(type), let kind = KindTable.row("symptom") {
                self = .reading(kind, symptom: name)
            } else {
                return nil
            }
        }
    }

    /// The attributes of a record.
    struct Fields {
        /// As they are written; nil if absent.
        var value, unit: String?
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
        _ kind: HealthKind, symptom: String?, _ fields: Fields, isOpen: Bool
    ) -> RejectionReason? {
        let value: Double
        switch Self.value(kind, fields) {
        case .success(let found): value = found
        case .failure(let refused): return refused.reason
        }
        let labels = symptom.map { [$0] } ?? Self.labels(kind, fields.value)
        let end = kind.hasEnd ? fields.end : fields.start
        let reading = HealthReading(kind, fields.start, end, value, labels)
        if let fault = reading.fault(latest: latest) { return fault }
        pending = (reading, fields.source)
        if !isOpen { close() }
        return nil
    }

    /// Takes metadata of the record that is open.
    mutating func metadata(_ key: String, _ value: String) {
        guard let kind = pending?.reading.kind, kind.name == "sexualActivity", key == "HKSexualActivityProtectionUsed"
        else { return }
        pending?.reading.value = kind.level(value == "1" ? "protected" : "unprotected") ?? 0
    }

    /// Ends the record that is open.
    mutating func close() {
        guard let (reading, source) = pending else { return }
        pending = nil
        let parts = [
            "apple-export", reading.kind.name, "\(reading.start)", "\(reading.end)",
            String(reading.value.bitPattern, radix: 16), reading.labels.joined(separator: "+"), "\(source.id)",
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
            return .success(fields.value?.hasSuffix("Stood") == true ? 1 : 0)
        case .quantity, .half:
            guard let number = fields.value.flatMap(Double.init), number.isFinite else { return refused(.badValue) }
            guard let unit = fields.unit, let value = kind.canonical(number, unit) else { return refused(.wrongUnit) }
            guard unit == "%" else { return .success(value) }
            // Health writes shares as fractions, with the unit `%`; tools that write its format do not all do so.
            let isPlain = ["oxygenSaturation", "bodyFat"].contains(kind.name)
            return .success(isPlain ? HealthKitNumbers.percent(value) : value * 100)
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
        let words = names.map { (end: camelCase($0), name: $0) } + synonyms.map { (end: $0.key, name: $0.value) }
        let found = words.filter { constant.hasSuffix($0.end) }.max { $0.end.count < $1.end.count }
        return found.flatMap { names.firstIndex(of: $0.name) }.map(Double.init)
    }

    private static func camelCase(_ name: String) -> String {
        name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The words of a contraceptive's constant.
    private static func labels(_ kind: HealthKind, _ value: String?) -> [String] {
        let prefix = "HKCategoryValueContraceptive"
        guard kind.name == "contraceptive", let value, value.hasPrefix(prefix) else { return [] }
        let words = Symptoms.words(String(value.dropFirst(prefix.count)))
        return words.isEmpty ? [] : [words]
    }

    /// HealthKit's category types of symptoms.
    enum Symptoms {
        private static let names = Set(
            """
            AbdominalCramps Acne AppetiteChanges BladderIncontinence Bloating BreastPain ChestTightnessOrPain Chills \
            Constipation Coughing Diarrhea Dizziness DrySkin Fainting Fatigue Fever GeneralizedBodyAche HairLoss Headache \
            Heartburn HotFlashes LossOfSmell LossOfTaste LowerBackPain MemoryLapse MoodChanges Nausea NightSweats \
            PelvicPain RapidPoundingOrFlutteringHeartbeat RunnyNose ShortnessOfBreath SinusCongestion SkippedHeartbeat \
            SleepChanges SoreThroat VaginalDryness Vomiting Wheezing
            """.split(separator: " ").map(String.init))

        /// `lower back pain` of `HKCategoryTypeIdentifierLowerBackPain`; nil for another type.
        static func name(_ type: String) -> String? {
            let prefix = "HKCategoryTypeIdentifier"
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
