import Localization
import Messages

/// The state of the installation for its operators: numbers and names of services. Nothing in it is about a person.
public struct OperatorsScreen: Screen {
    public static let template = "operators"
    public let title: String
    let services: [Row]
    let warnings: [String]
    let isFine: Bool
    let bus: String
    let backup: String
    let backupAge: String
    let counts: [Count]
    /// True if the person has no pages of their own, which would offer to sign out.
    let offersSignOut: Bool

    /// A service: its state, releases, requests in progress and waiting.
    struct Row: Sendable {
        let name: String
        let state: String
        let release: String
        let running: String
        let waiting: String
    }

    /// A number with its name.
    struct Count: Sendable {
        let name: String
        let number: String
    }

    /// - Parameters:
    ///   - services: the process of each, in order; nil for one that does not answer.
    ///   - bus: the broker's state; nil if it does not answer.
    ///   - counts: numbers by the last part of their phrase's key.
    ///   - backup: ms since 1970; nil if none is known.
    ///   - date: text of an instant.
    public init(
        _ services: [(name: ServiceName, process: ProcessQuery.Reply?)], bus: BusStatus.Reply?, warnings: [String],
        counts: [(key: String, number: Int)], backup: Milliseconds?, at now: Milliseconds,
        offersSignOut: Bool, date: (Milliseconds) -> String, for reader: Reader
    ) {
        let words = reader.words
        title = words("operators.title")
        self.services = services.map { name, process in
            let status = bus?.services.first { $0.service == name }
            let running = status.map { $0.workers.reduce(0) { $0 + Double($1.inFlight) } }
            let state = process.map { words("operators.since", ["time": date($0.startedAt)]) }
            return Row(
                name: reader.name(of: name), state: state ?? words("status.silent"),
                release: process?.release ?? "–", running: running.map { reader.formats.number($0) } ?? "–",
                waiting: status.map { reader.formats.number(Double($0.queued)) } ?? "–")
        }
        self.warnings = warnings
        isFine = warnings.isEmpty && bus != nil && services.allSatisfy { $0.process != nil }
        self.bus =
            bus.map { words("operators.broker", ["release": $0.release, "time": date(now - $0.uptime)]) }
            ?? words("operators.brokerSilent")
        self.backup = backup.map { words("account.backupAt", ["date": date($0)]) } ?? words("account.backupNone")
        backupAge =
            backup.map { made in
                let days = Int(max(0, now - made) / 86_400_000)
                return words("operators.backupAge", count: days, reader.formats.number(Double(days)))
            } ?? ""
        self.counts = counts.map {
            Count(name: words("operators.count.\($0.key)"), number: reader.formats.number(Double($0.number)))
        }
        self.offersSignOut = offersSignOut
    }
}
