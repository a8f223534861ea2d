import Foundation
import Messages

/// How a person wants to see words, dates, numbers and quantities. Each is its own setting: an English speaker in
/// Germany reads English words and numbers, dates with the day first and kilograms.
public struct DisplaySettings: Equatable, Hashable, Sendable {
    /// The condition for showing the score's number.
    public enum Cover: String, Sendable, CaseIterable {
        case afterCheckIn, always, never
    }

    /// The evening begins at this hour unless the person chose another.
    public static let usualEveningHour = 17
    /// Hours that the evening may begin at.
    public static let eveningHours = 12...23
    /// Weekday of the letter about the week unless the person chose another: Sunday.
    public static let usualLetterDay = 7
    /// 1 (Monday) … 7; 0 for no letter.
    public static let letterDays = 0...7

    /// Units of mass and length.
    public enum Units: String, CaseIterable, Codable, Sendable {
        /// kg, cm, km.
        case metric
        /// lb, ft and in, mi.
        case unitedStates = "us"
        /// st and lb, ft and in, mi.
        case unitedKingdom = "uk"

        /// The unit in which weights and their changes are drawn, never stones, and how many of it a kilogram has.
        public var scale: (unit: String, perKilogram: Double) {
            self == .metric ? ("kg", 1) : ("lb", BodyUnits.pounds(kilograms: 1))
        }
    }

    /// Unit of energy. Regions that print both on food leave the choice to the person.
    public enum Energy: String, CaseIterable, Codable, Sendable {
        /// 1,690 kcal.
        case kilocalories = "kcal"
        /// 7,071 kJ.
        case kilojoules = "kJ"

        /// How many of this unit a kilocalorie has.
        public var perKilocalorie: Double { self == .kilojoules ? BodyUnits.kilojoulesPerKilocalorie : 1 }
    }

    /// How the hours of a day are counted.
    public enum Clock: String, CaseIterable, Codable, Sendable {
        /// 7:40 AM.
        case twelveHours = "12"
        /// 07:40.
        case twentyFourHours = "24"
    }

    /// The language of the words.
    public var language: Language
    /// ISO 3166 alpha-2; decides on the order of day and month and the first day of the week, and between the spellings
    /// of numbers that the language has.
    public var region: String
    /// Units of mass and length.
    public var units: Units
    /// Unit of energy.
    public var energy: Energy
    /// How the hours of a day are counted.
    public var clock: Clock

    public init(
        language: Language, region: String, units: Units, clock: Clock, energy: Energy = .kilocalories
    ) {
        (self.language, self.region, self.units, self.clock) = (language, region, units, clock)
        self.energy = energy
    }

    /// The usual settings of a region (Unicode CLDR, supplemental data on measurement systems and hours).
    public init(language: Language, region: String) {
        let locale = Locale(identifier: "\(language.rawValue)_\(region)")
        let units: Units =
            switch locale.measurementSystem {
            case .us: .unitedStates
            case .uk: .unitedKingdom
            default: .metric
            }
        let counts12 = [.oneToTwelve, .zeroToEleven].contains(locale.hourCycle)
        self.init(
            language: language, region: region, units: units, clock: counts12 ? .twelveHours : .twentyFourHours)
    }
}
