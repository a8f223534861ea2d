/// The values of a screen as nested dictionaries. Without them swift-mustache reflects over all properties of a struct
/// for each name in a template, which took a quarter of a page's time.
enum TemplateValues {
    /// Structs become dictionaries of their properties, without optionals that are nil. Arrays are converted by element.
    /// Everything else, and structs that describe themselves, stay as they are.
    /// - Returns: nil for an optional that is nil.
    static func of(_ value: Any) -> Any? {
        if value is String { return value }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { of($0.value) }
        case .collection: return mirror.children.compactMap { of($0.value) }
        case .struct where !(value is any CustomStringConvertible):
            var values: [String: Any] = [:]
            for (label, child) in mirror.children {
                if let label, let child = of(child) { values[label] = child }
            }
            return values
        default: return value
        }
    }
}
