import Foundation
import Localization
import Messages

/// Cloud processing: consent, key and test.
public struct CloudScreen: Screen {
    public static let template = "settings-cloud"
    public let title: String
    let banner: String
    let isGranted: Bool
    let isPending: Bool
    let record: String
    let copyVersion: String
    let hasKey: Bool
    let asks: Reconfirmation
    let ended: String?
    let calls: String?
    let result: String?

    /// - Parameters:
    ///   - calls: calls of this month; nil if they are not known.
    ///   - asks: before granting and before storing a key.
    ///   - result: the result of a connection test.
    public init(
        _ state: ConsentState, calls: Int64? = nil, asks: Reconfirmation, result: String? = nil, for reader: Reader
    ) {
        title = reader.words("settings.page.cloud")
        banner = Self.banner(state, reader)
        (isGranted, isPending, hasKey) = (state.granted, state.pending, state.hasKey)
        record = state.record.map { "\($0)" } ?? ""
        copyVersion = "\(state.copyVersion)"
        self.asks = asks
        switch state.granted ? nil : state.endedBy {
        case nil: ended = nil
        case "wording": ended = reader.words("settings.cloud.endedByWording")
        default: ended = reader.words("settings.cloud.ended")
        }
        self.calls = calls.map { reader.words("settings.cloud.calls", count: Int($0)) }
        self.result = result
    }

    /// The text of this version in the reader's language, if there is one; else the wording that names another model,
    /// if it is the one that the gateway states; else what the gateway states.
    private static func banner(_ state: ConsentState, _ reader: Reader) -> String {
        let key = "mandated.consent.\(state.copyVersion)"
        if reader.words.keys.contains(key) { return reader.words(key) }
        guard let model = state.model,
            Catalogue.shipped(.english)("mandated.consent.named", ["model": model]) == state.banner
        else { return state.banner }
        return reader.words("mandated.consent.named", ["model": model])
    }
}

/// The preview of a cloud call.
public struct CloudPreviewScreen: Screen {
    public static let template = "settings-cloud-preview"
    public let title: String
    let destination: String
    let gate: String?
    let lines: [String]
    let body: String

    public init(_ preview: PreviewedCall, for reader: Reader) {
        title = reader.words("settings.cloud.preview.title")
        (destination, body) = (preview.destination, preview.body)
        lines = SentPrompt.lines(of: preview.body)
        gate = preview.gate.map { gate in
            let key = "settings.cloud.preview.gate.\(gate)"
            return reader.words(reader.words.keys.contains(key) ? key : "settings.cloud.preview.gate.any")
        }
    }
}

/// The receipts of the calls to the cloud.
public struct ReceiptsScreen: Screen {
    public static let template = "receipts"
    public let title: String
    let receipts: [Entry]
    let isEmpty: Bool
    let calls: String?
    let older: String?

    /// One receipt.
    struct Entry: Sendable {
        let id: String
        let date: String
        let destination: String
        let outcome: String
        let lines: [String]
        let body: String
        let bytes: String
    }

    /// - Parameter calls: calls of this month; nil if they are not known.
    public init(
        _ receipts: [Receipt], calls: Int64? = nil, at date: (Milliseconds) -> String, older: String?,
        for reader: Reader
    ) {
        title = reader.words("settings.page.receipts")
        self.receipts = receipts.map { receipt in
            Entry(
                id: "\(receipt.id)", date: date(receipt.at), destination: receipt.destination,
                outcome: Self.outcome(receipt.outcome, reader), lines: SentPrompt.lines(of: receipt.body),
                body: receipt.body,
                bytes: reader.words(
                    "receipts.bytes", ["bytes": reader.formats.number(Double(receipt.body.utf8.count))]))
        }
        isEmpty = receipts.isEmpty
        self.calls = calls.map { reader.words("settings.cloud.calls", count: Int($0)) }
        self.older = older
    }

    /// The outcome in words, if the catalogue has them; with the reason for a refused reply.
    private static func outcome(_ outcome: String, _ reader: Reader) -> String {
        if outcome.hasPrefix("secondWall: ") {
            let key = "receipts.reason.\(outcome.dropFirst("secondWall: ".count))"
            let reason = reader.words.keys.contains(key) ? reader.words(key) : String(outcome.dropFirst(12))
            return reader.words("receipts.outcome.wall", ["reason": reason])
        }
        let key = "receipts.outcome.\(outcome)"
        return reader.words.keys.contains(key) ? reader.words(key) : outcome
    }
}

/// The lines of the prompt inside a request body, for people who do not read JSON.
enum SentPrompt {
    /// Empty for a body of an unknown form; the page then shows the raw body only.
    static func lines(of body: String) -> [String] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] else { return [] }
        let messages = object["messages"] as? [[String: Any]]
        let text = object["input"] as? String ?? messages?.last?["content"] as? String
        return (text ?? "").split(separator: "\n").map(String.init)
    }
}
