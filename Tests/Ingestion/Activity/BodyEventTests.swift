import Fixtures
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Events of ingestion that plans follow from: body mass and intake of days (PLN-2).
@Suite(.tags(.processes)) struct BodyEventTests {
    private static let header = "kind,start,end,value,unit,source\n"
    private static let day = Day(year: 2024, month: 2, day: 6)!

    private static func row(
        _ kind: String, _ time: String, _ value: String, _ unit: String, _ source: String = "Meals", day: Int = 6
    ) -> String { "\(kind),2024-02-0\(day)T\(time):00Z,,\(value),\(unit),\(source)\n" }

    private static func record(
        _ type: String, _ time: String, _ value: String, _ unit: String, _ source: String = "Meals", day: Int = 6
    ) -> String {
        #"<Record type="HKQuantityTypeIdentifier\#(type)" sourceName="\#(source)" unit="\#(unit)" startDate="2024-02-0\#(day) \#(time):00 +0000" endDate="2024-02-0\#(day) \#(time):00 +0000" value="\#(value)"/>"#
    }

    private func masses(_ workshop: Workshop) async throws -> [BodyMassRecorded] {
        try await workshop.ofAllDays { [user = workshop.user] transaction, first, last in
            try BodyRows(user: user, transaction: transaction).bodyMasses(from: first, through: last).map { recorded in
                var recorded = recorded
                recorded.batch = nil
                return recorded
            }
        }
    }

    private func intakes(_ workshop: Workshop) async throws -> [IntakeRecorded] {
        try await workshop.ofAllDays { [user = workshop.user] transaction, first, last in
            try BodyRows(user: user, transaction: transaction).intakes(from: first, through: last)
        }
    }

    private func mass(_ workshop: Workshop, _ revision: UInt64, _ kilograms: Double, _ time: String) -> BodyMassRecorded
    {
        BodyMassRecorded(
            user: workshop.user, revision: revision, day: Self.day, kilograms: kilograms,
            at: utc("2024-02-06 \(time):00") * 1_000)
    }

    @Test("PLN-2 an XML export's weight, food and water become one event each of their day, in kg, kcal, g and ml")
    func export() async throws {
        let workshop = try Workshop()
        try await workshop.profile(zone: "UTC")
        let xml = document(
            Self.record("BodyMass", "07:00", "165", "lb", "Scale")
                + Self.record("DietaryEnergyConsumed", "08:00", "500", "kcal")
                + Self.record("DietaryEnergyConsumed", "19:00", "4184", "kJ")
                + Self.record("DietaryProtein", "08:00", "30.26", "g")
                + Self.record("DietaryWater", "09:00", "10", "fl_oz_us")
                // The same records inside a meal.
                + "<Correlation type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"Meals\" startDate=\"2024-02-06 08:00:00 +0000\" endDate=\"2024-02-06 08:00:00 +0000\">"
                + Self.record("DietaryEnergyConsumed", "08:00", "500", "kcal") + "</Correlation>")
        try await workshop.importing(xml)
        #expect(try await masses(workshop) == [mass(workshop, 1, 74.843, "07:00")])
        let intake = IntakeRecorded(
            user: workshop.user, revision: 1, day: Self.day, kilocalories: 1_500, proteinGrams: 30.3,
            waterMillilitres: 296)
        #expect(try await intakes(workshop) == [intake])
        #expect(try await workshop.eventTypes(for: .plans) == [BodyMassRecorded.type: 1, IntakeRecorded.type: 1])
        // Goals may aim at a weight or count what was eaten (GOL-6).
        #expect(
            try await workshop.eventTypes(for: .goals).filter { $0.key != DayTotals.type }
                == [BodyMassRecorded.type: 1, IntakeRecorded.type: 1])
        try await workshop.importing(xml)
        #expect(
            try await workshop.eventTypes(for: .plans) == [BodyMassRecorded.type: 1, IntakeRecorded.type: 1],
            "nothing changed")
        workshop.scratch.remove()
    }

    @Test("PLN-2 The latest day's weight is known with its time, and that of the day before once it is gone")
    func latest() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        try await workshop.profile(zone: "UTC")
        func body() async throws -> ArrivedBody? {
            try await workshop.service.latestArrival(LatestArrival(user: workshop.user, withBody: true)).body
        }
        try await workshop.importing(document(Self.record("BodyMass", "07:00", "80.5", "kg", "Scale", day: 5)))
        let first = ArrivedBody(kilograms: 80.5, weighed: utc("2024-02-05 07:00:00") * 1_000)
        #expect(try await body() == first)
        let job = try await workshop.importing(
            document(Self.record("BodyMass", "08:00", "80", "kg", "Scale", day: 6))
        ).job
        #expect(try await body() == ArrivedBody(kilograms: 80, weighed: utc("2024-02-06 08:00:00") * 1_000))
        _ = try await workshop.service.undo(UndoImport(user: workshop.user, job: job))
        try await workshop.worker.drain()
        #expect(try await body() == first)
    }

    @Test(
        "PLN-2 Health Auto Export's weight, food and water become events; its sum of a day adds nothing to its entries")
    func healthAutoExport() async throws {
        let workshop = try Workshop()
        try await workshop.profile(zone: "UTC")
        func metric(_ name: String, _ units: String, _ points: String) -> String {
            #"{"name":"\#(name)","units":"\#(units)","data":[\#(points)]}"#
        }
        func point(_ time: String, _ value: String, _ source: String = "Meals") -> String {
            #"{"date":"2024-02-06 \#(time):30 +0000","qty":\#(value),"source":"\#(source)"}"#
        }
        let metrics = [
            metric("weight_body_mass", "lb", point("07:00", "165", "Scale")),
            metric("dietary_energy", "kJ", point("08:00", "2092") + "," + point("19:00", "4184")),
            metric("protein", "g", point("08:00", "30")), metric("dietary_water", "mL", point("09:00", "300")),
        ]
        let status = try await workshop.importing(#"{"data":{"metrics":[\#(metrics.joined(separator: ","))]}}"#)
        #expect(status.phase == .done)
        #expect(status.quarantined.isEmpty)
        #expect(try await masses(workshop).map(\.kilograms) == [74.843])
        let first = try await intakes(workshop)
        #expect(first.map(\.kilocalories) == [1_500])
        #expect(first.map(\.proteinGrams) == [30])
        #expect(first.map(\.waterMillilitres) == [300])
        let sums = metric(
            "dietary_energy", "kcal", #"{"date":"2024-02-06 00:00:00 +0000","qty":1500,"source":"Meals"}"#)
        try await workshop.importing(#"{"data":{"metrics":[\#(sums)]}}"#)
        #expect(try await intakes(workshop) == first)
        workshop.scratch.remove()
    }

    @Test(
        "ING-6 PLN-2 two apps that recorded the same meals count once; another order of trust publishes the other one")
    func twoApps() async throws {
        let workshop = try Workshop()
        try await workshop.profile(zone: "UTC", sources: ["Meals", "Diary"])
        try await workshop.importing(
            Self.header + Self.row("dietaryEnergy", "12:00", "700", "kcal")
                + Self.row("dietaryEnergy", "12:07", "690", "kcal", "Diary")
                + Self.row("dietaryEnergy", "19:00", "800", "kcal")
                + Self.row("dietaryEnergy", "19:04", "800", "kcal", "Diary")
                + Self.row("bodyMass", "07:00", "75", "kg", "Diary") + Self.row("bodyMass", "06:50", "74.8", "kg"))
        #expect(try await intakes(workshop).map(\.kilocalories) == [1_500])
        #expect(try await masses(workshop).map(\.kilograms) == [74.8])
        try await workshop.profile(zone: "UTC", sources: ["Diary", "Meals"], revision: 2)
        #expect(try await intakes(workshop).map(\.kilocalories) == [1_490])
        #expect(try await masses(workshop) == [mass(workshop, 2, 75, "07:00")])
        workshop.scratch.remove()
    }

    @Test(
        "PLN-2 a restated day is published again with the next revision, a deleted weight as deleted, its return as new"
    )
    func restated() async throws {
        let workshop = try Workshop()
        func send(_ anchor: String, _ next: String, _ kilograms: Double?, id: UInt64, deleted: [UInt64] = [])
            async throws
        {
            let start = utc("2024-02-06 07:00:00")
            let samples = kilograms.map {
                [
                    AnchoredSample(
                        id: EntityID(high: 1, low: id), start: start, end: start, value: $0, unit: "kg", source: "Scale"
                    )
                ]
            }
            let reply = try await workshop.service.ingest(
                IngestSamples(
                    user: workshop.user, device: "phone", kind: "bodyMass", anchor: anchor, newAnchor: next,
                    samples: samples ?? [], deleted: deleted.map { EntityID(high: 1, low: $0) }))
            #expect(reply.accepted)
            #expect(reply.skipped.isEmpty)
            try await workshop.worker.drain()
        }
        try await send("", "a", 75, id: 1)
        #expect(try await masses(workshop) == [mass(workshop, 1, 75, "07:00")])
        try await send("a", "b", 74.5, id: 2, deleted: [1])
        #expect(try await masses(workshop) == [mass(workshop, 2, 74.5, "07:00")])
        try await send("b", "c", nil, id: 0, deleted: [2])
        var gone = mass(workshop, 3, 0, "07:00")
        gone.deleted = true
        #expect(try await masses(workshop) == [gone])
        try await send("c", "d", 74.4, id: 3)
        #expect(try await masses(workshop) == [mass(workshop, 4, 74.4, "07:00")])
        #expect(try await workshop.eventTypes(for: .plans) == [BodyMassRecorded.type: 4])
        workshop.scratch.remove()
    }

    @Test("PLN-2 another time zone moves weight and intake to their other day")
    func zone() async throws {
        let workshop = try Workshop()
        try await workshop.profile(zone: "UTC")
        try await workshop.importing(
            Self.header + Self.row("bodyMass", "22:00", "75", "kg") + Self.row("dietaryWater", "22:30", "500", "mL"))
        try await workshop.profile(zone: "Asia/Tokyo", revision: 2)
        let next = Self.day.advanced(by: 1)
        let (masses, intakes) = (try await masses(workshop), try await intakes(workshop))
        #expect(masses.map(\.day) == [Self.day, next])
        #expect(masses.map(\.deleted) == [true, false])
        #expect(intakes.map(\.day) == [Self.day, next])
        #expect(intakes.map(\.waterMillilitres) == [nil, 500])
        workshop.scratch.remove()
    }

    @Test("PLN-2 undoing an import takes weight and intake back; the export has both")
    func undone() async throws {
        let workshop = try Workshop()
        let status = try await workshop.importing(
            Self.header + Self.row("bodyMass", "07:00", "75", "kg") + Self.row("dietaryEnergy", "12:00", "700", "kcal"))
        var (files, cursor): ([String: String], String?) = ([:], nil)
        repeat {
            let page = try await workshop.service.export(workshop.user, cursor)
            for file in page.files { files[file.name, default: ""] += String(decoding: file.content, as: UTF8.self) }
            cursor = page.next
        } while cursor != nil
        #expect(files["ingestion/body-mass.csv"] == "day,kilograms,at\n2024-02-06,75.0,2024-02-06T07:00:00Z\n")
        #expect(files["ingestion/intake.csv"] == "day,kilocalories,protein,water\n2024-02-06,700.0,,\n")
        _ = try await workshop.service.undo(UndoImport(user: workshop.user, job: status.job))
        try await workshop.worker.drain()
        #expect(try await masses(workshop).map(\.deleted) == [true])
        #expect(try await intakes(workshop).map(\.kilocalories) == [nil])
        #expect(try await workshop.eventTypes(for: .plans) == [BodyMassRecorded.type: 2, IntakeRecorded.type: 2])
        workshop.scratch.remove()
    }

    @Test("PLN-2 weight and intake that came before the upgrade are published once, without their metrics")
    func migrated() async throws {
        let scratch = try Scratch()
        let user = UserID.random()
        do {
            let workshop = try Workshop(user: user, scratch: scratch)
            try await workshop.importing(
                Self.header + Self.row("bodyMass", "07:00", "75", "kg")
                    + Self.row("dietaryEnergy", "12:00", "700", "kcal", day: 7)
                    + "steps,2024-02-06T09:00:00Z,2024-02-06T09:10:00Z,900,count,Watch\n")
            // As the release before left it.
            try await workshop.store.write { transaction in
                for sql in [
                    "DROP TABLE body_mass", "DROP TABLE intake", "DELETE FROM dirty",
                    "DELETE FROM storage_outbox", "UPDATE storage_streams SET acknowledged = last",
                    "DELETE FROM storage_migrations WHERE owner = 'ingestion' AND number = 11",
                ] { try transaction.execute(sql) }
            }
            try workshop.store.close()
        }
        var workshop = try Workshop(user: user, scratch: scratch)
        try await workshop.worker.drain()
        #expect(try await masses(workshop).map(\.kilograms) == [75])
        #expect(try await intakes(workshop).map(\.kilocalories) == [700])
        #expect(try await workshop.eventTypes(for: .plans) == [BodyMassRecorded.type: 1, IntakeRecorded.type: 1])
        #expect(try await workshop.events(for: .scoring) == 0)
        #expect(try await workshop.events(for: .goals) == 2, "the weight and the intake")
        try workshop.store.close()
        workshop = try Workshop(user: user, scratch: scratch)
        try await workshop.worker.drain()
        #expect(try await workshop.eventTypes(for: .plans) == [BodyMassRecorded.type: 1, IntakeRecorded.type: 1])
        workshop.scratch.remove()
    }
}
