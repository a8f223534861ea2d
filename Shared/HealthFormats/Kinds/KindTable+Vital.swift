extension KindTable {
    /// Rhythm classes of an electrocardiogram, in the order of HealthKit's `HKElectrocardiogram.Classification`. The
    /// trace is not kept.
    package static let rhythms = [
        "not set", "sinus rhythm", "atrial fibrillation", "inconclusive low heart rate",
        "inconclusive high heart rate", "inconclusive poor reading", "inconclusive other", "unrecognized",
    ]

    static let heart: [HealthKind] = [
        // Range as for monitors of blood pressure: IEC 80601-2-30 asks for 60 to 230 and 40 to 130 at least.
        HealthKind(
            "bloodPressureSystolic", .half(of: "bloodPressure"), "mmHg", .pressure, 40...300, .mean, .heart,
            "BloodPressureSystolic"),
        HealthKind(
            "bloodPressureDiastolic", .half(of: "bloodPressure"), "mmHg", .pressure, 20...200, .mean, .heart,
            "BloodPressureDiastolic"),
        HealthKind(
            "walkingHeartRate", .quantity, "count/min", .rate, 20...250, .mean, .heart, "WalkingHeartRateAverage"),
        // Beats by which the rate falls in the first minute after exercise; it may rise.
        HealthKind(
            "heartRateRecovery", .quantity, "count/min", .rate, -50...150, .last, .heart, "HeartRateRecoveryOneMinute"),
        HealthKind(
            "atrialFibrillationBurden", .quantity, "%", .percent, 0...100, .last, .heart, "AtrialFibrillationBurden"),
        HealthKind(
            "electrocardiogram", .level(rhythms), "", .none, 0...Double(rhythms.count - 1), .last, .heart,
            "Electrocardiogram"),
        HealthKind("highHeartRateEvent", .event, "", .none, 1...1, .count, .heart, "HighHeartRateEvent"),
        HealthKind("lowHeartRateEvent", .event, "", .none, 1...1, .count, .heart, "LowHeartRateEvent"),
        HealthKind("irregularRhythmEvent", .event, "", .none, 1...1, .count, .heart, "IrregularHeartRhythmEvent"),
        HealthKind("heartRateNotification", .event, "", .none, 1...1, .count, .heart),
        HealthKind("peripheralPerfusion", .quantity, "%", .percent, 0...100, .mean, .blood, "PeripheralPerfusionIndex"),
        // 0.6 mmol/L was survived; meters end at 33.3, laboratories have found above 100 (Guinness World Records: 147.6).
        HealthKind("bloodGlucose", .quantity, "mmol/L", .glucose, 0.3...150, .mean, .blood, "BloodGlucose"),
        HealthKind("insulin", .quantity, "IU", .insulin, 0...500, .sum, .medication, "InsulinDelivery"),
        // 94 ml/kg/min is the highest that was measured (cyclist, 2012); below 3.5 nobody is awake.
        HealthKind("vo2Max", .quantity, "mL/min·kg", .oxygenUptake, 3...100, .last, .heart, "VO2Max"),
    ]

    static let breath: [HealthKind] = [
        // Oximeters are specified from 70 %; climbers had 34 to 70 % on Everest (Grocott 2009, N Engl J Med 360:140).
        HealthKind("oxygenSaturation", .quantity, "%", .percent, 30...100, .mean, .breath, "OxygenSaturation"),
        HealthKind("forcedVitalCapacity", .quantity, "L", .volume, 0...15, .last, .breath, "ForcedVitalCapacity"),
        HealthKind(
            "forcedExpiratoryVolume", .quantity, "L", .volume, 0...15, .last, .breath, "ForcedExpiratoryVolume1"),
        HealthKind(
            "peakExpiratoryFlow", .quantity, "L/min", .flow, 0...1500, .last, .breath, "PeakExpiratoryFlowRate"),
        HealthKind("inhalerUsage", .quantity, "count", .count, 0...100, .sum, .medication, "InhalerUsage"),
        HealthKind(
            "sleepingBreathingDisturbances", .quantity, "count", .count, 0...300, .last, .breath,
            "AppleSleepingBreathingDisturbances"),
    ]

    static let temperature: [HealthKind] = [
        // 13.7 °C was survived (Gilbert 2000, Lancet 355:375), 46.5 °C too.
        HealthKind("bodyTemperature", .quantity, "degC", .temperature, 13...47, .last, .temperature, "BodyTemperature"),
        // Taken to know the cycle, so it is shown with it.
        HealthKind(
            "basalBodyTemperature", .quantity, "degC", .temperature, 30...45, .last, .cycle, "BasalBodyTemperature"),
        HealthKind(
            "wristTemperature", .quantity, "degC", .temperature, 10...47, .last, .temperature,
            "AppleSleepingWristTemperature"),
        // Android's devices tell the difference to a baseline of their own.
        HealthKind("skinTemperatureDifference", .quantity, "degC", .temperatureStep, -20...20, .mean, .temperature),
        HealthKind("skinTemperatureBaseline", .quantity, "degC", .temperature, 10...47, .last, .temperature),
    ]

    static let body: [HealthKind] = [
        HealthKind("bodyFat", .quantity, "%", .percent, 1...80, .last, .body, "BodyFatPercentage"),
        HealthKind("leanBodyMass", .quantity, "kg", .mass, 5...250, .last, .body, "LeanBodyMass"),
        HealthKind("boneMass", .quantity, "kg", .mass, 0.1...20, .last, .body),
        HealthKind("muscleShare", .quantity, "%", .percent, 1...95, .last, .body),
        HealthKind("muscleMass", .quantity, "kg", .mass, 1...200, .last, .body),
        HealthKind("fatMass", .quantity, "kg", .mass, 0.1...250, .last, .body),
        HealthKind("waterShare", .quantity, "%", .percent, 10...90, .last, .body),
        HealthKind("bodyWaterMass", .quantity, "kg", .mass, 1...200, .last, .body),
        HealthKind("extracellularWater", .quantity, "kg", .mass, 0.1...100, .last, .body),
        HealthKind("intracellularWater", .quantity, "kg", .mass, 0.1...100, .last, .body),
        HealthKind("bodyProtein", .quantity, "%", .percent, 0.1...50, .last, .body),
        HealthKind("bodyCellMass", .quantity, "kg", .mass, 1...150, .last, .body),
        HealthKind("bodyImpedance", .quantity, "score", .score, 1...10_000, .last, .body),
        // The heaviest person measured had about 185 kg/m².
        HealthKind("bodyMassIndex", .quantity, "kg/m2", .perSquareMetre, 5...200, .last, .body, "BodyMassIndex"),
        HealthKind("visceralFat", .quantity, "score", .score, 0...100, .last, .body),
        HealthKind("waist", .quantity, "cm", .length, 20...400, .last, .body, "WaistCircumference"),
        HealthKind("hips", .quantity, "cm", .length, 20...400, .last, .body),
        HealthKind("chest", .quantity, "cm", .length, 20...400, .last, .body),
        HealthKind("thigh", .quantity, "cm", .length, 10...200, .last, .body),
        HealthKind("upperArm", .quantity, "cm", .length, 5...150, .last, .body),
        HealthKind("neck", .quantity, "cm", .length, 10...150, .last, .body),
        HealthKind("basalMetabolicRate", .quantity, "kcal/day", .dailyEnergy, 300...10_000, .last, .body),
        HealthKind("totalEnergyExpenditure", .quantity, "kcal/day", .dailyEnergy, 300...20_000, .last, .body),
    ]
}
