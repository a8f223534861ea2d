extension Catalogue {
    /// Keys below `problem.said` by the sentences that services and routes say in English. What a service answers is for
    /// programs, too, and stays the same whoever asks; so the sentence itself is the key.
    private static let sentences: (exact: [String: String], templates: [(PhraseTemplate, key: String)]) = {
        var (exact, templates) = ([String: String](), [(PhraseTemplate, key: String)]())
        for (key, entry) in Catalogue.shipped(.english).entries where key.hasPrefix("problem.said.") {
            guard case .phrase(let template) = entry else { continue }
            if template.placeholders.isEmpty {
                exact[template.filled([:])] = key
            } else {
                templates.append((template, key))
            }
        }
        return (exact, templates.sorted { $0.key < $1.key })
    }()

    /// The sentence in this language that says what an English sentence of a service says; nil if there is none.
    public func said(_ sentence: String) -> String? {
        if let key = Self.sentences.exact[sentence] { return self(key) }
        for (template, key) in Self.sentences.templates {
            if let values = template.values(in: sentence) { return self(key, values) }
        }
        return nil
    }
}

extension PhraseTemplate {
    /// What the placeholders stand for in a text that this phrase makes; nil if it does not make it. A placeholder
    /// takes as little as the text after it allows.
    func values(in text: String) -> [String: String]? {
        var (values, rest, open) = ([String: String](), text[...], String?.none)
        for part in parts {
            switch part {
            case .placeholder(let name): open = name
            case .text(let fixed):
                guard let name = open else {
                    guard rest.hasPrefix(fixed) else { return nil }
                    rest = rest.dropFirst(fixed.count)
                    continue
                }
                guard let found = rest.firstRange(of: fixed), found.lowerBound > rest.startIndex else { return nil }
                (values[name], open) = (String(rest[..<found.lowerBound]), nil)
                rest = rest[found.upperBound...]
            }
        }
        if let name = open {
            guard !rest.isEmpty else { return nil }
            values[name] = String(rest)
            return values
        }
        return rest.isEmpty ? values : nil
    }
}
