import Messages

/// Formats the hosts of gateways for `pulsum fence` and `pulsum status`.
enum HostText {
    static func name(_ host: GatewayHost) -> String { "\(host.name) (\(host.id))" }
    static func silence(_ host: GatewayHost) -> String { Amount.time(Double(max(host.silence, 0)) / 1000) }

    static func table(_ reply: HostsQuery.Reply) -> String {
        guard !reply.hosts.isEmpty else {
            return "There are no hosts to tell apart: all gateways are on this machine, on an SQLite file."
        }
        var table = TextTable(["host", "name", "last sign of life", "in flight", "holds back", ""], right: [3, 4])
        for host in reply.hosts.sorted(by: { $0.silence < $1.silence }) {
            table.add(
                "\(host.id)", host.name, "\(silence(host)) ago", "\(host.openReceipts)", "\(host.pending)",
                host.fenced == nil ? "" : "fenced")
        }
        return table.text + (reply.refusal.map { "\n\n\($0)" } ?? "")
    }

    /// One line for each reason why calls are refused or withdrawals are pending.
    static func warnings(_ reply: HostsQuery.Reply) -> [String] {
        var lines = reply.refusal.map { [$0] } ?? []
        for host in reply.hosts where host.pending > 0 {
            lines.append(
                "\(name(host)) keeps withdrawals of consent pending (\(Amount.count(host.pending))): a call of it may be in flight; last sign of life \(silence(host)) ago. If its machine is off or was started again: “pulsum fence \(host.id)”."
            )
        }
        for host in reply.hosts where host.fenced != nil && host.silence < 60_000 {
            lines.append(
                "\(name(host)) is fenced and calls nobody; “pulsum fence \(host.id) --lift” after its gateways were restarted."
            )
        }
        return lines
    }
}
