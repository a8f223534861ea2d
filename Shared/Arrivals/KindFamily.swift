/// Kinds that are measured by the same thing at the same time: where one comes, the others can.
enum KindFamily {
    private static let carried: Set<String> = [
        "steps", "distance", "distanceWalkingRunning", "flightsClimbed", "walkingSpeed", "walkingStepLength",
        "walkingDoubleSupport",
    ]
    private static let worn: Set<String> = [
        "heartRate", "activeEnergy", "heartRateVariability", "heartRateVariabilityRMSSD", "restingHeartRate",
        "walkingHeartRate", "standTime", "standHours", "exerciseTime", "physicalEffort",
    ]
    private static let night: Set<String> = [
        "sleep", "sleepTotal", "oxygenSaturation", "respiratoryRate", "wristTemperature",
        "sleepingBreathingDisturbances",
    ]

    /// The others of a kind's family.
    static func mates(of kind: String) -> Set<String> {
        if carried.contains(kind) { return carried.union(["activeEnergy"]).subtracting([kind]) }
        return [worn, night].first { $0.contains(kind) }?.subtracting([kind]) ?? []
    }

    /// Those that may belong to it on one device and not on another: some watches write of the heart once a night.
    static func near(_ kind: String) -> Set<String> {
        worn.contains(kind) || night.contains(kind) ? worn.union(night).subtracting([kind]) : mates(of: kind)
    }
}
