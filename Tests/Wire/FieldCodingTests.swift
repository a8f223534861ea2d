import Foundation
import Testing

@testable import Wire

/// Messages that code their fields directly have the bytes, the JSON and the errors of synthesised code.
@Suite struct FieldCodingTests {
    /// `Sample`, coded directly.
    private struct Direct: Codable, Equatable {
        var sample = Sample()

        init() {}

        init(from decoder: any Decoder) throws {
            let fields = try FieldDecoder<Sample.CodingKeys>(decoder)
            sample.flag = try fields.decode(forKey: .flag)
            sample.small = try fields.decode(forKey: .small)
            sample.large = try fields.decode(forKey: .large)
            sample.price = try fields.decode(forKey: .price)
            sample.ratio = try fields.decode(forKey: .ratio)
            sample.name = try fields.decode(forKey: .name)
            sample.blob = try fields.elements(forKey: .blob)
            sample.inner = try fields.decode(forKey: .inner)
            sample.values = try fields.elements(forKey: .values)
            sample.counts = try fields.elements(forKey: .counts)
            sample.names = try fields.elements(forKey: .names)
            sample.inners = try fields.elements(forKey: .inners)
            sample.map = try fields.decode(forKey: .map)
            sample.zero = try fields.decodeIfPresent(forKey: .zero)
            sample.nothing = try fields.decodeIfPresent(forKey: .nothing)
        }

        func encode(to encoder: any Encoder) throws {
            let fields = FieldEncoder<Sample.CodingKeys>(encoder)
            try fields.encode(sample.flag, forKey: .flag)
            try fields.encode(sample.small, forKey: .small)
            try fields.encode(sample.large, forKey: .large)
            try fields.encode(sample.price, forKey: .price)
            try fields.encode(sample.ratio, forKey: .ratio)
            try fields.encode(sample.name, forKey: .name)
            try fields.encode(sample.blob, forKey: .blob)
            try fields.encode(sample.inner, forKey: .inner)
            try fields.encode(sample.values, forKey: .values)
            try fields.encode(sample.counts, forKey: .counts)
            try fields.encode(sample.names, forKey: .names)
            try fields.encode(sample.inners, forKey: .inners)
            try fields.encode(sample.map, forKey: .map)
            try fields.encodeIfPresent(sample.zero, forKey: .zero)
            try fields.encodeIfPresent(sample.nothing, forKey: .nothing)
        }
    }

    private struct List<Element: Codable & Equatable>: Codable, Equatable {
        var elements: [Element]
        var last: Element?
        enum CodingKeys: Int, CodingKey { case elements = 2, last }
    }

    /// Values of every kind: as they are, at their defaults, and present but empty.
    private static let samples: [Sample] = {
        var empty = Sample(
            flag: false, small: 0, large: 0, price: 0, ratio: 0, name: "", blob: [],
            inner: Inner(number: 0, text: ""), values: [], counts: [], names: [], inners: [], map: [:], zero: nil,
            nothing: nil)
        var samples = [Sample(), empty]
        (empty.nothing, empty.price, empty.counts) = ("", -0.0, [0, 0])
        empty.inners = (0..<300).map { Inner(number: $0, text: String(repeating: "x", count: Int($0))) }
        samples.append(empty)
        return samples
    }()

    @Test("Bytes and JSON are those of synthesised code, also of messages within messages")
    func same() throws {
        let directs = Self.samples.map { sample in
            var direct = Direct()
            direct.sample = sample
            return direct
        }
        let json = JSONEncoder()
        json.outputFormatting = .sortedKeys
        for (sample, direct) in zip(Self.samples, directs) {
            let bytes = try WireEncoder().encode(sample)
            #expect(try WireEncoder().encode(direct) == bytes)
            #expect(try WireDecoder().decode(Direct.self, from: bytes) == direct)
            let text = try json.encode(sample)
            #expect(try json.encode(direct) == text)
            #expect(try JSONDecoder().decode(Direct.self, from: text) == direct)
        }
        let list = List(elements: Self.samples, last: Self.samples[0])
        let direct = List(elements: directs, last: directs[0])
        let bytes = try WireEncoder().encode(list)
        #expect(try WireEncoder().encode(direct) == bytes)
        #expect(try WireDecoder().decode(List<Direct>.self, from: bytes) == direct)
    }

    @Test("Damaged bytes are refused as by synthesised code, with the same error")
    func damaged() throws {
        func outcome<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) -> WireError? {
            do {
                _ = try WireDecoder().decode(type, from: bytes)
                return nil
            } catch { return error as? WireError }
        }
        let bytes = try WireEncoder().encode(List(elements: [Sample()], last: nil))
        var refused = 0
        for place in bytes.indices {
            for value in [0, 1, 0x0A, 0x7F, 0x80, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[place] = value
                let error = outcome(List<Sample>.self, damaged)
                #expect(outcome(List<Direct>.self, damaged)?.description == error?.description, "\(place): \(value)")
                refused += error == nil ? 0 : 1
            }
            #expect(
                outcome(List<Direct>.self, Array(bytes[..<place]))?.description
                    == outcome(List<Sample>.self, Array(bytes[..<place]))?.description)
        }
        #expect(refused > 100)
    }

    /// A list of itself.
    private struct Deep: Codable {
        var next: [Deep]
        enum CodingKeys: Int, CodingKey { case next = 1 }
        init(depth: Int) { next = depth == 0 ? [] : [Deep(depth: depth - 1)] }
        init(from decoder: any Decoder) throws {
            next = try FieldDecoder<CodingKeys>(decoder).elements(forKey: .next)
        }
        func encode(to encoder: any Encoder) throws {
            try FieldEncoder<CodingKeys>(encoder).encode(next, forKey: .next)
        }
    }

    @Test("Nesting ends at 64, in both directions")
    func depth() throws {
        let bytes = try WireEncoder().encode(Deep(depth: 64))
        _ = try WireDecoder().decode(Deep.self, from: bytes)
        #expect { try WireEncoder().encode(Deep(depth: 65)) } throws: { ($0 as? WireError)?.code == .tooDeep }
        let deeper = [0x0A, UInt8(bytes.count & 0x7F) | 0x80, UInt8(bytes.count >> 7)] + bytes
        #expect { try WireDecoder().decode(Deep.self, from: deeper) } throws: {
            ($0 as? WireError)?.code == .tooDeep
        }
    }
}
