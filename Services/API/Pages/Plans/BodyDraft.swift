import Localization
import Messages

/// The form of the body profile as it was typed.
public struct BodyDraft: Sendable {
    /// By the names of the fields.
    var texts: [String: String] = [:]

    private static let mass = ["weight", "target"]

    /// The stored profile as a person would type it.
    public init(_ body: BodyProfile, for reader: Reader) {
        texts["sex"] = body.sex.map { "\($0)" }
        texts["birthday"] = body.birthday.map { "\($0)" }
        texts["aim"] = body.aim.map { "\($0)" }
        texts["activity"] = body.activity.map { "\($0)" }
        texts["bodyFat"] = body.bodyFatPercent.map { reader.typed($0) }
        texts["care"] = body.isPregnantOrNursing == true ? "1" : nil
        if let height = body.heightCentimetres {
            texts.merge(HeightParts(reader.settings.units).texts(height, for: reader)) { $1 }
        }
        for (name, kilograms) in zip(Self.mass, [body.weightKilograms, body.targetKilograms]) {
            guard let kilograms else { continue }
            texts.merge(MassParts(name, reader.settings.units).texts(kilograms, for: reader)) { $1 }
        }
    }

    /// - Parameter fields: the form that was sent.
    public init(fields: [(name: String, value: String)]) {
        texts = Dictionary(
            fields.map { ($0.name, $0.value.trimmingCharacters(in: .whitespacesAndNewlines)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The form without the numbers that it has from the stored profile: nobody typed them (PLN-10).
    public func withoutNumbers(of stored: BodyProfile, for reader: Reader) -> BodyDraft {
        let (all, shown) = (BodyDraft(stored, for: reader).texts, BodyDraft(stored.withoutNumbers, for: reader).texts)
        var draft = self
        for (name, text) in all where shown[name] == nil && draft.texts[name] == text { draft.texts[name] = nil }
        return draft
    }

    /// Reads the form.
    /// - Parameters:
    ///   - stored: keeps a value whose text is unchanged as exact as it was.
    ///   - isAway: the form showed no numbers, so an empty field keeps the stored one, and no sentence names limits.
    /// - Returns: the profile with the values of the form, and a sentence for each field that has to change.
    public func reading(
        over stored: BodyProfile, isAway: Bool = false, for reader: Reader
    ) -> (body: BodyProfile, faults: [String: String]) {
        let (words, units) = (reader.words, reader.settings.units)
        var (body, faults) = (stored, [String: String]())
        let before = BodyDraft(isAway ? stored.withoutNumbers : stored, for: reader).texts
        func text(_ name: String) -> String? { texts[name].flatMap { $0.isEmpty ? nil : $0 } }
        func isUnchanged(_ names: [String]) -> Bool { names.allSatisfy { text($0) == before[$0] } }
        body.sex = text("sex").flatMap { BodySex(name: $0) }
        body.aim = text("aim").flatMap { WeightAim(name: $0) }
        body.activity = text("activity").flatMap { ActivityLevel(name: $0) }
        body.isPregnantOrNursing = text("care") == nil ? nil : true
        body.birthday = text("birthday").flatMap { reader.formats.day(typed: $0) }
        if text("birthday") != nil, body.birthday.map(BodyLimits.birthdays(until: reader.today).contains) != true {
            faults["birthday"] = words("plan.body.fault.birthday")
        }
        let height = HeightParts(units)
        if !isUnchanged(height.parts.map(\.name)) {
            body.heightCentimetres = height.centimetres(texts, for: reader)
            let isRight = body.heightCentimetres.map(BodyLimits.heights.contains) ?? height.isEmpty(texts)
            if !isRight {
                faults["height"] = words(
                    "plan.body.fault.range", Self.range(BodyLimits.heights) { reader.height(centimetres: $0) })
            }
        }
        func weight(_ name: String, _ stored: Double?) -> Double? {
            let mass = MassParts(name, units)
            guard !isUnchanged(mass.parts.map(\.name)) else { return stored }
            let kilograms = mass.kilograms(texts, for: reader)
            if !(kilograms.map(BodyLimits.weights.contains) ?? mass.isEmpty(texts)) {
                faults[name] = isAway ? words("plan.body.fault.away") : reader.weightRange
            }
            return kilograms
        }
        body.weightKilograms = weight("weight", stored.weightKilograms)
        body.targetKilograms = weight("target", stored.targetKilograms)
        if !isUnchanged(["bodyFat"]) {
            body.bodyFatPercent = text("bodyFat").flatMap { reader.amount(typed: $0) }
            if text("bodyFat") != nil, body.bodyFatPercent.map(BodyLimits.bodyFats.contains) != true {
                let range = Self.range(BodyLimits.bodyFats) { reader.formats.quantity($0, "%") }
                faults["bodyFat"] = isAway ? words("plan.body.fault.away") : words("plan.body.fault.range", range)
            }
        }
        if faults.isEmpty, body.isTargetAgainstAim,
            (body.aim, body.targetKilograms) != (stored.aim, stored.targetKilograms)
        {
            let fault = isAway ? "away" : body.aim == .lose ? "lose" : "gain"
            faults["target"] = words("plan.body.fault.\(fault)")
        }
        return (body, faults)
    }

    fileprivate static func range(_ range: ClosedRange<Double>, _ text: (Double) -> String) -> [String: String] {
        ["low": text(range.lowerBound), "high": text(range.upperBound)]
    }
}

extension Reader {
    /// Says which weights are taken.
    public var weightRange: String {
        words("plan.body.fault.range", BodyDraft.range(BodyLimits.weights) { formats.mass(kilograms: $0) })
    }

    /// Reads a weight that was typed in the fields of this name.
    /// - Returns: kg within the plausible range; nil for anything else.
    public func kilograms(typed texts: [String: String], in name: String) -> Double? {
        MassParts(name, settings.units).kilograms(texts, for: self).flatMap {
            BodyLimits.weights.contains($0) ? $0 : nil
        }
    }
}

extension BodyProfile {
    /// Fields of the form that a plan still needs (PLN-1), in the order of the form.
    public var missing: [String] {
        let needed = [
            ("sex", sex == nil), ("birthday", birthday == nil), ("height", heightCentimetres == nil),
            ("weight", weightKilograms == nil), ("aim", aim == nil),
            // The aim to maintain needs no target weight.
            ("target", targetKilograms == nil && (aim == .lose || aim == .gain)), ("activity", activity == nil),
        ]
        return needed.filter(\.1).map(\.0)
    }
}
