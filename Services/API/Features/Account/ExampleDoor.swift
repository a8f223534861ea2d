import Bus
import ExamplePerson
import Hummingbird
import Logging
import Messages
import ServiceKit
import Synchronization

/// Makes the example person and keeps its data up to date.
final class ExampleDoor: Sendable {
    private let bus: any Requesting
    private let accounts: Accounts
    private let profiles: Profiles
    private let log: Logger
    /// The day up to which this process has added data, or is adding them.
    private let filled = Mutex<Day?>(nil)

    init(bus: any Requesting, accounts: Accounts, profiles: Profiles, log: Logger) {
        self.bus = bus
        self.accounts = accounts
        self.profiles = profiles
        self.log = log
    }

    /// The example person, who gets its data while the pages are open already.
    /// - Parameter isSignedIn: whether the request comes from a signed-in person.
    /// - Throws: `ServiceError`.
    func open(inGerman: Bool, isSignedIn: Bool) async throws -> UserID {
        var account = try await accounts.example()
        if account == nil {
            // The password is shown nowhere; `pulsum account password` sets another one.
            account = try await accounts.create(
                .random(), name: ExamplePerson.name(inGerman: inGerman), password: ExamplePerson.password(),
                timeZone: ExamplePerson.zone, country: ExamplePerson.country, isExample: true,
                as: .exampleDoor(isSignedIn: isSignedIn))
        }
        guard let account else { throw ServiceError(.failed, "The example person cannot be made.") }
        let profile = try await profiles.profile(account.user)
        let person = person(account, profile)
        let completed = person.completed(profile)
        if completed != profile { _ = try await profiles.set(.random(), completed) }
        let body = try await profiles.body(account.user)
        if body.revision == 0 { _ = try await profiles.set(.random(), body: person.completed(body), of: account.user) }
        add(person) { try await $0.fill() }
        return account.user
    }

    /// Adds the data of the days since the last visit, once a day. An example of another seed stays as it was made.
    func visit(_ account: Account, _ profile: Profile) {
        guard account.isExample == true else { return }
        let person = person(account, profile)
        if filled.withLock({ $0 ?? person.dataDay.advanced(by: -1) }) < person.dataDay {
            add(person) { try await $0.fillLater() }
        }
    }

    private func person(_ account: Account, _ profile: Profile) -> ExamplePerson {
        let inGerman = account.name == ExamplePerson.name(inGerman: true)
        return ExamplePerson(profile, inGerman: inGerman, now: accounts.now(), bus: bus)
    }

    private func add(_ person: ExamplePerson, _ data: @escaping @Sendable (ExamplePerson) async throws -> Void) {
        filled.withLock { $0 = person.dataDay }
        // Detached, because the time limit of a request does not apply; a later visit resumes a failed one.
        Task.detached { [self] in
            do {
                try await data(person)
            } catch {
                log.warning("The example is incomplete.", metadata: ["error": "\(ServiceError.logText(error))"])
                // Ten minutes later a visit may try again.
                try? await Task.sleep(for: .seconds(600))
                filled.withLock { $0 = nil }
            }
        }
    }
}
