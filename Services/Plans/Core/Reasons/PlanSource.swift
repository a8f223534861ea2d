/// A publication behind a target (PLN-6). Title, year and identifier of each were read in retrieved text; `docs/sources.md`
/// says where.
public struct PlanSource: Sendable, Equatable {
    /// Name of the source in catalogues.
    public let key: String
    public let title: String
    /// Year of the publication.
    public let year: Int
    /// DOI, without an address.
    public let doi: String

    /// The resting metabolic rate from weight, height, age and sex.
    public static let mifflin1990 = PlanSource(
        key: "mifflin1990",
        title: "A new predictive equation for resting energy expenditure in healthy individuals", year: 1990,
        doi: "10.1093/ajcn/51.2.241")
    /// The resting metabolic rate from lean mass.
    public static let cunningham1991 = PlanSource(
        key: "cunningham1991",
        title:
            "Body composition as a determinant of energy expenditure: a synthetic review and a proposed general prediction equation",
        year: 1991, doi: "10.1093/ajcn/54.6.963")
    /// Weight follows the energy balance, and expenditure follows weight.
    public static let hall2011 = PlanSource(
        key: "hall2011", title: "Quantification of the effect of energy imbalance on bodyweight", year: 2011,
        doi: "10.1016/S0140-6736(11)60812-X")
    /// Energy per kilogram of body weight, with its limits.
    public static let hall2008 = PlanSource(
        key: "hall2008", title: "What is the required energy deficit per unit weight loss?", year: 2008,
        doi: "10.1038/sj.ijo.0803720")
    /// Deficits of 500 or 750 kcal a day, and the lower ends of energy.
    public static let guideline2013 = PlanSource(
        key: "guideline2013",
        title: "2013 AHA/ACC/TOS Guideline for the Management of Overweight and Obesity in Adults", year: 2013,
        doi: "10.1016/j.jacc.2013.11.004")
    /// Protein for people who exercise.
    public static let issn2017 = PlanSource(
        key: "issn2017", title: "International Society of Sports Nutrition Position Stand: protein and exercise",
        year: 2017, doi: "10.1186/s12970-017-0177-8")
    /// Adequate intakes of water, food included.
    public static let efsa2010 = PlanSource(
        key: "efsa2010", title: "Scientific Opinion on Dietary Reference Values for water", year: 2010,
        doi: "10.2903/j.efsa.2010.1459")
    /// A slower loss keeps more lean mass.
    public static let garthe2011 = PlanSource(
        key: "garthe2011",
        title:
            "Effect of Two Different Weight-Loss Rates on Body Composition and Strength and Power-Related Performance in Elite Athletes",
        year: 2011, doi: "10.1123/ijsnem.21.2.97")

    /// All sources.
    public static let all = [
        mifflin1990, cunningham1991, hall2011, hall2008, guideline2013, issn2017, efsa2010, garthe2011,
    ]
}
