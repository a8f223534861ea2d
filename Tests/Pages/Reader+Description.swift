import Pages
import Testing

/// Without it, the names of test cases have the whole catalogue.
extension Reader: CustomTestStringConvertible {
    public var testDescription: String { "\(settings.language)" }
}
