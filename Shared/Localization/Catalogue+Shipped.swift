extension Catalogue {
    /// The catalogues that ship with this release, read once.
    private static let shipped: [Language: Catalogue] = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { language in
            let json =
                switch language {
                case .english: PackageResources.en_json
                case .german: PackageResources.de_json
                }
            do {
                return (language, try Catalogue(language, json: json))
            } catch {
                // Cannot happen in a release whose tests passed: they read the same bytes.
                preconditionFailure("The catalogue of \(language.rawValue): \(error)")
            }
        })

    /// The shipped catalogue of a language.
    public static func shipped(_ language: Language) -> Catalogue { shipped[language]! }
}
