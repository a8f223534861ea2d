/// Conversion between metric and imperial units. The international pound and inch are exact by definition (1959).
public enum BodyUnits {
    /// Kilograms in an international avoirdupois pound.
    public static let kilogramsPerPound = 0.453_592_37
    /// Centimetres in an international inch.
    public static let centimetresPerInch = 2.54
    /// Kilocalories in a kilojoule; the thermochemical calorie is 4.184 J.
    public static let kilocaloriesPerKilojoule = 1 / 4.184

    /// Kilograms of a weight in pounds.
    public static func kilograms(pounds: Double) -> Double { pounds * kilogramsPerPound }
    /// Kilograms of a weight in stones (14 pounds) and pounds.
    public static func kilograms(stones: Double, pounds: Double) -> Double { kilograms(pounds: 14 * stones + pounds) }
    /// Pounds of a weight in kilograms.
    public static func pounds(kilograms: Double) -> Double { kilograms / kilogramsPerPound }
    /// Centimetres of a length in feet (12 inches) and inches.
    public static func centimetres(feet: Double, inches: Double) -> Double {
        (12 * feet + inches) * centimetresPerInch
    }
    /// Inches of a length in centimetres.
    public static func inches(centimetres: Double) -> Double { centimetres / centimetresPerInch }
}
