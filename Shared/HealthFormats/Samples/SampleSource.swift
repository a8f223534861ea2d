import Messages

/// Who measured: an app's or device's name with its hardware. A person's names are in here: kept sealed.
package struct SampleSource: Message, Equatable {
    package enum Class: Int, Comparable {
        case watch, phone, other
        package static func < (left: Class, right: Class) -> Bool { left.rawValue < right.rawValue }
    }

    package var name: String
    package var model: String
    package var hardware: String
    /// Its values stand for this much time each, s: sums or means that an app made of samples. Nil for samples
    /// themselves.
    package var aggregation: Int32?
    package enum CodingKeys: Int, CodingKey { case name = 1, model, hardware, aggregation }

    package init(name: String, model: String = "", hardware: String = "", aggregation: Int32? = nil) {
        (self.name, self.model, self.hardware, self.aggregation) = (name, model, hardware, aggregation)
    }

    /// Of an export's attributes. Of the device only what lasts is kept: `<<HKDevice: 0x2831a4640>, name:…,
    /// model:Watch, hardware:Watch6,2, software:9.3>` carries a memory address, which would make one phone seventy, and
    /// a software version, which would make every update a new device.
    package init(name: String, device: String) {
        func field(_ key: String) -> String? {
            guard let range = device.firstRange(of: ", \(key):") else { return nil }
            let rest = device[range.upperBound...]
            // Values may hold commas (`Watch6,2`): one ends where the next `, key:` begins.
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

    static func withoutAddresses(_ text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let range = rest.firstRange(of: "0x") {
            result += rest[..<range.lowerBound]
            rest = rest[range.upperBound...].drop { $0.isHexDigit }
        }
        return result + rest
    }

    /// False where one of its texts is longer than is kept.
    var isBounded: Bool { [name, model, hardware].allSatisfy { $0.utf8.count <= ImportLimits.text } }

    package var id: UInt64 {
        StableHash.of("\(name)\u{0}\(model)\u{0}\(hardware)" + (aggregation.map { "\u{0}\($0)" } ?? ""))
    }

    /// The same source as a route describes it that knows no more than its name.
    package var plain: SampleSource { SampleSource(name: name, aggregation: aggregation) }

    /// How much is known of the device, for the choice between two descriptions.
    package var detail: Int { (hardware.isEmpty ? 0 : 2) + (model.isEmpty ? 0 : 1) }

    package var kind: Class {
        let texts = [hardware, model, name].map { $0.lowercased() }
        for text in texts where !text.isEmpty {
            if text.contains("watch") { return .watch }
            if text.contains("iphone") || text.contains("phone") { return .phone }
        }
        return .other
    }
}

/// Which source wins where several count the same thing (ING-6): the person's own order of names first, then watch,
/// phone, other; equal ones by name, so that the result does not depend on the order of imports. What an app summed up
/// comes behind what it was summed from.
package struct SourceOrder: Sendable {
    private let ranks: [UInt64: Int]

    package init(_ sources: [SampleSource], userOrder: [String] = []) {
        func chosen(_ source: SampleSource) -> Int { userOrder.firstIndex(of: source.name) ?? userOrder.count }
        let sorted = sources.sorted { left, right in
            (chosen(left), left.kind.rawValue, left.name, left.aggregation ?? 0, left.id)
                < (chosen(right), right.kind.rawValue, right.name, right.aggregation ?? 0, right.id)
        }
        ranks = Dictionary(sorted.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Smaller wins; a source nobody described comes last.
    package func rank(_ source: UInt64) -> Int { ranks[source] ?? Int.max }
}
