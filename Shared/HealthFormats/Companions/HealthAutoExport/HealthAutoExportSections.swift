import Messages

/// Decodes the sections of Health Auto Export other than its metrics.
struct HealthAutoExportSections {
    /// ms since 1970.
    let received: Int64
    /// s since 1970; readings that end later are in the future.
    let latest: Int64

    /// Names of the sections that are read.
    static let names: Set<String> = [
        "stateOfMind", "symptoms", "cycleTracking", "medications", "ecg", "heartRateNotifications",
    ]
    /// Long lists within elements that are not read: they come as metrics too, or are kept by nobody.
    static let traces: [String: Set<String>] = [
        "data.ecg": ["voltageMeasurements"], "ecg": ["voltageMeasurements"], "data.workouts": workoutLists,
        "workouts": workoutLists,
    ]
    private static let workoutLists: Set<String> = [
        "route", "heartRateData", "heartRateRecovery", "stepCount", "activeEnergy", "basalEnergy", "stepCadence",
        "cyclingCadence", "cyclingPower", "cyclingSpeed", "runningPower", "runningSpeed", "cyclingDistance",
        "walkingAndRunningDistance", "swimDistance", "swimStrokeCount", "swimStroke",
    ]
    /// Members of elements that are used, or known and not used.
    private static let known: Set<String> = workoutLists.union(workoutDetails.map(\.member)).union([
        "id", "start", "end", "name", "duration", "source", "location", "metadata", "isIndoor", "heartRate",
        "elevation", "kind", "labels", "associations", "valence", "valenceClassification", "severity", "userEntered",
        "value", "isCycleStart", "displayText", "nickname", "scheduledDate", "form", "status", "isArchived", "dosage",
        "codings", "classification", "averageHeartRate", "numberOfVoltageMeasurements", "voltageMeasurements",
        "samplingFrequency", "threshold", "heartRateVariation", "maxHeartRate", "minHeartRate",
    ])

    /// Decodes one element.
    func take(_ place: CompanionBody.Place, _ value: JSONValue, _ isWhole: Bool, _ post: inout CompanionPost) {
        let section = place.array.hasPrefix("data.") ? String(place.array.dropFirst(5)) : place.array
        // Metrics are read elsewhere; other sections were counted by the file reader.
        guard section == "workouts" || Self.names.contains(section) else { return }
        guard let row = post.row(place, value, isWhole, known: Self.known) else { return }
        guard let (start, offset) = row.time("start") ?? row.time("scheduledDate") else {
            return post.reject("\(row.path).start", .badDate, section == "workouts" ? KindTable.row(.workout) : nil)
        }
        guard let end = row["end"] == nil ? start : row.instant("end") else {
            return post.reject("\(row.path).end", .badDate)
        }
        guard start <= end else { return post.reject(row.path, .endBeforeStart) }
        guard let (id, readings) = element(section, row, start..<end, &post), !readings.isEmpty else { return }
        let key =
            row.text("id").flatMap { HealthKitNumbers.key(readings[0].kind, $0) }
            ?? "\(HealthAutoExportCompanion.name)/\(section)/\(start)/\(id)"
        var record = CompanionRecord(
            key, CompanionVersion(Double(received)), readings, SampleSource(name: row.text("source") ?? Self.unnamed))
        record.offset = offset
        post.add(record, row.path, latest: latest)
    }

    private static let unnamed = SampleSource.unnamed

