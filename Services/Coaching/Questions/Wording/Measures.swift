/// Measures that people ask for beyond the daily metrics. Of some there are numbers once an app has sent them; an answer
/// about others says that there are none and names no other signal in their place.
public enum Measure: String, CaseIterable, Sendable {
    case vo2max, weight, calories, pressure, sugar, oxygen, skin, temperature, stages, distance, floors, fat, muscle
    case bodyMassIndex, water, food, screen, workouts

    /// The kind of health data that has its numbers; nil for those that have none.
    public var kind: String? {
        switch self {
        case .vo2max: "vo2Max"
        case .pressure: "bloodPressure"
        case .sugar: "bloodGlucose"
        case .oxygen: "oxygenSaturation"
        case .skin: "wristTemperature"
        case .temperature: "bodyTemperature"
        case .floors: "flightsClimbed"
        case .fat: "bodyFat"
        case .bodyMassIndex: "bodyMassIndex"
        case .weight, .calories, .stages, .distance, .muscle, .water, .food, .screen, .workouts: nil
        }
    }

    /// The measure that a text names; nil for none.
    static func named(in text: FoldedText) -> Measure? { allCases.first { text.has(anyOf: $0.phrases) } }

    /// Units of distances.
    static let lengths = ["kilometres", "kilometers", "kilometre", "miles", "mile", "km", "kilometer", "meilen"]

    /// Folded as `FoldedText` folds.
    var phrases: [String] {
        switch self {
        case .vo2max: ["vo2max", "vo2", "cardio fitness", "ausdauerwert"]
        case .weight: ["weight", "weigh", "weighed", "gewicht", "wiege", "gewogen", "kilos"]
        case .calories: ["calories", "calorie", "kcal", "kalorien", "energieverbrauch"]
        case .pressure: ["blood pressure", "blutdruck"]
        case .sugar: ["blood sugar", "glucose", "blutzucker", "glukose"]
        case .oxygen: ["blood oxygen", "spo2", "oxygen saturation", "oxygen", "blutsauerstoff", "sauerstoff*"]
        case .skin: ["skin temperature", "wrist temperature", "hauttemperatur"]
        case .temperature: ["temperature", "temperatur", "korpertemperatur"]
        case .stages:
            [
                "deep sleep", "rem", "rem sleep", "light sleep", "core sleep", "sleep stages", "sleep phases",
                "tiefschlaf", "tiefschlafphase", "leichtschlaf", "kernschlaf", "schlafphasen", "traumschlaf",
            ]
        case .distance: Self.lengths + ["distance", "distanz", "how far"]
        case .floors: ["floors", "stairs", "stockwerke", "treppen", "etagen"]
        case .fat: ["body fat", "korperfett", "korperfettanteil"]
        case .muscle: ["muscle mass", "muskelmasse"]
        case .bodyMassIndex: ["bmi", "body mass index"]
        case .water: ["water did i", "water have i", "did i drink", "wasser habe ich", "wasser hab ich"]
        case .food: ["did i eat", "have i eaten", "ich gegessen", "protein did i", "carbs"]
        case .screen: ["screen time", "bildschirmzeit", "handyzeit"]
        case .workouts: ["workouts", "exercise minutes", "trainings", "trainingseinheiten", "workout minutes"]
        }
    }
}
