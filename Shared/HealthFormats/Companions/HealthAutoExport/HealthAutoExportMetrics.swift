import LocalTime
import Messages

/// Decodes the metrics of Health Auto Export that `HealthAutoExportPoints` does not use.
struct HealthAutoExportMetrics {
    /// The metrics' headers, by their number.
    let headers: [Int: HealthAutoExportPoints.Metric]
    /// ms since 1970.
    let received: Int64
    /// s since 1970; readings that end later are in the future.
    let latest: Int64
    let calendar: LocalCalendar

    /// Kinds by the app's names; older releases and its files have others.
    static let kinds = KindNames([
        "apple_move_time": "moveTime", "apple_stand_time": "standTime", "apple_stand_hour": "standHours",
        "walking_running_distance": "distanceWalkingRunning", "distance_walking_running": "distanceWalkingRunning",
        "cycling_distance": "distanceCycling", "swimming_distance": "distanceSwimming",
        "downhill_snow_sports": "distanceDownhillSnowSports",
        "downhill_snow_sports_distance": "distanceDownhillSnowSports", "wheelchair_distance": "distanceWheelchair",
        "wheelchair_push_count": "wheelchairPushes", "push_count": "wheelchairPushes",
        "flights_climbed": "flightsClimbed", "swim_stroke_count": "swimmingStrokes",
        "swimming_stroke_count": "swimmingStrokes", "vo2max": "vo2Max", "vo2_max": "vo2Max",
        "physical_effort": "physicalEffort", "cycling_cadence": "cyclingCadence", "cycling_power": "cyclingPower",
        "cycling_speed": "cyclingSpeed", "cycling_functional_threshold_power": "cyclingThresholdPower",
        "running_power": "runningPower", "running_speed": "runningSpeed",
        "running_ground_contact_time": "runningGroundContactTime", "running_stride_length": "runningStrideLength",
        "running_vertical_oscillation": "runningVerticalOscillation", "waist_circumference": "waist",
        "body_fat_percentage": "bodyFat", "body_mass_index": "bodyMassIndex", "lean_body_mass": "leanBodyMass",
        "walking_heart_rate_average": "walkingHeartRate", "walking_heart_rate": "walkingHeartRate",
        "cardio_recovery": "heartRateRecovery", "heart_rate_recovery": "heartRateRecovery",
        "atrial_fibrillation_burden": "atrialFibrillationBurden", "blood_oxygen_saturation": "oxygenSaturation",
        "oxygen_saturation": "oxygenSaturation", "peripheral_perfusion_index": "peripheralPerfusion",
        "forced_expiratory_volume": "forcedExpiratoryVolume", "forced_expiratory_volume_1": "forcedExpiratoryVolume",
        "forced_vital_capacity": "forcedVitalCapacity", "peak_expiratory_flow_rate": "peakExpiratoryFlow",
        "inhaler_usage": "inhalerUsage", "body_temperature": "bodyTemperature",
        "basal_body_temperature": "basalBodyTemperature", "apple_sleeping_wrist_temperature": "wristTemperature",
        "breathing_disturbances": "sleepingBreathingDisturbances", "walking_speed": "walkingSpeed",
        "walking_step_length": "walkingStepLength", "walking_asymmetry_percentage": "walkingAsymmetry",
        "walking_double_support_percentage": "walkingDoubleSupport", "walking_steadiness": "walkingSteadiness",
        "apple_walking_steadiness": "walkingSteadiness", "six_minute_walking_test_distance": "sixMinuteWalk",
        "stair_speed_up": "stairAscentSpeed", "stair_speed_down": "stairDescentSpeed",
        "time_in_daylight": "daylightTime", "environmental_audio": "environmentalSound",
        "environmental_audio_exposure": "environmentalSound", "headphone_audio": "headphoneSound",
        "headphone_audio_exposure": "headphoneSound", "uv_exposure": "ultraviolet",
        "under_water_depth": "underwaterDepth", "underwater_depth": "underwaterDepth",
        "under_water_temperature": "waterTemperature", "electrodermal_activity": "electrodermalActivity",
        "handwashing": "handwashing", "toothbrushing": "toothbrushing", "sexual_activity": "sexualActivity",
        "number_of_time_fallen": "falls", "number_of_times_fallen": "falls", "blood_alcohol_content": "bloodAlcohol",
        "number_of_alcoholic_beverages": "alcoholicBeverages", "alcohol_consumption": "alcoholicBeverages",
        "insulin_delivery": "insulin", "blood_glucose": "bloodGlucose", "blood_pressure": "bloodPressureSystolic",
        "workout_effort_score": "workoutEffort", "estimated_workout_effort_score": "estimatedWorkoutEffort",
        "dietary_sugar": "dietarySugar", "carbohydrates": "dietaryCarbohydrates", "total_fat": "dietaryFat",
        "saturated_fat": "dietarySaturatedFat", "monosaturated_fat": "dietaryMonounsaturatedFat",
        "monounsaturated_fat": "dietaryMonounsaturatedFat", "polyunsaturated_fat": "dietaryPolyunsaturatedFat",
        "cholesterol": "dietaryCholesterol", "dietary_cholesterol": "dietaryCholesterol", "fiber": "dietaryFiber",
        "sodium": "dietarySodium", "potassium": "dietaryPotassium", "calcium": "dietaryCalcium", "iron": "dietaryIron",
        "magnesium": "dietaryMagnesium", "zinc": "dietaryZinc", "copper": "dietaryCopper",
        "manganese": "dietaryManganese", "chromium": "dietaryChromium", "chloride": "dietaryChloride",
        "phosphorus": "dietaryPhosphorus", "iodine": "dietaryIodine", "molybdenum": "dietaryMolybdenum",
        "selenium": "dietarySelenium", "biotin": "dietaryBiotin", "dietary_biotin": "dietaryBiotin",
        "niacin": "dietaryNiacin", "riboflavin": "dietaryRiboflavin", "thiamin": "dietaryThiamin",
        "pantothenic_acid": "dietaryPantothenicAcid", "folate": "dietaryFolate", "caffeine": "dietaryCaffeine",
        "dietary_caffeine": "dietaryCaffeine", "vitamin_a": "dietaryVitaminA", "vitamin_b6": "dietaryVitaminB6",
        "vitamin_b12": "dietaryVitaminB12", "vitamin_c": "dietaryVitaminC", "vitamin_d": "dietaryVitaminD",
        "vitamin_e": "dietaryVitaminE", "vitamin_k": "dietaryVitaminK",
    ])

