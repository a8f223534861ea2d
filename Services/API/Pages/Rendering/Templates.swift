import Drawing
import Foundation
import Localization
import Mustache
import Synchronization

/// The templates of all screens. Each is compiled once per language, when it is first rendered.
///
/// A template is a `.mustache` file below `Templates`, known by its file name. `{{w.KEY}}` is a phrase of the catalogue
/// without placeholders; it is filled in before the template is compiled, so that a page costs only its values.
/// Values are escaped; markup made by the renderer, such as a drawing, is inserted by three braces.
final class Templates: Sendable {
    /// The error of templates that cannot be used.
    struct Invalid: Error, CustomStringConvertible {
        let description: String
    }

    /// By name: the file's name without its extension.
    private let sources: [String: String]
    private let words: @Sendable (Language) -> Catalogue
    /// The templates that were rendered, with those they contain.
    private let compiled = Mutex<[Language: MustacheLibrary]>([:])

    init(_ sources: [String: String], words: @escaping @Sendable (Language) -> Catalogue = { .shipped($0) }) {
        self.sources = sources
        self.words = words
    }

    /// File names without their extension.
    var names: Set<String> { Set(sources.keys) }

    /// Compiles every template in every language, for tests.
    /// - Throws: `Invalid` for a phrase that no catalogue has, and for a template that is malformed or absent.
    func compile() throws {
        for language in Language.allCases {
            for name in sources.keys.sorted() { _ = try library(with: name, in: language) }
        }
    }

    /// The shipped templates, read once per process: a later release may replace the files while it runs.
    static func shipped() throws -> Templates { try files.get() }

    private static let files = Result { try read() }

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
        let templates = Templates(sources)
        try templates.requireComplete()
        return templates
    }

    /// Checks that the templates belong to this release, without compiling them.
    /// - Throws: `Invalid` for a phrase that a catalogue lacks, or for an absent template that another one contains.
    func requireComplete() throws {
        let catalogues = Language.allCases.map(words)
        for (name, source) in sources {
            for part in Self.parts(of: source) where sources[part] == nil {
                throw Invalid(description: "\(name): There is no template \(part).")
            }
            for key in Self.names(after: "{{w.", in: source) {
                for words in catalogues where !words.contains(key) {
                    throw Invalid(
                        description: "\(name): The phrase \(key) is in no catalogue of \(words.language.rawValue).")
                }
            }
        }
    }

    /// - Parameter proofs: values of `{{proof.NAME}}` by form name.
    /// - Returns: nil if there is no such template, or if it is not of this release.
    func render(_ name: String, _ values: Any, proofs: FormProofs? = nil, in language: Language) -> String? {
        let library = try? library(with: name, in: language)
        var object = TemplateValues.of(values) ?? values
        if var named = object as? [String: Any] {
            if let proofs { named["proof"] = proofs }
            named["glossary"] = Glossary(words: words(language))
            object = named
        }
        return library?.render(object, withTemplate: name)
    }

    /// The compiled templates of a language, among them this one and those it contains.
    private func library(with name: String, in language: Language) throws -> MustacheLibrary {
        try compiled.withLock { compiled in
            var library = compiled[language] ?? MustacheLibrary()
            guard library.getTemplate(named: name) == nil else { return library }
            let words = words(language)
            var open = [name]
            while let name = open.popLast() {
                guard library.getTemplate(named: name) == nil else { continue }
                guard let source = sources[name] else { throw Invalid(description: "There is no template \(name).") }
                do {
                    library.register(
                        try MustacheTemplate(string: Self.escaping + Self.filled(source, words)), named: name)
                } catch let error as Invalid {
                    throw Invalid(description: "\(name): \(error.description)")
                } catch {
                    throw Invalid(description: "\(name): \(error)")
                }
                open += Self.parts(of: source)
            }
            compiled[language] = library
            return library
        }
    }

    /// The line before each template that makes it escape with `MarkupContentType`: a template within another one would
    /// otherwise go back to the library's `HTML`.
    private static let escaping: String = {
        MustacheContentTypes.register(MarkupContentType(), named: "MARKUP")
        return "{{% CONTENT_TYPE: MARKUP}}\n"
    }()

    /// The names of the templates that a source contains: `{{> NAME}}`.
    private static func parts(of source: String) -> [String] {
        names(after: "{{>", in: source).map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The texts between each `opening` and the next `}`. By UTF-8, since every template is read at the start.
    private static func names(after opening: StaticString, in source: String) -> [String] {
        let opening = UnsafeBufferPointer(start: opening.utf8Start, count: opening.utf8CodeUnitCount)
        var names: [String] = []
        var source = source
        source.withUTF8 { bytes in
            var rest = bytes[...]
            while let brace = rest.firstIndex(of: opening[0]) {
                rest = rest[brace...]
                guard rest.starts(with: opening) else {
                    rest = rest.dropFirst()
                    continue
                }
                let name = rest.dropFirst(opening.count).prefix { $0 != UInt8(ascii: "}") }
                names.append(String(decoding: name, as: UTF8.self))
                rest = rest[name.endIndex...]
            }
        }
        return names
    }

    /// The source with its phrases filled in, escaped for text and attributes.
    private static func filled(_ source: String, _ words: Catalogue) throws -> String {
        var (result, rest) = ("", source[...])
        while let start = rest.range(of: "{{w.") {
            guard let end = rest[start.upperBound...].range(of: "}}") else {
                throw Invalid(description: "“{{w.” without “}}”.")
            }
            let key = String(rest[start.upperBound..<end.lowerBound])
            guard words.contains(key) else {
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

/// Escapes values by scalars, in place of swift-mustache's `HTML`, which compares characters (see `escapedMarkup`).
struct MarkupContentType: MustacheContentType {
    func escapeText(_ text: String) -> String { escapedMarkup(text) }
}
