import Foundation

/// Checks JSON values against the subset of JSON Schema that the OpenAPI document uses.
public struct SchemaCheck {
    private let components: [String: Any]
    /// True if a field that the schema does not name is a fault.
    private let isClosed: Bool

    /// - Parameter document: the OpenAPI document, as `JSONSerialization` reads it.
    public init(_ document: [String: Any], isClosed: Bool) {
        components = (document["components"] as? [String: Any])?["schemas"] as? [String: Any] ?? [:]
        self.isClosed = isClosed
    }

    /// The faults of a value, each with its place; empty if the value matches.
    /// - Parameter value: as `JSONSerialization` reads it.
    public func faults(_ value: Any, _ schema: [String: Any], at place: String = "$") -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = String(reference.dropFirst("#/components/schemas/".count))
            guard let target = components[name] as? [String: Any] else { return ["\(place): no schema \(name)"] }
            return faults(value, target, at: place)
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            let all = choices.map { faults(value, $0, at: place) }
            return all.contains(where: \.isEmpty) ? [] : all.first ?? []
        }
        let types = (schema["type"] as? String).map { [$0] } ?? schema["type"] as? [String] ?? []
        guard types.isEmpty || types.contains(where: { Self.is(value, $0) }) else {
            return ["\(place): not \(types.joined(separator: " or "))"]
        }
        switch value {
        case let object as [String: Any]: return self.object(object, schema, place)
        case let array as [Any]: return self.array(array, schema, place)
        case let text as String: return self.text(text, schema, place)
        case let number as NSNumber: return Self.number(number, schema, place)
        default: return []
        }
    }

    private func object(_ object: [String: Any], _ schema: [String: Any], _ place: String) -> [String] {
        let properties = schema["properties"] as? [String: Any] ?? [:]
        let others = schema["additionalProperties"] as? [String: Any]
        var faults = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map {
            "\(place).\($0): missing"
        }
        for (name, value) in object {
            if let property = properties[name] as? [String: Any] ?? others {
                faults += self.faults(value, property, at: "\(place).\(name)")
            } else if isClosed, schema["properties"] != nil {
                faults.append("\(place).\(name): not in the document")
            }
        }
        return faults
    }

    private func array(_ array: [Any], _ schema: [String: Any], _ place: String) -> [String] {
        var faults = Self.bounds(array.count, schema, "minItems", "maxItems", place)
        if let items = schema["items"] as? [String: Any] {
            for (index, element) in array.enumerated() {
                faults += self.faults(element, items, at: "\(place)[\(index)]")
            }
        }
        return faults
    }

    private func text(_ text: String, _ schema: [String: Any], _ place: String) -> [String] {
        var faults = Self.bounds(text.unicodeScalars.count, schema, "minLength", "maxLength", place)
        if let names = schema["enum"] as? [String], !names.contains(text) {
            faults.append("\(place): not one of \(names.joined(separator: ", "))")
        }
        if let pattern = schema["pattern"] as? String, text.range(of: pattern, options: .regularExpression) == nil {
            faults.append("\(place): does not match \(pattern)")
        }
        switch schema["format"] as? String {
        case "uuid" where UUID(uuidString: text) == nil: faults.append("\(place): not a UUID")
        case "date" where text.wholeMatch(of: /\d{4}-\d\d-\d\d/) == nil: faults.append("\(place): not a day")
        default: break
        }
        return faults
    }

    private static func number(_ number: NSNumber, _ schema: [String: Any], _ place: String) -> [String] {
        if let least = schema["minimum"] as? NSNumber, number.doubleValue < least.doubleValue {
            return ["\(place): below \(least)"]
        }
        if let most = schema["maximum"] as? NSNumber, number.doubleValue > most.doubleValue {
            return ["\(place): above \(most)"]
        }
        return []
    }

    private static func bounds(
        _ count: Int, _ schema: [String: Any], _ least: String, _ most: String, _ place: String
    ) -> [String] {
        if let least = schema[least] as? Int, count < least { return ["\(place): shorter than \(least)"] }
        if let most = schema[most] as? Int, count > most { return ["\(place): longer than \(most)"] }
        return []
    }

    private static func `is`(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "null": value is NSNull
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": (value as? NSNumber).map(isBool) ?? false
        case "number": (value as? NSNumber).map { !isBool($0) } ?? false
        case "integer":
            (value as? NSNumber).map { !isBool($0) && $0.doubleValue == $0.doubleValue.rounded() } ?? false
        default: false
        }
    }

    /// JSON's true and false are the only numbers that `JSONSerialization` reads as characters.
    private static func isBool(_ number: NSNumber) -> Bool { number.objCType.pointee == CChar(UInt8(ascii: "c")) }
}
