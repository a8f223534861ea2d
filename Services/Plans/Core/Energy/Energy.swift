/// The resting metabolic rate, and the expenditure that formulas predict from it (PLN-2). All results in kcal a day.
public enum Energy {
    /// Spread of the expenditure around the formula's prediction: one standard deviation, as a share of the prediction.
    ///
    /// An equation for the total expenditure from age, weight, height and sex had a standard error of 1.80 MJ (430 kcal)
    /// a day against doubly labelled water, and 1.55 to 1.65 MJ with measured resting rate and activity (Vinken et al.,
    /// American Journal of Clinical Nutrition 69:920, 1999): 14 to 17 % of a usual 2,600 kcal. Those people did not
    /// state a level of activity, which here explains a part of the spread.
    public static let formulaSpread = 0.13

    /// Resting metabolic rate by Mifflin and St Jeor, in its rounded form by sex:
    /// 10·kg + 6.25·cm − 5·years + 5 (male) or − 161 (female).
    ///
    /// Mifflin MD, St Jeor ST, Hill LA, Scott BJ, Daugherty SA, Koh YO. A new predictive equation for resting energy
    /// expenditure in healthy individuals. American Journal of Clinical Nutrition 51:241–247, 1990. Derived from 498
    /// people aged 19 to 78; the paper's unrounded regression (9.99, 4.92, 166) differs by a few kcal and is not used.
    public static func mifflinStJeor(_ body: Body) -> Double {
        10 * body.kilograms + 6.25 * body.heightCentimetres - 5 * body.ageYears + (body.sex == .male ? 5 : -161)
    }

    /// Resting metabolic rate from the lean mass, known as the Katch–McArdle formula: 370 + 21.6 × kg of lean mass.
    ///
    /// Cunningham JJ. Body composition as a determinant of energy expenditure: a synthetic review and a proposed general
    /// prediction equation. American Journal of Clinical Nutrition 54:963–969, 1991.
    public static func katchMcArdle(kilograms: Double, bodyFatPercent: Double) -> Double {
        370 + 21.6 * kilograms * (1 - bodyFatPercent / 100)
    }

    /// Resting metabolic rate: by Katch–McArdle if body fat is known, otherwise by Mifflin–St Jeor.
    public static func basal(_ body: Body) -> Basal {
        guard let fat = body.bodyFatPercent else {
            return Basal(kilocalories: mifflinStJeor(body), formula: .mifflinStJeor)
        }
        return Basal(
            kilocalories: katchMcArdle(kilograms: body.kilograms, bodyFatPercent: fat), formula: .katchMcArdle)
    }

    /// Expenditure as the formula predicts it: resting rate times activity factor, with the spread of `formulaSpread`.
    public static func expenditure(_ body: Body, activity: Activity) -> Expenditure {
        let prediction = basal(body).kilocalories * activity.factor
        return Expenditure(
            kilocalories: prediction, deviation: abs(prediction) * formulaSpread, source: .formula, days: 0)
    }
}

/// A resting metabolic rate and the formula that gave it.
public struct Basal: Sendable, Equatable {
    /// The formula behind a resting metabolic rate.
    public enum Formula: String, CaseIterable, Codable, Sendable {
        case mifflinStJeor
        case katchMcArdle
    }

    /// kcal a day.
    public var kilocalories: Double
    /// The formula that was used.
    public var formula: Formula

    public init(kilocalories: Double, formula: Formula) {
        (self.kilocalories, self.formula) = (kilocalories, formula)
    }
}
