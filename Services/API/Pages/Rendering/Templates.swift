import Foundation
import Localization
import Mustache

/// The templates of all screens, compiled once per language.
///
/// A template is a `.mustache` file below `Templates`, known by its file name. `{{w.KEY}}` is a phrase of the catalogue
/// without placeholders; it is filled in before the template is compiled, so that a page costs only its values.
/// Values are escaped; markup made by the renderer, such as a drawing, is inserted by three braces.
struct Templates: Sendable {
    /// The error of templates that cannot be used.
    struct Invalid: Error, CustomStringConvertible {
        let description: String
    }

    private let libraries: [Language: MustacheLibrary]
    /// File names without their extension.
    let names: Set<String>

    /// - Throws: `Invalid` for a phrase that no catalogue has, and for a template that cannot be compiled.
    init(_ sources: [String: String], words: (Language) -> Catalogue = Catalogue.shipped) throws {
        names = Set(sources.keys)
        libraries = try Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                let words = words(language)
                let templates = try sources.map { name, source in
                    do {
                        return (name, try MustacheTemplate(string: try Self.filled(source, words)))
                    } catch let error as Invalid {
                        throw Invalid(description: "\(name): \(error.description)")
                    } catch {
                        throw Invalid(description: "\(name): \(error)")
                    }
                }
                return (language, MustacheLibrary(templates: Dictionary(uniqueKeysWithValues: templates)))
            })
    }

    /// The shipped templates, compiled once per process.
    static func shipped() throws -> Templates { try compiled.get() }

    private static let compiled = Result { try read() }

    private static func read() throws -> Templates {
        guard let folder = Bundle.module.resourceURL?.appendingPathComponent("Templates"),
            let files = FileManager.default.enumerator(atPath: folder.path)
        else { throw Invalid(description: "The folder of the templates is missing.") }
        var sources: [String: String] = [:]
        for case let path as String in files where path.hasSuffix(".mustache") {
            let url = folder.appendingPathComponent(path)
            let name = url.deletingPathExtension().lastPathComponent
            guard sources[name] == nil else { throw Invalid(description: "Two templates are called \(name).") }
            sources[name] = try String(contentsOf: url, encoding: .utf8)
        }
        return try Templates(sources)
    }

    /// - Returns: nil if there is no such template.
    func render(_ name: String, _ values: Any, in language: Language) -> String? {
        libraries[language]?.render(TemplateValues.of(values) ?? values, withTemplate: name)
    }

    /// The source with its phrases filled in, escaped for text and attributes.
    private static func filled(_ source: String, _ words: Catalogue) throws -> String {
        var (result, rest) = ("", source[...])
        while let start = rest.range(of: "{{w.") {
            guard let end = rest[start.upperBound...].range(of: "}}") else {
                throw Invalid(description: "“{{w.” without “}}”.")
            }
            let key = String(rest[start.upperBound..<end.lowerBound])
            guard words.keys.contains(key) else {
                throw Invalid(description: "The phrase \(key) is in no catalogue of \(words.language.rawValue).")
            }
            let phrase = words(key)
            guard !phrase.contains("{") else { throw Invalid(description: "The phrase \(key) has placeholders.") }
            result += rest[..<start.lowerBound] + escapedMarkup(phrase)
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}

/// Text as HTML, for element content and quoted attributes.
func escapedMarkup(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(where: { [0x26, 0x3C, 0x3E, 0x22, 0x27].contains($0) }) else { return String(text) }
    var result = ""
    for character in text {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        default: result.append(character)
        }
    }
    return result
}
