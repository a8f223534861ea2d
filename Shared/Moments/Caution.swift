import Messages
import Wire

/// A reason for care that applies to a library entry whatever the day is like. Texts are in the catalogues under
/// `library.caution.<name>`. `ExertionCaution` adds cautions that depend on the day's state.
public struct Caution: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// A worrying value, or feeling unwell, is a matter for a doctor.
    public static let seeDoctor = Caution(rawValue: 1)
    /// Medicines interact with the subject.
    public static let medicines = Caution(rawValue: 2)
    /// Asks for physical effort.
    public static let exertion = Caution(rawValue: 3)
    /// Other values or advice apply in pregnancy.
    public static let pregnancy = Caution(rawValue: 4)
    /// Touches eating or weight.
    public static let eating = Caution(rawValue: 5)
    /// Concerns people who take blood thinners or bleed easily.
    public static let bleeding = Caution(rawValue: 6)
    /// Not while driving or using machines.
    public static let driving = Caution(rawValue: 7)
    /// Sleepy people should not drive.
    public static let sleepy = Caution(rawValue: 8)
    /// Changed breathing can cause dizziness.
    public static let breathing = Caution(rawValue: 9)
    /// A risk of falling.
    public static let balance = Caution(rawValue: 10)
    /// Foods that some people do not tolerate.
    public static let allergy = Caution(rawValue: 11)
    /// Concerns people who drink alcohol daily.
    public static let alcohol = Caution(rawValue: 12)
    /// Hard memories or feelings can come up.
    public static let memories = Caution(rawValue: 13)
    /// Heat strains the circulation.
    public static let heat = Caution(rawValue: 14)
    /// Cold strains the circulation.
    public static let cold = Caution(rawValue: 15)
    /// Concerns people whose fluids are limited.
    public static let fluids = Caution(rawValue: 16)
    /// Bright light, sun or an eye condition.
    public static let light = Caution(rawValue: 17)
    /// Concerns people with a heart condition.
    public static let heart = Caution(rawValue: 18)
    /// Depends on a safe place and on the weather.
    public static let outdoors = Caution(rawValue: 19)
    public static let names: [(value: Caution, name: String)] = [
        (seeDoctor, "seeDoctor"), (medicines, "medicines"), (exertion, "exertion"), (pregnancy, "pregnancy"),
        (eating, "eating"), (bleeding, "bleeding"), (driving, "driving"), (sleepy, "sleepy"),
        (breathing, "breathing"), (balance, "balance"), (allergy, "allergy"), (alcohol, "alcohol"),
        (memories, "memories"), (heat, "heat"), (cold, "cold"), (fluids, "fluids"), (light, "light"),
        (heart, "heart"), (outdoors, "outdoors"),
    ]
}

/// Whom a suggestion is made for. Texts are in the catalogues under `library.audience.<name>`.
public struct Audience: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Adults in general.
    public static let everyone = Audience(rawValue: 1)
    /// People who work sitting or at a screen.
    public static let desk = Audience(rawValue: 2)
    /// People who travel to work or town.
    public static let commuters = Audience(rawValue: 3)
    /// People who train.
    public static let exercisers = Audience(rawValue: 4)
    /// People who measure heart rate variability.
    public static let wearers = Audience(rawValue: 5)
    /// People who drink coffee, tea or cola.
    public static let coffeeDrinkers = Audience(rawValue: 6)
    /// People who drink alcohol.
    public static let alcoholDrinkers = Audience(rawValue: 7)
    /// Older adults.
    public static let older = Audience(rawValue: 8)
    public static let names: [(value: Audience, name: String)] = [
        (everyone, "everyone"), (desk, "desk"), (commuters, "commuters"), (exercisers, "exercisers"),
        (wearers, "wearers"), (coffeeDrinkers, "coffeeDrinkers"), (alcoholDrinkers, "alcoholDrinkers"),
        (older, "older"),
    ]
}
