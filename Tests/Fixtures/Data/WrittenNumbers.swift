/// Numbers, units and dates as people write them, with what they say: every reader of text reads them alike.
public enum WrittenNumbers {
    /// One expression and the value it says.
    public struct Row: Sendable {
        public let text: String
        public let value: Double
    }

    /// A unit as it is written.
    public struct Unit: Sendable {
        public let text: String
        /// Seconds in one, nil for another unit.
        public let seconds: Double?
    }

    public static let english = rows(
        """
        2 = 2, 7 = 7, 10 = 10, 48 = 48, 60 = 60, 100 = 100, 365 = 365, 999 = 999, 1234 = 1234, 8000 = 8000, 12000 = 12000
        48.5 = 48.5, 7.5 = 7.5, 0.5 = 0.5, 0.25 = 0.25, 2.75 = 2.75, 62.25 = 62.25, 120.5 = 120.5, 1234.5 = 1234.5
        1,000 = 1000, 8,000 = 8000, 10,000 = 10000, 12,500 = 12500, 1,234 = 1234, 100,000 = 100000, 1,234,567 = 1234567
        1,234.5 = 1234.5, 5,5 = 5.5, 48,5 = 48.5, 7,25 = 7.25, 10’000 = 10000, 12'500 = 12500
        two = 2, three = 3, four = 4, five = 5, six = 6, seven = 7, eight = 8, nine = 9, ten = 10, eleven = 11, twelve = 12
        thirteen = 13, fourteen = 14, fifteen = 15, sixteen = 16, seventeen = 17, eighteen = 18, nineteen = 19, twenty = 20
        thirty = 30, forty = 40, fifty = 50, sixty = 60, seventy = 70, eighty = 80, ninety = 90, twenty-one = 21
        twenty five = 25, twenty-five = 25, thirty-two = 32, forty four = 44, forty-eight = 48, fifty-five = 55
        sixty-three = 63, seventy seven = 77, eighty-nine = 89, ninety-nine = 99, hundred = 100, a hundred = 100
        one hundred = 100, two hundred = 200, a hundred and twenty = 120, one hundred and five = 105, two hundred fifty = 250
        nine hundred and ninety-nine = 999, thousand = 1000, a thousand = 1000, one thousand = 1000, two thousand = 2000
        ten thousand = 10000, twelve thousand = 12000, twenty-five thousand = 25000, two thousand five hundred = 2500
        a thousand and one = 1001, three thousand two hundred and ten = 3210, one hundred thousand = 100000
        two hundred fifty thousand = 250000, a million = 1000000, two million = 2000000, 2 thousand = 2000
        10 thousand = 10000, 1.5 thousand = 1500, 2.5 million = 2500000, 3 hundred = 300, ½ = 0.5, ¼ = 0.25, ¾ = 0.75
        1½ = 1.5, 7½ = 7.5, 12¾ = 12.75, 1/2 = 0.5, 3/4 = 0.75, 1 1/2 = 1.5, 7 1/2 = 7.5, 2 3/4 = 2.75
        two and a half = 2.5, seven and a half = 7.5, 7 and a half = 7.5, six and a quarter = 6.25, seven point five = 7.5
        two point two five = 2.25, zero point five = 0.5, 7 point 5 = 7.5, forty-eight point five = 48.5
        """)

