import LocalTime
import Messages
import Wire

/// The limits of a body profile (PLN-1).
struct BodyValidator {
    static let heights = 50.0...272.0
    static let weights = 30.0...300.0
    static let bodyFats = 2.0...75.0

    let now: Milliseconds

    /// - Throws: `ServiceError(.invalid)` with every wrong field, named `body.` and its name.
    func check(_ body: BodyProfile) throws {
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
        check("heightCentimetres", body.heightCentimetres, Self.heights)
        check("weightKilograms", body.weightKilograms, Self.weights)
        check("targetKilograms", body.targetKilograms, Self.weights)
        check("bodyFatPercent", body.bodyFatPercent, Self.bodyFats)
        if let birthday = body.birthday {
            if !LocalCalendar.earliest.hasBegun(birthday, at: now) {
                wrong.append(FieldError(field: "body.birthday", code: .dayInFuture))
            } else if birthday.components.year < 1900 {
                wrong.append(FieldError(field: "body.birthday", code: .dayOutOfRange))
            }
        }
        guard wrong.isEmpty else {
            throw ServiceError(.invalid, "Some values of the body profile have to change.", fields: wrong)
        }
    }
}
