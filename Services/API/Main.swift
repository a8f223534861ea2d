import Foundation
import Messages
import ServiceKit

@main
struct Main {
    static func main() async {
        await ServiceHost.run(.api, migrations: Schema.migrations) { host in
            let accounts = Accounts(store: host.store)
            let profiles = Profiles(store: host.store)
            let erasures = Erasures(store: host.store, bus: host.bus)
            host.handle(ListAccounts.self) { _, _ in .init(accounts: try await accounts.list()) }
            host.handle(CreateAccount.self) { request, context in
                try await accounts.create(context.id, name: request.name, password: request.password, timeZone: request.timeZone)
            }
            host.handle(ProfileQuery.self) { request, _ in try await profiles.profile(request.user) }
            host.handle(SetProfile.self) { request, context in try await profiles.set(context.id, request.profile) }
            host.handle(StartErase.self) { request, _ in try await erasures.start(request.user) }
            host.replay(ProfileChanged.self) { user, _, transaction in
                try Profiles.stored(user, transaction).map { [ProfileChanged(user: user, profile: $0)] } ?? []
            }
            host.export { user, _ in
                let profile = try await profiles.profile(user)
                let account = try await accounts.account(user)
                return .init(files: [try .json("api/account.json", account), try .json("api/profile.json", profile)])
            }
            host.background("erase jobs") { try await erasures.run() }
            let configuration = host.configuration
            var edge = Edge(accounts: accounts, profiles: profiles, erasures: erasures, bus: host.bus, log: host.log, site: try Site(configuration))
            edge.limits.connections = .ofThisProcess
            edge.metrics = host.metrics
            if let path = configuration.tlsCertificate, let key = configuration.tlsKey {
                let certificate = try ServerCertificate(certificate: path, key: key)
                edge.certificate = certificate
                host.onReload { certificate.reload(host.log) }
            }
            host.part("http") { [edge] in
                try await edge.run(host: configuration.http.host, port: configuration.http.port) { bound in
                    // Where the page is, for whoever started the process with port 0.
                    try? (bound + "\n").write(toFile: host.directory + "/run/http", atomically: true, encoding: .utf8)
                    host.log.info("listening", metadata: ["url": "\(edge.certificate == nil ? "http" : "https")://\(bound)"])
                }
            }
        }
    }
}
