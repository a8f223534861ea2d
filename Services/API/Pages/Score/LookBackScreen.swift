/// The links to the pages about past days.
public struct LookBackScreen: Screen {
    public static let template = "look-back"
    public let title: String
    let trends: [Entry]
    let entries: String

    /// A trend with its latest value.
    struct Entry: Sendable {
        let text: String
        let value: String
        let address: String
        let explained: Glossary.Link?
    }

    /// - Parameters:
    ///   - latest: latest value of each subject with its day, as text; nil for none.
    ///   - entries: number of journal entries of the last days, as a phrase.
    public init(latest: [(subject: TrendSubject, value: String)], entries: String, for reader: Reader) {
        title = reader.words("nav.lookBack")
        trends = latest.map {
            Entry(
                text: reader.words($0.subject == .score ? "trends.score" : "signal.\($0.subject.key)"), value: $0.value,
                address: "/trends?metric=\($0.subject.key)", explained: reader.explained($0.subject.key))
        }
        self.entries = entries
    }
}
