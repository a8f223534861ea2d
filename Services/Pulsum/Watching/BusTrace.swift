import ArgumentParser
import Bus
import Foundation
import Messages

/// `pulsum bus trace`: the path of a request through the processes.
struct BusTraceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Shows the spans of a request and its events across processes; without ID the latest traces.",
        discussion:
            "The ID is the X-Trace-ID of an API response, or a request's. Processes keep the last 2,048 spans in memory: "
            + "requests of the API and of this command line, failed ones, and those of half a second or more.")
    @Argument(help: "A trace or a request, 32 hexadecimal digits.") var id: String?
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run() async throws {
        let id = try id.map { text in
            guard let id = TraceID(text) else { throw ValidationError("\(text) is not an ID: 32 hexadecimal digits.") }
            return id
        }
        try await common.connected { session in
            let (spans, silent) = await session.spans(id)
            guard !output.json else { return try output.print(TraceQuery.Reply(spans: spans)) { _ in "" } }
            Terminal.say(id == nil ? Self.list(spans) : Self.tree(spans))
            if !silent.isEmpty {
                Terminal.tell(
                    "No answer from \(silent.map(\.rawValue).joined(separator: ", ")): something may be missing.")
            }
        }
    }

    /// The latest 20 traces, newest last.
    static func list(_ spans: [Span]) -> String {
        var table = TextTable(["trace", "began", "asked", "ms", "requests", ""], right: [3, 4])
        let traces = Dictionary(grouping: spans, by: \.trace).values.compactMap { spans in
            spans.min { ($0.at, $0.role.rawValue) < ($1.at, $1.role.rawValue) }.map { (first: $0, spans: spans) }
        }
        for (first, spans) in traces.sorted(by: { $0.first.at < $1.first.at }).suffix(20) {
            let time = Date(timeIntervalSince1970: Double(first.at) / 1e6).formatted(
                .iso8601.time(includingFractionalSeconds: true))
            let failed = spans.contains { $0.failure != nil }
            table.add(
                "\(first.trace)", time,
                "\([.answered, .consumed].contains(first.role) ? first.service : first.peer) \(MessageType(first.type))",
                milliseconds(length(spans)),
                "\(Set(spans.map(\.request)).count)", failed ? "failed" : "")
        }
        return traces.isEmpty ? "Nothing is remembered yet." : table.text
    }

    /// A tree of requests and events (⇒); the parent is the request whose handler sent or committed them.
    static func tree(_ spans: [Span]) -> String {
        guard let start = spans.map(\.at).min() else {
            return
                "Nobody remembers this ID: it is too old, its processes were restarted, or it was neither asked by a person nor slow nor failed."
        }
        // Each attempt is one line.
        let lines = Dictionary(grouping: spans) { Hop(request: $0.request, attempt: $0.attempt) }
        let begins = lines.mapValues { $0.map(\.at).min() ?? start }
        let owners = Dictionary(
            spans.filter { $0.own != 0 }.map { ($0.own, Hop(request: $0.request, attempt: $0.attempt)) },
            uniquingKeysWith: { first, _ in first })
        var children: [Hop?: [Hop]] = [:]
        for (hop, spans) in lines {
            children[spans.first.flatMap { owners[$0.parent] }.flatMap { $0 == hop ? nil : $0 }, default: []].append(
                hop)
        }
        var text: [String] = []
        func add(_ parent: Hop?, _ depth: Int) {
            for hop in (children[parent] ?? []).sorted(by: {
                (begins[$0] ?? 0, $0.attempt) < (begins[$1] ?? 0, $1.attempt)
            }) {
                text.append(String(repeating: "  ", count: depth) + line(lines[hop] ?? [], start))
                // A span cannot be its own ancestor; the limit only guards against corrupt numbers.
                if depth < 64 { add(hop, depth + 1) }
            }
        }
        add(nil, 0)
        let events = Set(spans.filter { [.committed, .consumed].contains($0.role) }.map(\.request)).count
        let requests = Set(spans.map(\.request)).count - events
        return
            "Trace \(spans[0].trace), \(requests) requests, \(events == 0 ? "" : "\(events) events, ")\(milliseconds(length(spans))) ms\n\n"
            + text.joined(separator: "\n")
    }

    private struct Hop: Hashable {
        let request: TraceID
        let attempt: Int32
    }

    private static func line(_ spans: [Span], _ start: Microseconds) -> String {
        func only(_ role: Span.Role) -> Span? { spans.first { $0.role == role } }
        if spans.contains(where: { [.committed, .consumed].contains($0.role) }) { return eventLine(spans, start) }
        let (asked, passed, answered) = (only(.asked), only(.passed), only(.answered))
        guard let any = asked ?? passed ?? answered else { return "" }
        let caller = asked?.service ?? answered?.peer
        let answerer = answered?.service ?? asked?.peer ?? passed?.peer
        var parts = ["+\(milliseconds((spans.map(\.at).min() ?? start) - start)) ms"]
        parts.append("\(caller.map { "\($0) → " } ?? "")\(answerer.map { "\($0)" } ?? "?") \(MessageType(any.type))")
        if let asked { parts.append("\(milliseconds(asked.duration)) ms in all") }
        if let passed { parts.append("\(milliseconds(passed.waited)) ms in the queue") }
        if let answered { parts.append("\(milliseconds(answered.duration)) ms at \(answered.service)") }
        if any.attempt > 0 { parts.append("attempt \(any.attempt + 1)") }
        if let failure = answered?.failure ?? asked?.failure ?? passed?.failure { parts.append("\(failure)") }
        return parts.joined(separator: "  ")
    }

    /// A line for an event: time of the commit, time at the consumer, number of earlier refusals.
    private static func eventLine(_ spans: [Span], _ start: Microseconds) -> String {
        let (committed, consumed) = (spans.first { $0.role == .committed }, spans.filter { $0.role == .consumed })
        guard let any = committed ?? consumed.first else { return "" }
        let (producer, consumer) = committed.map { ($0.service, $0.peer) } ?? (any.peer, any.service)
        var parts = [
            "+\(milliseconds((spans.map(\.at).min() ?? start) - start)) ms",
            "\(producer) ⇒ \(consumer) \(MessageType(any.type))",
        ]
        if let last = consumed.max(by: { $0.at < $1.at }) {
            if let committed { parts.append("\(milliseconds(max(0, last.at - committed.at))) ms on its way") }
            parts.append("\(milliseconds(last.duration)) ms at \(consumer)")
            let refusals = consumed.count { $0.failure != nil }
            if refusals > 0 {
                parts.append(
                    "\(refusals == 1 ? "refused once" : "refused \(refusals) times")\(last.failure.map { ", \($0)" } ?? "")"
                )
            }
        } else {
            parts.append("committed; \(consumer) does not remember it")
        }
        return parts.joined(separator: "  ")
    }

    private static func length(_ spans: [Span]) -> Int64 {
        (spans.map { $0.at + $0.duration }.max() ?? 0) - (spans.map(\.at).min() ?? 0)
    }
    private static func milliseconds(_ microseconds: Int64) -> String { Amount.number(Double(microseconds) / 1000, 2) }
}

extension Session {
    /// The spans recorded by the broker and the services, and the processes that did not reply.
    fileprivate func spans(_ id: TraceID?) async -> ([Span], silent: [ServiceName]) {
        await withTaskGroup { group in
            for service in Topology.processes {
                group.addTask { [bus] in
                    (service, try? await bus.request(TraceQuery(id: id), to: service, budget: .seconds(2)).spans)
                }
            }
            var (spans, silent): ([Span], [ServiceName]) = ([], [])
            for await (service, found) in group {
                if let found { spans += found } else { silent.append(service) }
            }
            return (
                spans.filter { MessageType($0.type) != TraceQuery.type }.sorted { $0.at < $1.at },
                silent.sorted { $0.rawValue < $1.rawValue }
            )
        }
    }
}
