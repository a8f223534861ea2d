import Messages

/// Decodes the rows of HC Webhook's arrays.
struct HCWebhookRows {
    /// The body's time, ms since 1970.
    let stamp: Double
    /// s since 1970; readings that end later are in the future.
    let latest: Int64
    /// When the body was made, s since 1970.
    let sent: Int64
    /// Arrays whose rows without a device are sums of days.
    let daily: Set<String>

    /// A number of a row: its member, its kind and its unit.
    struct Field {
        let member: String
        let kind: HealthKind
        let unit: String

        init?(_ member: String, _ kind: String, _ unit: String) {
            guard let kind = KindTable.row(kind) else { return nil }
            self.member = member
            self.kind = kind
            self.unit = unit
        }
    }

    /// The numbers of arrays with one record per row.
    static let fields: [String: [Field]] = [
        "steps": [("count", "steps", "count")], "distance": [("meters", "distance", "m")],
        "active_calories": [("calories", "activeEnergy", "kcal")],
        "total_calories": [("calories", "totalEnergy", "kcal")],
        "heart_rate": [("bpm", "heartRate", "count/min")],
        "resting_heart_rate": [("bpm", "restingHeartRate", "count/min")],
        "heart_rate_variability": [("rmssd_millis", "heartRateVariabilityRMSSD", "ms")],
        "oxygen_saturation": [("percentage", "oxygenSaturation", "%")], "body_fat": [("percentage", "bodyFat", "%")],
        "respiratory_rate": [("rate", "respiratoryRate", "count/min")],
        "body_temperature": [("celsius", "bodyTemperature", "degC")],
        "basal_body_temperature": [("celsius", "basalBodyTemperature", "degC")],
        "skin_temperature": [
            ("delta_celsius", "skinTemperatureDifference", "degC"),
            ("baseline_celsius", "skinTemperatureBaseline", "degC"),
        ],
        "weight": [("kilograms", "bodyMass", "kg")], "lean_body_mass": [("kilograms", "leanBodyMass", "kg")],
        "bone_mass": [("kilograms", "boneMass", "kg")], "height": [("meters", "height", "m")],
        "blood_pressure": [
            ("systolic", "bloodPressureSystolic", "mmHg"), ("diastolic", "bloodPressureDiastolic", "mmHg"),
        ],
        "blood_glucose": [("mmol_per_liter", "bloodGlucose", "mmol/L")],
        "hydration": [("liters", "dietaryWater", "L")],
        "nutrition": [
            ("calories", "dietaryEnergy", "kcal"), ("protein_grams", "dietaryProtein", "g"),
            ("carbs_grams", "dietaryCarbohydrates", "g"), ("fat_grams", "dietaryFat", "g"),
            ("sugar_grams", "dietarySugar", "g"), ("sodium_grams", "dietarySodium", "g"),
            ("dietary_fiber_grams", "dietaryFiber", "g"),
        ],
        "basal_metabolic_rate": [("watts", "basalMetabolicRate", "W")],
        "vo2_max": [("ml_per_kg_per_min", "vo2Max", "mL/min·kg")],
    ].mapValues { $0.compactMap { Field($0.0, $0.1, $0.2) } }

    /// Arrays of levels and events: the member that holds the number, its names, and the kind.
    static let levels: [String: (member: String, names: [String], kind: String)] = [
        "menstruation_flow": ("flow", HealthConnect.flow, "menstrualFlow"),
        "ovulation_test": ("result", HealthConnect.ovulation, "ovulationTest"),
        "cervical_mucus": ("appearance", HealthConnect.mucus, "cervicalMucus"),
        "sexual_activity": ("protection_used", HealthConnect.protection, "sexualActivity"),
    ]
    /// Details of a workout.
    static let workout: [Field] = [
        ("distance_meters", "workoutDistance", "m"), ("steps", "workoutSteps", "count"),
        ("avg_cadence_spm", "workoutCadence", "count/min"), ("max_cadence_spm", "workoutMaximumCadence", "count/min"),
        ("stride_length_m", "workoutStrideLength", "m"),
    ].compactMap { Field($0.0, $0.1, $0.2) }
    /// Arrays of means over minutes, whose members are named otherwise.
    private static let means = ["avg", "avg_delta_celsius"]
    /// Sums that one device writes into the future as a guess of the day.
    private static let projected: Set<String> = ["active_calories", "total_calories"]
    /// Time by which a phone's clock may be ahead of itself within one body, s.
    private static let clockStep: Int64 = 300

    private static let known: Set<String> = Set(fields.values.joined().map(\.member)).union(workout.map(\.member))
        .union(levels.values.map(\.member)).union(means).union([
            "metadata", "start_time", "end_time", "time", "measurement_location", "min", "max", "min_delta_celsius",
            "max_delta_celsius", "name", "type", "duration_seconds", "session_end_time", "stages", "calories",
        ])

