import Foundation
import ServiceKit

@main
struct Main {
    static func main() async {
        if CommandLine.arguments.dropFirst() == [MaintenanceMode.argument] { return await MaintenanceMode.run() }
        await ServiceHost.run(.api, migrations: Schema.migrations) { host in
            let uses = TokenUses(store: host.store)
            let accounts = Accounts(store: host.store, log: host.log).noting(uses)
            let link = SetUpLink(path: host.directory + "/run/setup-link") { try await accounts.setUp.current() }
            // The background task retries a failure a second later.
            let showLink: @Sendable () async -> Void = { try? await link.refresh() }
            let erasures = Erasures(store: host.store, bus: host.bus, erased: showLink)
            let profiles = Profiles(store: host.store)
            AccountService(accounts: accounts, profiles: profiles, erasures: erasures, showLink: showLink)
                .register(on: host)
            host.authenticate(Schema.columns) { try AccountRows(transaction: $0).hideNames() }
            host.background("token uses") { try await uses.run() }
            host.background("set-up link") { try await link.run() }
            try APIApplication(host, accounts, profiles, erasures, created: showLink).serve(on: host, link)
        }
    }
}
