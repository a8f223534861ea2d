import Testing

@testable import Wire

/// Rejected inputs and their errors.
@Suite struct WireErrorTests {
    private func error<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) -> WireError? {
        do {
            _ = try WireDecoder().decode(type, from: bytes)
            return nil
        } catch {
            return error as? WireError
        }
    }

    private struct Outer: Codable, Equatable {
        var inner: Inner
        var inners: [Inner]
        enum CodingKeys: Int, CodingKey { case inner = 3, inners }
    }

    @Test("An error names the field, its number, the place and what is wrong") func names() {
        // Field 3, two bytes: field 1 as length-delimited where a varint belongs.
        let wrong = error(Outer.self, [0x1A, 2, 0x0A, 0])
        #expect(wrong?.code == .wrongWireType)
        #expect(wrong?.path == "inner(3).number(1)")
        #expect(wrong?.offset == 4)
        #expect(
            wrong?.description == "wire format: wrongWireType in inner(3).number(1) at byte 4, wire type 2 instead of 0"
        )
        // The second element of field 4.
        #expect(error(Outer.self, [0x22, 0, 0x22, 2, 0x15, 0])?.path == "inners(4)[1]")
    }

    @Test(
        "Malformed bytes have a typed error",
        arguments: [
            ([0x08], .truncated), ([0x08, 0x80], .truncated), ([0x0D, 0, 0, 0], .truncated),
            ([0x09, 0, 0], .truncated), ([0x12, 5, 1], .truncated),
            ([0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .truncated),
            ([0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x02], .malformedVarint),
            ([0x08] + [UInt8](repeating: 0x80, count: 10) + [0x00], .malformedVarint),
            ([0x00, 0], .malformedTag), ([0x0E], .malformedTag), ([0x0F], .malformedTag),
            ([0x80, 0x80, 0x80, 0x80, 0x10, 0], .malformedTag),
            ([0x0B, 0x0C], .group), ([0x0C], .group), ([0x12, 1, 0xFF], .invalidText),
            ([0x12, 3, 0xED, 0xA0, 0x80], .invalidText),
        ] as [([UInt8], WireError.Code)])
    func malformed(bytes: [UInt8], code: WireError.Code) { #expect(error(Inner.self, bytes)?.code == code) }

    @Test("A number that does not fit is refused, not cut") func range() {
        // 2³¹ in an int32.
        #expect(error(Inner.self, [0x08, 0x80, 0x80, 0x80, 0x80, 0x08])?.code == .outOfRange)
        struct Small: Codable {
            var value: UInt16
            enum CodingKeys: Int, CodingKey { case value = 1 }
        }
        #expect(error(Small.self, [0x08, 0x80, 0x80, 0x04])?.code == .outOfRange)
    }

    private struct Deep: Codable {
        var next: [Deep]
        enum CodingKeys: Int, CodingKey { case next = 1 }
        init(depth: Int) { next = depth == 0 ? [] : [Deep(depth: depth - 1)] }
    }

    @Test("Nesting ends at 64, in both directions") func depth() throws {
        let bytes = try WireEncoder().encode(Deep(depth: 64))
        _ = try WireDecoder().decode(Deep.self, from: bytes)
        #expect(throws: WireError.self) { try WireEncoder().encode(Deep(depth: 65)) }
        // One more message around the deepest one.
        let length = UInt8(bytes.count)
        try #require(length < 0x80 || bytes.count < 0x4000)
        let deeper =
            [0x0A] + (bytes.count < 0x80 ? [length] : [UInt8(bytes.count & 0x7F) | 0x80, UInt8(bytes.count >> 7)])
            + bytes
        #expect(error(Deep.self, deeper)?.code == .tooDeep)
    }

    private struct Wide: Codable {
        var a = 0.0
        var b = 0.0
        var c = 0.0
        var d = 0.0
        var e = ""
        enum CodingKeys: Int, CodingKey { case a = 1, b, c, d, e }
    }
    private struct Crowd: Codable {
        var all: [Wide]
        enum CodingKeys: Int, CodingKey { case all = 1 }
    }

    @Test("Many empty elements are refused, as many as anybody sends are not") func elements() throws {
        #expect(
            error(Crowd.self, [UInt8](repeating: 0, count: 1 << 20).enumerated().map { $0.offset & 1 == 0 ? 0x0A : 0 })?
                .code == .tooManyElements)
        let many = Crowd(all: [Wide](repeating: Wide(), count: 10_000))
        #expect(try WireDecoder().decode(Crowd.self, from: WireEncoder().encode(many)).all.count == 10_000)
    }

    private struct Named: Codable {
        var value = 1
        enum CodingKeys: String, CodingKey { case value }
    }
    private struct Nested: Codable {
        var rows = [[1.5]]
        enum CodingKeys: Int, CodingKey { case rows = 1 }
    }
    private struct Gaps: Codable {
        var values: [Int?] = [nil]
        enum CodingKeys: Int, CodingKey { case values = 1 }
    }

    @Test("What proto3 cannot say is an error that says so") func unsupported() throws {
        #expect { try WireEncoder().encode(Named()) } throws: {
            ($0 as? WireError)?.detail == "the key value has no field number"
        }
        #expect { try WireEncoder().encode(Nested()) } throws: { ($0 as? WireError)?.code == .unsupported }
        #expect { try WireEncoder().encode(Gaps()) } throws: { ($0 as? WireError)?.path == "values(1)[0]" }
        #expect { try WireEncoder().encode(7) } throws: { ($0 as? WireError)?.code == .unsupported }
        #expect { try WireEncoder().encode(["a": 1]) } throws: { ($0 as? WireError)?.code == .unsupported }
        #expect(error(Named.self, [])?.code == .unsupported)
    }
}
