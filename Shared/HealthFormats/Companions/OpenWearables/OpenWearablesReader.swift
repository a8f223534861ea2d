import LocalTime
import Messages

/// Posts of the Open Wearables app and its libraries: HealthKit, Health Connect and Samsung Health in one protocol, with
/// records, stages of nights and workouts.
package enum OpenWearablesReader: CompanionReader {
    package static let name = "open-wearables"
    package static let versions = "iOS 0.6 to 0.15, Android 0.11 to 0.13"
    package static let order = CompanionOrder.body

    private static let arrays = ["data.records", "data.sleep", "data.workouts"]

    package static func decode(
        _ body: any RandomAccess, _ context: CompanionContext, page: (inout CompanionPost) -> Void
    ) -> CompanionPost {
        let walk = CompanionBody(body)
        var post = CompanionPost()
        let known: Set = ["provider", "sdkVersion", "syncTimestamp", "syncSessionId", "syncType"]
        let members = walk.members(known, inside: ["data"], unknown: &post.unknownFields)
        post.stamp = members.instant("syncTimestamp").map { $0 * 1000 }
        post.appVersion = members.text("sdkVersion")
        let decoding = OpenWearablesRows(
            provider: members.text("provider") ?? "", stamp: Double(context.time(post.stamp)),
            latest: context.latest)
        post.problem = walk.walk(inside: ["data"]) { place, value, isWhole in
            post.receive(place.array)
            switch place.array {
            case "data.records": decoding.record(place, value, isWhole, &post)
            case "data.sleep": decoding.stage(place, value, isWhole, &post)
            case "data.workouts": decoding.workout(place, value, isWhole, &post)
            default: post.countUnknown(place.array)
            }
            page(&post)
        }
        return post
    }
}

/// Decodes the elements of Open Wearables' arrays.
struct OpenWearablesRows {
    /// `apple`, `google` or `samsung`; empty if the body does not say.
    let provider: String
    /// The body's time, ms since 1970.
    let stamp: Double
    /// s since 1970; readings that end later are in the future.
    let latest: Int64

    /// Names of Health Connect and Samsung.
    static let android = KindNames([
        "STEP_COUNT": "steps", "HEART_RATE": "heartRate", "RESTING_HEART_RATE": "restingHeartRate",
        "HEART_RATE_VARIABILITY": "heartRateVariabilityRMSSD", "OXYGEN_SATURATION": "oxygenSaturation",
        "BLOOD_PRESSURE_SYSTOLIC": "bloodPressureSystolic", "BLOOD_PRESSURE_DIASTOLIC": "bloodPressureDiastolic",
        "BLOOD_GLUCOSE": "bloodGlucose", "ACTIVE_CALORIES_BURNED": "activeEnergy",
        "TOTAL_CALORIES_BURNED": "totalEnergy", "BASAL_METABOLIC_RATE": "basalMetabolicRate",
        "BODY_TEMPERATURE": "bodyTemperature", "WEIGHT": "bodyMass", "HEIGHT": "height", "BODY_FAT": "bodyFat",
        "BODY_FAT_MASS": "fatMass", "FAT_FREE_MASS": "leanBodyMass", "SKELETAL_MUSCLE_MASS": "muscleMass",
        "BMI": "bodyMassIndex", "BODY_MASS_INDEX": "bodyMassIndex", "LEAN_BODY_MASS": "leanBodyMass",
        "FLOORS_CLIMBED": "flightsClimbed", "DISTANCE": "distance", "HYDRATION": "dietaryWater", "VO2_MAX": "vo2Max",
        "RESPIRATORY_RATE": "respiratoryRate", "POWER": "power", "SPEED": "speed",
        "CYCLING_PEDALING_CADENCE": "cyclingCadence",
    ])
    /// Shares of HealthKit that the app labels `%` and sends as a fraction.
    private static let fractions: Set<String> = ["bodyFat", "walkingAsymmetry", "walkingDoubleSupport"]
    private static let known: Set<String> = [
        "id", "type", "startDate", "endDate", "zoneOffset", "source", "value", "unit", "parentId", "metadata", "stage",
        "values", "title", "notes", "segments", "laps", "route", "samples",
    ]

    /// A value or a category.
    func record(
        _ place: CompanionBody.Place, _ value: JSONValue, _ isWhole: Bool, _ post: inout CompanionPost
    ) {
        guard let row = post.row(place, value, isWhole, known: Self.known) else { return }
        guard let type = row.text("type") else { return post.reject("\(row.path).type", .badRow) }
        let isApple = type.hasPrefix("HK")
        guard var kind = isApple ? KindTable.row(healthKit: type) : Self.android[type] else {
            return post.countUnknown(type)
        }
        if kind.name == "heartRateVariabilityRMSSD", row["metadata"]?["method"]?.string?.lowercased() == "sdnn" {
            kind = KindTable.row(.heartRateVariability)
        }
        guard let times = times(row, &post, kind) else { return }
        guard let number = row.number("value") else { return post.reject("\(row.path).value", .badValue, kind) }
        let amount: Double
        if isApple, type.hasPrefix("HKCategory") {
            guard let value = HealthKitNumbers.value(kind, number) else {
                return post.reject("\(row.path).value", .badValue, kind)
            }
            amount = value
        } else {
            guard let value = kind.canonical(number, row.text("unit") ?? "") else {
                return post.reject("\(row.path).unit", .wrongUnit, kind)
            }
            let isFraction = isApple && Self.fractions.contains(kind.name)
            amount =
                isFraction ? value * 100 : kind.name == "oxygenSaturation" ? HealthKitNumbers.percent(value) : value
        }
        let (start, end) = (times.lowerBound, times.upperBound)
        let reading = HealthReading(kind, start, end, amount)
        var origin = origin(row)
        let key: String
        if provider == "samsung", kind.day == .sum, row["zoneOffset"] == nil {
            // Totals of hours under a new id at each reading.
            origin.source.aggregation = end > start ? Int32(clamping: end - start) : nil
            key = "\(OpenWearablesReader.name)/samsung/\(kind.name)/\(start)/\(end)/\(origin.source.name)"
        } else {
            key = self.key(row, kind, times)
        }
        var record = CompanionRecord(key, CompanionVersion(stamp), [reading], origin.source)
        record.offset = offset(row)
        if isApple {
            // An edit arrives as a second sample of the same time and source, with another id.
            record.place = "healthkit/\(kind.name)/\(start)/\(kind.hasEnd ? end : start)/\(origin.app)"
        } else if provider == "google", !origin.app.isEmpty {
            record.place = HealthConnect.place(kind, start, end, origin.app)
        }
        post.add(record, row.path, latest: latest)
    }

