import Foundation
import Messages

/// Parses a library of recommendations (`podcastrecommendations*.json`): an array of episodes, each with
/// `recommendations[]`. Every field except `recommendation` is optional. Unusable entries are counted by reason and
/// skipped.
public enum LibraryParser {
    /// Reason for rejecting a whole file.
    public enum Failure: Error, Equatable {
        /// Not JSON, or not an array of episodes.
        case notALibrary
        /// More entries than `maximumEntries`.
        case tooManyEntries
    }

    /// The result of parsing a file.
    public struct Result: Sendable {
        /// In the file's order; ids are unique.
        public var moments: [MicroMoment]
        /// Number of skipped entries by reason: `noRecommendation`, `malformed`, `advertising`, `duplicate`.
        public var skipped: [String: Int64]
        /// The first skipped entries in the file's order, at most `LibrarySkip.limit`.
        public var skips: [LibrarySkip] = []

        mutating func skip(_ reason: String, episode: Int, entry: Int? = nil, title: String? = nil) {
            skipped[reason, default: 0] += 1
            guard skips.count < LibrarySkip.limit else { return }
            skips.append(
                LibrarySkip(
                    episode: Int32(episode + 1), entry: entry.map { Int32($0 + 1) },
                    title: title.flatMap { $0.isEmpty ? nil : String($0.prefix(80)) }, reason: reason))
        }
    }

    /// Largest number of entries in a library.
    public static let maximumEntries = 2_000

    /// Parses a library file. O(size of the file).
    /// - Parameters:
    ///   - json: the file's bytes.
    ///   - prefix: prepended to every id, so that libraries cannot use each other's ids.
    /// - Throws: `Failure`.
    public static func parse(_ json: some Collection<UInt8>, prefix: String) throws -> Result {
        guard let episodes = try? JSONDecoder().decode([Lossy<Episode>].self, from: Data(json)) else {
            throw Failure.notALibrary
        }
        guard episodes.reduce(0, { $0 + ($1.value?.recommendations.count ?? 0) }) <= maximumEntries else {
            throw Failure.tooManyEntries
        }
        var result = Result(moments: [], skipped: [:])
        var ids: Set<String> = []
        for (place, episode) in episodes.enumerated() {
            guard let episode = episode.value else {
                result.skip("malformed", episode: place)
                continue
            }
            for (number, entry) in episode.recommendations.enumerated() {
                let reason: String
                switch moment(entry.value, of: episode, prefix: prefix) {
                case .success(let moment) where ids.insert(moment.id).inserted:
                    result.moments.append(moment)
                    continue
                case .success: reason = "duplicate"
                case .failure(let unusable): reason = unusable.name
                }
                let title = entry.value.map { clean($0.recommendation, 200) }
                result.skip(reason, episode: place, entry: number, title: title)
            }
        }
        return result
    }

    struct Unusable: Error { var name: String }

    private static func moment(_ entry: Entry?, of episode: Episode, prefix: String)
        -> Swift.Result<MicroMoment, Unusable>
    {
        guard let entry else { return .failure(Unusable(name: "malformed")) }
        let title = clean(entry.recommendation, 200)
        guard !title.isEmpty else { return .failure(Unusable(name: "noRecommendation")) }
        let link = clean(entry.researchLink, 500)
        guard !EvidenceRules.isAdvertising(link) else { return .failure(Unusable(name: "advertising")) }
        let source = WebAddress(link) == nil ? nil : link
        let seconds = entry.timeToComplete.text.flatMap(FreeTextTime.seconds)
        let tags = entry.tags.prefix(20).map { clean($0, 40).lowercased() }.filter { !$0.isEmpty }
        let (category, subcategory) = (clean(entry.category, 60), clean(entry.subcategory, 60))
        let activity = clean(entry.microActivity, 600)
        let citation = entry.source.value?.citation(clean)
        let circumstances = entry.fits.compactMap { $0.text.flatMap(Circumstance.init(name:)) }
        let identity = "\(episode.episodeNumber.text ?? "")\u{1F}\(episode.episodeTitle.text ?? "")\u{1F}\(title)"
        return .success(
            MicroMoment(
                id: prefix + Fingerprint(identity).description, title: title, short: clean(entry.shortDescription, 300),
                detail: clean(entry.detailedDescription, 2000), activity: activity, tags: tags,
                estimatedSeconds: seconds,
                difficulty: clean(entry.difficultyLevel, 40).lowercased(), category: category,
                topic: TopicWords.topic(category: category, subcategory: subcategory, tags: tags, title: title),
                sourceURL: source,
                cooldownSeconds: cooldown(stated: entry.cooldownSec, seconds),
                badge: EvidenceRules.badge(for: source, kind: citation?.kind),
                isExerting: Exertion.isAsked(title: title, activity: activity, tags: tags),
                citation: citation,
                audience: entry.forWhom.compactMap { $0.text.flatMap(Audience.init(name:)) },
                cautions: entry.cautions.compactMap { $0.text.flatMap(Caution.init(name:)) },
                german: entry.de.value?.texts,
                hours: entry.hours.text.flatMap(DayHours.init),
                circumstances: circumstances, needsCircumstance: entry.only && !circumstances.isEmpty))
    }

    /// Longest stated cooldown, in seconds.
    static let maximumCooldown: Int64 = 90 * 86_400

    /// The cooldown in seconds that the library states, at most `maximumCooldown`. Without one, moments of minutes may
    /// return the next day and longer ones later.
    private static func cooldown(stated: Lenient, _ seconds: Int32?) -> Int64 {
        if let stated = stated.text.flatMap(Double.init), stated > 0 {
            return Int64(min(stated.rounded(.up), Double(maximumCooldown)))
        }
        return switch seconds ?? 0 {
        case ...900: 20 * 3600
        case ...7200: 3 * 86_400
        default: 7 * 86_400
        }
    }

    /// One line without control characters, truncated to `limit` characters.
    static func clean(_ text: Lenient, _ limit: Int) -> String {
        let words = (text.text ?? "").split {
            $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        return String(words.joined(separator: " ").prefix(limit))
    }
}
