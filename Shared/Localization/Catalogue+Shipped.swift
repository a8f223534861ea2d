import CCatalogues
import Foundation

extension Catalogue {
    private static let english = read(.english, catalogues_english())
    private static let german = read(.german, catalogues_german())

    /// The files of `Catalogues` in one language, read once, when the first phrase of the language is needed.
    private static func read(_ language: Language, _ files: catalogue_files) -> Catalogue {
        do {
            let bytes = UnsafeRawBufferPointer(start: files.bytes, count: files.size)
            return try Catalogue(language, files: bytes.split(separator: 0).map { Data($0) })
        } catch {
            // Cannot happen in a release whose tests passed: they read the same bytes.
            preconditionFailure("The catalogue of \(language.rawValue): \(error)")
        }
    }

    /// The shipped catalogue of a language.
    public static func shipped(_ language: Language) -> Catalogue {
        switch language {
        case .english: english
        case .german: german
        }
    }

    /// The shipped catalogue for the `language` of a request.
    /// - Parameter tag: BCP 47, such as `de-AT`; English if it is absent or none of ours.
    public static func asked(_ tag: String?) -> Catalogue { shipped(tag.flatMap { Language(tag: $0) } ?? .english) }
}
