import ArgumentParser
import Messages

/// `pulsum fence`: the hosts of gateways on a PostgreSQL database, and the operator's word that one of them is off.
struct FenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fence",
        abstract: "Lists the hosts that call the cloud, or declares one of them off (PostgreSQL).",
        discussion: """
            A withdrawal of consent waits for the calls of every host. A host that cannot be reached keeps it pending; \
            “pulsum status” names it. By declaring it fenced you say that its machine is off, or cut from the network \
            until its gateways have ended: its calls count as over, and it calls nobody until its machine has started \
            again, or until --lift. A machine that may be paused, such as a virtual one, must be off: cut from the \
            network, it may go on with a call later.
            """)
    @Argument(help: "The host: its id, or its name if no other has it. Without it the hosts are listed.")
    var host: String?
    @Flag(help: "Confirms that the machine is off, or cut from the network until its gateways have ended.")
    var yes = false
    @Flag(help: "Lets a fenced host call again, after its gateways were restarted.") var lift = false
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func validate() throws {
        if host == nil, yes || lift { throw ValidationError("Name the host; “pulsum fence” lists them.") }
        if yes, lift { throw ValidationError("--lift needs no --yes.") }
    }

    func run() async throws {
        try await common.connected { session in
            let reply = try await session.bus.request(HostsQuery())
            guard let host else { return try output.print(reply, HostText.table) }
            let chosen = try Self.choose(host, from: reply.hosts)
            guard yes || lift else {
                throw CLIError(
                    "\(HostText.name(chosen)): last sign of life \(HostText.silence(chosen)) ago, \(Amount.count(chosen.openReceipts)) calls that may be in flight. Switch its machine off, or cut it from the network until its gateways have ended (if it may be paused, only off will do); then say “pulsum fence \(chosen.id) --yes”."
                )
            }
            let people = try await session.bus.request(FenceHost(host: chosen.id, lifts: lift)).people
            for person in people { await session.record(.hostFenced, of: person) }
            Terminal.say(
                lift
                    ? "\(HostText.name(chosen)) may call again."
                    : "\(HostText.name(chosen)) is fenced; calls of \(people.count == 1 ? "one person" : "\(Amount.count(Int64(people.count))) people") count as over. Keep it off the network until its gateways have ended."
            )
        }
    }

    /// The host with this id or name.
    static func choose(_ text: String, from hosts: [GatewayHost]) throws(CLIError) -> GatewayHost {
        let found = hosts.filter { "\($0.id)" == text.lowercased() || $0.name == text }
        guard let host = found.first else {
            throw CLIError("There is no host \(text); “pulsum fence” lists them.")
        }
        guard found.count == 1 else {
            throw CLIError(
                "Several hosts are called \(text), such as one machine before and after a restart; give the id: \(found.map { "\($0.id)" }.joined(separator: ", "))."
            )
        }
        return host
    }
}
