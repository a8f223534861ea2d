import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import Pages
import ServiceKit

/// The page of the installation's operators.
struct OperatorPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let accounts: Accounts
    /// The instant of the last backup; nil if none is known.
    let lastBackup: @Sendable () -> Milliseconds?

    func add(to router: Router<EdgeContext>) {
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

/// Texts that everybody may read.
struct TextPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting

    func add(to router: Router<EdgeContext>) {
        // Independent of a session, because browsers store this page.
        open(.get, "offline", on: router) { request, _ in
            let reader = request.stranger(at: now())
            return html(OfflineScreen(for: reader), PageFrame(), for: reader)
        }
        open(.get, "privacy", on: router) { request, context in
            let visit = try? await visit(request, context)
            let reader = visit?.reader ?? request.stranger(at: now())
            return html(
                TextScreen.privacy(for: reader), visit?.frame(nil, request) ?? PageFrame(), for: reader)
        }
        open(.get, "questions", on: router) { request, context in
            let visit = try? await visit(request, context)
            let reader = visit?.reader ?? request.stranger(at: now())
            return html(
                TextScreen.questions(for: reader), visit?.frame(nil, request) ?? PageFrame(), for: reader)
        }
        open(.get, "about", on: router) { request, context in
            let visit = try? await visit(request, context)
            let reader = visit?.reader ?? request.stranger(at: now())
            let screen = TextScreen.about(release: Release.description, for: reader)
            return html(screen, visit?.frame(nil, request) ?? PageFrame(), for: reader)
        }
    }
}
