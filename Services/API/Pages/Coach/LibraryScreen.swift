import Localization
import Messages

/// A person's own libraries of suggestions: the list, adding a file, removing a library.
public struct LibraryScreen: Screen {
    public static let template = "settings-library"
    public let title: String
    let libraries: [Line]
    let hasLibraries: Bool
    /// Result of the file that was just sent; nil without one.
    let brought: String?
    /// Entries that were left out, with the reasons.
    let skips: [String]
    let hasSkips: Bool
    /// The number of entries that are not listed; nil if all are listed.
    let others: String?
    let problem: String?

    struct Line: Sendable {
        let name: String
        let state: String
        /// Path of the form that removes it.
        let remove: String
    }

    /// - Parameters:
    ///   - reply: to the file that was just sent.
    ///   - date: text of an instant.
    public init(
        _ libraries: [OwnLibrary], reply: ImportLibrary.Reply? = nil, problem: String? = nil,
        date: (Milliseconds) -> String, for reader: Reader
    ) {
        let words = reader.words
        title = words("settings.page.library")
        self.libraries = libraries.map { library in
            let count = words("ownlibrary.count", count: Int(library.moments))
            return Line(
                name: library.id == nil ? words("ownlibrary.unnamed") : library.fileName,
                state: library.at.map { "\(count) · \(date($0))" } ?? count,
                remove: "/settings/library/\(library.id.map { "\($0)" } ?? "unnamed")/remove")
        }
        hasLibraries = !libraries.isEmpty
        brought = reply.map { reply in
            words(
                "ownlibrary.brought",
                [
                    "added": reader.formats.number(Double(reply.added)),
                    "updated": reader.formats.number(Double(reply.updated)),
                    "unchanged": reader.formats.number(Double(reply.unchanged)),
                ])
        }
        skips =
            reply?.skips.map { skip in
                let reason = words("ownlibrary.reason.\(skip.reason)")
                guard let entry = skip.entry else {
                    return words("ownlibrary.skippedEpisode", ["episode": "\(skip.episode)", "reason": reason])
                }
                let place = ["episode": "\(skip.episode)", "entry": "\(entry)", "reason": reason]
                guard let title = skip.title else { return words("ownlibrary.skippedUntitled", place) }
                return words("ownlibrary.skipped", place.merging(["title": title]) { first, _ in first })
            } ?? []
        hasSkips = !skips.isEmpty
        let more = (reply?.skipped.values.reduce(0, +) ?? 0) - Int64(skips.count)
        others = more > 0 ? words("ownlibrary.others", count: Int(more)) : nil
        self.problem = problem
    }
}
