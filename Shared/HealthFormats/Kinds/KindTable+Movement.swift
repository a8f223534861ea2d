extension KindTable {
    static let activity: [HealthKind] = [
        HealthKind("totalEnergy", .quantity, "kcal", .energy, 0...20_000, .sum, .activity),
        HealthKind("moveTime", .quantity, "s", .duration, 0...345_600, .sum, .activity, "AppleMoveTime"),
        HealthKind("standTime", .quantity, "s", .duration, 0...345_600, .sum, .activity, "AppleStandTime"),
        // Hours of a day in which the person stood.
        HealthKind("standHours", .quantity, "count", .count, 0...96, .sum, .activity, "AppleStandHour"),
        // The 24 h records are the limits, as for steps and workouts: 319.6 km on foot, 1,026 km by bicycle.
        // Android does not say how a distance was covered.
        HealthKind("distance", .quantity, "m", .length, 0...2_000_000, .sum, .activity),
        HealthKind(
            "distanceWalkingRunning", .quantity, "m", .length, 0...350_000, .sum, .activity,
            "DistanceWalkingRunning"),
        HealthKind("distanceCycling", .quantity, "m", .length, 0...2_000_000, .sum, .activity, "DistanceCycling"),
        HealthKind("distanceSwimming", .quantity, "m", .length, 0...250_000, .sum, .activity, "DistanceSwimming"),
        HealthKind("distanceWheelchair", .quantity, "m", .length, 0...1_000_000, .sum, .activity, "DistanceWheelchair"),
        HealthKind(
            "distanceDownhillSnowSports", .quantity, "m", .length, 0...1_000_000, .sum, .activity,
            "DistanceDownhillSnowSports"),
        HealthKind("flightsClimbed", .quantity, "count", .count, 0...10_000, .sum, .activity, "FlightsClimbed"),
        HealthKind("wheelchairPushes", .quantity, "count", .count, 0...500_000, .sum, .activity, "PushCount"),
        HealthKind("swimmingStrokes", .quantity, "count", .count, 0...200_000, .sum, .activity, "SwimmingStrokeCount"),
        HealthKind("elevationGained", .quantity, "m", .length, 0...30_000, .sum, .activity),
        HealthKind("nikeFuel", .quantity, "count", .count, 0...100_000, .sum, .activity, "NikeFuel"),
        HealthKind(
            "physicalEffort", .quantity, "kcal/hr·kg", .effort, 0...50, .mean, .activity, "PhysicalEffort"),
        HealthKind("falls", .quantity, "count", .count, 0...1_000, .sum, .walking, "NumberOfTimesFallen"),
    ]

    static let walking: [HealthKind] = [
        HealthKind("walkingSpeed", .quantity, "m/s", .speed, 0...12, .mean, .walking, "WalkingSpeed"),
        HealthKind("walkingStepLength", .quantity, "m", .length, 0...3, .mean, .walking, "WalkingStepLength"),
        HealthKind(
            "walkingAsymmetry", .quantity, "%", .percent, 0...100, .mean, .walking, "WalkingAsymmetryPercentage"),
        HealthKind(
            "walkingDoubleSupport", .quantity, "%", .percent, 0...100, .mean, .walking,
            "WalkingDoubleSupportPercentage"),
        HealthKind("walkingSteadiness", .quantity, "%", .percent, 0...100, .last, .walking, "AppleWalkingSteadiness"),
        HealthKind(
            "sixMinuteWalk", .quantity, "m", .length, 0...2_500, .last, .walking, "SixMinuteWalkTestDistance"),
        HealthKind("stairAscentSpeed", .quantity, "m/s", .speed, 0...5, .mean, .walking, "StairAscentSpeed"),
        HealthKind("stairDescentSpeed", .quantity, "m/s", .speed, 0...5, .mean, .walking, "StairDescentSpeed"),
    ]

    static let training: [HealthKind] = [
        HealthKind("speed", .quantity, "m/s", .speed, 0...100, .mean, .training),
        HealthKind("power", .quantity, "W", .power, 0...3_000, .mean, .training),
        HealthKind("stepCadence", .quantity, "count/min", .rate, 0...400, .mean, .training),
        HealthKind("runningSpeed", .quantity, "m/s", .speed, 0...13, .mean, .training, "RunningSpeed"),
        HealthKind("runningPower", .quantity, "W", .power, 0...3_000, .mean, .training, "RunningPower"),
        HealthKind("runningStrideLength", .quantity, "m", .length, 0...4, .mean, .training, "RunningStrideLength"),
        HealthKind(
            "runningVerticalOscillation", .quantity, "cm", .length, 0...50, .mean, .training,
            "RunningVerticalOscillation"),
        HealthKind(
            "runningGroundContactTime", .quantity, "ms", .duration, 0...2_000, .mean, .training,
            "RunningGroundContactTime"),
        HealthKind("cyclingSpeed", .quantity, "m/s", .speed, 0...100, .mean, .training, "CyclingSpeed"),
        HealthKind("cyclingPower", .quantity, "W", .power, 0...3_000, .mean, .training, "CyclingPower"),
        HealthKind("cyclingCadence", .quantity, "count/min", .rate, 0...300, .mean, .training, "CyclingCadence"),
        HealthKind(
            "cyclingThresholdPower", .quantity, "W", .power, 0...1_000, .last, .training,
            "CyclingFunctionalThresholdPower"),
        HealthKind("workoutEffort", .quantity, "score", .score, 0...10, .last, .training, "WorkoutEffortScore"),
        HealthKind(
            "estimatedWorkoutEffort", .quantity, "score", .score, 0...10, .last, .training,
            "EstimatedWorkoutEffortScore"),
        HealthKind("underwaterDepth", .quantity, "m", .length, 0...350, .maximum, .training, "UnderwaterDepth"),
        HealthKind("waterTemperature", .quantity, "degC", .temperature, -5...60, .mean, .training, "WaterTemperature"),
    ]

    /// Details of a workout, with the workout's times; its duration, energy, distance and mean heart rate are stored.
    static let workouts: [HealthKind] = [
        HealthKind("workoutMinimumHeartRate", .workout, "count/min", .rate, 20...300, .own, .workout),
        HealthKind("workoutMaximumHeartRate", .workout, "count/min", .rate, 20...300, .own, .workout),
        HealthKind("workoutBasalEnergy", .workout, "kcal", .energy, 0...20_000, .own, .workout),
        HealthKind("workoutSteps", .workout, "count", .count, 0...350_000, .own, .workout),
        HealthKind("workoutStrokes", .workout, "count", .count, 0...200_000, .own, .workout),
        HealthKind("workoutFlights", .workout, "count", .count, 0...10_000, .own, .workout),
        HealthKind("workoutElevationUp", .workout, "m", .length, 0...30_000, .own, .workout),
        HealthKind("workoutElevationDown", .workout, "m", .length, 0...30_000, .own, .workout),
        HealthKind("workoutSpeed", .workout, "m/s", .speed, 0...100, .own, .workout),
        HealthKind("workoutMaximumSpeed", .workout, "m/s", .speed, 0...100, .own, .workout),
        HealthKind("workoutPower", .workout, "W", .power, 0...3_000, .own, .workout),
        HealthKind("workoutCadence", .workout, "count/min", .rate, 0...400, .own, .workout),
        HealthKind("workoutMaximumCadence", .workout, "count/min", .rate, 0...400, .own, .workout),
        HealthKind("workoutStrideLength", .workout, "m", .length, 0...4, .own, .workout),
        HealthKind("workoutVerticalOscillation", .workout, "cm", .length, 0...50, .own, .workout),
        HealthKind("workoutGroundContactTime", .workout, "ms", .duration, 0...2_000, .own, .workout),
        HealthKind("workoutIntensity", .workout, "kcal/hr·kg", .effort, 0...50, .own, .workout),
        HealthKind("workoutAirTemperature", .workout, "degC", .temperature, -60...70, .own, .workout),
        HealthKind("workoutHumidity", .workout, "%", .percent, 0...100, .own, .workout),
    ]
}
