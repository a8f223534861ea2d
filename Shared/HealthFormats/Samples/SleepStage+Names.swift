extension SleepStage {
    /// From the text of a person or an app: HealthKit's value, its number, or the name that Health shows in one of the
    /// languages below; nil if unknown.
    package init?(named text: String) {
        if let stage = Self(healthKit: text) {
            self = stage
            return
        }
        let name = text.lowercased().filter { $0.isLetter }
        guard let stage = Self.names[name] else { return nil }
        self = stage
    }

    private static let names: [String: SleepStage] = {
        let lists: [(SleepStage, [String])] = [
            (
                .inBed,
                [
                    "inbed", "imbett", "aulit", "enlacama", "aletto", "inbett", "inbed", "nacama", "ベッドに入っている", "就寝時間",
                    "卧床", "在床上", "침대에누움",
                ]
            ),
            (
                .asleepUnspecified,
                [
                    "asleep", "unspecified", "asleepunspecified", "schlafend", "schlaf", "schlafen", "nichtangegeben",
                    "endormi", "dormido", "dormindo",
                    "addormentato", "inslaap", "睡眠", "睡眠中", "수면",
                ]
            ),
            (
                .awake,
                ["awake", "wach", "éveillé", "éveil", "despierto", "acordado", "sveglio", "wakker", "覚醒", "清醒", "깨어있음"]
            ),
            (
                .core,
                [
                    "core", "kern", "kernschlaf", "asleepcore", "principal", "essentiel", "lent", "básico", "esencial",
                    "essencial", "essenziale", "kernslaap",
                    "コア", "核心", "核心睡眠", "코어",
                ]
            ),
            (
                .deep,
                [
                    "deep", "tief", "tiefschlaf", "asleepdeep", "profond", "profundo", "profondo", "diep", "diepeslaap",
                    "深い", "深い睡眠", "深度", "深度睡眠", "깊은",
                ]
            ),
            (.rem, ["rem", "asleeprem", "remschlaf", "paradoxal", "remslaap", "レム", "レム睡眠", "快速眼动", "快速动眼睡眠", "렘"]),
        ]
        return Dictionary(
            lists.flatMap { stage, names in names.map { ($0, stage) } }, uniquingKeysWith: { first, _ in first })
    }()
}
