import Messages
import Moments
import ServiceKit
import SystemKit

/// The gateway: the only process with outbound connections, and only with a person's consent.
@main
struct Main {
    static func main() async {
        InitProcess.runInChildProcess()
        await ServiceHost.run(.gateway, migrations: Schema.migrations) { host in
            try Moments.requirePinned()
            let configuration = host.configuration
            let gateway = GatewayService(
                store: host.store, bus: host.bus,
                cloud: HTTPCloud(
                    trust: CloudTrust(authorities: configuration.cloudAuthorities, pins: configuration.cloudPins)),
                settings: GatewayService.Settings(
                    address: try CloudAddress(
                        configuration.cloudURL, shape: CloudShape(rawValue: configuration.cloudAPI) ?? .responses),
                    model: configuration.cloudModel,
                    keyFile: configuration.cloudKeyFile,
                    moment: { Moments.shipped.text(of: $0) }),
                holder: try ProcessLease(directory: configuration.run),
                host: host.store.address.spansMachines ? try HostIdentity(directory: configuration.run) : nil,
                log: host.log)
            host.handle(SetConsent.self) { request, context in try await gateway.setConsent(request, id: context.id) }
            host.handle(ConsentQuery.self) { request, _ in try await gateway.consentState(request.user) }
            host.handle(Phrase.self) { request, context in try await gateway.phrase(request, until: context.deadline) }
            host.handle(TestConnection.self) { request, context in
                try await gateway.testConnection(request, until: context.deadline)
            }
            host.handle(ReceiptsQuery.self) { request, _ in try await gateway.receipts(request) }
            host.handle(PhrasePreview.self) { request, _ in try await gateway.preview(request) }
            host.handle(CloudUsage.self) { request, _ in try await gateway.usage(request) }
            host.handle(SetCloudKey.self) { request, _ in try await gateway.setKey(request) }
            host.handle(HostsQuery.self) { _, _ in try await gateway.hosts() }
            host.handle(FenceHost.self) { request, _ in try await gateway.fence(request) }
            host.export { user, cursor in try await gateway.export(user, cursor) }
            host.authenticate(Schema.columns) { transaction in
                try ConsentRows.noteHeads(transaction)
                try ConsentRows.hideAnswers(transaction)
            }
            host.onRefusedRow { [store = host.store] row in
                guard let user = row.user else { return }
                let event = ConsentRowRefused(user: user, at: WallClock.milliseconds())
                Task { try await store.write { try $0.emit(event) } }
            }
            host.afterRestore { transaction, restored in try AfterRestore.run(transaction, restored) }
            host.beforeErase { user in try await gateway.prepareErasure(user) }
            host.whileErasing { user, transaction in try GatewayService.requireNoOpenReceipts(user, transaction) }
            host.metrics.collect {
                guard let count = try? await gateway.pendingWithdrawals() else { return [] }
                var family = Family(
                    "pulsum_gateway_pending_withdrawals", "People whose withdrawal of consent is pending.", .gauge)
                family.add(Double(count))
                return [family]
            }
            host.background("withdrawals") { await gateway.follow(host.bus.watch()) }
            guard gateway.host != nil else { return }
            host.background("hosts") { await gateway.followHosts() }
            host.afterDrain { await gateway.signOff() }
        }
    }
}