    /// Members of a point of these metrics.
    private static let members: Set<String> = [
        "date", "qty", "Avg", "avg", "source", "systolic", "diastolic", "mealTime", "reason", "value", "Unspecified",
        "Protection Used", "Protection Not Used",
    ]
    /// Counts of one point, and the level that each is.
    private static let protection = [
        ("Unspecified", "unspecified"), ("Protection Used", "protected"), ("Protection Not Used", "unprotected"),
    ]

    /// Reads the metrics up to the body's end, or to where it is damaged.
    func read(_ body: any RandomAccess, into post: inout CompanionPost, page: (inout CompanionPost) -> Void) {
        let walk = HealthAutoExportWalk(ByteSlice(body), points: Self.members, workouts: [])
        while let part = try? walk.next() {
            guard case .point(let index, let number, let value) = part, index < ImportLimits.metrics else { continue }
            post.receive("data.metrics")
            guard let header = headers[index], !header.isTooLong else { continue }
            guard let kind = Self.kinds[header.name] else {
                post.hide(IntimateNames.groups(of: header.name))
                continue
            }
            if kind.isIntimate { post.hide([kind.group]) }
            let path = "metrics[\(index)].data[\(number)]"
            guard case .object(let members) = value, !walk.hasLongText else {
                post.reject(path, .badRow, kind)
                continue
            }
            point(CompanionRow(members: members, path: path), header, kind, &post)
            page(&post)
        }
    }

