import Fixtures
import Foundation
import Messages
import Storage
import Synchronization
import TestTraits
import Testing

@testable import Gateway

/// Gateways of several hosts on one PostgreSQL database. A folder stands for each host's data directory.
@Suite(.needs(.postgres), .tags(.processes)) struct PostgresTests {
    @Test("GAT-2 on PostgreSQL a call needs consent and leaves a receipt with its host; none follows a withdrawal")
    func works() async throws {
        try await GatewayWorld.runOnServer { world in
            #expect(try await world.phrase().gate == "consent")
            try await world.consent()
            #expect(try await world.phrase().coachReply != nil)
            let hosts = try await world.gateway.store.read {
                try $0.rows("SELECT host FROM receipts").map { try $0["host"] as EntityID? }
            }
            #expect(hosts == [world.gateway.host?.id] && hosts != [nil])
            #expect(try await !world.consent(false).pending)
            world.later()
            #expect(try await world.phrase().gate == "consent")
            #expect(world.server.arrivals.count == 1)
        }
    }

    @Test("GAT-2 a gateway that ran on while its database was restored sends nothing before the consents have ended")
    func restored() async throws {
        try await GatewayWorld.runOnServer { world in
            try await world.consent()
            let store = world.gateway.store
            // Every connection is open before the restore: one that is opened afterwards is refused.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        _ = try await store.read { try $0.value(String.self, "SELECT pg_sleep(0.2)::text") }
                    }
                }
                try await group.waitForAll()
            }
            try await store.markRestored(Restored(id: .random(), at: world.now))
            #expect(try await world.phrase().gate == "consent")
            #expect(try await world.gateway.hosts().refusal == GatewayService.restoredRefusal)
            try await store.runRestoreSteps { try AfterRestore.run($0, $1) }
            #expect(try await world.gateway.hosts().refusal == nil)
            #expect(try await !world.gateway.consentState(world.user).granted)
            #expect(world.server.arrivals.isEmpty)
        }
    }

    @Test("GAT-2 a database restored to a point before a withdrawal, however recent, is refused")
    func forgotten() async throws {
        try await GatewayWorld.runOnServer { world in
            try await world.consent()
            let store = world.gateway.store
            let latest = try await store.read { try $0.value(Int64.self, "SELECT max(number) FROM storage_instants") }
            let before: Int64 = try #require(latest)
            #expect(try await !world.consent(false).pending)
            try await store.write { try $0.execute("DELETE FROM storage_instants WHERE number > ?", [before]) }
            let error = try #require(throws: StorageError.self) { try world.anotherGateway() }
            #expect(error.code == .restored)
        }
    }

    @Test("GAT-2 a call of another host keeps a withdrawal pending until that host cancels it")
    func elsewhere() async throws {
        try await GatewayWorld.runOnServer { world in
            let other = try world.anotherGateway(on: "other")
            #expect(other.host?.id != world.gateway.host?.id)
            try await world.consent()
            world.server.answer(.hold)
            async let reply = world.phrase(by: other)
            await world.server.arrived(1)
            #expect(try await world.consent(false).pending)
            // Neither looks of this host nor its signs of life end it.
            _ = try await world.gateway.giveSign(of: try #require(world.gateway.host))
            #expect(try await world.gateway.consentState(world.user).pending)
            // Its call has put it on the list.
            let holder = try #require(try await world.gateway.hosts().hosts.first { $0.id == other.host?.id })
            #expect(holder.openReceipts == 1 && holder.pending == 1 && holder.fenced == nil)
            #expect(try await world.gateway.consentState(world.user).pending)
            for gateway in [world.gateway, other] { #expect(try await gateway.pendingWithdrawals() == 1) }

            await other.cancelCallsWithoutConsent(of: other.calls.users)
            #expect(try await reply.gate == "call")
            #expect(try await !world.gateway.consentState(world.user).pending)
            #expect(try await world.gateway.pendingWithdrawals() == 0)
            #expect(try await world.receipts().map(\.outcome) == ["cancelled"])
        }
    }

    @Test("GAT-2 the receipt of a dead process is closed by the gateways of its host alone; a receipt of SQLite by any")
    func dead() async throws {
        try await GatewayWorld.runOnServer { world in
            let other = try world.anotherGateway(on: "other")
            try await world.consent()
            try await world.leave(by: other.host)
            #expect(try await world.consent(false).pending)
            _ = try await world.gateway.giveSign(of: try #require(world.gateway.host))
            #expect(try await world.gateway.consentState(world.user).pending)
            _ = try await other.giveSign(of: try #require(other.host))
            #expect(try await !world.gateway.consentState(world.user).pending)
            try await world.leave(by: nil)
            #expect(try await !world.gateway.consentState(world.user).pending)
            #expect(try await world.receipts().map(\.outcome) == ["interrupted", "interrupted"])
        }
    }

    @Test("GAT-2 a copied data directory, and one after a restart of the machine, is another host; a moved one is not")
    func identity() throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let (first, copy) = (scratch.file("first"), scratch.file("copy"))
        try FileManager.default.createDirectory(atPath: first, withIntermediateDirectories: true)
        let id = try HostIdentity(directory: first).id
        #expect(try HostIdentity(directory: first).id == id)
        try FileManager.default.copyItem(atPath: first, toPath: copy)
        #expect(try HostIdentity(directory: copy).id != id)
        try FileManager.default.moveItem(atPath: first, toPath: scratch.file("moved"))
        #expect(try HostIdentity(directory: scratch.file("moved")).id == id)
        let file = scratch.file("moved/gateway.host")
        var words = try String(contentsOfFile: file, encoding: .utf8).split(separator: " ").map(String.init)
        #expect(words.count == 4 && words[0] == "\(id)")
        words[1] = "\(EntityID.random())"
        try words.joined(separator: " ").write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try HostIdentity(directory: scratch.file("moved")).id != id)
    }

    @Test("GAT-2 a fence needs a silent host; its calls then count as over, and it calls nobody until that is lifted")
    func fenced() async throws {
        try await GatewayWorld.runOnServer { world in
            let other = try world.anotherGateway(on: "other")
            let host = try #require(other.host)
            let fence = FenceHost(host: host.id, lifts: false)
            #expect(await code { try await world.gateway.fence(fence) } == .notFound)
            try await world.consent()
            _ = try await other.giveSign(of: host)
            try await world.leave(by: host)
            #expect(try await world.consent(false).pending)
            #expect(await code { try await world.gateway.fence(fence) } == .conflict)
            #expect(try await world.gateway.consentState(world.user).pending)

            try await world.gateway.store.write {
                try $0.execute("UPDATE hosts SET seen = seen - ?", [GatewayService.minimumSilence])
            }
            #expect(try await world.gateway.fence(fence).people == [world.user])
            #expect(try await !world.gateway.consentState(world.user).pending)
            #expect(try await world.receipts().map(\.outcome) == ["interrupted"])
            #expect(try await world.gateway.fence(fence).people.isEmpty)

            try await world.consent()
            #expect(try await other.giveSign(of: host) == GatewayService.fencedRefusal)
            #expect(try await world.phrase(by: other).gate == "call")
            let test = try await other.testConnection(TestConnection(user: world.user), until: .now + .seconds(20))
            #expect(!test.ok && test.message == GatewayService.fencedRefusal)
            #expect(world.server.arrivals.isEmpty)
            #expect(try await world.phrase().coachReply != nil)

            // A receipt that was opened after the fence does not count as over.
            try await world.leave(by: host)
            #expect(try await world.consent(false).pending)
            _ = try await other.giveSign(of: host)
            #expect(try await !world.gateway.consentState(world.user).pending)

            #expect(try await world.gateway.fence(FenceHost(host: host.id, lifts: true)).people.isEmpty)
            try await world.consent()
            world.later()
            #expect(try await world.phrase(by: other).coachReply != nil)
            let fences = try await world.gateway.store.read {
                try $0.value(Int.self, "SELECT COUNT(*) FROM fences WHERE lifted IS NOT NULL")
            }
            #expect(fences == 1)
        }
    }

    @Test("GAT-2 an admission that has not seen a withdrawal or a fence cannot commit behind the look that followed it")
    func serialised() async throws {
        try await GatewayWorld.runOnServer { world in
            let (gateway, other, user) = (world.gateway, try world.anotherGateway(on: "other"), world.user)
            let host = try #require(other.host)
            try await world.consent()
            _ = try await other.giveSign(of: host)
            try await gateway.store.write {
                try $0.execute("UPDATE hosts SET seen = seen - ?", [GatewayService.minimumSilence])
            }
            let consent = SetConsent(
                user: user, granted: false, copyVersion: gateway.settings.copy.version, at: world.now)
            // What happens between the check of an admission and its commit, and what then keeps it back.
            let between: [(@Sendable () async throws -> Void, Gate)] = [
                ({ _ = try await gateway.fence(FenceHost(host: host.id, lifts: false)) }, .call),
                (
                    {
                        let state = try await gateway.setConsent(consent, id: .random())
                        #expect(!state.granted && !state.pending)
                    }, .consent
                ),
            ]
            for (act, gate) in between {
                let runs = Counter()
                let refusal = await #expect(throws: Refusal.self) {
                    try await other.store.write { transaction in
                        let run = runs.next()
                        _ = try GatewayService.checkConsent(user, other.settings.copy, host.id, transaction)
                        if run == 1 { try block(until: act) }
                        let receipt = Receipt(
                            id: .random(), at: 1, consentVersion: 1, destination: "x", body: "{}",
                            outcome: ReceiptRows.open)
                        try ReceiptRows(user: user, transaction: transaction).add(
                            receipt, holder: other.holder.name, host: host.id)
                    }
                }
                #expect(refusal?.gate == gate && runs.count == 2)
                if gate == .call { _ = try await gateway.fence(FenceHost(host: host.id, lifts: true)) }
            }
            #expect(try await world.receipts().isEmpty)
        }
    }

    @Test(
        "GAT-2 a host whose gateway ends in order leaves the list, unless a receipt of it is open or it is fenced; a call puts it back"
    )
    func signsOff() async throws {
        try await GatewayWorld.runOnServer { world in
            let other = try world.anotherGateway(on: "other")
            let host = try #require(other.host)
            func isListed() async throws -> Bool {
                try await world.gateway.hosts().hosts.contains { $0.id == host.id }
            }
            try await world.consent()
            _ = try await other.giveSign(of: host)
            #expect(try await isListed())
            await other.signOff()
            #expect(try await !isListed())

            world.server.answer(.hold)
            async let reply = world.phrase(by: other)
            await world.server.arrived(1)
            #expect(try await isListed())
            // A call that outlasts the drain ends, and its receipt is closed.
            await other.signOff()
            #expect(try await reply.gate == "call")
            #expect(try await !isListed())

            _ = try await other.giveSign(of: host)
            // The receipt of an ended process of the host is closed before; the gateways of others cannot do that.
            try await world.leave(by: host)
            await world.gateway.signOff()
            #expect(try await isListed())
            await other.signOff()
            #expect(try await !isListed())
            #expect(try await Set(world.receipts().map(\.outcome)) == ["cancelled", "interrupted"])

            _ = try await other.giveSign(of: host)
            try await world.gateway.store.write {
                try $0.execute("UPDATE hosts SET seen = seen - ?", [GatewayService.minimumSilence])
            }
            _ = try await world.gateway.fence(FenceHost(host: host.id, lifts: false))
            await other.signOff()
            #expect(try await isListed())
        }
    }

    @Test("GAT-2 of an admission and an orderly end at the same time one runs again, so the host stays listed")
    func signsOffMeanwhile() async throws {
        try await GatewayWorld.runOnServer { world in
            let (gateway, other, user) = (world.gateway, try world.anotherGateway(on: "other"), world.user)
            let host = try #require(other.host)
            try await world.consent()
            let admit: @Sendable (Transaction) throws -> Void = { transaction in
                let receipt = Receipt(
                    id: .random(), at: 1, consentVersion: 1, destination: "x", body: "{}", outcome: ReceiptRows.open)
                try ReceiptRows(user: user, transaction: transaction).add(
                    receipt, holder: other.holder.name, host: host.id)
            }
            let (admissions, ends) = (Counter(), Counter())
            _ = try await other.giveSign(of: host)
            try await other.store.write { transaction in
                let run = admissions.next()
                try HostRows(transaction: transaction).list(host)
                if run == 1 {
                    try block { try await gateway.store.write { try HostRows(transaction: $0).remove(host.id) } }
                }
                try admit(transaction)
            }
            #expect(admissions.count == 2)
            #expect(try await gateway.hosts().hosts.first { $0.id == host.id }?.openReceipts == 1)

            try await gateway.store.write { try $0.execute("DELETE FROM receipts") }
            try await gateway.store.write { transaction in
                let run = ends.next()
                _ = try ReceiptRows.open(transaction)
                if run == 1 {
                    try block {
                        try await other.store.write {
                            try HostRows(transaction: $0).list(host)
                            try admit($0)
                        }
                    }
                }
                try HostRows(transaction: transaction).remove(host.id)
            }
            #expect(ends.count == 2)
            #expect(try await gateway.hosts().hosts.first { $0.id == host.id }?.openReceipts == 1)
        }
    }

    @Test(
        "GAT-2 with standbys that the server does not wait for nobody can consent and nothing is sent; one can withdraw"
    )
    func standbys() async throws {
        let cluster = try await PostgresCluster.start()
        try await GatewayWorld.runOnServer(cluster) { world in
            try await world.consent()
            _ = try await cluster.query(
                "SELECT pg_create_physical_replication_slot('standby')", in: cluster.url())
            await #expect(throws: ServiceError(.refused, ServerReplication.refusal)) { try await world.consent() }
            #expect(try await world.phrase() == PhraseReply(gate: "consent"))
            let test = try await world.gateway.testConnection(
                TestConnection(user: world.user), until: .now + .seconds(20))
            #expect(!test.ok && test.message == ServerReplication.refusal)
            #expect(try await world.gateway.hosts().refusal == ServerReplication.refusal)
            #expect(
                try await world.gateway.giveSign(of: try #require(world.gateway.host)) == ServerReplication.refusal)
            #expect(try await !world.consent(false).granted)
            #expect(world.server.arrivals.isEmpty)

            // Without such a standby every commit would wait from here on, so only reads follow.
            _ = try await cluster.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'", in: cluster.url())
            _ = try await cluster.query("SELECT pg_reload_conf()", in: cluster.url())
            try await eventually("the server waits for its standby") {
                try await world.gateway.hosts().refusal == nil ? () : nil
            }
        }
    }

    @Test("GAT-2 what keeps a confirmed commit through a failover")
    func durable() {
        func keeps(_ standbys: Int64, _ names: String, _ level: String) -> Bool {
            ServerReplication(standbys: standbys, synchronousNames: names, synchronousCommit: level).keepsConfirmed
        }
        #expect(keeps(0, "", "on") && keeps(1, "*", "on") && keeps(2, "ANY 1 (a, b)", "remote_apply"))
        #expect(!keeps(1, "", "on") && !keeps(1, " ", "on"))
        #expect(!keeps(1, "*", "local") && !keeps(1, "*", "remote_write"))
    }

    private func code<T>(_ body: () async throws -> T) async -> ServiceError.Code? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? ServiceError)?.code
        }
    }
}

/// How often a transaction ran.
private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func next() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}

/// Blocks this thread, which belongs to a store, until `body` has ended.
private func block(until body: @escaping @Sendable () async throws -> Void) throws {
    final class Outcome: Sendable { let error = Mutex<(any Error)?>(nil) }
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    Task {
        do { try await body() } catch { outcome.error.withLock { $0 = error } }
        done.signal()
    }
    done.wait()
    if let error = outcome.error.withLock({ $0 }) { throw error }
}
