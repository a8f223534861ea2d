import Localization

/// Renders screens as complete HTML documents.
public struct PageRenderer: Sendable {
    private let templates: Templates
    /// Path of the static files, which contains the digest of their content.
    private let assets: String

    /// - Throws: if a shipped template is malformed.
    public init(assets: String) throws { (templates, self.assets) = (try Templates.shipped(), assets) }

    /// The document of a screen.
    public func html(_ screen: some Screen, _ frame: PageFrame, for reader: Reader) -> String {
        let language = reader.settings.language
        let main = templates.render(type(of: screen).template, screen, proofs: frame.proofs, in: language) ?? ""
        let values = FrameValues(
            language: language.rawValue, title: screen.title, assets: assets, main: main,
            date: reader.formats.date(reader.today), frame: frame,
            pages: frame.settingsPath.map { SettingsPage.links(at: $0, for: reader) } ?? [])
        return templates.render("frame", values, in: language) ?? main
    }

    /// The names in `frame.mustache`.
    private struct FrameValues {
        let language: String
        let title: String
        let assets: String
        let main: String
        let date: String
        let theme: String?
        let step: Int
        let person: PageFrame.Person?
        let follows: Bool
        let banner: String?
        let leavesExample: Bool
        let toast: String?
        let undo: PageFrame.Undo?
        let inToday: Bool
        let inCoach: Bool
        let inLookBack: Bool
        let inAhead: Bool
        let inSettings: Bool
        /// The pages of the settings, in their own list next to one of them.
        let pages: [SettingsPage.Link]
        let hasPages: Bool

        init(
            language: String, title: String, assets: String, main: String, date: String, frame: PageFrame,
            pages: [SettingsPage.Link]
        ) {
            (self.language, self.title, self.assets, self.main) = (language, title, assets, main)
            (self.date, theme, step, person) = (date, frame.person?.theme, frame.step, frame.person)
            (banner, toast, undo) = (frame.banner, frame.toast, frame.undo)
            leavesExample = frame.leavesExample
            follows = frame.person?.followsChanges ?? false
            inToday = frame.section == .today
            inCoach = frame.section == .coach
            inLookBack = frame.section == .lookBack
            inAhead = frame.section == .ahead
            inSettings = frame.section == .settings
            (self.pages, hasPages) = (pages, !pages.isEmpty)
        }
    }
}
