import LocalTime
import Messages
import Wire

/// Checks a body profile against its limits (PLN-1).
struct BodyValidator {
    let now: Milliseconds

    /// - Parameter stored: the profile before; its aim and target may have been reached meanwhile.
    /// - Throws: `ServiceError(.invalid)` with every wrong field, named `body.` and its name.
    func check(_ body: BodyProfile, over stored: BodyProfile) throws {
        var wrong: [FieldError] = []
        func check(_ name: String, _ value: Double?, _ range: ClosedRange<Double>) {
            guard let value, !range.contains(value) else { return }
            wrong.append(
                FieldError(field: "body.\(name)", code: .outOfRange, low: range.lowerBound, high: range.upperBound))
        }
        func check<E: OpenEnum>(_ name: String, _ value: E?) {
            guard let value, !E.names.contains(where: { $0.value == value }) else { return }
            wrong.append(FieldError(field: "body.\(name)", code: .unknownChoice))
        }
        check("sex", body.sex)
        check("aim", body.aim)
        check("activity", body.activity)
        check("heightCentimetres", body.heightCentimetres, BodyLimits.heights)
        check("weightKilograms", body.weightKilograms, BodyLimits.weights)
        check("targetKilograms", body.targetKilograms, BodyLimits.weights)
        check("bodyFatPercent", body.bodyFatPercent, BodyLimits.bodyFats)
        // A value outside its limits has an error already, so the two are not compared.
        if wrong.isEmpty, body.isTargetAgainstAim,
            (body.aim, body.targetKilograms) != (stored.aim, stored.targetKilograms)
        {
            wrong.append(FieldError(field: "body.targetKilograms", code: .targetAgainstAim))
        }
        if let birthday = body.birthday {
            let days = BodyLimits.birthdays(until: LocalCalendar.earliest.day(millisecond: now))
            if !days.contains(birthday) {
                let code: FieldError.Code = birthday > days.upperBound ? .dayInFuture : .dayOutOfRange
                wrong.append(FieldError(field: "body.birthday", code: code))
            }
        }
        guard wrong.isEmpty else {
            throw ServiceError(.invalid, "Some values of the body profile have to change.", fields: wrong)
        }
    }
}
