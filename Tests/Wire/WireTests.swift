import Testing

@testable import Wire

struct Inner: Codable, Equatable {
    var number: Int32
    var text: String
    enum CodingKeys: Int, CodingKey { case number = 1, text }
}

struct Sample: Codable, Equatable {
    var flag = true
    var small: Int32 = -3
    var large: UInt64 = .max
    var price = 2.5
    var ratio: Float = 0.5
    var name = "héllo"
    var blob: [UInt8] = [1, 2, 3]
    var inner = Inner(number: 7, text: "x")
    var values = [1.0, -2.0]
    var counts: [Int32] = [1, -1, 300]
    var names = ["", "b"]
    var inners = [Inner(number: 0, text: ""), Inner(number: 1, text: "y")]
    var map = ["b": Int64(2), "a": 1]
    var zero: Int32? = 0
    var nothing: String?
    enum CodingKeys: Int, CodingKey {
        case flag = 1, small, large, price, ratio, name, blob, inner, values, counts, names, inners, map, zero, nothing
    }
}

@Suite struct WireTests {
    @Test("Every kind of field comes back as it went") func roundTrip() throws {
        let sample = Sample()
        let bytes = try WireEncoder().encode(sample)
        #expect(try WireDecoder().decode(Sample.self, from: bytes) == sample)
    }
}
