import ArgumentParser
import Foundation
import Messages

/// `pulsum consent`: shows or changes the consent to cloud phrasing.
struct ConsentCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent", abstract: "Shows, gives or withdraws consent to phrasing by a cloud model.")
    enum Change: String, ExpressibleByArgument, CaseIterable { case on, off }
    @Argument(help: "on or off; nothing shows the state.") var change: Change?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        var state = try await session.bus.request(ConsentQuery(user: person.user))
        if let change {
            if change == .on { Terminal.tell(state.banner) }
            state = try await session.bus.request(
                SetConsent(
                    user: person.user, granted: change == .on, copyVersion: state.copyVersion, at: person.at,
                    follows: state.record),
                budget: .seconds(30))
            await session.record(change == .on ? .consentGiven : .consentWithdrawn, of: person.user)
        }
        try output.print(state) { state in
            var text =
                state.granted ? "Consent is given." : "Consent is not given; everything stays on this machine."
            if state.endedBy == "restore" { text += " It ended because a backup was restored." }
            if state.endedBy == "wording" { text += " It was given for another provider or model." }
            if state.pending { text += " A call in flight ends first." }
            if !state.hasKey { text += " No key is stored; “pulsum key” stores one." }
            return text
        }
    }
}

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Stores the API key of the cloud model; read from standard input, never shown.")
    @Flag(help: "Removes the stored key.") var remove = false
    @OptionGroup var whose: PersonOption
    @OptionGroup var common: Common

    func run() async throws {
        let key = remove ? "" : (Terminal.secret("API key: ") ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard remove || !key.isEmpty else {
            throw CLIError(
                "No key was given; type it, or send it through a pipe. “pulsum key --remove” removes the stored one.")
        }
        try await common.connected { session in
            let account = try await session.user(whose.user)
            _ = try await session.bus.request(SetCloudKey(user: account.user, key: key))
            await session.record(remove ? .keyRemoved : .keySet, of: account.user)
            Terminal.say(remove ? "The key is removed." : "The key is stored, encrypted.")
        }
    }
}

/// `pulsum cloud preview` and `pulsum cloud usage`.
struct CloudCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud", abstract: "Shows what would leave this machine, and how often something did.",
        subcommands: [CloudPreviewCommand.self, CloudUsageCommand.self])
}

struct CloudPreviewCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "Shows what a chat message would send to the cloud model now; sends nothing.")
    @Option(help: "Topic of the message, such as sleep; by default what stands out today.") var topic: String?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func validate() throws {
        guard let topic, !Topic.names.contains(where: { $0.name == topic }) else { return }
        throw ValidationError("A topic is one of: \(Topic.names.map(\.name).joined(separator: ", ")).")
    }

    func run(_ session: Session, _ person: Person) async throws {
        let query = CloudPreview(
            user: person.user, at: person.at, today: person.today,
            topic: topic.flatMap { name in Topic.names.first { $0.name == name }?.value })
        try output.print(try await session.bus.request(query)) { reply in
            let state = reply.gate.map { "It would stay here; the gate is “\($0)”." } ?? "A chat message may send it."
            return "To \(reply.destination), at most:\n\(reply.body)\n\(state)"
        }
    }
}

struct CloudUsageCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage", abstract: "Counts the calls to the cloud model this month.")
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        let usage = CloudUsage(user: person.user, since: person.monthStart)
        try output.print(try await session.bus.request(usage)) { reply in
            reply.calls == 1 ? "1 call this month." : "\(reply.calls) calls this month."
        }
    }
}

struct ReceiptsCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipts", abstract: "Shows the bytes that left this machine, all of them, newest first.")
    @Option(help: "Shows at most so many.") var limit: Int?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        var query = ReceiptsQuery(user: person.user)
        var receipts: [Receipt] = []
        while receipts.count < limit ?? .max {
            let page = try await session.bus.request(query).receipts
            receipts += page
            guard page.count == ReceiptsQuery.limit, let last = page.last else { break }
            (query.before, query.beforeID) = (last.at, last.id)
        }
        try output.print(ReceiptsQuery.Reply(receipts: Array(receipts.prefix(limit ?? .max)))) { reply in
            guard !reply.receipts.isEmpty else { return "Nothing has left this machine." }
            return reply.receipts.map { receipt in
                let time = Date(timeIntervalSince1970: Double(receipt.at) / 1000).formatted(.iso8601)
                return
                    "\(time)  \(receipt.destination)  \(receipt.outcome)  consent \(receipt.consentVersion)\n\(receipt.body)"
            }.joined(separator: "\n\n")
        }
    }
}