    /// What tells an element from others of the same time, and its readings; nil if it was rejected.
    private func element(
        _ section: String, _ row: CompanionRow, _ times: Range<Int64>, _ post: inout CompanionPost
    ) -> (id: String, readings: [HealthReading])? {
        func reading(_ name: String, _ value: Double, _ labels: [String]) -> [HealthReading] {
            KindTable.row(name).map { [HealthReading($0, times.lowerBound, times.upperBound, value, labels)] } ?? []
        }
        let source = row.text("source") ?? ""
        switch section {
        case "workouts": return (source, workout(row, times, &post))
        case "stateOfMind":
            guard let valence = row.number("valence") else {
                post.reject("\(row.path).valence", .badValue)
                return nil
            }
            // The spelling of the kind is not known for sure: what contains “daily” is the mood of a day.
            let isDaily = row.text("kind")?.lowercased().contains("daily") ?? false
            let labels =
                ["kind:\(isDaily ? "daily" : "moment")"] + texts(row["labels"]).map { "label:\($0)" }
                + texts(row["associations"]).map { "association:\($0)" }
            return (source, reading("stateOfMind", valence, labels))
        case "symptoms":
            guard let name = row.text("name") else {
                post.reject("\(row.path).name", .badRow)
                return nil
            }
            let severity = row.text("severity")?.lowercased() ?? "unspecified"
            let level = KindTable.row("symptom")?.level(severity == "present" ? "unspecified" : severity)
            if level == nil { post.reject("\(row.path).severity", .badValue) }
            return ("\(name.lowercased())/\(source)", reading("symptom", level ?? 0, [name.lowercased()]))
        case "medications":
            guard let name = row.text("displayText") ?? row.text("nickname") else {
                post.reject("\(row.path).displayText", .badRow)
                return nil
            }
            let status = row.text("status")?.lowercased() ?? "unspecified"
            let known = ["not interacted": "not logged", "notification not sent": "not logged"][status] ?? status
            let level = KindTable.row("medication")?.level(known)
            if level == nil { post.reject("\(row.path).status", .badValue) }
            var labels = [name]
            if let dose = row.number("dosage").map({ "\($0)" }) ?? row.text("dosage") { labels.append("dose:\(dose)") }
            if let form = row.text("form") { labels.append("form:\(form)") }
            // The time of a dose changes when it is logged; its scheduled time does not.
            let scheduled = row.instant("scheduledDate").map { "/\($0)" } ?? ""
            return ("\(name)\(scheduled)", reading("medication", level ?? 0, labels))
        case "cycleTracking": return ("\(row.text("name") ?? "")/\(source)", cycle(row, times))
        case "ecg":
            let text = row.text("classification")?.lowercased().replacing("_", with: " ") ?? "not set"
            let kind = KindTable.row("electrocardiogram")
            let level = kind?.level(text) ?? kind?.level(Self.rhythms[text] ?? "")
            if level == nil { post.reject("\(row.path).classification", .badValue) }
            let rate = row.number("averageHeartRate") ?? row["averageHeartRate"]?["qty"]?.number
            let labels = rate.map { ["rate:\($0)"] } ?? []
            return (source, reading("electrocardiogram", level ?? kind?.level("unrecognized") ?? 0, labels))
        default:
            let threshold = row.number("threshold") ?? row["threshold"]?["qty"]?.number
            return (source, reading("heartRateNotification", 1, threshold.map { ["threshold:\($0)"] } ?? []))
        }
    }

    /// Other names of rhythms.
    private static let rhythms = [
        "sinusrhythm": "sinus rhythm", "atrialfibrillation": "atrial fibrillation", "afib": "atrial fibrillation",
        "low heart rate": "inconclusive low heart rate", "high heart rate": "inconclusive high heart rate",
        "poor recording": "inconclusive poor reading", "inconclusive": "inconclusive other",
    ]

    private func texts(_ value: JSONValue?) -> [String] {
        guard case .array(let values)? = value else { return value?.string.map { [$0] } ?? [] }
        return values.prefix(100).compactMap(\.string)
    }

    // MARK: Cycle

