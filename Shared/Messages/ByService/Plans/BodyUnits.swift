/// Factors between the units of messages (kg, cm, kcal, ml) and those that people read and type. Pound, inch and
/// calorie are exact by definition: the international yard and pound agreement of 1959, ISO 31-4 annex B.
public enum BodyUnits {
    /// Kilograms in an international avoirdupois pound.
    public static let kilogramsPerPound = 0.453_592_37
    /// Pounds in a stone.
    public static let poundsPerStone = 14.0
    /// Centimetres in an international inch.
    public static let centimetresPerInch = 2.54
    /// Inches in a foot.
    public static let inchesPerFoot = 12.0
    /// Kilojoules in a kilocalorie: the thermochemical calorie is 4.184 J.
    public static let kilojoulesPerKilocalorie = 4.184
    /// Millilitres in a fluid ounce of the United States, a 128th of its gallon of 231 cubic inches. 8 make a cup, 16 a
    /// pint.
    public static let millilitresPerFluidOunce = 29.573_529_562_5
    /// Millilitres in an imperial fluid ounce, a 160th of the gallon of 4.54609 l. 10 make a cup, 20 a pint.
    public static let millilitresPerImperialFluidOunce = 28.413_062_5

    /// Kilograms of a weight in pounds.
    public static func kilograms(pounds: Double) -> Double { pounds * kilogramsPerPound }
    /// Pounds of a weight in kilograms.
    public static func pounds(kilograms: Double) -> Double { kilograms / kilogramsPerPound }
    /// Centimetres of a length in feet and inches.
    public static func centimetres(feet: Double, inches: Double) -> Double {
        (inchesPerFoot * feet + inches) * centimetresPerInch
    }
    /// Inches of a length in centimetres.
    public static func inches(centimetres: Double) -> Double { centimetres / centimetresPerInch }
    /// Kilojoules of an energy in kilocalories.
    public static func kilojoules(kilocalories: Double) -> Double { kilocalories * kilojoulesPerKilocalorie }
}

/// The values of a body profile that are accepted (PLN-1).
public enum BodyLimits {
    /// Completed years.
    public static let ages = 0.0...130.0
    /// cm; the tallest person measured had 272 cm (Guinness World Records).
    public static let heights = 50.0...272.0
    /// kg, of the present weight and of a target.
    public static let weights = 30.0...300.0
    /// Percent of the weight.
    public static let bodyFats = 2.0...75.0

    /// Days on which a person was born whose age is in `ages`.
    /// - Parameter today: the last of them.
    public static func birthdays(until today: Day) -> ClosedRange<Day> {
        today.advanced(by: -Int(ages.upperBound * 365.25))...today
    }
}
