import Bus
import LocalTime
import Messages

/// The example person: an account with two made-up years and the goals of its last twenty weeks, for those who want to
/// look around before they bring their own data. Everything arrives by the messages that real data arrives by.
public struct ExamplePerson: Sendable {
    /// The name that the account gets; it cannot be confused with a person's.
    public static func name(inGerman: Bool) -> String { inGerman ? "Beispielperson" : "Example person" }

    /// The zone the person lives in.
    public static let zone = "Europe/Berlin"
    /// The country of its crisis cards, ISO 3166 alpha-2.
    public static let country = "DE"
    /// The data of a call that names no other seed.
    public static let usualSeed: UInt64 = 1

    let user: UserID
    let years: ExampleYears
    let inGerman: Bool
    let now: Milliseconds
    let bus: any Requesting

    /// - Parameters:
    ///   - profile: of the account; says on which day the person was made.
    ///   - seed: equal seeds and days give equal data.
    ///   - inGerman: language of the journal and the goals; English otherwise.
    ///   - now: milliseconds since 1970: no sample, answer or entry is later.
    public init(
        _ profile: Profile, seed: UInt64 = usualSeed, inGerman: Bool, now: Milliseconds, bus: any Requesting
    ) {
        user = profile.user
        self.inGerman = inGerman
        self.now = now
        self.bus = bus
        let home = LocalCalendar([ZonePeriod(since: 0, zone: Self.zone)])
        years = ExampleYears(
            made: ExampleYears.made(zones: profile.timeZones, home: Self.zone), today: home.day(millisecond: now),
            zone: Self.zone, seed: seed)
        dataDay = home.day(millisecond: now - Self.morning)
    }

    /// The day whose data are added once: it begins when the last night has ended, 9 h after midnight at home.
    public let dataDay: Day
    private static let morning: Milliseconds = 9 * 3_600_000

