import Hummingbird
import Messages
import Pages

/// The page of the installation's operators.
extension WebRoutes {
    func addOperators(to router: Router<EdgeContext>) {
        page("operators", on: router, as: .operator) { visit, request, _ in
            async let status = part(BusStatus())
            let state = await InstallationState(bus)
            let moment = now()
            let counts = try await accounts.store.read { try OperatorRows(transaction: $0).counts(at: moment) }
            let isPerson = visit.identity.roles.contains(.person)
            let screen = OperatorsScreen(
                Topology.services.map { ($0, state.processes[$0]) }, bus: await status,
                warnings: state.warnings.map { visit.reader.warning(kind: $0.kind, text: $0.text) },
                counts: counts, backup: lastBackup(), at: moment, offersSignOut: !isPerson, date: visit.date,
                for: visit.reader)
            let frame = isPerson ? visit.frame(.settings, request) : PageFrame()
            return html(screen, frame, for: visit.reader)
        }
    }
}
