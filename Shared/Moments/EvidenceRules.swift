import Messages

/// Rates a source by its publisher (COA-2).
///
/// Hosts match by whole domain labels from the right, never by substring. The more specific rule wins: `harvard.edu`
/// over `edu`.
public enum EvidenceRules {
    /// Public health bodies and indexes of reviewed research.
    static let strong = [
        "gov", "nih.gov", "pubmed.ncbi.nlm.nih.gov", "edu", "who.int", "cochrane.org", "cochranelibrary.com",
    ]
    /// Journals' own sites and the registry of their identifiers, clinics that publish for patients, and the OECD.
    static let medium = [
        "nature.com", "sciencedirect.com", "mayoclinic.org", "harvard.edu", "clevelandclinic.org",
        "hopkinsmedicine.org", "nejm.org", "thelancet.com",
        "bmj.com", "doi.org", "oecd.org", "karger.com",
        "jamanetwork.com", "science.org", "cell.com", "plos.org", "frontiersin.org", "springer.com", "wiley.com",
        "oup.com", "apa.org", "heart.org", "nhs.uk",
    ]
    /// Path segments of paid recommendations.
    private static let paidPaths = [
        "advertorial", "affiliate", "affiliates", "sponsored", "sponsored-content", "partner-content", "paid-post",
        "brandvoice",
    ]
    /// Link shorteners of affiliate programmes.
    private static let paidHosts = ["amzn.to", "shareasale.com", "clickbank.net", "awin1.com", "rstyle.me"]
    /// Query fields by which affiliate programmes count sales.
    private static let paidFields = [
        "aff", "affid", "aff_id", "affiliate", "affiliate_id", "irclickid", "awc", "ascsubtag",
    ]

    private static let badges: [String: EvidenceBadge] =
        Dictionary(strong.map { ($0, .strong) } + medium.map { ($0, .medium) }) { first, _ in first }

    /// The badge of a source; weak if it is absent or not a valid address.
    public static func badge(for url: String?) -> EvidenceBadge {
        guard let parts = url.flatMap(WebAddress.init) else { return .weak }
        // From the whole host to its last label, so the first match is the most specific.
        for start in parts.labels.indices {
            if let badge = badges[parts.labels[start...].joined(separator: ".")] { return badge }
        }
        return .weak
    }

    /// The badge of a source whose kind a library states: guidelines and reviews are strong, single studies and pages
    /// for the public medium. A stated kind never lifts a publisher that is graded weak, because anybody can state one.
    /// Without a kind the publisher decides alone.
    public static func badge(for url: String?, kind: SourceKind?) -> EvidenceBadge {
        let publisher = badge(for: url)
        guard let kind, publisher != .weak else { return publisher }
        return [.guideline, .review].contains(kind) ? .strong : .medium
    }

    /// Whether a URL is an affiliate link or an advertorial. Libraries must not contain any.
    public static func isAdvertising(_ url: String) -> Bool {
        guard let parts = WebAddress(url) else { return false }
        if paidHosts.contains(where: parts.isWithin) { return true }
        if parts.path.contains(where: paidPaths.contains) { return true }
        // Amazon's affiliate tag. On other hosts `tag` is an ordinary field.
        if parts.labels.contains("amazon"), parts.fields["tag"] != nil { return true }
        return parts.fields.contains {
            paidFields.contains($0.key) || ($0.key == "utm_medium" && paidPaths.contains($0.value))
        }
    }
}
