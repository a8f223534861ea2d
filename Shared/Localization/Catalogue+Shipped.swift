extension Catalogue {
    /// The catalogues that ship with this release, read once.
    private static let shipped: [Language: Catalogue] = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { language in
            let files =
                switch language {
                case .english:
                    [
                        PackageResources.formats_en_json, PackageResources.account_en_json,
                        PackageResources.today_en_json, PackageResources.signals_en_json,
                        PackageResources.lookback_en_json, PackageResources.actionpages_en_json,
                        PackageResources.coach_en_json, PackageResources.answers_en_json,
                        PackageResources.api_en_json, PackageResources.settings_en_json,
                        PackageResources.offline_en_json, PackageResources.example_en_json,
                        PackageResources.letters_en_json, PackageResources.library_en_json,
                        PackageResources.coaching_en_json, PackageResources.mandated_en_json,
                        PackageResources.scales_en_json, PackageResources.privacy_en_json,
                        PackageResources.voice_en_json, PackageResources.days_en_json,
                        PackageResources.ownlibrary_en_json, PackageResources.problems_en_json,
                        PackageResources.goals_en_json, PackageResources.goalpages_en_json,
                        PackageResources.planreasons_en_json, PackageResources.planpages_en_json,
                        PackageResources.goalexchange_en_json, PackageResources.findings_en_json,
                    ]
                case .german:
                    [
                        PackageResources.formats_de_json, PackageResources.account_de_json,
                        PackageResources.today_de_json, PackageResources.signals_de_json,
                        PackageResources.lookback_de_json, PackageResources.actionpages_de_json,
                        PackageResources.coach_de_json, PackageResources.answers_de_json,
                        PackageResources.api_de_json, PackageResources.settings_de_json,
                        PackageResources.offline_de_json, PackageResources.example_de_json,
                        PackageResources.letters_de_json, PackageResources.library_de_json,
                        PackageResources.coaching_de_json, PackageResources.mandated_de_json,
                        PackageResources.scales_de_json, PackageResources.privacy_de_json,
                        PackageResources.voice_de_json, PackageResources.days_de_json,
                        PackageResources.ownlibrary_de_json, PackageResources.problems_de_json,
                        PackageResources.goals_de_json, PackageResources.goalpages_de_json,
                        PackageResources.planreasons_de_json, PackageResources.planpages_de_json,
                        PackageResources.goalexchange_de_json, PackageResources.findings_de_json,
                    ]
                }
            do {
                return (language, try Catalogue(language, files: files))
            } catch {
                // Cannot happen in a release whose tests passed: they read the same bytes.
                preconditionFailure("The catalogue of \(language.rawValue): \(error)")
            }
        })

    /// The shipped catalogue of a language.
    public static func shipped(_ language: Language) -> Catalogue { shipped[language]! }

    /// The shipped catalogue for the `language` of a request.
    /// - Parameter tag: BCP 47, such as `de-AT`; English if it is absent or none of ours.
    public static func asked(_ tag: String?) -> Catalogue { shipped(tag.flatMap { Language(tag: $0) } ?? .english) }
}
