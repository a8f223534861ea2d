extension KindTable {
    /// Most of a nutrient in one reading, g; the vitamins and minerals are far below it.
    private static let portionLimit = 2_000.0

    /// A nutrient of food, as a row. Ranges only stop wrong units: a day's sum of an app is one value, too.
    private static func nutrient(_ name: String, _ unit: String, _ healthKit: String?, maximum: Double = portionLimit)
        -> HealthKind
    {
        HealthKind(name, .quantity, unit, .portion, 0...maximum, .sum, .nutrition, healthKit)
    }

    static let nutrients: [HealthKind] = [
        nutrient("dietaryCarbohydrates", "g", "DietaryCarbohydrates"), nutrient("dietaryFat", "g", "DietaryFatTotal"),
        nutrient("dietarySaturatedFat", "g", "DietaryFatSaturated"),
        nutrient("dietaryMonounsaturatedFat", "g", "DietaryFatMonounsaturated"),
        nutrient("dietaryPolyunsaturatedFat", "g", "DietaryFatPolyunsaturated"),
        nutrient("dietaryUnsaturatedFat", "g", nil), nutrient("dietaryTransFat", "g", nil),
        nutrient("dietarySugar", "g", "DietarySugar"), nutrient("dietaryFiber", "g", "DietaryFiber"),
        nutrient("dietaryCholesterol", "mg", "DietaryCholesterol", maximum: 100_000),
        nutrient("dietarySodium", "mg", "DietarySodium", maximum: 500_000),
        nutrient("dietaryPotassium", "mg", "DietaryPotassium", maximum: 100_000),
        nutrient("dietaryCalcium", "mg", "DietaryCalcium", maximum: 100_000),
        nutrient("dietaryIron", "mg", "DietaryIron", maximum: 10_000),
        nutrient("dietaryMagnesium", "mg", "DietaryMagnesium", maximum: 100_000),
        nutrient("dietaryZinc", "mg", "DietaryZinc", maximum: 10_000),
        nutrient("dietaryCopper", "mg", "DietaryCopper", maximum: 1_000),
        nutrient("dietaryManganese", "mg", "DietaryManganese", maximum: 10_000),
        nutrient("dietaryChloride", "mg", "DietaryChloride", maximum: 500_000),
        nutrient("dietaryPhosphorus", "mg", "DietaryPhosphorus", maximum: 100_000),
        nutrient("dietaryChromium", "mcg", "DietaryChromium", maximum: 1_000_000),
        nutrient("dietaryIodine", "mcg", "DietaryIodine", maximum: 1_000_000),
        nutrient("dietaryMolybdenum", "mcg", "DietaryMolybdenum", maximum: 1_000_000),
        nutrient("dietarySelenium", "mcg", "DietarySelenium", maximum: 1_000_000),
        nutrient("dietaryBiotin", "mcg", "DietaryBiotin", maximum: 1_000_000),
        nutrient("dietaryFolate", "mcg", "DietaryFolate", maximum: 1_000_000),
        nutrient("dietaryFolicAcid", "mcg", nil, maximum: 1_000_000),
        nutrient("dietaryNiacin", "mg", "DietaryNiacin", maximum: 100_000),
        nutrient("dietaryPantothenicAcid", "mg", "DietaryPantothenicAcid", maximum: 100_000),
        nutrient("dietaryRiboflavin", "mg", "DietaryRiboflavin", maximum: 100_000),
        nutrient("dietaryThiamin", "mg", "DietaryThiamin", maximum: 100_000),
        nutrient("dietaryVitaminA", "mcg", "DietaryVitaminA", maximum: 1_000_000),
        nutrient("dietaryVitaminB6", "mg", "DietaryVitaminB6", maximum: 100_000),
        nutrient("dietaryVitaminB12", "mcg", "DietaryVitaminB12", maximum: 1_000_000),
        nutrient("dietaryVitaminC", "mg", "DietaryVitaminC", maximum: 1_000_000),
        nutrient("dietaryVitaminD", "mcg", "DietaryVitaminD", maximum: 1_000_000),
        nutrient("dietaryVitaminE", "mg", "DietaryVitaminE", maximum: 100_000),
        nutrient("dietaryVitaminK", "mcg", "DietaryVitaminK", maximum: 1_000_000),
        // 5 g can be lethal (EFSA Journal 2015;13(5):4102 names 10 g); a wrong unit gives a thousandfold.
        nutrient("dietaryCaffeine", "mg", "DietaryCaffeine", maximum: 20_000),
    ]

    static let life: [HealthKind] = [
        HealthKind(
            "alcoholicBeverages", .quantity, "count", .count, 0...100, .sum, .alcohol, "NumberOfAlcoholicBeverages"),
        // 1.4 % was survived (BMJ 2005;331:1441 has 0.99 %).
        HealthKind("bloodAlcohol", .quantity, "%", .percent, 0...2, .maximum, .alcohol, "BloodAlcoholContent"),
        // −1 very unpleasant to 1 very pleasant, with labels and associations.
        HealthKind("stateOfMind", .quantity, "score", .score, -1...1, .mean, .mind, "StateOfMind"),
        // A symptom's name is a label.
        HealthKind(
            "symptom", .level(["unspecified", "not present", "mild", "moderate", "severe"]), "", .none, 0...4, .maximum,
            .symptoms),
        // Name and dose are labels.
        HealthKind(
            "medication", .level(["unspecified", "taken", "skipped", "snoozed", "not logged"]), "", .none, 0...4,
            .taken,
            .medication, "MedicationDoseEvent"),
        HealthKind("handwashing", .interval, "", .none, 0...0, .count, .hygiene, "HandwashingEvent"),
        HealthKind("toothbrushing", .interval, "", .none, 0...0, .count, .hygiene, "ToothbrushingEvent"),
    ]

    static let cycle: [HealthKind] = [
        HealthKind(
            "menstrualFlow", .level(["unspecified", "none", "light", "medium", "heavy"]), "", .none, 0...4, .maximum,
            .cycle, "MenstrualFlow"),
        HealthKind("menstruation", .interval, "", .none, 0...0, .own, .cycle),
        HealthKind("intermenstrualBleeding", .event, "", .none, 1...1, .count, .cycle, "IntermenstrualBleeding"),
        HealthKind(
            "ovulationTest", .level(["indeterminate", "negative", "positive", "high"]), "", .none, 0...3, .last,
            .cycle, "OvulationTestResult"),
        HealthKind(
            "cervicalMucus", .level(["unknown", "dry", "sticky", "creamy", "watery", "egg white", "unusual"]), "",
            .none, 0...6, .last, .cycle, "CervicalMucusQuality"),
        HealthKind(
            "sexualActivity", .level(["unspecified", "protected", "unprotected"]), "", .none, 0...2, .count, .cycle,
            "SexualActivity"),
        HealthKind("contraceptive", .event, "", .none, 1...1, .own, .cycle, "Contraceptive"),
        HealthKind("pregnancy", .event, "", .none, 1...1, .own, .cycle, "Pregnancy"),
        HealthKind("lactation", .event, "", .none, 1...1, .own, .cycle, "Lactation"),
        HealthKind(
            "pregnancyTest", .level(["indeterminate", "negative", "positive"]), "", .none, 0...2, .last, .cycle,
            "PregnancyTestResult"),
        HealthKind(
            "progesteroneTest", .level(["indeterminate", "negative", "positive"]), "", .none, 0...2, .last, .cycle,
            "ProgesteroneTestResult"),
        // Any other record of the cycle that an app names; the name is a label.
        HealthKind("cycleRecord", .event, "", .none, 1...1, .own, .cycle),
    ]

    static let surroundings: [HealthKind] = [
        HealthKind("daylightTime", .quantity, "s", .duration, 0...345_600, .sum, .surroundings, "TimeInDaylight"),
        // 194 dB is the loudest undistorted sound in air.
        HealthKind(
            "environmentalSound", .quantity, "dBASPL", .sound, 0...194, .mean, .surroundings,
            "EnvironmentalAudioExposure"),
        HealthKind(
            "headphoneSound", .quantity, "dBASPL", .sound, 0...194, .mean, .surroundings, "HeadphoneAudioExposure"),
        // The highest index measured on the ground is 43 (Cabrol 2014, Front Environ Sci 2:19).
        HealthKind("ultraviolet", .quantity, "count", .count, 0...50, .maximum, .surroundings, "UVExposure"),
        HealthKind(
            "electrodermalActivity", .quantity, "mcS", .conductance, 0...1_000, .mean, .surroundings,
            "ElectrodermalActivity"),
    ]
}