    /// Decodes one row.
    func take(_ place: CompanionBody.Place, _ value: JSONValue, _ isWhole: Bool, into post: inout CompanionPost) {
        let fields = Self.fields[place.array]
        let isKnown =
            fields != nil || Self.levels[place.array] != nil
            || ["sleep", "exercise", "menstruation_period", "intermenstrual_bleeding"].contains(place.array)
        guard isKnown else { return post.countUnknown(place.array) }
        guard let row = post.row(place, value, isWhole, known: Self.known) else { return }
        switch place.array {
        case "sleep": night(row, &post)
        case "exercise": exercise(row, &post)
        default:
            guard let times = times(row, &post) else { return }
            if let fields {
                quantities(row, place.array, fields, times, &post)
            } else {
                level(row, place.array, times, &post)
            }
        }
    }

    /// The times of a row; nil, with the reason counted, if it has none.
    private func times(_ row: CompanionRow, _ post: inout CompanionPost) -> Range<Int64>? {
        guard let start = row.instant("start_time") ?? row.instant("time") else {
            post.reject("\(row.path).\(row["time"] == nil ? "start_time" : "time")", .badDate)
            return nil
        }
        guard row["end_time"] != nil else { return start..<start }
        guard let end = row.instant("end_time") else {
            post.reject("\(row.path).end_time", .badDate)
            return nil
        }
        guard start <= end else {
            post.reject(row.path, .endBeforeStart)
            return nil
        }
        return start..<end
    }

    private func quantities(
        _ row: CompanionRow, _ array: String, _ fields: [Field], _ times: Range<Int64>, _ post: inout CompanionPost
    ) {
        let origin = origin(row)
        let isDay = row["metadata"] == nil && daily.contains(array)
        if Self.projected.contains(array), times.upperBound > sent + Self.clockStep {
            return post.reject(row.path, .inTheFuture, fields.first?.kind)
        }
        var readings: [HealthReading] = []
        for field in fields {
            let member = ([field.member] + (field.kind.day == .sum ? [] : Self.means)).first { row[$0] != nil }
            guard let member else {
                // Only the first number of a row must be there.
                if fields.count == 1 || array == "blood_pressure" {
                    post.reject("\(row.path).\(field.member)", .badValue, field.kind)
                }
                continue
            }
            guard let value = row.number(member).flatMap({ field.kind.canonical($0, field.unit) }) else {
                post.reject("\(row.path).\(member)", .badValue, field.kind)
                continue
            }
            readings.append(
                HealthReading(field.kind, times.lowerBound, times.upperBound, value, labels(row, field.kind)))
        }
        let source = isDay ? SampleSource(name: Self.merged, aggregation: HealthAutoExportPoints.day) : origin.source
        let key = "\(HCWebhookReader.name)/\(array)/\(times.lowerBound)/\(origin.package)"
        if array == "nutrition" || isDay || row["metadata"] == nil {
            // Of a day's sum the largest is right: the oldest day of the app's window is cut. The same holds for sums
            // of minutes, and for rows of older versions, which grow at most.
            let isSum = fields.first?.kind.day == .sum && array != "nutrition" && array != "hydration"
            let version = isSum ? CompanionVersion(readings.first?.value ?? 0, stamp) : CompanionVersion(stamp)
            return post.add(CompanionRecord(key, version, readings, source), row.path, latest: latest)
        }
        // Halves of a pair are records of their own, as other companions send them.
        for reading in readings {
            let own = readings.count > 1 ? "\(key)/\(reading.kind.name)" : key
            var record = CompanionRecord(own, CompanionVersion(stamp), [reading], source)
            if !origin.package.isEmpty {
                record.place = HealthConnect.place(reading.kind, reading.start, reading.end, origin.package)
            }
            post.add(record, row.path, latest: latest)
        }
    }

    /// Kinds whose place of measurement is kept; that of the skin has other numbers and is the wrist.
    private static let placed: Set<String> = ["bodyTemperature", "basalBodyTemperature"]
    /// Name of the source of sums over all devices.
    private static let merged = "Health Connect"

    private func labels(_ row: CompanionRow, _ kind: HealthKind) -> [String] {
        if let name = row.text("name"), kind.name == "dietaryEnergy" { return [name] }
        if let number = row.number("measurement_location").flatMap({ Int(exactly: $0) }),
            Self.placed.contains(kind.name), HealthConnect.temperaturePlaces.indices.contains(number), number > 0
        {
            return [HealthConnect.temperaturePlaces[number]]
        }
        return []
    }

