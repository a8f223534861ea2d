extension SleepStage {
    /// From the text of a person or an app: HealthKit's value, its number, or the name that Health shows in one of the
    /// languages below; nil if unknown.
    package init?(named text: String) {
        if let stage = Self(healthKit: text) {
            self = stage
            return
        }
        // As an export writes it.
        if text == "\(Self.unknown)" {
            self = .unknown
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
                    "inbed", "imbett", "aulit", "enlacama", "encama", "aletto", "inbett", "inbed", "nacama",
                    "ベッドに入っている", "就寝時間",
                    "卧床", "在床上", "침대에누움", "isängen", "isengen", "włóżku", "впостели", "уліжку", "yatakta", "sängyssä",
                    "vposteli", "ágyban", "στοκρεβάτι",
                ]
            ),
            (
                .asleepUnspecified,
                [
                    "asleep", "unspecified", "asleepunspecified", "schlafend", "schlaf", "schlafen", "nichtangegeben",
                    "endormi", "dormido", "dormindo",
                    "addormentato", "inslaap", "睡眠", "睡眠中", "수면", "sover", "sömn", "søvn", "sen", "śpi", "сон", "спит",
                    "uykuda", "uyku",
                    "unessa", "uni", "spánek", "alvás",
                ]
            ),
            (
                .awake,
                [
                    "awake", "wach", "éveillé", "éveil", "despierto", "acordado", "sveglio", "wakker", "覚醒", "清醒",
                    "깨어있음", "vaken", "vågen", "våken", "czuwanie", "nieśpi", "бодрствование", "неспит", "неспання",
                    "uyanık", "hereillä", "bdění", "vzhůru", "ébren",
                ]
            ),
            (
                .core,
                [
                    "core", "kern", "kernschlaf", "asleepcore", "principal", "essentiel", "lent", "básico", "esencial",
                    "essencial", "essenziale", "kernslaap",
                    "コア", "核心", "核心睡眠", "코어", "kärna", "kärnsömn", "kerne", "kernesøvn", "kjerne", "kjernesøvn",
                    "podstawowy", "podstawowa", "основной", "основная", "базовый", "основний", "temel", "ydin",
                    "ydinuni",
                    "základní", "alap",
                ]
            ),
            (
                .deep,
                [
                    "deep", "tief", "tiefschlaf", "asleepdeep", "profond", "profundo", "profondo", "diep", "diepeslaap",
                    "深い", "深い睡眠", "深度", "深度睡眠", "깊은", "djup", "djupsömn", "dyb", "dybsøvn", "dyp", "dypsøvn", "głęboki",
                    "głęboka",
                    "глубокий", "глубокая", "глибокий", "derin", "syvä", "syväuni", "hluboký", "mély",
                ]
            ),
            (
                .rem,
                [
                    "rem", "asleeprem", "remschlaf", "paradoxal", "remslaap", "レム", "レム睡眠", "快速眼动", "快速动眼睡眠", "렘",
                    "бдг", "remsömn", "remsøvn",
                ]
            ),
        ]
        return Dictionary(
            lists.flatMap { stage, names in names.map { ($0, stage) } }, uniquingKeysWith: { first, _ in first })
    }()
}
