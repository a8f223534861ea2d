import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import ServiceKit

@Suite(.tags(.processes)) struct ProcessRecordTests {
    @Test(
        "COM-5 a process that ends without being asked to is found by the next one; one that was asked leaves nothing")
    func found() throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let data = scratch.path
        func begin(_ service: ServiceName = .scoring, at now: Milliseconds, cause: String? = nil) throws
            -> ProcessRecord
        {
            try #require(try ProcessRecord(service, in: data, at: now, cause: cause))
        }
        // The kernel gives the lock back when the process ends; here, when the value does.
        do { _ = try begin(at: 1_000) }
        var second: ProcessRecord? = try begin(at: 2_000, cause: "signal 9")
        let end = ProcessEnd(
            service: "scoring", release: Release.name, startedAt: 1_000, foundAt: 2_000, cause: "signal 9")
        #expect(ProcessRecord.ends(in: data) == [end])
        // Another process of the service, and another service, find nothing.
        let beside = try begin(at: 3_000)
        let other = try begin(.safety, at: 3_000)
        #expect(ProcessRecord.ends(in: data) == [end])
        for record in [beside, other] { record.end() }
        second?.end()
        second = nil
        do { _ = try begin(at: 4_000) }
        #expect(ProcessRecord.ends(in: data) == [end])
        _ = try begin(at: 5_000)
        #expect(ProcessRecord.ends(in: data).map(\.foundAt) == [5_000, 2_000])
        try ProcessRecord.clear(data)
        #expect(ProcessRecord.ends(in: data).isEmpty)
    }

    @Test("COM-5 the latest fifty are kept, and a damaged file keeps no process from starting")
    func bounded() throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        for number in 0...ProcessEnd.maximumKept + 5 {
            _ = try ProcessRecord(.scoring, in: scratch.path, at: Milliseconds(number), cause: "status 1")
        }
        let ends = ProcessRecord.ends(in: scratch.path)
        #expect(ends.count == ProcessEnd.maximumKept)
        #expect(ends.first?.foundAt == Milliseconds(ProcessEnd.maximumKept + 5))
        for name in ["scoring-0.run", "ends.json"] {
            try Data("{".utf8).write(to: URL(filePath: scratch.path + "/diagnostics/" + name))
        }
        #expect(try ProcessRecord(.scoring, in: scratch.path, at: 1, cause: nil) != nil)
        #expect(ProcessRecord.ends(in: scratch.path).isEmpty)
    }
}
