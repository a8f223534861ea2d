import Dispatch
import Fixtures
import Foundation
import Messages
import Storage
import Synchronization
import TestTraits
import Testing

@testable import Gateway

@Suite(.needs(.postgres), .tags(.processes)) struct PendingWithdrawalsTests {
    @Test("GAT-2 the figure of pending withdrawals makes no admission run again")
    func figure() async throws {
        let cluster = try await PostgresCluster.running
        let address = try #require(PostgresAddress(try await cluster.makeDatabase(), service: "gateway"))
        try await GatewayWorld.run(on: .server(address)) { world in
            try await world.consent()
            let (store, user) = (world.gateway.store, world.user)
            let receipt = Receipt(
                id: .random(), at: world.now, consentVersion: 1, destination: "x", body: "{}",
                outcome: ReceiptRows.open)
            let runs = Mutex(0)
            let (begins, begin) = AsyncStream.makeStream(of: Void.self)
            let figured = DispatchSemaphore(value: 0)
            let admission = Task {
                try await store.write { transaction in
                    _ = try ConsentRows(user: user, transaction: transaction).current()
                    let run = runs.withLock { runs in
                        runs += 1
                        return runs
                    }
                    if run == 1 {
                        begin.yield()
                        // The limit ends the test if something before `signal` fails.
                        _ = figured.wait(timeout: .now() + 20)
                    }
                    try ReceiptRows(user: user, transaction: transaction).add(receipt, holder: "\(EntityID.random())")
                }
            }
            for await _ in begins { break }
            try await store.write { [now = world.now] in
                _ = try ConsentRows(user: user, transaction: $0).withdraw(copyVersion: 1, at: now)
            }
            #expect(try await world.gateway.pendingWithdrawals() == 0)
            figured.signal()
            try await admission.value
            #expect(runs.withLock { $0 } == 1)
        }
    }
}
