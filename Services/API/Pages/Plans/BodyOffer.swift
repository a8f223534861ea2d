import Localization
import Messages

/// Sex, date of birth and weight from imported data, for the fields that the body profile lacks. The form shows it filled in; only
/// saving the form keeps it.
public struct BodyOffer: Sendable {
    /// The stored profile with the offered values.
    public let body: BodyProfile
    /// Time of the reading of the offered weight; nil if none is offered.
    public let weighed: Milliseconds?
    /// Where each offered value comes from, by the name of its field.
    private(set) var origins: [String: String]
    /// Whether a field of the form is filled in with an imported value.
    public var hasOffers: Bool { !origins.isEmpty }

    /// - Parameters:
    ///   - arrived: nil for nothing to offer.
    ///   - isAway: the person sees no numbers, so no weight is offered (PLN-10).
    ///   - day: the person's day of an instant.
    public init(
        _ stored: BodyProfile, _ arrived: ArrivedBody?, isAway: Bool, day: (Milliseconds) -> Day, for reader: Reader
    ) {
        var (body, weighed, origins) = (stored, Milliseconds?.none, [String: String]())
        func origin(_ key: String, _ at: Milliseconds) -> String {
            reader.words("plan.body.offer.\(key)", ["date": reader.formats.dateWithYear(day(at))])
        }
        if let exported = arrived?.exported {
            if stored.sex == nil, let sex = arrived?.sex {
                body.sex = sex
                origins["sex"] = origin("export", exported)
            }
            let days = BodyLimits.birthdays(until: reader.today)
            if stored.birthday == nil, let birthday = arrived?.birthday, days.contains(birthday) {
                body.birthday = birthday
                origins["birthday"] = origin("export", exported)
            }
        }
        if !isAway, stored.weightKilograms == nil, let kilograms = arrived?.kilograms, let at = arrived?.weighed,
            BodyLimits.weights.contains(kilograms)
        {
            body.weightKilograms = kilograms
            weighed = at
            origins["weight"] = origin("reading", at)
        }
        self.body = body
        self.weighed = weighed
        self.origins = origins
    }

    /// The offer with the origins of those values alone that a form came back with.
    /// - Parameters:
    ///   - read: the profile with the values of the form.
    ///   - isAway: the form is shown again without numbers, so without the offered weight.
    public func kept(in read: BodyProfile, isAway: Bool) -> BodyOffer {
        let isKept = [
            "sex": read.sex == body.sex, "birthday": read.birthday == body.birthday,
            "weight": !isAway && read.weightKilograms == body.weightKilograms,
        ]
        var offer = self
        offer.origins = origins.filter { isKept[$0.key] == true }
        return offer
    }
}
