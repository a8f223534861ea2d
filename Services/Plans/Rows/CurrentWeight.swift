import Messages

/// A person's present weight.
struct CurrentWeight: Equatable, Sendable {
    var kilograms: Double
    /// Time of the statement or reading.
    var at: Milliseconds
    /// True for a reading of ingestion.
    var isMeasured: Bool

    /// The later of a statement and a reading. Their times come from different clocks, but lie days apart where it
    /// matters.
    static func later(
        stated: (kilograms: Double, at: Milliseconds)?, measured: (kilograms: Double, at: Milliseconds)?
    ) -> CurrentWeight? {
        let stated = stated.map { CurrentWeight(kilograms: $0.kilograms, at: $0.at, isMeasured: false) }
        let measured = measured.map { CurrentWeight(kilograms: $0.kilograms, at: $0.at, isMeasured: true) }
        guard let stated, let measured else { return stated ?? measured }
        return measured.at > stated.at ? measured : stated
    }
}

extension BodyProfile {
    /// The weight that the person stated, with its time; nil without one.
    var statedWeight: (kilograms: Double, at: Milliseconds)? { weightKilograms.map { ($0, weightAt ?? 0) } }
}