    /// A random password: 100 bits, in groups that can be read aloud.
    public static func password() -> String {
        // Without l, o, 0 and 1, which look alike.
        let letters = Array("abcdefghijkmn" + "pqrstuvwxyz" + "23456789")
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String((0..<5).map { _ in letters.randomElement(using: &random) ?? "x" }) }
            .joined(separator: "-")
    }

    /// Sends answers and entries, the latest first, goals and samples, waits until the import has finished, and has a plan
    /// computed; later, what has been added since. The profiles must be those of `completed`: they decide which day a
    /// sample belongs to, and what a plan aims at.
    ///
    /// The ids follow from person and day, so a call that was interrupted can be repeated.
    /// - Parameter progress: called with what is done next, in English.
    /// - Throws: `ServiceError`.
    public func fill(progress: @Sendable (String) -> Void = { _ in }) async throws {
        let first = entity(id(9, 0))
        if try await isDone(first) { try await fillLater() } else { try await bring(first, progress) }
        progress("Computing a plan …")
        await plan()
    }

    private func bring(_ job: EntityID, _ progress: @Sendable (String) -> Void) async throws {
        progress("Writing check-ins and journal entries …")
        try await each(years.days.reversed()) { try await send($0) }
        // Before the samples, so that the rules read each record once, as it arrives.
        progress("Setting goals …")
        try await setGoals()
        progress("Importing two years of samples …")
        try await bring(job, years.csv(now: now / 1000))
    }

    /// Adds the days since data were added last, that day included; nothing before the two years are there.
    /// - Throws: `ServiceError`.
    public func fillLater() async throws {
        guard years.made < dataDay, try await isDone(entity(id(9, 0))),
            try await !isDone(entity(id(12, dataDay.number)))
        else { return }
        var first = dataDay.advanced(by: -1)
        while first > years.made, try await !isDone(entity(id(12, first.number))) { first = first.advanced(by: -1) }
        let job = entity(id(12, dataDay.number))
        try await each(years.days.filter { $0.day >= first }) { try await send($0) }
        try await bring(job, years.csv(from: first, now: now / 1000))
    }

    private func isDone(_ job: EntityID) async throws -> Bool {
        do {
            return try await bus.request(ImportQuery(user: user, job: job)).phase == .done
        } catch let error as ServiceError where error.code == .notFound {
            return false
        }
    }

    private func bring(_ job: EntityID, _ bytes: [UInt8]) async throws {
        try await upload(job, bytes)
        var status = try await bus.request(StartImport(user: user, job: job))
        while status.phase != .done, status.phase != .failed {
            try await Task.sleep(for: .milliseconds(200))
            status = try await bus.request(ImportQuery(user: user, job: job), budget: .seconds(15))
        }
        if let problem = status.problem { throw ServiceError(.failed, problem.message) }
    }

    /// The person's profile with the zones of the journey and the country; equal to `profile` if it has them.
    public func completed(_ profile: Profile) -> Profile {
        var profile = profile
        profile.timeZones = years.periods
        profile.country = Self.country
        var display = profile.display ?? Display()
        display.number = "always"
        profile.display = display
        return profile
    }

    /// The body profile with statements of the beginning of the diary; equal to `body` once anything is stated.
    public func completed(_ body: BodyProfile) -> BodyProfile {
        guard body.revision == 0 else { return body }
        let began = years.days[years.days.count - ExampleBody.recorded].day
        return ExampleBody.profile(
            of: user, revision: 0, statedAt: years.instant(began, minute: 7 * 60) * 1000)
    }

    /// Has a plan computed unless there is one, once the service has heard of the latest weigh-in. Without an answer
    /// there is none: the plan's page computes it when it is asked to.
    private func plan() async {
        let (days, records) = (years.days, years.body.records)
        guard (try? await bus.request(CurrentPlan(user: user))) == nil,
            let latest = days.indices.last(where: { records[$0].kilograms != nil && days[$0].day < years.today })
        else { return }
        let range = PlanCourse(user: user, from: days[latest].day, through: days[latest].day)
        for _ in 0..<Self.maximumLooks {
            let isHeard = try? await bus.request(range).days.contains { $0.kilograms != nil && $0.isStated != true }
            if isHeard == true { break }
            try? await Task.sleep(for: .milliseconds(500))
        }
        _ = try? await bus.request(GeneratePlan(user: user), id: id(10, 0), budget: .seconds(15))
    }

    /// How often the plans service is asked for the latest weigh-in, every half second.
    private static let maximumLooks = 240

    /// Answers, context and words of one day.
    private func send(_ entry: ExampleYears.Entry) async throws {
        // The current day's answer is left to whoever looks around.
        let evening = years.instant(entry.day, minute: 20 * 60 + 40) * 1000
        guard evening <= now else { return }
        let number = entry.day.number
        if let answers = years.answers(entry) {
            _ = try await bus.requestRetrying(
                SubmitCheckIn(
                    user: user, day: entry.day, at: evening, stress: answers.stress, energy: answers.energy,
                    sleepQuality: answers.sleepQuality), id: id(5, number), timeout: .seconds(120))
        }
        if entry.event != .none {
            let flag: ContextFlag = entry.event == .illness ? .illness : .travel
            _ = try await bus.requestRetrying(
                SetDayContext(user: user, day: entry.day, flags: [flag]), id: id(6, number), timeout: .seconds(120))
        }
        if let tag = years.tag(entry, inGerman: inGerman) {
            _ = try await bus.requestRetrying(
                SetDayTags(user: user, day: entry.day, tags: [tag]), id: id(13, number), timeout: .seconds(120))
        }
        if let text = years.words(entry, inGerman: inGerman) {
            let at = years.instant(entry.day, minute: 21 * 60 + Int(number % 40)) * 1000
            guard at <= now else { return }
            _ = try await bus.requestRetrying(
                SubmitJournal(user: user, day: entry.day, at: at, text: text, country: Self.country),
                id: id(7, number), timeout: .seconds(120))
        }
    }

    private func upload(_ job: EntityID, _ bytes: [UInt8]) async throws {
        let begin = BeginUpload(user: user, job: job, fileName: "example.csv", size: Int64(bytes.count))
        var offset = try await bus.request(begin).offset
        while offset < bytes.count {
            let end = min(bytes.count, Int(offset) + UploadChunk.maximumBytes)
            let chunk = UploadChunk(user: user, job: job, offset: offset, bytes: Array(bytes[Int(offset)..<end]))
            offset = try await bus.requestRetrying(chunk, budget: .seconds(30), timeout: .seconds(60)).offset
        }
    }

    /// Runs `body` for all elements in order, a few at a time: each waits for the disk, and the service commits
    /// together what arrives together.
    func each<Element: Sendable>(
        _ elements: [Element], atOnce: Int = 8, _ body: @escaping @Sendable (Element) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, element) in elements.enumerated() {
                if index >= atOnce { try await group.next() }
                group.addTask { try await body(element) }
            }
            try await group.waitForAll()
        }
    }

    /// An id as the id of an entity.
    func entity(_ id: RequestID) -> EntityID { EntityID(high: id.high, low: id.low) }

    /// The id of one command: it follows from person, purpose and day.
    func id(_ purpose: UInt64, _ day: Int32) -> RequestID {
        var random = SeededGenerator(user.high ^ user.low ^ years.seed, purpose, day)
        return .random(using: &random)
    }
}
