import ArgumentParser
import Foundation
import Messages
import Storage

/// `pulsum rows`: rows that decide who may do what, and that no process of this release wrote.
struct RowsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows",
        abstract: "Lists rows that grant something and have no proof; lets them count no more, and hides content.",
        discussion: """
            Sessions, tokens, consents, accounts and other rows that decide who may do what carry a proof, which only a \
            process with the master key can make. A database that an older release made also has rows without one, and \
            names, labels and verdicts in the clear.
            """,
        subcommands: [ListCommand.self, SealCommand.self], defaultSubcommand: ListCommand.self)

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the rows without a proof.")
        @OptionGroup var common: Common

        func run() async throws {
            try await common.connected { session in
                let states = try await RowsCommand.states(session)
                try await RowsCommand.show(states, session)
            }
        }
    }

    struct SealCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "seal",
            abstract:
                "Gives proofs to the rows without one, after you have confirmed them, accepts no others, and hides content.",
            discussion: """
                Say it once after an update from a release that does not hide content, when every process runs this \
                release: an older one cannot start afterwards. Read the list first: sealing cannot tell a planted row \
                from a real one, and gives both a proof. It may be interrupted and repeated.
                """)
        @Flag(help: "Confirms whatever rows there are, without a question.") var yes = false
        @OptionGroup var common: Common

        func run() async throws {
            try await common.connected { session in
                let states = try await RowsCommand.states(session)
                try await RowsCommand.show(states, session)
                let open = states.filter { $0.state.isSealed != true }
                guard !open.isEmpty else { return }
                let count = Int64(open.reduce(0) { $0 + ($1.state.areRefused ? 0 : $1.state.rows.count) })
                guard yes || count == 0 || Terminal.agrees("Are all of these \(Amount.count(count)) rows yours?") else {
                    throw CLIError(
                        "Nothing was changed. End what is not yours (“pulsum token revoke”, sessions in the settings, “pulsum consent off”), and repeat the command."
                    )
                }
                for (service, state) in open {
                    let seen = UnprovenRows.digest(of: state.rows.map { Data($0.digest) })
                    let reply = try await session.bus.request(
                        RequireRowProofs(confirmed: yes ? nil : Array(seen)), to: service)
                    Terminal.say("\(service): \(Amount.count(reply.proved)) rows got a proof; content is hidden now.")
                }
                Terminal.say(
                    "From now on a row without a proof counts as absent, and no content is in the clear. To make copies of the database from before worthless, rotate the master key (“pulsum master-key rotate”) and delete old backups."
                )
            }
        }
    }

    private typealias State = (service: ServiceName, state: UnprovenRowsQuery.Reply)

    private static func states(_ session: Session) async throws -> [State] {
        var states: [State] = []
        for service in Topology.services {
            var state = try await session.bus.request(UnprovenRowsQuery(), to: service)
            while let place = state.next {
                let page = try await session.bus.request(UnprovenRowsQuery(place: place), to: service)
                state.rows += page.rows
                state.next = page.next
            }
            states.append((service, state))
        }
        return states
    }

    private static func show(_ states: [State], _ session: Session) async throws {
        let names = Dictionary(
            try await session.bus.request(ListAccounts()).accounts.map { ($0.user, $0.name) }, uniquingKeysWith: { $1 })
        for (service, state) in states where !state.rows.isEmpty {
            var table = TextTable(["table", "account", "row"])
            for row in state.rows {
                table.add(row.table, row.user.map { names[$0] ?? "\($0)" } ?? "", text(row))
            }
            Terminal.say(
                "\(service), \(Amount.count(Int64(state.rows.count))) rows without a valid proof\(state.areRefused ? ", which count as absent" : ""):\n\(table.text)"
            )
        }
        func say(_ states: [State], _ state: String) {
            guard !states.isEmpty else { return }
            let services = states.map(\.service.rawValue).joined(separator: ", ")
            Terminal.say("\(state) in \(services); “pulsum rows seal” ends that.")
        }
        let open = states.filter { $0.state.isSealed != true }
        say(open.filter { !$0.state.areRefused }, "Rows without a proof still count")
        say(open, "What an earlier release reads is in the clear")
        if open.isEmpty { Terminal.say("Every service requires proofs and hides content.") }
    }

    /// Columns with instants, milliseconds since 1970.
    private static let instants: Set = ["created", "expires", "confirmed", "used", "at", "lifted"]

    private static func text(_ row: UnprovenRow) -> String {
        zip(row.columns, row.values).map { column, value in
            guard instants.contains(column), let at = Double(value) else { return "\(column) \(value)" }
            return "\(column) \(Date(timeIntervalSince1970: at / 1000).formatted(.iso8601))"
        }.joined(separator: ", ")
    }
}
