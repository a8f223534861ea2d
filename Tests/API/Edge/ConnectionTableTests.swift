import Fixtures
import NIOCore
import ServiceKit
import SystemKit
import Testing

@testable import API

@Suite struct ConnectionTableTests {
    private let limits = ConnectionTable.Limits(total: 100, open: 50, openPerSubscriber: 8)

    /// Wraps a table so that each step is one statement.
    private final class Door {
        var table: ConnectionTable
        init(_ limits: ConnectionTable.Limits) { table = ConnectionTable(limits) }
        func admit(_ address: NetworkAddress, at milliseconds: Int64 = 0, isProxy: Bool = false)
            -> ConnectionTable.Admission
        {
            table.admit(from: address, isProxy: isProxy, now: .uptimeNanoseconds(0) + .milliseconds(milliseconds))
        }
    }

    private func address(_ number: Int) throws -> NetworkAddress {
        try #require(NetworkAddress("10.0.\(number / 256).\(number % 256)"))
    }
    private func time(_ milliseconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .milliseconds(milliseconds) }

    @Test("SEC-5 one address holds a few open connections; a further one gets in only for one that had its time")
    func oneAddress() throws {
        let door = Door(limits)
        for _ in 0..<8 { #expect(try door.admit(address(1), at: 0) != .refused) }
        #expect(try door.admit(address(1), at: 999) == .refused)
        #expect(try door.admit(address(1), at: 1_000) == .admitted(9, closing: 1))
        #expect(door.table.openCount == 8)
    }

    @Test("SEC-5 when the table is full, a new address displaces a connection of the address that holds most")
    func manyAddresses() throws {
        let door = Door(limits)
        for number in 0..<500 { _ = door.admit(try address(number % 40), at: Int64(number)) }
        #expect(door.table.openCount == 50)
        // Ten of forty addresses hold two connections: the oldest of these is closed.
        #expect(try door.admit(address(1_000), at: 600) == .admitted(51, closing: 1))
        #expect(door.table.openCount == 50)
        // An address may not displace another and then hold more connections than it.
        #expect(try door.admit(address(1_000), at: 601) == .refused)
    }

    @Test("SEC-5 signed-in connections have a share of their own, which neither side takes from the other")
    func shares() throws {
        var table = ConnectionTable(limits)
        for number in 0..<60 {
            guard case .admitted(let id, _) = table.admit(from: try address(number), now: time(0)) else { continue }
            table.know(id)
        }
        #expect(table.knownCount == 50)
        for number in 100..<200 { _ = table.admit(from: try address(number), now: time(0)) }
        #expect(table.openCount == 50)
        #expect(table.knownCount == 50)
    }

    @Test("SEC-5 the /64 of an IPv6 address counts as one; a proxy's connections are not counted against it")
    func subscribers() throws {
        let door = Door(limits)
        for number in 0..<8 { #expect(try door.admit(#require(NetworkAddress("2001:db8::\(number + 1)"))) != .refused) }
        #expect(try door.admit(#require(NetworkAddress("2001:db8::ffff"))) == .refused)
        #expect(try door.admit(#require(NetworkAddress("2001:db8:0:1::1"))) != .refused)
        for _ in 0..<20 { #expect(try door.admit(address(5), isProxy: true) != .refused) }
    }

    @Test("SEC-5 whatever comes, no bound is exceeded and what has closed leaves nothing behind", arguments: 0..<20)
    func anything(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var table = ConnectionTable(limits)
        var alive: Set<UInt64> = []
        for step in 0..<5_000 {
            let now = time(Int64(step) * 7)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let number = Int.random(in: 0..<80, using: &random)
                if case .admitted(let id, let closing) = table.admit(from: try address(number * number / 80), now: now)
                {
                    if let closing { #expect(alive.remove(closing) != nil) }
                    alive.insert(id)
                }
            case 6..<8: alive.randomElement(using: &random).map { table.know($0) }
            default:
                if let id = alive.randomElement(using: &random) {
                    alive.remove(id)
                    table.close(id)
                }
            }
            #expect(table.openCount <= limits.open)
            #expect(table.openCount + table.knownCount <= limits.total)
            #expect(table.openCount + table.knownCount == alive.count)
        }
        for id in alive { table.close(id) }
        #expect(table.openCount == 0)
        #expect(table.knownCount == 0)
    }

    @Test(
        "SEC-5 descriptors never run out: connections leave room for everything else",
        arguments: [(256, 64, 32, 16), (1024, 768, 384, 64), (20_000, 2048, 512, 64), (1 << 20, 2048, 512, 64)])
    func descriptors(descriptors: Int, total: Int, open: Int, each: Int) {
        #expect(
            ConnectionTable.Limits(descriptors: descriptors) == .init(total: total, open: open, openPerSubscriber: each)
        )
    }
}
