import Foundation
import Messages
import ServiceKit
import Storage
import Synchronization
import Testing

@testable import API

@Suite struct SetUpCodeTests {
    private func create(_ accounts: Accounts, _ name: String, code: String) async throws -> Account {
        try await accounts.create(.random(), name: name, password: goodPassword, timeZone: "UTC", as: .page(code: code))
    }

    @Test(
        "Replicas that share the database have one code of 160 bits; it works once, and after the last erasure there is another"
    )
    func once() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let (one, two) = (
            Accounts(store: world.store, cost: .light), Accounts(store: try world.replica(), cost: .light)
        )
        let code = try #require(try await one.setUp.current())
        #expect(try await two.setUp.current() == code)
        #expect(code.count == 32)
        #expect(code.allSatisfy { $0.isLowercase || "234567".contains($0) })

        for wrong in ["", "a", String(code.dropLast()), code + "a", String(code.reversed())] {
            let refused = await #expect(throws: ServiceError.self) { try await create(one, "Eve", code: wrong) }
            #expect(refused?.code == .refused)
            #expect(refused?.message.contains("setup-link") == true)
        }
        // No password was hashed: the pepper was never created.
        let peppers = try await world.store.read {
            try $0.value(Int.self, "SELECT count(*) FROM storage_service_keys WHERE name = 'pepper/1'")
        }
        #expect(peppers == 0)

        let ada = try await create(two, "Ada", code: " \(code.uppercased())\n").user
        #expect(try await one.setUp.current() == nil)
        let second = await #expect(throws: ServiceError.self) { try await create(one, "Eve", code: code) }
        #expect(second?.code == .refused)

        let bob = try await one.make("Bob")
        _ = try await world.store.erase(ada) { try Accounts.prepareErasing(ada, $0) }
        #expect(try await one.setUp.current() == nil)
        _ = try await world.store.erase(bob) { try Accounts.prepareErasing(bob, $0) }
        let next = try #require(try await one.setUp.current())
        #expect(try await two.setUp.current() == next && next != code)
        let old = await #expect(throws: ServiceError.self) { try await create(one, "Eve", code: code) }
        #expect(old?.code == .refused)
        #expect(try await create(one, "Eve", code: next).name == "Eve")
    }

    @Test("Of many that use the code at once, one gets the account")
    func race() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let accounts = Accounts(store: world.store, cost: .light)
        let code = try #require(try await accounts.setUp.current())
        let made = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<6 { group.addTask { (try? await create(accounts, "Ada \(number)", code: code)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
        #expect(try await accounts.list().count == 1)
    }

    @Test("The database does not hold the code")
    func derived() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let code = try #require(try await Accounts(store: world.store, cost: .light).setUp.current())
        for name in try FileManager.default.contentsOfDirectory(atPath: world.path) {
            let bytes = FileManager.default.contents(atPath: world.path + "/" + name) ?? Data()
            #expect(bytes.range(of: Data(code.utf8)) == nil, "\(name)")
            #expect(bytes.range(of: Data(code.uppercased().utf8)) == nil, "\(name)")
        }
    }

    @Test("The link's file is the owner's alone, follows the state, and goes with it")
    func file() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let path = world.path + "/setup-link"
        let accounts = Accounts(store: world.store, cost: .light)
        let link = SetUpLink(path: path) { try await accounts.setUp.current() }
        // A file of an earlier process, readable by others.
        _ = FileManager.default.createFile(
            atPath: path, contents: Data("old".utf8), attributes: [.posixPermissions: 0o644])
        try await link.refresh()
        link.serve(at: SetUpLink.base(of: HostPort(host: "127.0.0.1", port: 8080)))
        let code = try #require(try await accounts.setUp.current())
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "http://localhost:8080/#setup=\(code)\n")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        try FileManager.default.removeItem(atPath: path)
        try await link.refresh()
        #expect(FileManager.default.fileExists(atPath: path))
        let user = try await accounts.make()
        try await link.refresh()
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try await world.store.erase(user) { try Accounts.prepareErasing(user, $0) }
        try await link.refresh()
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("#setup="))
    }

    @Test("A look at the code that ends after a later one leaves the file as the later one made it")
    func lateLook() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let path = world.path + "/setup-link"
        let (waits, wait) = AsyncStream.makeStream(of: Void.self)
        let (begins, begin) = AsyncStream.makeStream(of: Void.self)
        let looks = Mutex(0)
        let link = SetUpLink(path: path) {
            let look = looks.withLock { looks in
                looks += 1
                return looks
            }
            guard look == 1 else { return nil }
            begin.yield()
            for await _ in waits { break }
            return "old"
        }
        let late = Task { try await link.refresh() }
        for await _ in begins { break }
        try await link.refresh()
        link.serve(at: "http://localhost:8080")
        wait.yield()
        try await late.value
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "The link names this machine as its people call it",
        arguments: [
            ("127.0.0.1:80", "http://localhost:80"), ("0.0.0.0:8080", "http://localhost:8080"),
            ("192.168.1.5:8080", "http://192.168.1.5:8080"),
            ("[::]:8080", "http://localhost:8080"), ("[fd00::1]:8080", "http://[fd00::1]:8080"),
        ])
    func base(bound: String, base: String) { #expect(HostPort(bound).map(SetUpLink.base(of:)) == base) }
}
