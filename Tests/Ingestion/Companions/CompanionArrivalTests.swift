import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// What is reported about each companion: its kinds, and its bodies that cannot be read.
@Suite(.tags(.processes)) struct CompanionArrivalTests {
    private static func arrivals(_ workshop: Workshop, _ devices: [UInt64]) async throws -> [CompanionArrival] {
        try await workshop.service.arrivals(CompanionArrivals(user: workshop.user, devices: devices)).devices
    }

    private static func post(_ text: String) -> PostedWeek.Post {
        PostedWeek.Post(at: 0, status: "", body: Array(text.utf8))
    }

    private static func pulse(_ minutes: Range<Int>) -> String {
        let rows = minutes.map { minute in
            let time = String(format: "2026-10-19T%02d:%02d:00Z", minute / 60, minute % 60)
            return #"{"bpm":61,"time":"\#(time)"}"#
        }
        return #"{"timestamp":"2026-10-20T00:00:00Z","heart_rate":[\#(rows.joined(separator: ","))]}"#
    }

    @Test("WEB-6 ING-16 What each companion brought is told by kind, number and newest time, and nothing intimate")
    func kinds() async throws {
        let workshop = try Workshop()
        #expect(try await Self.arrivals(workshop, [1, 2]).isEmpty)
        let body =
            #"{"timestamp":"2026-10-20T00:00:00Z","heart_rate":[{"bpm":61,"time":"2026-10-19T04:00:00Z"},{"bpm":62,"time":"2026-10-19T05:00:00Z"}],"weight":[{"kilograms":71,"time":"2026-10-19T03:00:00Z"}],"menstruation_flow":[{"flow":3,"time":"2026-10-19T04:30:00Z"}]}"#
        _ = try await workshop.post(Self.post(body), from: "hc-webhook")
        _ = try await workshop.post(
            Self.post(#"{"event":"insert","userId":1,"username":"Mia","date":"2026-10-19T06:00:00.000Z","weight":70}"#),
            from: "openscale", device: 2)
        let told = try await Self.arrivals(workshop, [1, 2, 3])
        #expect(told.map(\.device) == [1, 2])
        let first = try #require(told.first)
        #expect(!first.isPart)
        #expect(first.kinds.map(\.kind) == ["heartRate", "bodyMass"])
        #expect(first.kinds.map(\.count) == [2, 1])
        #expect(first.kinds.map(\.last) == [1_792_386_000_000, 1_792_378_800_000])
        #expect(first.kinds.map(\.isOfBody) == [false, true])
        #expect(told.last?.kinds.map(\.kind) == ["bodyMass"])
    }

    @Test("ING-16 Of a companion with many records a part is looked at, and the newest are in it")
    func part() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(Self.post(Self.pulse(0..<600)), from: "hc-webhook")
        let many = try #require(try await Self.arrivals(workshop, [1]).first)
        #expect(many.isPart && many.kinds.map(\.kind) == ["heartRate"])
        // All 600 are among the newest records of the person, and each counts once.
        #expect(many.kinds.map(\.count) == [600])
        #expect(many.kinds.map(\.last) == [1_792_368_000_000 + 599 * 60_000])
        await #expect(throws: ServiceError.self) { try await Self.arrivals(workshop, Array(0..<201)) }
    }

    @Test("ING-16 A body that was put aside is read piece by piece, as it came")
    func pieces() async throws {
        let workshop = try Workshop()
        let body = "not JSON, " + String(repeating: "x", count: 600_000)
        _ = try await workshop.post(Self.post(body), from: "hc-webhook", asUpload: true)
        let listed = try await workshop.service.aside(AsideQuery(user: workshop.user)).bodies
        let id = try #require(listed.first?.id)
        var bytes: [UInt8] = []
        var number: Int32 = 0
        while let piece = try await workshop.service.piece(AsidePiece(user: workshop.user, id: id, number: number))
            .bytes
        {
            bytes += piece
            number += 1
        }
        #expect(number == 2 && bytes == Array(body.utf8))
        #expect(try await workshop.service.piece(AsidePiece(user: .random(), id: id, number: 0)).bytes == nil)
    }
}
