import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

/// Lists of sealed rows, some of which are damaged in the database.
@Suite(.bothEngines, .tags(.processes)) struct OpenedRowsTests {
    let scratch: Scratch
    let store: Store
    let ann = UserID.random()
    let bob = UserID.random()

    init() async throws {
        scratch = try Scratch()
        store = try scratch.store()
        try await store.write { [ann, bob] transaction in
            for number in 1...5 { try transaction.put(number, "note \(number)", user: ann) }
            try transaction.put(1, "other", user: bob)
        }
    }

    private func list() async throws -> OpenedRows<String> {
        try await store.read { [ann] transaction in
            let rows = try transaction.rows(
                "SELECT number, sealed FROM notes WHERE user = ? ORDER BY number", [ann])
            return try transaction.openEach(rows, of: ann, in: "notes", name: { "\(try $0["number"] as Int)" }) { row in
                let number: Int = try row["number"]
                let bytes = try transaction.openBytes(row["sealed"], user: ann, table: "notes", row: "\(number)")
                return number == 5 ? nil : String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    @Test("A damaged, a moved and an empty row cost themselves, are counted and named; a row left out is not damaged")
    func damaged() async throws {
        let whole = try await list()
        #expect(whole.values.count == 4 && whole.damaged == nil)
        try await store.write { [ann, bob] transaction in
            try transaction.execute("UPDATE notes SET sealed = ? WHERE user = ? AND number = 1", [Data(), ann])
            try transaction.execute(
                "UPDATE notes SET sealed = (SELECT sealed FROM notes WHERE user = ? AND number = 1) WHERE user = ? AND number = 3",
                [bob, ann])
        }
        let found = try await list()
        #expect(found.values == [whole.values[1], whole.values[3]])
        #expect(found.damaged == DamagedRows(count: 2, names: ["notes 1", "notes 3"]))
    }

    @Test(
        "A page reads on behind damaged rows until it is full; the ledger of the task and of the store has each row once, and forgets an erased person"
    )
    func page() async throws {
        try await store.write { [ann] transaction in
            for number in [1, 2, 4] {
                try transaction.execute(
                    "UPDATE notes SET sealed = ? WHERE user = ? AND number = ?", [Data([9, 9]), ann, number])
            }
        }
        let damage = DamageLedger()
        for _ in 0..<2 {
            let page = try await DamageLedger.$current.withValue(damage) {
                try await store.read { [ann] transaction in
                    try transaction.openPage(
                        of: ann, in: "notes", limit: 2, name: { "\(try $0["number"] as Int)" },
                        read: { last, limit in
                            try transaction.rows(
                                "SELECT number, sealed FROM notes WHERE user = ? AND number > ? ORDER BY number LIMIT ?",
                                [ann, try last.map { try $0["number"] as Int } ?? 0, limit])
                        }
                    ) { row in
                        let number: Int = try row["number"]
                        _ = try transaction.openBytes(row["sealed"], user: ann, table: "notes", row: "\(number)")
                        return number
                    }
                }
            }
            #expect(page == [3, 5])
        }
        let found = DamagedRows(count: 3, names: ["notes 1", "notes 2", "notes 4"])
        #expect(damage.damaged == found)
        #expect(store.damaged == found)
        let isRead = try await store.read { [ann] transaction in
            try transaction.openOne(of: ann, in: "notes") {
                let sealed = try transaction.value(
                    Data.self, "SELECT sealed FROM notes WHERE user = ? AND number = 1", [ann])
                return try transaction.openBytes(sealed ?? Data(), user: ann, table: "notes", row: "1")
            } != nil
        }
        #expect(!isRead && store.damaged?.count == 4)
        _ = try await store.erase(ann)
        #expect(store.damaged == nil)
    }

    @Test("A page reads on behind rows whose place in the order is damaged")
    func places() async throws {
        try await store.write { [ann] transaction in
            // Read as 32 bits, these are damaged on both engines.
            try transaction.execute(
                "UPDATE notes SET number = number + 5000000000 WHERE user = ? AND number IN (2, 3)", [ann])
        }
        func page(_ limit: Int) async throws -> [Int32] {
            try await store.read { [ann] transaction in
                try transaction.openPage(
                    of: ann, in: "notes", limit: limit, name: { "\(try $0["number"] as Int)" },
                    read: { last, limit in
                        try transaction.rows(
                            "SELECT number, sealed FROM notes WHERE user = ? AND number < ? ORDER BY number DESC LIMIT ?",
                            [ann, try last.map { Int64(try $0["number"] as Int32) } ?? Int64.max, limit])
                    }
                ) { try $0["number"] as Int32 }
            }
        }
        #expect(try await page(1) == [5])
        #expect(try await page(2) == [5, 4])
        #expect(try await page(3) == [5, 4, 1])
        #expect(try await page(9) == [5, 4, 1])
        #expect(store.damaged == DamagedRows(count: 2, names: ["notes 5000000003", "notes 5000000002"]))
    }

    @Test("A damaged cell is nil, and named; a row of a queue that is damaged keeps no other one waiting")
    func cells() async throws {
        try await store.write { [ann] in
            try $0.execute("UPDATE notes SET number = 5000000000 WHERE user = ? AND number = 2", [ann])
        }
        let (cell, queue) = try await store.read { [ann] transaction in
            let rows = try transaction.rows("SELECT user, number FROM notes ORDER BY number DESC")
            return (
                try transaction.readOne(of: ann, in: "notes", row: "2") { try rows[0]["number"] as Int32 },
                try transaction.readEach(rows, in: "queue") { try $0["number"] as Int32 }
            )
        }
        #expect(cell == nil && queue == [5, 4, 3, 1, 1])
        #expect(store.damaged == DamagedRows(count: 2, names: ["notes 2", "queue"]))
    }

    @Test("A damaged key is an error of the whole list, not a list of damaged rows")
    func key() async throws {
        try await store.write { [ann] in
            try $0.execute("UPDATE storage_keys SET wrapped = ? WHERE user = ?", [Data([1, 2, 3]), ann])
        }
        let reopened = try scratch.store()
        await #expect(throws: (any Error).self) {
            _ = try await reopened.read { [ann] transaction in
                let rows = try transaction.rows("SELECT number, sealed FROM notes WHERE user = ?", [ann])
                return try transaction.openEach(rows, of: ann, in: "notes", name: { _ in "" }) { row in
                    try transaction.openBytes(row["sealed"], user: ann, table: "notes", row: "1")
                }.values
            }
        }
    }

    @Test("Names are bounded, the count is not")
    func bounds() {
        let many = (0..<250).reduce(DamagedRows?.none) { joined, number in
            .joined(joined, DamagedRows(count: 1, names: ["notes \(number)"]))
        }
        #expect(many?.count == 250 && many?.names.count == DamagedRows.maximumNames)
        #expect(DamagedRows.joined(many, DamagedRows(count: 2, names: ["notes 3", "notes x"]))?.count == 251)
    }
}
