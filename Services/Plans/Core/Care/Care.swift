/// Why a person gets support instead of a plan with a deficit (PLN-10).
public enum CareReason: String, CaseIterable, Codable, Sendable {
    /// Under 18 years.
    case underage
    /// Pregnant or nursing.
    case pregnantOrNursing
    /// The body mass index is under 18.5 and the aim is to lose.
    case underweight
    /// The target weight has a body mass index under 18.5.
    case targetUnderweight
    /// The floor of energy is at or above the expenditure, and the aim is to lose.
    case floorAboveExpenditure
}

/// Decides before any target is computed (PLN-10).
public enum Care {
    /// Years from which plans are made. The equations rest on people of 19 to 78 years (Mifflin et al. 1990).
    public static let minimumAge = 18.0

    /// The first reason that holds; nil if a plan may be made.
    ///
    /// Age and pregnancy count whatever the aim: the formulas leave out the energy of growth, of pregnancy and of milk,
    /// so that even their maintenance would be a deficit.
    public static func notice(
        body: Body, aim: PlanAim, targetKilograms: Double? = nil, isPregnantOrNursing: Bool = false,
        expenditure: Expenditure
    ) -> CareReason? {
        let reason = notice(
            ageYears: body.ageYears, isPregnantOrNursing: isPregnantOrNursing, aim: aim,
            bodyMassIndex: body.bodyMassIndex, targetIndex: targetKilograms.map(body.bodyMassIndex(at:)))
        if let reason { return reason }
        return aim == .lose && Targets.floor(body.sex) >= expenditure.kilocalories ? .floorAboveExpenditure : nil
    }

    /// The first reason that holds whatever the expenditure is, as far as the person is known; nil values speak for
    /// nothing.
    /// - Parameters:
    ///   - bodyMassIndex: kg/m², of the present weight.
    ///   - targetIndex: kg/m², of the target weight.
    public static func notice(
        ageYears: Double?, isPregnantOrNursing: Bool, aim: PlanAim?, bodyMassIndex: Double?, targetIndex: Double?
    ) -> CareReason? {
        if let ageYears, ageYears < minimumAge { return .underage }
        if isPregnantOrNursing { return .pregnantOrNursing }
        if aim == .lose, let bodyMassIndex, bodyMassIndex < Body.underweightIndex { return .underweight }
        if let targetIndex, targetIndex < Body.underweightIndex { return .targetUnderweight }
        return nil
    }
}
