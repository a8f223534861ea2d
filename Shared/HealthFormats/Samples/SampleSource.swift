import Messages

/// The app or device that measured, with its hardware. Contains personal names, so it is stored encrypted.
package struct SampleSource: Message, Equatable {
    /// Type of device, in order of preference (ING-6).
    package enum Class: Int, Comparable {
        case watch, phone, other
        package static func < (left: Class, right: Class) -> Bool { left.rawValue < right.rawValue }
    }

    /// Name of the app or device.
    package var name: String
    /// Device model; empty if unknown.
    package var model: String
    /// Hardware identifier such as `Watch6,2`; empty if unknown.
    package var hardware: String
    /// Interval that each value summarises, s, if an app computed sums or means; nil for single samples.
    package var aggregation: Int32?
    /// Field numbers.
    package enum CodingKeys: Int, CodingKey { case name = 1, model, hardware, aggregation }

    /// See the properties.
    package init(name: String, model: String = "", hardware: String = "", aggregation: Int32? = nil) {
        (self.name, self.model, self.hardware, self.aggregation) = (name, model, hardware, aggregation)
    }

    /// From an export's attributes. Keeps only the stable fields of `<<HKDevice: 0x2831a4640>, name:…, model:Watch,
    /// hardware:Watch6,2, software:9.3>`: the memory address would turn one phone into seventy sources, and the
    /// software version would make every update a new device.
    package init(name: String, device: String) {
        func field(_ key: String) -> String? {
            guard let range = device.firstRange(of: ", \(key):") else { return nil }
            let rest = device[range.upperBound...]
            // Values may contain commas (`Watch6,2`), so a value ends at the next `, key:`.
            var end = rest.endIndex
            var from = rest.startIndex
            while let comma = rest[from...].firstRange(of: ", ") {
                let following = rest[comma.upperBound...].prefix { $0.isLetter || $0 == " " || $0 == "_" }
                if rest[following.endIndex...].first == ":" {
                    end = comma.lowerBound
                    break
                }
                from = comma.upperBound
            }
            let value = rest[..<end]
            return String(value.last == ">" ? value.dropLast() : value)
        }
        if device.hasPrefix("<<HKDevice") {
            self.init(name: name, model: field("model") ?? field("name") ?? "", hardware: field("hardware") ?? "")
        } else {
            self.init(name: name, model: Self.withoutAddresses(device))
        }
    }

    /// Removes memory addresses (`0x…`).
    static func withoutAddresses(_ text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let range = rest.firstRange(of: "0x") {
            result += rest[..<range.lowerBound]
            rest = rest[range.upperBound...].drop { $0.isHexDigit }
        }
        return result + rest
    }

    /// Name of the source of an app's values that name none; they may be of several apps.
    package static let unnamed = "Health Auto Export"
    /// Ids of that source: of single values, and of values of a day or a night.
    package static let (unnamedSource, unnamedDays) = (
        SampleSource(name: unnamed).id, SampleSource(name: unnamed, aggregation: day).id
    )
    /// `aggregation` of values of a day or a night, s.
    package static let day: Int32 = 86_400

    /// Returns false if one of its texts exceeds `ImportLimits.text`.
    var isBounded: Bool { [name, model, hardware].allSatisfy { $0.utf8.count <= ImportLimits.text } }

    /// `StableHash` of all fields.
    package var id: UInt64 {
        StableHash.of("\(name)\u{0}\(model)\u{0}\(hardware)" + (aggregation.map { "\u{0}\($0)" } ?? ""))
    }

    /// The same source as described by an import path that has only its name.
    package var plain: SampleSource { SampleSource(name: name, aggregation: aggregation) }

    /// How much is known of the device, 0 to 3; the more detailed of two descriptions is kept.
    package var detail: Int { (hardware.isEmpty ? 0 : 2) + (model.isEmpty ? 0 : 1) }

    /// Type of device, guessed from hardware, model and name, in this order.
    package var kind: Class {
        let texts = [hardware, model, name].map { $0.lowercased() }
        for text in texts where !text.isEmpty {
            if text.contains("watch") { return .watch }
            if text.contains("iphone") || text.contains("phone") { return .phone }
        }
        return .other
    }
}

/// Priority of sources that measured the same thing (ING-6): the person's own order of names, then watch, phone, other,
/// then samples before an app's sums and means, the finest first. Ties are broken by name, so the result does not depend
/// on the import order.
package struct SourceOrder: Sendable {
    private let ranks: [UInt64: Int]
    private let levels: [UInt64: Level]
    /// `SampleSource.aggregation` of the sources that have one.
    private let grains: [UInt64: Int32]
    /// A sample of at least this length, s, is a day's sum whatever its source says: devices record minutes.
    private static let minimumDaySum: Int64 = 72_000
    /// Length of a day, s.
    private static let day: Int32 = 86_400

    /// How far a source is trusted: the same for sources that only their names order.
    package struct Level: Hashable, Comparable, Sendable {
        /// Place in the person's own order; after all of them if it is not listed.
        var chosen: Int
        var kind: Int
        var isAggregated: Bool

        package static func < (left: Level, right: Level) -> Bool {
            (left.chosen, left.kind, left.isAggregated ? 1 : 0) < (right.chosen, right.kind, right.isAggregated ? 1 : 0)
        }
    }

    /// - Parameter userOrder: source names, the preferred first.
    package init(_ sources: [SampleSource], userOrder: [String] = []) {
        func chosen(_ source: SampleSource) -> Int { userOrder.firstIndex(of: source.name) ?? userOrder.count }
        let sorted = sources.sorted { left, right in
            (chosen(left), left.kind.rawValue, left.aggregation ?? 0, left.name, left.id)
                < (chosen(right), right.kind.rawValue, right.aggregation ?? 0, right.name, right.id)
        }
        grains = Dictionary(
            sources.compactMap { source in source.aggregation.map { (source.id, $0) } },
            uniquingKeysWith: { first, _ in first })
        ranks = Dictionary(sorted.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        levels = Dictionary(
            sources.map { source in
                let level = Level(
                    chosen: chosen(source), kind: source.kind.rawValue, isAggregated: source.aggregation != nil)
                return (source.id, level)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Rank of a source; lower is preferred. Unknown sources rank last.
    package func rank(_ source: UInt64) -> Int { ranks[source] ?? Int.max }

    /// The time that an amount sums up, s; 0 for a sample that a device counted. A sum without a length counts as a
    /// sample.
    func grain(of sample: Sample) -> Int32 {
        guard sample.start < sample.end else { return 0 }
        if let grain = grains[sample.source] { return grain }
        return sample.end - sample.start >= Self.minimumDaySum ? Self.day : 0
    }

    /// How far a source is trusted; lower is more. Unknown sources are trusted least.
    package func level(_ source: UInt64) -> Level {
        levels[source] ?? Level(chosen: .max, kind: SampleSource.Class.other.rawValue, isAggregated: true)
    }
}