    private func level(_ row: CompanionRow, _ array: String, _ times: Range<Int64>, _ post: inout CompanionPost) {
        let origin = origin(row)
        var reading: HealthReading?
        if let (member, names, name) = Self.levels[array], let kind = KindTable.row(name) {
            guard let number = row.number(member).flatMap({ Int(exactly: $0) }), names.indices.contains(number),
                let value = kind.level(names[number])
            else { return post.reject("\(row.path).\(member)", .badValue, kind) }
            reading = HealthReading(kind, times.lowerBound, times.upperBound, value)
        } else if array == "menstruation_period", let kind = KindTable.row("menstruation") {
            reading = HealthReading(kind, times.lowerBound, times.upperBound, 0)
        } else if let kind = KindTable.row("intermenstrualBleeding") {
            reading = HealthReading(kind, times.lowerBound, times.upperBound, 1)
        }
        guard let reading else { return }
        let key = "\(HCWebhookReader.name)/\(array)/\(times.lowerBound)/\(origin.package)"
        post.add(
            CompanionRecord(key, CompanionVersion(stamp), [reading], origin.source), row.path, latest: latest)
    }

    /// A night grows: it is identified by its start, and the newest telling is right, of one body the longest.
    private func night(_ row: CompanionRow, _ post: inout CompanionPost) {
        let sleep = KindTable.row(.sleep)
        guard let end = row.instant("session_end_time") else {
            return post.reject("\(row.path).session_end_time", .badDate, sleep)
        }
        var readings: [HealthReading] = []
        if case .array(let stages)? = row["stages"] {
            for (index, value) in stages.enumerated() {
                let path = "\(row.path).stages[\(index)]"
                guard case .object(let members) = value else {
                    post.reject(path, .badRow, sleep)
                    continue
                }
                let part = CompanionRow(members: members, path: path)
                guard let from = part.instant("start_time"), let to = part.instant("end_time"), from <= to else {
                    post.reject(path, .badDate, sleep)
                    continue
                }
                let text = part.text("stage") ?? part.number("stage").flatMap { Int(exactly: $0) }.map(String.init)
                let stage = text.flatMap(HealthConnect.stage)
                // A stage that is not known keeps its time, so that the night does not count as whole.
                if stage == nil { post.reject("\(path).stage", .badValue, sleep) }
                readings.append(HealthReading(sleep, from, to, Double((stage ?? .unknown).rawValue)))
            }
        } else if row["stages"] != nil {
            post.reject("\(row.path).stages", .badRow, sleep)
        }
        let length = row.number("duration_seconds").flatMap { (0...345_600).contains($0) ? Int64($0) : nil }
        guard let start = length.map({ end - $0 }) ?? readings.map(\.start).min() else {
            return post.reject("\(row.path).duration_seconds", .badValue, sleep)
        }
        if readings.isEmpty {
            readings = [HealthReading(sleep, start, end, Double(SleepStage.asleepUnspecified.rawValue))]
        }
        let origin = origin(row)
        post.add(
            CompanionRecord(
                "\(HCWebhookReader.name)/sleep/\(start)/\(origin.package)", CompanionVersion(stamp, Double(end)),
                readings, origin.source), row.path, latest: latest)
    }

    private func exercise(_ row: CompanionRow, _ post: inout CompanionPost) {
        let kind = KindTable.row(.workout)
        guard let times = times(row, &post) else { return }
        let text = row.text("type") ?? row.number("type").flatMap { Int(exactly: $0) }.map(String.init)
        let activity = text.map { Int($0).map { HealthConnect.activities[$0] ?? "other" } ?? WorkoutActivity.name($0) }
        let length = row.number("duration_seconds") ?? Double(times.upperBound - times.lowerBound)
        let labels = [activity ?? "other"]
        var readings = [HealthReading(kind, times.lowerBound, times.upperBound, length, labels)]
        for field in Self.workout where row[field.member] != nil {
            guard let value = row.number(field.member).flatMap({ field.kind.canonical($0, field.unit) }) else {
                post.reject("\(row.path).\(field.member)", .badValue, kind)
                continue
            }
            readings.append(HealthReading(field.kind, times.lowerBound, times.upperBound, value, labels))
        }
        let origin = origin(row)
        var record = CompanionRecord(
            "\(HCWebhookReader.name)/exercise/\(times.lowerBound)/\(origin.package)",
            CompanionVersion(stamp, Double(times.upperBound)), readings, origin.source)
        if !origin.package.isEmpty {
            record.place = HealthConnect.place(workout: times.lowerBound, origin.package)
        }
        post.add(record, row.path, latest: latest)
    }

    /// The package that wrote a row, and its device; older versions of the app do not say.
    private func origin(_ row: CompanionRow) -> (package: String, source: SampleSource) {
        guard case .object(let metadata)? = row["metadata"] else { return ("", SampleSource(name: Self.merged)) }
        let data = CompanionRow(members: metadata, path: row.path)
        let package = data.text("data_origin") ?? ""
        var source = SampleSource(name: package.isEmpty ? Self.merged : package)
        if case .object(let members)? = data["device"] {
            let device = CompanionRow(members: members, path: row.path)
            source.model = device.text("model") ?? ""
            if let type = device.number("type").flatMap({ Int(exactly: $0) }),
                HealthConnect.devices.indices.contains(type)
            {
                source.hardware = HealthConnect.devices[type]
            }
        }
        return (package, source)
    }
}
