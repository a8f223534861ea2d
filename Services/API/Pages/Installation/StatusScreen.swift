import Localization
import Messages

extension Reader {
    /// A warning of the installation.
    /// - Parameter text: the service's English sentence, which names paths, for an operator; nil for everybody else.
    public func warning(kind: String, text: String?) -> String {
        if let text, words.language == .english { return text }
        return words.warning(kind: kind)
    }
}

extension Catalogue {
    /// A warning of the installation, without paths.
    public func warning(kind: String) -> String {
        let key = "problem.warning.\(kind)"
        return self(keys.contains(key) ? key : "problem.warning.unknown")
    }
}

extension Reader {
    /// A service's task with its name: “Health data (ingestion)”.
    public func name(of service: ServiceName) -> String {
        let key = "status.service.\(service)"
        return words.keys.contains(key) ? "\(words(key)) (\(service))" : "\(service)"
    }

    /// Language, units and zone in short: “English · Metric · Berlin”.
    /// - Parameter zone: IANA name.
    public func summary(zone: String) -> String {
        // A zone without a place, such as Etc/GMT-9, has no shorter name.
        let last = zone.hasPrefix("Etc/") ? zone : zone.split(separator: "/").last.map(String.init) ?? zone
        let place = last.replacing("_", with: " ")
        return [
            words("display.language.\(settings.language.rawValue)"),
            words("display.units.\(settings.units.rawValue)"), place,
        ].joined(separator: " · ")
    }
}

extension EraseReport {
    /// One line for each service: the number of erased rows, or that its erasure is pending.
    public func lines(for reader: Reader) -> [String] {
        services.map { entry in
            let rows = reader.formats.number(Double(entry.rows))
            let state =
                entry.done
                ? reader.words("account.erasedRows", count: Int(entry.rows), rows) : reader.words("account.pending")
            return "\(reader.name(of: entry.service)): \(state)"
        }
    }
}

/// The state of this installation: services, models, and processes that ended by themselves. No personal data.
public struct StatusScreen: Screen {
    public static let template = "settings-status"
    public let title: String
    let services: [Line]
    let models: [Line]
    /// Whether the person sees the processes that ended by themselves.
    let isOperator: Bool
    let ends: [Line]
    let hasEnds: Bool
    let warnings: [String]
    let advice: [String]
    let isFine: Bool

    /// A name and its state.
    struct Line: Sendable {
        let name: String
        let state: String
    }

    /// - Parameters:
    ///   - services: the state of each, in order; nil for a service that does not answer.
    ///   - ends: the latest first; nil for people who are no operators.
    ///   - warnings: what is wrong.
    ///   - advice: what can be safer.
    ///   - date: text of an instant.
    public init(
        _ services: [(name: ServiceName, process: ProcessQuery.Reply?)], models: [ModelStatus], ends: [ProcessEnd]?,
        warnings: [String], advice: [String] = [], date: (Milliseconds) -> String, for reader: Reader
    ) {
        let words = reader.words
        title = words("settings.page.status")
        self.services = services.map { name, process in
            let state = process.map {
                words("status.since", ["release": $0.release, "time": date($0.startedAt)])
            }
            return Line(name: reader.name(of: name), state: state ?? words("status.silent"))
        }
        self.models = models.map { model in
            let name = words("status.named.\(model.kind)")
            return Line(
                name: model.name.map { "\(name) (\($0))" } ?? name, state: words("status.state.\(model.state)"))
        }
        isOperator = ends != nil
        self.ends = (ends ?? []).map { end in
            let cause = end.cause.isEmpty ? words("status.causeUnknown") : end.cause
            return Line(
                name: end.service,
                state: words(
                    "status.ended", ["time": date(end.foundAt), "cause": cause, "release": end.release]))
        }
        hasEnds = !self.ends.isEmpty
        self.warnings = warnings
        self.advice = advice
        isFine = warnings.isEmpty && services.allSatisfy { $0.process != nil }
    }

    /// One line about the models: “Sentence model: ready · Language model: not set up · …”.
    static func line(_ models: [ModelStatus], for reader: Reader) -> String {
        models.map { model in
            "\(reader.words("status.model.\(model.kind)")): \(reader.words("status.state.\(model.state)"))"
        }
        .joined(separator: " · ")
    }
}
