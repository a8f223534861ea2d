import Foundation
import Messages
import Storage
import Testing

@testable import API

@Suite struct ExamplePersonTests {
    @Test("WEB first five minutes: the example person does not use up the set-up code, and there is one at most")
    func setUp() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let accounts = Accounts(store: world.store, cost: .light)
        let code = try #require(try await accounts.setUp.current())
        let example = try await make(accounts, "Example person", as: .exampleDoor(isSignedIn: false))
        #expect(example.isExample == true)
        #expect(try await accounts.account(example.user).isExample == true)
        #expect(try await accounts.isEmpty())
        #expect(try await accounts.setUp.current() == code)
        let second = await #expect(throws: ServiceError.self) { try await make(accounts, "Another", as: .owner) }
        #expect(second?.code == .conflict)

        let ada = try await accounts.create(
            .random(), name: "Ada", password: goodPassword, timeZone: "UTC", as: .page(code: code))
        #expect(ada.isExample == nil)
        #expect(try await accounts.setUp.current() == nil)
        _ = try await world.store.erase(example.user) { try Accounts.prepareErasing(example.user, $0) }
        #expect(try await accounts.example() == nil)
        let late = await #expect(throws: ServiceError.self) {
            try await make(accounts, "Later", as: .exampleDoor(isSignedIn: false))
        }
        #expect(late?.code == .refused)
        // Somebody who is signed in on this machine may look around all the same.
        #expect(try await make(accounts, "Later", as: .exampleDoor(isSignedIn: true)).isExample == true)
        #expect(try await !accounts.isEmpty())
    }

    @Test("WEB first five minutes: the example person signs in from this machine only, everybody else from anywhere")
    func loopback() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let accounts = Accounts(store: world.store, cost: .light)
        let example = try await make(accounts, "Example person", as: .owner)
        _ = try await accounts.make("Ada")
        for address in ["127.0.0.1", "::1"] {
            let session = try await accounts.signIn(
                name: example.name, password: goodPassword,
                from: SignInOrigin(address: address, isFromThisMachine: true))
            #expect(session.user == example.user)
        }
        let refused = await #expect(throws: ServiceError.self) {
            _ = try await accounts.signIn(
                name: example.name, password: goodPassword, from: SignInOrigin(address: "192.168.1.20"))
        }
        #expect(refused?.code == .refused)
        #expect(refused?.message.contains("machine") == true)
        _ = try await accounts.signIn(
            name: "Ada", password: goodPassword, from: SignInOrigin(address: "192.168.1.20"))
    }

    private func make(_ accounts: Accounts, _ name: String, as creator: AccountCreator) async throws -> Account {
        try await accounts.create(
            .random(), name: name, password: goodPassword, timeZone: "UTC", isExample: true, as: creator)
    }
}
