import Foundation
import Localization
import Messages
import ServiceKit
import Storage
import SystemKit

/// The profiles that people entered, encrypted. Every change emits an event.
struct Profiles: Sendable {
    let store: Store
    var now: @Sendable () -> Milliseconds = WallClock.milliseconds

    func profile(_ user: UserID) async throws -> Profile {
        try await store.read { try ProfileRows(user: user, transaction: $0).profile() }
    }

    /// The letters that the person has opened.
    func readLetters(_ user: UserID) async throws -> ReadLetters {
        try await store.read { try AccountRows(transaction: $0).readLetters(user) }
    }

    /// Notes that the person opened a letter.
    func note(_ read: ReadLetters, of user: UserID) async throws {
        let known = try await readLetters(user)
        guard (read.importedAt ?? .min) > (known.importedAt ?? .min) || (read.week ?? known.week) != known.week else {
            return
        }
        try await store.write { transaction in
            try transaction.check(user)
            try AccountRows(transaction: transaction).note(read, of: user)
        }
    }

    /// Replaces the profile.
    /// - Throws: `ServiceError(.conflict)` if its revision is not the stored one; `invalid` from `validate`.
    func set(_ id: RequestID, _ profile: Profile) async throws -> Profile {
        try Self.validate(profile)
        return try await store.command(id, user: profile.user) { try Self.replace(with: profile, $0) }
    }

    private static func replace(with profile: Profile, _ transaction: Transaction) throws -> Profile {
        let rows = ProfileRows(user: profile.user, transaction: transaction)
        guard try rows.profile().revision == profile.revision else {
            throw ServiceError(.conflict, "The profile has changed meanwhile: load it again.")
        }
        var next = profile
        next.revision += 1
        try rows.write(next)
        return next
    }

    // MARK: Body

    /// The files of both profiles in an export, without a damaged one.
    func exported(_ user: UserID) async throws -> [ExportFile] {
        let (profile, body) = try await store.read { transaction in
            (
                try transaction.openOne(of: user, in: "profiles") {
                    try ProfileRows(user: user, transaction: transaction).profile()
                },
                try transaction.openOne(of: user, in: "bodies") {
                    try BodyRows(user: user, transaction: transaction).body()
                }
            )
        }
        return [
            try profile.map { try ExportFile.json("api/profile.json", $0) },
            try body.map { try ExportFile.json("api/body.json", $0) },
        ].compactMap(\.self)
    }

    func body(_ user: UserID) async throws -> BodyProfile {
        try await store.read { try BodyRows(user: user, transaction: $0).body() }
    }

    /// Replaces the body profile.
    /// - Throws: `ServiceError(.conflict)` if its revision is not the stored one; `invalid` with every wrong field.
    func set(_ id: RequestID, body: BodyProfile, of user: UserID) async throws -> BodyProfile {
        let now = now()
        return try await store.command(id, user: user) { transaction in
            // An erased or unknown account keeps nothing.
            _ = try ProfileRows(user: user, transaction: transaction).profile()
            return try BodyRows(user: user, transaction: transaction).replace(with: body, now: now)
        }
    }

    /// The profile with the body profile.
    func whole(_ user: UserID) async throws -> WholeProfile {
        try await store.read { transaction in
            WholeProfile(
                profile: try ProfileRows(user: user, transaction: transaction).profile(),
                body: try BodyRows(user: user, transaction: transaction).body())
        }
    }

    /// Replaces the profile, and the body profile if it is given; both or none. With `whole.numbersHidden`, numbers that
    /// the body profile does not state stay.
    /// - Throws: as both of `set`.
    func set(_ id: RequestID, whole: WholeProfile) async throws -> WholeProfile {
        try Self.validate(whole.profile)
        let (now, user) = (now(), whole.profile.user)
        let saved = try await store.command(id, user: user) { transaction in
            let profile = try Self.replace(with: whole.profile, transaction)
            let rows = BodyRows(user: user, transaction: transaction)
            let stored = try rows.body()
            let body = try whole.body.map { body in
                try rows.replace(
                    with: whole.numbersHidden == true ? body.keepingNumbers(of: stored) : body, now: now)
            }
            return SavedProfile(profile: profile, body: body ?? stored)
        }
        return WholeProfile(profile: saved.profile, body: saved.body)
    }

    /// - Throws: `ServiceError(.invalid)`, which names the first invalid field.
    static func validate(_ profile: Profile) throws {
        guard (1...1000).contains(profile.timeZones.count) else {
            throw ServiceError(.invalid, "timeZones holds at least one period.")
        }
        for period in profile.timeZones where TimeZone(identifier: period.zone) == nil {
            throw ServiceError(.invalid, "timeZones names a zone that is not an IANA time zone, such as Europe/Berlin.")
        }
        guard zip(profile.timeZones, profile.timeZones.dropFirst()).allSatisfy({ $0.since < $1.since }) else {
            throw ServiceError(.invalid, "timeZones is ordered by since, oldest first.")
        }
        guard
            profile.country.isEmpty
                || (profile.country.utf8.count == 2 && profile.country.utf8.allSatisfy { (65...90).contains($0) })
        else {
            throw ServiceError(.invalid, "country is empty or two letters of ISO 3166, such as US.")
        }
        if let display = profile.display { try validate(display) }
        guard profile.sourceOrder.count <= 100, profile.sourceOrder.allSatisfy({ $0.utf8.count <= 256 }) else {
            throw ServiceError(.invalid, "sourceOrder holds at most 100 names of at most 256 bytes.")
        }
    }

    private static func validate(_ display: Display) throws {
        func check(_ name: String, _ value: String?, _ allowed: [String]) throws {
            guard let value, !allowed.contains(value) else { return }
            throw ServiceError(.invalid, "display.\(name) is one of \(allowed.joined(separator: ", ")).")
        }
        try check("language", display.language, Language.allCases.map(\.rawValue))
        try check("units", display.units, DisplaySettings.Units.allCases.map(\.rawValue))
        try check("energy", display.energy, DisplaySettings.Energy.allCases.map(\.rawValue))
        try check("clock", display.clock, DisplaySettings.Clock.allCases.map(\.rawValue))
        try check("theme", display.theme, ["light", "dark"])
        guard display.eveningHour.map({ DisplaySettings.eveningHours.contains(Int($0)) }) ?? true else {
            throw ServiceError(.invalid, "display.eveningHour is an hour from 12 to 23.")
        }
        guard display.letterDay.map({ DisplaySettings.letterDays.contains(Int($0)) }) ?? true else {
            throw ServiceError(.invalid, "display.letterDay is a weekday from 1 (Monday) to 7, or 0 for no letter.")
        }
        try check("number", display.number, DisplaySettings.Cover.allCases.map(\.rawValue))
    }
}
