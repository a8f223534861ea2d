import Messages

/// A mark by which days are compared: a circumstance, or a tag in the person's own words.
public enum DayMark: Equatable, Sendable {
    case flag(ContextFlag)
    case own(String)

    private static let prefix = "own:"

    /// - Parameter value: the name of a flag, or `own:` and a tag.
    public init?(_ value: String) {
        if value.hasPrefix(Self.prefix) {
            guard let tag = OwnTag.kept(String(value.dropFirst(Self.prefix.count))) else { return nil }
            self = .own(tag)
        } else {
            guard let flag = ContextFlag(name: value) else { return nil }
            self = .flag(flag)
        }
    }

    /// The value of a form for it.
    var value: String {
        switch self {
        case .flag(let flag): "\(flag)"
        case .own(let tag): Self.prefix + tag
        }
    }

    func name(for reader: Reader) -> String {
        switch self {
        case .flag(let flag): reader.words("flag.\(flag)")
        case .own(let tag): tag
        }
    }
}