    private func point(
        _ row: CompanionRow, _ header: HealthAutoExportPoints.Metric, _ kind: HealthKind, _ post: inout CompanionPost
    ) {
        guard let (start, offset) = HealthAutoExportPoints.date(row["date"], calendar) else {
            return post.reject("\(row.path).date", .badDate, kind)
        }
        let day = MetricGrains.day(start, Int64(offset))
        let grain = header.grains.grain(on: day)
        let isDay = header.isDaily && grain == HealthAutoExportPoints.day
        var source = points.source(row.value)
        if isDay { source.aggregation = HealthAutoExportPoints.day }
        var end = start
        if kind.day == .sum, grain > 0 {
            end += Int64(grain)
            source.aggregation = grain
        } else if isDay {
            // The part of the day that had passed when it was sent.
            end = max(start, min(received / 1000, start + Int64(HealthAutoExportPoints.day)))
        }
        for reading in readings(row, header.units ?? "", kind, start, end, &post) {
            let place = isDay ? "day/\(day)/" : "at/\(start)/\(source.name)"
            var key = "\(HealthAutoExportCompanion.name)/\(reading.kind.name)/\(place)"
            if case .level = kind.shape { key += "/\(Int(reading.value))" }
            var record = CompanionRecord(key, CompanionVersion(Double(received)), [reading], source)
            record.offset = offset
            // The sum of a day in progress ends in the future; only its start may not.
            post.add(record, row.path, latest: kind.day == .sum ? latest + 86_400 : latest)
        }
    }

    private var points: HealthAutoExportPoints { HealthAutoExportPoints(calendar: calendar, now: received / 1000) }

    private func readings(
        _ row: CompanionRow, _ units: String, _ kind: HealthKind, _ start: Int64, _ end: Int64,
        _ post: inout CompanionPost
    ) -> [HealthReading] {
        func quantity(_ member: String, _ kind: HealthKind, _ labels: [String] = []) -> HealthReading? {
            guard let number = row.number(member) else {
                post.reject("\(row.path).\(member)", .badValue, kind)
                return nil
            }
            guard let amount = kind.canonical(number, units) else {
                post.reject("\(row.path).units", .wrongUnit, kind)
                return nil
            }
            let value = kind.name == "oxygenSaturation" ? HealthKitNumbers.percent(amount) : amount
            return HealthReading(kind, start, end, value, labels)
        }
        switch (kind.name, kind.shape) {
        case ("bloodPressureSystolic", _):
            let diastolic = KindTable.row("bloodPressureDiastolic") ?? kind
            return [quantity("systolic", kind), quantity("diastolic", diastolic)].compactMap(\.self)
        case ("sexualActivity", _):
            // A count of each: one reading says that there was any.
            let hasKinds = Self.protection.contains { row[$0.0] != nil }
            let counts = hasKinds ? Self.protection : [("qty", "unspecified")]
            if !counts.contains(where: { row.number($0.0) != nil }) { post.reject(row.path, .badValue, kind) }
            return counts.compactMap { member, level in
                guard let count = row.number(member), count > 0, let value = kind.level(level) else { return nil }
                return HealthReading(kind, start, end, value, ["count:\(Int(min(count, 1_000)))"])
            }
        case (_, .interval):
            return [HealthReading(kind, start, end, 0, row.text("value").map { [$0.lowercased()] } ?? [])]
        default:
            let member = ["Avg", "avg"].first { row[$0] != nil } ?? "qty"
            let labels = [("meal", "mealTime"), ("reason", "reason")].compactMap { name, member in
                row.text(member).map { "\(name):\($0.lowercased())" }
            }
            return [quantity(member, kind, labels)].compactMap(\.self)
        }
    }
}

extension CompanionRow {
    /// The row as the value that it was.
    var value: JSONValue { .object(members) }
}
