import Localization
import Messages

/// The texts that ship with a release: privacy, the questions of a check-in, and about Pulsum.
extension TextScreen {
    /// Versions of the privacy page with their dates, oldest first. A change of its statements adds a version, and
    /// `privacy.changes` in every language describes it.
    static let privacyVersions: [Day] = [Day(number: 20_780), Day(number: 20_782), Day(number: 20_785)]

    /// The privacy page: data kept, its place and duration, and what can leave the machine.
    public static func privacy(for reader: Reader) -> TextScreen {
        let words = reader.words
        var parts = ["kept", "where", "long", "leave", "none", "rights"].map { name in
            Part(
                heading: words("privacy.\(name).title"),
                paragraphs: (1...9).map { "privacy.\(name).text.\($0)" }.filter(words.keys.contains).map { words($0) })
        }
        let versions = privacyVersions.indices.map { index in
            words(
                "privacy.change", ["version": "\(index + 1)", "what": words("privacy.changes.\(index + 1)")])
        }
        parts.append(Part(heading: words("privacy.changesTitle"), paragraphs: versions.reversed()))
        let version = words(
            "privacy.version",
            [
                "version": "\(privacyVersions.count)",
                "date": privacyVersions.last.map { reader.formats.dateWithYear($0) } ?? "",
            ])
        return TextScreen(title: words("privacy.title"), parts: parts, version: version)
    }

    /// The sources of a check-in's three questions, and the differences from them.
    public static func questions(for reader: Reader) -> TextScreen {
        let words = reader.words
        let parts = [CheckInSlider.stress, .energy, .sleepQuality].map { slider in
            let name = slider.rawValue
            let asked = words(
                "scales.asked",
                ["question": words("today.question.\(name)"), "ends": words("today.ends.\(name)")])
            return Part(
                heading: words("signal.\(name)"),
                paragraphs: [asked, words("scales.\(name).source"), words("scales.\(name).changes")])
        }
        return TextScreen(
            title: words("scales.title"), parts: [Part(heading: "", paragraphs: [words("scales.lead")])] + parts,
            version: words("scales.version"))
    }

    /// The page about Pulsum and its score.
    /// - Parameter release: version of this release.
    public static func about(release: String, for reader: Reader) -> TextScreen {
        let words = reader.words
        let parts = [
            Part(heading: words("about.what.title"), paragraphs: [words("about.what.text")]),
            Part(
                heading: words("about.method.title"),
                paragraphs: [words("mandated.methodology"), words("breakdown.methodology")]),
            Part(heading: words("about.words.title"), paragraphs: [words("mandated.disclaimer")]),
        ]
        return TextScreen(
            title: words("about.title"), parts: parts, version: words("about.version", ["version": release]))
    }
}
