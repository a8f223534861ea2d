/// Finds e-mail addresses, URLs, bare domains and IP addresses.
struct LinkScanner {
    private let scalars: [Unicode.Scalar]
    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    func spans() -> [Redaction.Span] {
        var spans: [Redaction.Span] = []
        var index = 0
        while index < scalars.count {
            if let span = url(at: index) ?? ip(at: index) ?? domain(at: index) {
                spans.append(span)
                index = span.range.upperBound
            } else if scalars[index] == "@", let span = email(around: index, after: spans.last?.range.upperBound ?? 0) {
                // A domain found before the "@" is the local part of the address and is replaced.
                if let last = spans.last, last.range.upperBound > span.range.lowerBound { spans.removeLast() }
                spans.append(span)
                index = span.range.upperBound
                if let secret = secret(after: index) {
                    spans.append(secret)
                    index = secret.range.upperBound
                }
            } else {
                index += 1
            }
        }
        return spans
    }

    private func isHostPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isLetter || scalar.isDigit || scalar == "-" || scalar == "."
    }

    private func email(around at: Int, after floor: Int) -> Redaction.Span? {
        var start = at
        while start > 0,
            scalars[start - 1].isLetter || scalars[start - 1].isDigit
                || "._%+-".unicodeScalars.contains(scalars[start - 1])
        { start -= 1 }
        var end = at + 1
        while end < scalars.count, isHostPart(scalars[end]) { end += 1 }
        while end > at, scalars[end - 1] == "." || scalars[end - 1] == "-" { end -= 1 }
        while start < at, scalars[start] == "." { start += 1 }
        // "anna.k@oksbi": a payment or network address without a top-level domain. "@work" and "me@home" are none.
        if start + 3 < at, end - at > 3, scalars[start..<at].contains(where: { $0 == "." || $0 == "_" || $0.isDigit }),
            scalars[start].isLetter,
            scalars[(at + 1)..<end].allSatisfy(\.isLetter)
        {
            return Redaction.Span(kind: .email, range: start..<end)
        }
        guard start < at, let dot = scalars[at..<end].lastIndex(of: "."), end - dot > 2, dot > at + 1 else {
            return nil
        }
        return Redaction.Span(kind: .email, range: start..<end)
    }

    /// A secret after an e-mail address, as in "anna@example.org / W!nter2024".
    private func secret(after email: Int) -> Redaction.Span? {
        var start = email
        while start < scalars.count, scalars[start] == " " { start += 1 }
        guard start < scalars.count, "/:|".unicodeScalars.contains(scalars[start]) else { return nil }
        start += 1
        while start < scalars.count, scalars[start] == " " { start += 1 }
        var end = scalars[start...].prefix { !$0.isSpace }.endIndex
        while end > start, ".,;)\"'’”".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
        let token = scalars[start..<end]
        let hasInnerSign = token.dropLast().contains { "!@#$%^&*+=?".unicodeScalars.contains($0) }
        // An exclamation mark alone makes no secret ("Thanks!"); with an inner capital it does ("SecuredLogin!").
        let hasInnerCapital =
            token.last.map { !$0.isLetter && !$0.isDigit } == true
            && zip(token, token.dropFirst()).contains { !$0.isUpper && $1.isUpper }
        guard token.count >= 6, token.contains(where: \.isLetter),
            token.contains(where: \.isDigit) || hasInnerSign || hasInnerCapital,
            !["http", "www."].contains(where: { starts($0, at: start) }), !isHost(token)
        else { return nil }
        return Redaction.Span(kind: .secret, range: start..<end)
    }

    /// Whether a token is another address, such as "b@example.org".
    private func isHost(_ token: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let at = token.lastIndex(of: "@") else { return false }
        return token[at...].contains(".")
    }

    private func starts(_ text: String, at index: Int) -> Bool {
        var place = index
        for scalar in text.unicodeScalars {
            guard place < scalars.count,
                scalars[place] == scalar || scalars[place].properties.lowercaseMapping == String(scalar)
            else { return false }
            place += 1
        }
        return true
    }

    private func isBoundary(before index: Int) -> Bool {
        index == 0
            || !(scalars[index - 1].isLetter || scalars[index - 1].isDigit || scalars[index - 1] == "@"
                || scalars[index - 1] == ".")
    }

    private func url(at index: Int) -> Redaction.Span? {
        guard ["h", "H", "w", "W", "f", "F"].contains(scalars[index]), isBoundary(before: index),
            ["http://", "https://", "www.", "ftp://"].contains(where: { starts($0, at: index) })
        else { return nil }
        var end = index
        while end < scalars.count, !scalars[end].isSpace, !"<>\"“”«»".unicodeScalars.contains(scalars[end]) { end += 1 }
        while end > index, ".,;:!?)'’]".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
        return end - index > 6 ? Redaction.Span(kind: .url, range: index..<end) : nil
    }

    /// A host with a common top-level domain and its path, such as "example.com/path".
    private func domain(at index: Int) -> Redaction.Span? {
        guard scalars[index].isLetter || scalars[index].isDigit, isBoundary(before: index),
            index == 0 || scalars[index - 1] != "-"
        else { return nil }
        var end = index
        while end < scalars.count, isHostPart(scalars[end]) { end += 1 }
        guard end >= scalars.count || scalars[end] != "@" else { return nil }
        while end > index, scalars[end - 1] == "." || scalars[end - 1] == "-" { end -= 1 }
        guard let dot = scalars[index..<end].lastIndex(of: "."), dot > index + 1,
            Self.topLevel.contains(String(String.UnicodeScalarView(scalars[(dot + 1)..<end])).lowercased())
        else { return nil }
        if end < scalars.count, scalars[end] == "/" {
            while end < scalars.count, !scalars[end].isSpace { end += 1 }
            while ".,;:!?)".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
        }
        return Redaction.Span(kind: .url, range: index..<end)
    }

    private static let topLevel: Set<String> = [
        "com", "org", "net", "edu", "gov", "io", "de", "at", "ch", "uk", "fr", "es", "it", "nl", "be", "se", "no", "dk",
        "fi", "pt", "pl", "cz", "eu", "us",
        "ca",
        "au", "nz", "jp", "app", "dev", "info", "biz", "co", "me", "tv", "ee", "hu", "ro", "gr", "ru", "br", "mx",
        "int", "mil", "health", "online", "site",
    ]

    private func ip(at index: Int) -> Redaction.Span? {
        let first = scalars[index]
        guard first.isDigit || first == ":" || (first.isLatinLetter && first.properties.isASCIIHexDigit),
            index == 0 || !isAddressPart(scalars[index - 1])
        else {
            return nil
        }
        var end = index
        while end < scalars.count, isAddressPart(scalars[end]) { end += 1 }
        while end > index, scalars[end - 1] == "." { end -= 1 }
        guard end >= scalars.count || !scalars[end].isLetter else { return nil }
        let text = String(String.UnicodeScalarView(scalars[index..<end]))
        return isIPv4(text) || isIPv6(text) ? Redaction.Span(kind: .ip, range: index..<end) : nil
    }

    private func isAddressPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isASCIIHexDigit || scalar == "." || scalar == ":")
    }

    private func isIPv4(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { $0.utf8.count <= 3 && UInt8($0) != nil }
    }

    /// Whether a text is an IPv6 address: eight groups, or fewer around "::". A time of day has at most two colons and
    /// does not match.
    private func isIPv6(_ text: String) -> Bool {
        let groups = text.split(separator: ":", omittingEmptySubsequences: false)
        guard groups.count >= 3, groups.count <= 9, groups.allSatisfy({ $0.utf8.count <= 4 && !$0.contains(".") })
        else { return false }
        let isShort = text.utf8.indices.contains { index in
            let next = text.utf8.index(after: index)
            return text.utf8[index] == 0x3A && next < text.utf8.endIndex && text.utf8[next] == 0x3A
        }
        // "10::" is a typing error.
        return groups.count == 8 && !isShort || isShort && groups.filter { !$0.isEmpty }.count >= 2
    }
}
