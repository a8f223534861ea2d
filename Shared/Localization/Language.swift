import Messages

/// A language that the words of Pulsum exist in. Separate from the region, which decides on dates.
public enum Language: String, CaseIterable, Codable, Sendable {
    case english = "en"
    case german = "de"

    /// The best of the languages that a browser asks for; nil if it asks for none of ours.
    /// - Parameter header: `Accept-Language` (RFC 9110 §12.5.4), for example `de-AT,de;q=0.9,en;q=0.8`.
    public static func preferred(_ header: String) -> Language? {
        let ranges = header.split(separator: ",").prefix(32).map { range -> (tag: Substring, quality: Double) in
            let parts = range.split(separator: ";").map { $0.trimming { $0 == " " } }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (parts.first ?? "", quality)
        }
        // The sort is stable: among equal qualities the first range wins.
        for (tag, quality) in ranges.sorted(by: { $0.quality > $1.quality }) where quality > 0 {
            if let language = Language(tag: tag) { return language }
        }
        return nil
    }

    /// The language of a BCP 47 tag such as `de-AT`; nil if it is none of ours.
    public init?(tag: some StringProtocol) {
        self.init(rawValue: String(tag.split(separator: "-").first ?? "").lowercased())
    }

    /// Identifier of the locale whose separators numbers have. A sentence and its numbers are in one language: English
    /// words have “1,690.5” in every region. A region counts where it writes the language in its own way: German has
    /// “1’690.5” in Switzerland and Liechtenstein (Unicode CLDR).
    /// - Parameter region: ISO 3166 alpha-2.
    func numberLocale(in region: String) -> String {
        switch self {
        case .english: "en"
        case .german: ["CH", "LI"].contains(region) ? "de_\(region)" : "de"
        }
    }

    /// The plural category of a whole number (Unicode CLDR plural rules, cardinal): English and German know two.
    public func plural(_ count: Int) -> PluralCategory { count == 1 ? .one : .other }
}

/// A plural category of Unicode CLDR.
public enum PluralCategory: String, CaseIterable, Sendable {
    case one, other
}

extension Substring {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
        let start = drop(while: isTrimmed)
        return start.lastIndex { !isTrimmed($0) }.map { start[...$0] } ?? ""
    }
}
