/// The measurements of a person that the equations use. Metric; `BodyUnits` of the messages converts.
public struct Body: Sendable, Equatable, Codable {
    /// The sex that the equations distinguish.
    public var sex: Sex
    /// Age in years; fractions count.
    public var ageYears: Double
    /// Height in cm.
    public var heightCentimetres: Double
    /// Weight in kg.
    public var kilograms: Double
    /// Body fat in percent of the weight; nil if unknown.
    public var bodyFatPercent: Double?

    public init(
        sex: Sex, ageYears: Double, heightCentimetres: Double, kilograms: Double, bodyFatPercent: Double? = nil
    ) {
        (self.sex, self.ageYears, self.heightCentimetres) = (sex, ageYears, heightCentimetres)
        (self.kilograms, self.bodyFatPercent) = (kilograms, bodyFatPercent)
    }

    /// Body mass index in kg/m² under which the World Health Organization speaks of underweight in adults.
    public static let underweightIndex = 18.5

    /// Body mass index in kg/m².
    public var bodyMassIndex: Double { bodyMassIndex(at: kilograms) }

    /// Body mass index in kg/m² that this height would have at another weight.
    public func bodyMassIndex(at kilograms: Double) -> Double { kilograms / (metres * metres) }

    /// The weight in kg that has this body mass index (kg/m²) at this height.
    public func kilograms(at bodyMassIndex: Double) -> Double { bodyMassIndex * metres * metres }

    private var metres: Double { heightCentimetres / 100 }
}
