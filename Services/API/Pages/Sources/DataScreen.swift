import Localization
import Messages

/// Bringing data: imports, sources and device tokens.
public struct DataScreen: Screen {
    public static let template = "settings-data"
    public let title: String
    let imports: [Import]
    let hasImports: Bool
    let sources: [Source]
    let hasSources: Bool
    let tokens: [Token]
    let hasTokens: Bool
    let made: String?
    let asks: Reconfirmation
    /// Why a form was refused, by its field; “form” for none of them.
    let problems: [String: String]
    let arrivals: [ArrivalLine]
    let hasArrivals: Bool
    let anchors: [Anchor]
    let hasAnchors: Bool

    /// The anchor of one kind of data from one device.
    struct Anchor: Sendable {
        let name: String
        let state: String
    }

    /// An import.
    struct Import: Sendable {
        let address: String
        let name: String
        let state: String
        let details: [String]
    }

    private static func kind(_ kind: SourceStanding.Kind) -> String {
        switch kind {
        case .watch: "ofWatch"
        case .phone: "ofPhone"
        default: "ofOther"
        }
    }

    /// A measuring source in its order of trust.
    struct Source: Sendable {
        let name: String
        let kind: String
        let counted: String
        let canRise: Bool
    }

    /// A device token.
    struct Token: Sendable {
        let id: String
        let label: String
        let scopes: String
        let used: String
    }

    /// - Parameters:
    ///   - made: the secret of a token that was just made, shown once.
    ///   - asks: before a token is made.
    ///   - arrivals: how far each kind of data reaches; empty if unknown.
    ///   - anchors: the stored anchors, from which devices continue.
    ///   - date: text of an instant.
    ///   - day: the local date of an instant.
    public init(
        imports: [ImportStatus], sources: [SourceStanding], tokens: [DeviceToken], arrivals: [KindArrival],
        anchors: [StoredAnchor] = [], made: String? = nil, asks: Reconfirmation,
        problems: [String: String] = [:],
        date: (Milliseconds) -> String, day: (Milliseconds) -> Day, for reader: Reader
    ) {
        let words = reader.words
        title = words("settings.page.data")
        self.imports = imports.prefix(20).map { Import($0, reader) }
        hasImports = !imports.isEmpty
        self.sources = sources.enumerated().map { place, source in
            Source(
                name: source.name, kind: words("data.source.\(Self.kind(source.kind))"),
                counted: source.counted.map { words("data.counted", ["steps": reader.formats.number($0)]) } ?? "",
                canRise: place > 0)
        }
        hasSources = sources.count > 1
        self.tokens = tokens.map { token in
            Token(
                id: "\(token.id)", label: token.label,
                scopes: token.scopes.map { words("data.scope.\($0)") }.joined(separator: ", "),
                used: token.used.map { words("data.used", ["date": date($0)]) } ?? words("data.unused"))
        }
        hasTokens = !tokens.isEmpty
        self.made = made
        (self.asks, self.problems) = (asks, problems)
        self.arrivals = arrivals.map { ArrivalLine($0, day: day, for: reader) }
        hasArrivals = !arrivals.isEmpty
        self.anchors = anchors.sorted { ($0.device, $0.kind) < ($1.device, $1.kind) }.map { anchor in
            Anchor(
                name: "\(anchor.device) · \(Import.name(anchor.kind, words))",
                state: words("data.anchorAt", ["date": date(anchor.at)]))
        }
        hasAnchors = !anchors.isEmpty
    }
}

extension DataScreen.Import {
    private static func reason(_ reason: String, _ words: Catalogue) -> String {
        let key = "problem.reason.\(reason)"
        return words(words.keys.contains(key) ? key : "problem.reason.unknown")
    }

    /// The name of a kind of data in the reader's language; an unknown kind keeps its name in the file.
    static func name(_ kind: String, _ words: Catalogue) -> String {
        let key = "arrivals.kind.\(kind)"
        return words.keys.contains(key) ? words(key) : kind
    }

    init(_ status: ImportStatus, _ reader: Reader) {
        let (words, formats) = (reader.words, reader.formats)
        (name, address) = (status.fileName, "/imports/\(status.job)")
        func number(_ value: Int64) -> String { formats.number(Double(value)) }
        switch status.phase {
        case .done:
            state = words(
                "data.done", ["samples": number(status.samplesNew), "days": number(status.daysChanged)])
        case .failed: state = status.problem.map { reader.sentence(file: $0) } ?? words("data.failed")
        case .undone: state = words("data.undone")
        case _ where status.waitsForSpace == true: state = words("data.waitsForSpace")
        default:
            state = words(
                "data.phase.\(status.phase)",
                [
                    "samples": number(status.samplesNew),
                    "share": status.bytesTotal.map {
                        $0 > 0 ? formats.number(100 * Double(status.bytesRead) / Double($0)) : "0"
                    } ?? "0",
                ])
        }
        var details = status.lost.sorted { $0.key < $1.key }.map { kind, count in
            words("data.lost", ["kind": Self.name(kind, words), "count": number(count)])
        }
        details += status.quarantined.sorted { $0.value > $1.value }.prefix(10).map { kind, count in
            words("data.quarantined", ["kind": Self.reason(kind, words), "count": number(count)])
        }
        details += status.unknownKinds.sorted { $0.value > $1.value }.prefix(10).map { kind, count in
            words("data.unknown", ["kind": Self.name(kind, words), "count": number(count)])
        }
        details += status.skipped.prefix(5).map { "\($0.place): \(Self.reason($0.reason, words))" }
        self.details = details
    }
}

extension Reader {
    /// The error of a file, in ingestion's English words, which name the place.
    func sentence(file problem: ImportProblem) -> String {
        guard words.language != .english else { return problem.message }
        let key = "problem.file.\(problem.code)"
        return words(words.keys.contains(key) ? key : "data.failed")
    }
}