    /// Kinds of the cycle by the app's name in lower case.
    static let cycleKinds = KindNames([
        "menstrual flow": "menstrualFlow", "menstruation": "menstrualFlow", "ovulation test result": "ovulationTest",
        "ovulation test": "ovulationTest", "cervical mucus quality": "cervicalMucus",
        "sexual activity": "sexualActivity", "spotting": "intermenstrualBleeding",
        "intermenstrual bleeding": "intermenstrualBleeding", "contraceptive": "contraceptive",
        "pregnancy": "pregnancy", "lactation": "lactation", "pregnancy test result": "pregnancyTest",
        "progesterone test result": "progesteroneTest",
    ])
    /// Other names of levels.
    private static let levels = [
        "luteinizing hormone surge": "positive", "lh surge": "positive", "estrogen surge": "high",
        "protection used": "protected", "protection not used": "unprotected", "egg-white": "egg white",
        "eggwhite": "egg white",
    ]

    /// A record of the cycle; what it says is kept in words where the kind or its level is not known.
    private func cycle(_ row: CompanionRow, _ times: Range<Int64>) -> [HealthReading] {
        let name = row.text("name")?.lowercased() ?? ""
        let text = row.text("value")?.lowercased() ?? ""
        var labels = row["isCycleStart"] == .bool(true) ? ["cycle start"] : []
        if let kind = Self.cycleKinds[name] {
            if kind.shape == .event {
                return [HealthReading(kind, times.lowerBound, times.upperBound, 1, labels + [text])]
            }
            if let value = kind.level(text) ?? kind.level(Self.levels[text] ?? "") {
                return [HealthReading(kind, times.lowerBound, times.upperBound, value, labels)]
            }
        }
        labels = [name, text] + labels
        return KindTable.row("cycleRecord").map {
            [HealthReading($0, times.lowerBound, times.upperBound, 1, labels.filter { !$0.isEmpty })]
        } ?? []
    }

    // MARK: Workouts

    /// Details of a workout: the member, its kind, and whether it is one of several names of the same.
    static let workoutDetails: [(member: String, kind: HealthKind)] = [
        ("activeEnergyBurned", "workoutEnergy"), ("distance", "workoutDistance"), ("avgHeartRate", "workoutHeartRate"),
        ("maxHeartRate", "workoutMaximumHeartRate"), ("minHeartRate", "workoutMinimumHeartRate"),
        ("basalEnergyBurned", "workoutBasalEnergy"), ("totalSwimmingStrokeCount", "workoutStrokes"),
        ("flightsClimbed", "workoutFlights"), ("elevationUp", "workoutElevationUp"),
        ("elevationDown", "workoutElevationDown"), ("avgSpeed", "workoutSpeed"), ("speed", "workoutSpeed"),
        ("maxSpeed", "workoutMaximumSpeed"), ("intensity", "workoutIntensity"),
        ("temperature", "workoutAirTemperature"), ("humidity", "workoutHumidity"),
    ].compactMap { member, name in KindTable.row(name).map { (member, $0) } }

    private func workout(_ row: CompanionRow, _ times: Range<Int64>, _ post: inout CompanionPost) -> [HealthReading] {
        let kind = KindTable.row(.workout)
        let length = row.number("duration") ?? Double(times.upperBound - times.lowerBound)
        let labels = [row.text("name") ?? "other"]
        var readings = [HealthReading(kind, times.lowerBound, times.upperBound, length, labels)]
        var seen = Set<HealthKind>()
        for (member, detail) in Self.workoutDetails {
            guard let value = row[member], let number = value["qty"]?.number, !seen.contains(detail) else { continue }
            guard let amount = detail.canonical(number, value["units"]?.string ?? "") else {
                post.reject("\(row.path).\(member)", .wrongUnit, kind)
                continue
            }
            seen.insert(detail)
            readings.append(HealthReading(detail, times.lowerBound, times.upperBound, amount, labels))
        }
        for (member, name) in [("avg", "workoutHeartRate"), ("max", "workoutMaximumHeartRate")] {
            guard let detail = KindTable.row(name), !seen.contains(detail), let value = row["heartRate"]?[member],
                let number = value["qty"]?.number, let amount = detail.canonical(number, value["units"]?.string ?? "")
            else { continue }
            readings.append(HealthReading(detail, times.lowerBound, times.upperBound, amount, labels))
        }
        return readings
    }
}
