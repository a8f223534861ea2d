import Foundation
import Messages

@testable import HealthFormats

/// What the truth of a week says of single values, in the words of the table of kinds.
struct CompanionTruth {
    /// One expected or decoded value.
    struct Value: CustomStringConvertible {
        var start: Int64
        var end: Int64
        var value: Double
        var description: String { "\(start)…\(end): \(value)" }
    }

    /// Values by kind.
    private(set) var values: [String: [Value]] = [:]
    /// Largest difference by rounding in a format.
    static let tolerances = ["bloodGlucose": 0.06, "activeEnergy": 0.02, "dietaryEnergy": 0.02]

    private static let plain = [
        "heart_rate": "heartRate", "resting_heart_rate": "restingHeartRate", "respiratory_rate": "respiratoryRate",
        "oxygen": "oxygenSaturation", "steps": "steps", "distance": "distance", "active_energy": "activeEnergy",
        "body_temperature": "bodyTemperature",
    ]
    /// Kinds by a member of a record's values, with a factor.
    private static let members: [String: [(member: String, kind: String, factor: Double)]] = [
        "water": [("liters", "dietaryWater", 1000)], "glucose": [("mmol", "bloodGlucose", 1)],
        "weight": [("kg", "bodyMass", 1), ("fat", "bodyFat", 1)],
        "blood_pressure": [("systolic", "bloodPressureSystolic", 1), ("diastolic", "bloodPressureDiastolic", 1)],
        "nutrition": [
            ("kcal", "dietaryEnergy", 1), ("protein", "dietaryProtein", 1), ("carbs", "dietaryCarbohydrates", 1),
            ("fat", "dietaryFat", 1),
        ],
        "skin_temperature": [("delta", "skinTemperatureDifference", 1)], "mood": [("valence", "stateOfMind", 1)],
        "workout": [("meters", "workoutDistance", 1)],
    ]
    private static let stages = ["awake": 2.0, "light": 3, "deep": 4, "rem": 5]

    init(_ truth: [String: Any]) {
        let measure = truth["hrv_measure"] as? String
        for (kind, rows) in (truth["samples"] as? [String: [[Any]]]) ?? [:] {
            for row in rows { add(kind, Self.instant(row[0]), Self.instant(row[1]), row[2], measure) }
        }
    }

    static func instant(_ value: Any) -> Int64 {
        guard let text = value as? String, case .instant(let instant, _)? = DateText(text) else { return 0 }
        return instant
    }

    private mutating func add(_ kind: String, _ start: Int64, _ end: Int64, _ value: Any, _ measure: String?) {
        func put(_ name: String, _ value: Double, _ from: Int64? = nil) {
            values[name, default: []].append(Value(start: from ?? start, end: end, value: value))
        }
        let dictionary = value as? [String: Any] ?? [:]
        if let name = Self.plain[kind], let number = value as? Double { return put(name, number) }
        for (member, name, factor) in Self.members[kind] ?? [] {
            // An instant at waking in the formats that have it; 0 is not measured.
            if let number = dictionary[member] as? Double, number != 0 || kind != "weight" {
                put(name, number * factor, kind == "skin_temperature" ? end : nil)
            }
        }
        switch kind {
        case "hrv":
            if let number = dictionary[measure ?? ""] as? Double {
                put(measure == "rmssd" ? "heartRateVariabilityRMSSD" : "heartRateVariability", number)
            }
        case "sleep":
            for stage in (value as? [[String]]) ?? [] {
                values["sleep", default: []].append(
                    Value(
                        start: Self.instant(stage[1]), end: Self.instant(stage[2]), value: Self.stages[stage[0]] ?? -1))
            }
        case "workout": put("workout", Double(end - start))
        case "cycle_flow": put("menstrualFlow", ((dictionary["flow"] as? Double) ?? -2) + 1)
        case "ovulation_test": put("ovulationTest", dictionary["positive"] as? Bool == true ? 2 : 1)
        case "symptom": put("symptom", ((dictionary["severity"] as? Double) ?? -2) + 1)
        case "medication": put("medication", dictionary["taken"] as? Bool == true ? 1 : 2)
        case "mindful": put("mindfulSession", 0)
        default: break
        }
    }

    /// Decoded values by kind: without sums of days, and without time in bed, which the truth does not list.
    static func decoded(_ records: [CompanionRecord]) -> [String: [Value]] {
        var values: [String: [Value]] = [:]
        for record in records where record.source.aggregation != 86_400 && record.member ?? "1" == "1" {
            for reading in record.readings where reading.kind.name != "sleep" || reading.value != 0 {
                // How a distance was covered is known to HealthKit only.
                let name = reading.kind.name == "distanceWalkingRunning" ? "distance" : reading.kind.name
                values[name, default: []].append(Value(start: reading.start, end: reading.end, value: reading.value))
            }
        }
        return values.mapValues(sorted)
    }

    static func sorted(_ values: [Value]) -> [Value] {
        values.sorted { ($0.start, $0.end, $0.value) < ($1.start, $1.end, $1.value) }
    }
}
