/// Numbers and types of Android's Health Connect as apps see them (AndroidX), and what they are here.
enum HealthConnect {
    /// Stage of a night by its number, or by its name; nil for any other text.
    static func stage(_ text: String) -> SleepStage? {
        switch text {
        case "0": .unknown
        case "1", "3", "7": .awake
        case "2": .asleepUnspecified
        case "4": .core
        case "5": .deep
        case "6": .rem
        default: Int(text) == nil ? SleepStage(named: text) : nil
        }
    }

    /// Activities by number, in the words of `WorkoutActivity`.
    static let activities: [Int: String] = [
        0: "other", 2: "badminton", 4: "baseball", 5: "basketball", 8: "cycling", 9: "cycling", 10: "boot camp",
        11: "boxing", 13: "calisthenics", 14: "cricket", 16: "dance", 25: "elliptical", 26: "exercise class",
        27: "fencing", 28: "american football", 29: "australian football", 31: "disc sports", 32: "golf",
        33: "guided breathing", 34: "gymnastics", 35: "handball", 36: "high intensity interval training", 37: "hiking",
        38: "hockey", 39: "skating sports", 44: "martial arts", 46: "paddle sports", 47: "paragliding", 48: "pilates",
        50: "racquetball", 51: "climbing", 52: "hockey", 53: "rowing", 54: "rowing", 55: "rugby", 56: "running",
        57: "running", 58: "sailing", 59: "underwater diving", 60: "skating sports", 61: "skiing", 62: "snowboarding",
        63: "snowshoeing", 64: "soccer", 65: "softball", 66: "squash", 68: "stairs", 69: "stairs",
        70: "traditional strength training", 71: "flexibility", 72: "surfing sports", 73: "swimming", 74: "swimming",
        75: "table tennis", 76: "tennis", 78: "volleyball", 79: "walking", 80: "water polo", 81: "weightlifting",
        82: "wheelchair", 83: "yoga",
    ]

    /// Types of devices by number; the words let a source be recognised as a watch or a phone.
    static let devices = [
        "", "watch", "phone", "scale", "ring", "head mounted", "band", "chest strap", "smart display",
    ]

    /// Levels by number, in the names of the table of kinds.
    static let flow = ["unspecified", "light", "medium", "heavy"]
    static let ovulation = ["indeterminate", "positive", "high", "negative"]
    static let mucus = ["unknown", "dry", "sticky", "creamy", "watery", "egg white", "unusual"]
    static let protection = ["unspecified", "protected", "unprotected"]

    /// Where a temperature was taken, by number.
    static let temperaturePlaces = [
        "", "armpit", "finger", "forehead", "mouth", "rectum", "temporal artery", "toe", "ear", "wrist", "vagina",
    ]

    /// Identity of a workout by the package that wrote it; its end grows.
    static func place(workout start: Int64, _ package: String) -> String {
        "health-connect/workout/\(start)/\(package)"
    }

    /// Identity of a reading by the package that wrote it, the same whichever app passes it on.
    static func place(_ kind: HealthKind, _ start: Int64, _ end: Int64, _ package: String) -> String {
        "health-connect/\(kind.name)/\(start)/\(kind.hasEnd ? end : start)/\(package)"
    }
}
