import Messages

extension OpenWearablesRows {
    /// Values of a workout by their name; the first of a kind counts.
    static let details = KindNames([
        "activeEnergyBurned": "workoutEnergy", "calories": "workoutEnergy", "distance": "workoutDistance",
        "averageHeartRate": "workoutHeartRate", "meanHeartRate": "workoutHeartRate",
        "minHeartRate": "workoutMinimumHeartRate", "maxHeartRate": "workoutMaximumHeartRate",
        "basalEnergyBurned": "workoutBasalEnergy", "stepCount": "workoutSteps", "averageRunningPower": "workoutPower",
        "averageCyclingPower": "workoutPower", "averageRunningSpeed": "workoutSpeed", "averageSpeed": "workoutSpeed",
        "averageCyclingSpeed": "workoutSpeed", "maxSpeed": "workoutMaximumSpeed",
        "averageRunningStrideLength": "workoutStrideLength",
        "averageVerticalOscillation": "workoutVerticalOscillation",
        "averageRunningVerticalOscillation": "workoutVerticalOscillation",
        "averageGroundContactTime": "workoutGroundContactTime",
        "averageRunningGroundContactTime": "workoutGroundContactTime", "elevationAscended": "workoutElevationUp",
        "elevationDescended": "workoutElevationDown", "averageCadence": "workoutCadence",
        "maxCadence": "workoutMaximumCadence", "weatherTemperature": "workoutAirTemperature",
        "weatherHumidity": "workoutHumidity",
    ])
    /// Activities whose name is another than in `WorkoutActivity`.
    private static let activities = [
        "strength training": "traditional strength training", "running treadmill": "running",
        "cycling stationary": "cycling", "biking": "cycling", "biking stationary": "cycling",
        "swimming pool": "swimming", "swimming open water": "swimming", "rowing machine": "rowing",
        "stair climbing": "stairs", "stair climbing machine": "stairs", "flexibility training": "flexibility",
    ]

    /// The words of a type such as `RUNNING_TREADMILL`.
    static func activity(_ type: String) -> String {
        let words = type.lowercased().split(separator: "_").joined(separator: " ")
        return WorkoutActivity.name(activities[words] ?? words)
    }

    /// A workout with its values.
    func workout(_ place: CompanionBody.Place, _ value: JSONValue, _ isWhole: Bool, _ post: inout CompanionPost) {
        let kind = KindTable.row(.workout)
        guard let row = post.row(place, value, isWhole, known: Self.knownOfWorkouts) else { return }
        guard let times = times(row, &post, kind) else { return }
        let labels = [row.text("type").map(Self.activity) ?? "other"]
        var length = Double(times.upperBound - times.lowerBound)
        var found: [HealthKind: Double] = [:]
        if case .array(let values)? = row["values"] {
            for (index, value) in values.enumerated() {
                let path = "\(row.path).values[\(index)]"
                guard let type = value["type"]?.string else {
                    post.reject(path, .badRow, kind)
                    continue
                }
                let detail = type == "duration" ? kind : Self.details[type]
                guard let detail else {
                    ImportLimits.count("\(place.array).values.\(type)", in: &post.unknownFields)
                    continue
                }
                guard let number = value["value"]?.number else {
                    post.reject("\(path).value", .badValue, kind)
                    continue
                }
                guard let amount = detail.canonical(number, value["unit"]?.string ?? "") else {
                    post.reject("\(path).unit", .wrongUnit, kind)
                    continue
                }
                if detail == kind { length = amount } else if found[detail] == nil { found[detail] = amount }
            }
        } else if row["values"] != nil {
            post.reject("\(row.path).values", .badRow, kind)
        }
        var readings = [HealthReading(kind, times.lowerBound, times.upperBound, length, labels)]
        readings += found.sorted { $0.key.name < $1.key.name }.map {
            HealthReading($0.key, times.lowerBound, times.upperBound, $0.value, labels)
        }
        let origin = origin(row)
        var record = CompanionRecord(key(row, kind, times), CompanionVersion(stamp), readings, origin.source)
        record.offset = offset(row)
        if provider == "google", !origin.app.isEmpty {
            record.place = HealthConnect.place(workout: times.lowerBound, origin.app)
        } else if provider == "apple" {
            record.place = "healthkit/workout/\(times.lowerBound)/\(origin.app)"
        }
        post.add(record, row.path, latest: latest)
    }

    private static let knownOfWorkouts: Set<String> = [
        "id", "parentId", "type", "startDate", "endDate", "zoneOffset", "source", "title", "notes", "values",
        "segments",
        "laps", "route", "samples", "metadata",
    ]
}