    public static let german = rows(
        """
        2 = 2, 7 = 7, 10 = 10, 48 = 48, 60 = 60, 100 = 100, 365 = 365, 999 = 999, 1234 = 1234, 8000 = 8000, 12000 = 12000
        48,5 = 48.5, 7,5 = 7.5, 0,5 = 0.5, 0,25 = 0.25, 2,75 = 2.75, 62,25 = 62.25, 120,5 = 120.5, 1234,5 = 1234.5
        1.000 = 1000, 8.000 = 8000, 10.000 = 10000, 12.500 = 12500, 1.234 = 1234, 100.000 = 100000, 1.234.567 = 1234567
        1.234,5 = 1234.5, 5.5 = 5.5, 48.5 = 48.5, 7.25 = 7.25, 10’000 = 10000, 12'500 = 12500
        zwei = 2, drei = 3, vier = 4, fünf = 5, fuenf = 5, sechs = 6, sieben = 7, acht = 8, neun = 9, zehn = 10, elf = 11
        zwölf = 12, zwoelf = 12, dreizehn = 13, vierzehn = 14, fünfzehn = 15, sechzehn = 16, siebzehn = 17, achtzehn = 18
        neunzehn = 19, zwanzig = 20, dreißig = 30, dreissig = 30, vierzig = 40, fünfzig = 50, sechzig = 60, siebzig = 70
        achtzig = 80, neunzig = 90, einundzwanzig = 21, fünfundzwanzig = 25, zweiunddreißig = 32, vierundvierzig = 44
        achtundvierzig = 48, fünfundfünfzig = 55, dreiundsechzig = 63, siebenundsiebzig = 77, neunundachtzig = 89
        neunundneunzig = 99, hundert = 100, einhundert = 100, zweihundert = 200, hundertzwanzig = 120
        einhundertfünf = 105, zweihundertfünfzig = 250, neunhundertneunundneunzig = 999, tausend = 1000
        eintausend = 1000, zweitausend = 2000, zehntausend = 10000, zwölftausend = 12000, fünfundzwanzigtausend = 25000
        zweitausendfünfhundert = 2500, tausendeins = 1001, dreitausendzweihundertzehn = 3210, hunderttausend = 100000
        zwei Millionen = 2000000, 2 tausend = 2000, 10 tausend = 10000, 1,5 Millionen = 1500000, ½ = 0.5, ¼ = 0.25
        ¾ = 0.75, 1½ = 1.5, 7½ = 7.5, 12¾ = 12.75, 1/2 = 0.5, 3/4 = 0.75, 1 1/2 = 1.5, 7 1/2 = 7.5, anderthalb = 1.5
        eineinhalb = 1.5, zweieinhalb = 2.5, zweiundeinhalb = 2.5, siebeneinhalb = 7.5, sechseinhalb = 6.5
        sieben Komma fünf = 7.5, zwei Komma zwei fünf = 2.25, null Komma fünf = 0.5, 7 Komma 5 = 7.5
        """)

    public static let englishUnits: [Unit] = [
        Unit(text: "hours", seconds: 3_600), Unit(text: "h", seconds: 3_600), Unit(text: "minutes", seconds: 60),
        Unit(text: "min", seconds: 60), Unit(text: "steps", seconds: nil), Unit(text: "ms", seconds: nil),
        Unit(text: "km", seconds: nil), Unit(text: "kcal", seconds: nil), Unit(text: "glasses", seconds: nil),
    ]
    public static let germanUnits: [Unit] = [
        Unit(text: "Stunden", seconds: 3_600), Unit(text: "Std.", seconds: 3_600), Unit(text: "Minuten", seconds: 60),
        Unit(text: "min", seconds: 60), Unit(text: "Schritte", seconds: nil), Unit(text: "ms", seconds: nil),
        Unit(text: "km", seconds: nil), Unit(text: "kcal", seconds: nil), Unit(text: "Gläser", seconds: nil),
    ]

    /// Times that have no other reading, in seconds.
    public static let englishTimes = rows(
        """
        an hour = 3600, half an hour = 1800, a quarter of an hour = 900, three quarters of an hour = 2700
        1 h 20 min = 4800, 1h20 = 4800, 2h 15m = 8100, 1 hour and 20 minutes = 4800, an hour and a half = 5400
        1:30 h = 5400, 7:30 hours = 27000, 45:30 min = 2730, 90min = 5400, 7.5h = 27000, two hours ten minutes = 7800
        """)
    public static let germanTimes = rows(
        """
        eine Stunde = 3600, eine halbe Stunde = 1800, eine Viertelstunde = 900, drei viertel Stunden = 2700
        1 Std 20 Min = 4800, 1h20 = 4800, 1 Stunde und 20 Minuten = 4800, 1:30 h = 5400, 7:30 Stunden = 27000
        90min = 5400, 7,5h = 27000, zwei Stunden zehn Minuten = 7800
        """)

    /// Days that are named with their year, as `YYYY-MM-DD`.
    public static let englishDates: [(text: String, day: String)] = [
        ("2024-03-14", "2024-03-14"), ("14 March 2024", "2024-03-14"), ("March 14 2024", "2024-03-14"),
        ("14.3.2024", "2024-03-14"), ("14.03.2024", "2024-03-14"), ("1 May 2025", "2025-05-01"),
        ("29 February 2024", "2024-02-29"), ("31 December 2023", "2023-12-31"),
    ]
    public static let germanDates: [(text: String, day: String)] = [
        ("2024-03-14", "2024-03-14"), ("14.3.2024", "2024-03-14"), ("14.03.2024", "2024-03-14"),
        ("14. März 2024", "2024-03-14"), ("1. Mai 2025", "2025-05-01"), ("29. Februar 2024", "2024-02-29"),
        ("31. Dezember 2023", "2023-12-31"), ("3. Jänner 2024", "2024-01-03"),
    ]

    /// Expressions between commas and line ends.
    private static func rows(_ text: String) -> [Row] {
        text.split(whereSeparator: \.isNewline).flatMap { $0.split(separator: ", ") }.map { entry in
            let halves = entry.split(separator: " = ")
            return Row(text: String(halves[0]), value: Double(halves[1]) ?? .nan)
        }
    }
}
