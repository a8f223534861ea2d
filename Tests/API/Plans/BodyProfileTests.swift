import Bus
import Foundation
import Localization
import Messages
import Testing

@testable import API
@testable import Storage

@Suite struct BodyProfileTests {
    /// A store with one account, and profiles on a clock.
    private struct World {
        let test: TestStore
        let clock = TestClock()
        let user: UserID
        let profiles: Profiles

        init() async throws {
            test = try TestStore()
            user = try await Accounts(store: test.store, cost: .light).make(zone: "Europe/Berlin")
            profiles = Profiles(store: test.store, now: { [clock] in clock.now })
        }

        func set(_ change: (inout BodyProfile) -> Void) async throws -> BodyProfile {
            var body = try await profiles.body(user)
            change(&body)
            return try await profiles.set(.random(), body: body, of: user)
        }
    }

    @Test("PLN-1 A body profile is kept sealed, replaced only over the revision that was read, and told to plans alone")
    func revisions() async throws {
        let world = try await World()
        defer { world.test.remove() }
        #expect(try await world.profiles.body(world.user) == BodyProfile(user: world.user))
        let first = try await world.set {
            $0.weightKilograms = 79.875
            $0.sex = .female
        }
        #expect(first.revision == 1)
        #expect(first.weightAt == world.clock.now)
        var stale = first
        stale.revision = 0
        let conflict = await #expect(throws: ServiceError.self) {
            try await world.profiles.set(.random(), body: stale, of: world.user)
        }
        #expect(conflict?.code == .conflict)
        #expect(Topology.consumers(of: BodyProfileChanged.type) == [.plans])
        let weight = withUnsafeBytes(of: 79.875.bitPattern.littleEndian) { Data($0) }
        for name in try FileManager.default.contentsOfDirectory(atPath: world.test.path) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(world.test.path)/\(name)"))
            #expect(bytes.range(of: weight) == nil, "\(name)")
        }
    }

    @Test("PLN-1 An unchanged body profile keeps its revision and tells nobody")
    func unchanged() async throws {
        let world = try await World()
        defer { world.test.remove() }
        let first = try await world.set { $0.heightCentimetres = 170 }
        let told = EventCounter()
        world.test.store.onCommit { told.add($0.count) }
        #expect(try await world.set { _ in } == first)
        #expect(told.value == 0)
        #expect(try await world.set { $0.heightCentimetres = 171 }.revision == 2)
        #expect(told.value == 1)
    }

    @Test("PLN-9 A weight has the time at which it was stated, also offline; never a future or an older time")
    func weightTime() async throws {
        let world = try await World()
        defer { world.test.remove() }
        let start = world.clock.now
        let stated = start - 3_600_000
        let first = try await world.set {
            ($0.weightKilograms, $0.weightAt) = (80, stated)
        }
        #expect(first.weightAt == stated)
        world.clock.advance(by: 1_000)
        // Another field leaves the time as it is.
        #expect(try await world.set { $0.aim = .lose }.weightAt == stated)
        // The same weight again is a new statement if its time is later, and the future is now.
        #expect(try await world.set { $0.weightAt = start + 99_999_999 }.weightAt == start + 1_000)
        #expect(try await world.set { $0.weightAt = 5 }.weightAt == start + 1_000)
        #expect(
            try await world.set {
                $0.weightKilograms = 79
                $0.weightAt = nil
            }.weightAt == start + 1_000)
        #expect(try await world.set { $0.weightKilograms = nil }.weightAt == nil)
    }

    @Test("PLN-1 Every value outside its limits is named at once")
    func limits() async throws {
        let world = try await World()
        defer { world.test.remove() }
        let failure = await #expect(throws: ServiceError.self) {
            try await world.set {
                $0.sex = BodySex(rawValue: 7)
                $0.aim = WeightAim(rawValue: 9)
                $0.activity = ActivityLevel(rawValue: 6)
                $0.heightCentimetres = 12
                $0.weightKilograms = 29.9
                $0.targetKilograms = 301
                $0.bodyFatPercent = .nan
                $0.birthday = Day(number: 40_000)
            }
        }
        #expect(failure?.code == .invalid)
        let fields = Dictionary((failure?.fields ?? []).map { ($0.field, $0.code) }) { first, _ in first }
        #expect(
            fields == [
                "body.sex": .unknownChoice, "body.aim": .unknownChoice, "body.activity": .unknownChoice,
                "body.heightCentimetres": .outOfRange, "body.weightKilograms": .outOfRange,
                "body.targetKilograms": .outOfRange, "body.bodyFatPercent": .outOfRange, "body.birthday": .dayInFuture,
            ])
        let ends = try await world.set {
            ($0.heightCentimetres, $0.weightKilograms, $0.targetKilograms, $0.bodyFatPercent) = (50, 300, 30, 75)
            $0.birthday = Day(year: 1900, month: 1, day: 1)
        }
        #expect(ends.revision == 1)
        let tooOld = await #expect(throws: ServiceError.self) {
            try await world.set { $0.birthday = Day(year: 1880, month: 1, day: 1) }
        }
        #expect(tooOld?.fields == [FieldError(field: "body.birthday", code: .dayOutOfRange)])
    }

    @Test("PLN-1 A target on the other side of the weight than the aim is refused, unless the weight passed it since")
    func againstAim() async throws {
        let world = try await World()
        defer { world.test.remove() }
        for (aim, target) in [(WeightAim.lose, 80.5), (.gain, 79.5)] {
            let failure = await #expect(throws: ServiceError.self) {
                try await world.set { ($0.weightKilograms, $0.aim, $0.targetKilograms) = (80, aim, target) }
            }
            #expect(failure?.fields == [FieldError(field: "body.targetKilograms", code: .targetAgainstAim)])
        }
        let stored = try await world.set { ($0.weightKilograms, $0.aim, $0.targetKilograms) = (80, .lose, 75) }
        #expect(stored.targetKilograms == 75)
        let reached = try await world.set { ($0.weightKilograms, $0.aim, $0.targetKilograms) = (74.5, .lose, 75) }
        #expect(reached.weightKilograms == 74.5)
        let kept = try await world.set { ($0.aim, $0.targetKilograms) = (.maintain, 90) }
        #expect(kept.aim == .maintain)
    }

    @Test("PLN-1 Profile and body change together or not at all, and a request without body leaves it")
    func together() async throws {
        let world = try await World()
        defer { world.test.remove() }
        var whole = try await world.profiles.whole(world.user)
        whole.profile.country = "AT"
        whole.body?.weightKilograms = 12
        let refused = await #expect(throws: ServiceError.self) {
            try await world.profiles.set(.random(), whole: whole)
        }
        #expect(refused?.code == .invalid)
        #expect(try await world.profiles.profile(world.user).country == "")
        whole.body?.weightKilograms = 72
        let saved = try await world.profiles.set(.random(), whole: whole)
        #expect(saved.profile.country == "AT")
        #expect(saved.body?.weightKilograms == 72)
        #expect(saved.body?.revision == 1)
        let settings = WholeProfile(profile: saved.profile, body: nil)
        let kept = try await world.profiles.set(.random(), whole: settings)
        #expect(kept.body == saved.body)
        #expect(kept.profile.revision == saved.profile.revision + 1)
    }

    @Test("PLN-10 Shown without numbers the profile says so, and comes back without losing one; what it states counts")
    func withoutNumbers() async throws {
        let world = try await World()
        defer { world.test.remove() }
        let stored = try await world.set {
            ($0.sex, $0.heightCentimetres, $0.aim) = (.female, 170, .lose)
            ($0.weightKilograms, $0.targetKilograms, $0.bodyFatPercent) = (79.875, 71.25, 24.5)
        }
        world.clock.advance(by: 1_000)
        var shown = try await world.profiles.whole(world.user).withoutNumbers
        let text = String(decoding: try JSONEncoder().encode(shown), as: UTF8.self)
        for number in ["79.875", "71.25", "24.5", "weightAt"] { #expect(!text.contains(number), "\(number)") }
        #expect(text.contains("\"numbersHidden\":true"))
        #expect(shown.body?.heightCentimetres == 170)
        let empty = WholeProfile(profile: shown.profile, body: BodyProfile(user: world.user))
        #expect(empty.withoutNumbers == empty, "nothing is left out")
        // A client sends back what it got, with another field changed.
        shown.body?.aim = .maintain
        let kept = try await world.profiles.set(
            .random(), whole: try JSONDecoder().decode(WholeProfile.self, from: try JSONEncoder().encode(shown)))
        #expect(kept.body?.keepingNumbers(of: stored) == kept.body)
        #expect(kept.body?.weightAt == stored.weightAt)
        #expect(kept.body?.weightKilograms == 79.875)
        #expect(kept.body?.targetKilograms == 71.25)
        #expect(kept.body?.bodyFatPercent == 24.5)
        #expect(kept.body?.aim == .maintain)
        #expect(kept.body?.revision == 2)
        // A weight that is stated counts, from now on.
        shown.profile.revision = kept.profile.revision
        shown.body?.revision = 2
        shown.body?.weightKilograms = 78.5
        let stated = try await world.profiles.set(.random(), whole: shown)
        #expect(stated.body?.weightKilograms == 78.5)
        #expect(stated.body?.weightAt == world.clock.now)
        #expect(stated.body?.targetKilograms == 71.25)
        // Without the mark a profile replaces all of it, as ever.
        shown.numbersHidden = nil
        shown.body?.revision = 3
        shown.profile.revision = stated.profile.revision
        #expect(try await world.profiles.set(.random(), whole: shown).body?.targetKilograms == nil)
    }

    /// Plans that answer whether numbers are away, or nobody.
    private struct Plans: Requesting {
        let areAway: Bool?

        func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: Messages.RequestID, budget: Duration?)
            async throws -> R.Reply
        {
            let reply = areAway.map { PlanNumbers.Reply(numbersHidden: $0, revision: 1) }
            guard let reply = reply as? R.Reply else { throw ServiceError(.unavailable, "Nobody answers.") }
            return reply
        }
    }

    @Test(
        "PLN-10 Numbers are shown only where plans say that they are; an error then names no limits",
        arguments: [
            (true, true), (false, false), (nil, true),
        ] as [(Bool?, Bool)])
    func asked(_ areAway: Bool?, _ isHidden: Bool) async {
        #expect(await Plans(areAway: areAway).hidesNumbers(of: UserID(high: 1, low: 1)) == isHidden)
        let wrong = FieldError(field: "body.weightKilograms", code: .outOfRange, low: 30, high: 300)
        let error = ServiceError(.invalid, "x", fields: [wrong]).withoutLimits
        for language in Localization.Language.allCases {
            let sentence = Problem.Field(error.fields[0], in: language).sentence
            #expect(!sentence.contains { $0.isNumber || $0 == "{" })
            #expect(!sentence.isEmpty)
            #expect(Problem.Field(wrong, in: language).sentence.contains("300"))
        }
    }

    @Test("PLN-1 In JSON the profile has the body as one more field, and comes back the same")
    func json() async throws {
        let world = try await World()
        defer { world.test.remove() }
        _ = try await world.set { $0.birthday = Day(year: 1990, month: 5, day: 6) }
        let whole = try await world.profiles.whole(world.user)
        let data = try JSONEncoder().encode(whole)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(
            object["timeZones"] is [Any] && (object["body"] as? [String: Any])?["birthday"] as? String == "1990-05-06")
        #expect(try JSONDecoder().decode(WholeProfile.self, from: data) == whole)
        let plain = try JSONEncoder().encode(whole.profile)
        #expect(
            try JSONDecoder().decode(WholeProfile.self, from: plain) == WholeProfile(profile: whole.profile, body: nil))
    }
}

/// Counts committed events.
private final class EventCounter: Sendable {
    private let counter = Counter()
    var value: Int { counter.value }
    func add(_ count: Int) { for _ in 0..<count { counter.add() } }
}
