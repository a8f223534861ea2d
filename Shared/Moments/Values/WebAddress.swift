/// The parts of an `http(s)` URL that the evidence rules use, parsed strictly (RFC 3986, section 3): text before `@` is
/// not part of the host.
struct WebAddress {
    /// Labels of the host, lower case, without a trailing dot.
    let labels: [String]
    /// Path segments, lower case.
    let path: [String]
    /// Query fields, lower case.
    let fields: [String: String]

    /// nil unless the text is a URL with a named host.
    init?(_ text: String) {
        let text = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix),
            !text.contains(where: { $0.isWhitespace || $0 == "\\" })
        else { return nil }
        let rest = text.dropFirst(scheme.count)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let authority = rest[..<end].split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let host = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        let labels = (host.hasSuffix(".") ? host.dropLast() : host).split(
            separator: ".", omittingEmptySubsequences: false
        ).map(String.init)
        guard labels.count >= 2,
            labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } })
        else { return nil }
        self.labels = labels
        let tail = rest[end...].prefix { $0 != "#" }
        let halves = tail.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = (halves.first ?? "").split(separator: "/").map(String.init)
        fields = Dictionary(
            (halves.count > 1 ? halves[1] : "").split(separator: "&").map { pair in
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return (sides[0], sides.count > 1 ? sides[1] : "")
            }
        ) { first, _ in first }
    }

    /// Whether the host is `domain` or a subdomain of it.
    func isWithin(_ domain: String) -> Bool {
        labels.suffix(domain.split(separator: ".").count).joined(separator: ".") == domain
    }
}