    /// A stage of a night.
    func stage(_ place: CompanionBody.Place, _ value: JSONValue, _ isWhole: Bool, _ post: inout CompanionPost) {
        let kind = KindTable.row(.sleep)
        guard let row = post.row(place, value, isWhole, known: Self.known) else { return }
        guard let times = times(row, &post, kind) else { return }
        let stage = row.text("stage").flatMap(stage)
        // A stage that is not known keeps its time, so that the night does not count as whole.
        if stage == nil { post.reject("\(row.path).stage", .badValue, kind) }
        let reading = HealthReading(
            kind, times.lowerBound, times.upperBound, Double((stage ?? .unknown).rawValue))
        var record = CompanionRecord(key(row, kind, times), CompanionVersion(stamp), [reading], origin(row).source)
        record.offset = offset(row)
        if let parent = row.text("parentId") {
            record.part = CompanionRecord.Part(
                whole: "\(OpenWearablesReader.name)/\(provider)/\(parent)", isFirst: isFirst(row.text("id") ?? ""))
        }
        post.add(record, row.path, latest: latest)
    }

    private func stage(_ name: String) -> SleepStage? {
        switch name {
        // Health Connect's “awake in bed”; only HealthKit has time in bed in addition to the stages.
        case "in_bed" where provider != "apple": .awake
        case "in_bed": .inBed
        case "sleeping": .asleepUnspecified
        case "light", "core": .core
        case "unknown": .unknown
        default: SleepStage(named: name)
        }
    }

    /// Whether an id ends in the number of a first part: `-s0`, or `-s0-0`.
    private func isFirst(_ id: String) -> Bool {
        guard let mark = id.ranges(of: "-s").last else { return false }
        let numbers = id[mark.upperBound...].split(separator: "-")
        return !numbers.isEmpty && numbers.allSatisfy { Int($0) == 0 }
    }

    // MARK: Members that all have

    func times(_ row: CompanionRow, _ post: inout CompanionPost, _ kind: HealthKind) -> Range<Int64>? {
        guard let start = row.instant("startDate") else {
            post.reject("\(row.path).startDate", .badDate, kind)
            return nil
        }
        guard let end = row["endDate"] == nil ? start : row.instant("endDate") else {
            post.reject("\(row.path).endDate", .badDate, kind)
            return nil
        }
        guard start <= end else {
            post.reject(row.path, .endBeforeStart, kind)
            return nil
        }
        return start..<end
    }

    /// HealthKit's UUID, or the id of Android's store, which is one too; else the time.
    func key(_ row: CompanionRow, _ kind: HealthKind, _ times: Range<Int64>) -> String {
        let id = row.text("id") ?? ""
        if provider == "apple" || provider.isEmpty, let key = HealthKitNumbers.key(kind, id) { return key }
        let prefix = "\(OpenWearablesReader.name)/\(provider)/\(kind.name)"
        return id.isEmpty ? "\(prefix)/\(times.lowerBound)/\(times.upperBound)" : "\(prefix)/\(id)"
    }

    /// Seconds of `+02:00`; Android writes `Z` for zero.
    func offset(_ row: CompanionRow) -> Int32? {
        guard let text = row.text("zoneOffset"), case .instant(_, let offset)? = DateText("2000-01-01T00:00:00\(text)")
        else { return nil }
        return offset
    }

    /// The app that wrote an element, and its source.
    func origin(_ row: CompanionRow) -> (app: String, source: SampleSource) {
        guard case .object(let members)? = row["source"] else { return ("", SampleSource(name: "Open Wearables")) }
        let data = CompanionRow(members: members, path: row.path)
        let app = data.text("appId") ?? ""
        // HealthKit's name of the source; Android has only the package.
        let name = data.text("deviceName") ?? data.text("name") ?? data.text("appId") ?? "Open Wearables"
        let model = data.text("deviceModel") ?? ""
        // The type lets an Android watch or phone be recognised; HealthKit's model says it.
        let type = data.text("deviceType").flatMap { $0 == "unknown" ? nil : $0 } ?? ""
        return provider == "apple"
            ? (app.isEmpty ? name : app, SampleSource(name: name, model: type, hardware: model))
            : (app, SampleSource(name: data.text("appId") ?? name, model: model, hardware: type))
    }
}
