/// Encodes the samples of one user, kind and UTC day: sorted, distinct, column by column, delta-coded. Equal sets
/// encode to equal bytes.
///
/// Layout: version 1, count, sources (count, 8 bytes each), notes (likewise), then the columns start (deltas), length,
/// value, source index, note index, as LEB128 varints; an index column with only one possible value is omitted. Values
/// are integers times 10^-scale if that is exact for all of them, otherwise 8 bytes each (scale 255).
package enum SampleChunk {
    struct Damaged: Error {}
    private static let version: UInt8 = 1
    private static let raw: UInt8 = 255

    /// Encodes samples; linear in their number.
    /// - Precondition: sorted, without duplicates.
    package static func encode(_ samples: [Sample]) -> [UInt8] {
        var out = [UInt8]()
        out.reserveCapacity(32 + samples.count * 8)
        out.append(version)
        varint(UInt64(samples.count), &out)
        let sources = dictionary(samples, { $0.source }, &out)
        let notes = dictionary(samples, { $0.note }, &out)
        var last: Int64 = 0
        for sample in samples {
            varint(zigzag(sample.start &- last), &out)
            last = sample.start
        }
        for sample in samples { varint(UInt64(bitPattern: sample.end &- sample.start), &out) }
        encodeValues(samples, &out)
        if sources.count > 1 { for sample in samples { varint(sources[sample.source] ?? 0, &out) } }
        if notes.count > 1 { for sample in samples { varint(notes[sample.note] ?? 0, &out) } }
        return out
    }

    /// Decodes a chunk. Allocation is bounded by the number of bytes.
    /// - Throws: `Damaged` if `encode` did not produce the bytes.
    package static func decode(_ bytes: [UInt8]) throws -> [Sample] {
        var reader = Reader(bytes: bytes)
        guard try reader.byte() == version else { throw Damaged() }
        let count = try reader.count(atLeast: 2)
        let sources = try reader.dictionary()
        let notes = try reader.dictionary()
        guard count == 0 || (!sources.isEmpty && !notes.isEmpty) else { throw Damaged() }
        var samples = [Sample]()
        samples.reserveCapacity(count)
        var last: Int64 = 0
        for _ in 0..<count {
            last = last &+ unzigzag(try reader.varint())
            samples.append(Sample(start: last, end: 0, value: 0, source: sources[0], note: notes[0]))
        }
        for index in 0..<count { samples[index].end = samples[index].start &+ Int64(bitPattern: try reader.varint()) }
        try decodeValues(&samples, &reader)
        if sources.count > 1 {
            for index in 0..<count { samples[index].source = try reader.choose(sources) }
        }
        if notes.count > 1 {
            for index in 0..<count { samples[index].note = try reader.choose(notes) }
        }
        guard reader.isAtEnd else { throw Damaged() }
        return samples
    }

    /// The sources and notes of a chunk's samples, without decoding them.
    /// - Throws: `Damaged`.
    package static func names(_ bytes: [UInt8]) throws -> (sources: [UInt64], notes: [UInt64]) {
        var reader = Reader(bytes: bytes)
        guard try reader.byte() == version else { throw Damaged() }
        _ = try reader.count(atLeast: 2)
        return (try reader.dictionary(), try reader.dictionary())
    }

    /// Union of two sorted sets, and the number of samples in `new` that are not in `stored`. Linear.
    package static func union(_ stored: [Sample], _ new: ArraySlice<Sample>) -> (samples: [Sample], added: Int) {
        var result = [Sample]()
        result.reserveCapacity(stored.count + new.count)
        var (left, right, added) = (0, new.startIndex, 0)
        while right < new.endIndex {
            let candidate = new[right]
            while left < stored.count, stored[left] < candidate {
                result.append(stored[left])
                left += 1
            }
            if result.last == candidate || (left < stored.count && stored[left] == candidate) {
                right += 1
                continue
            }
            result.append(candidate)
            added += 1
            right += 1
        }
        result.append(contentsOf: stored[left...])
        return (result, added)
    }

    /// The samples of one sorted set that are not in another. Linear.
    package static func missing(of samples: [Sample], in others: [Sample]) -> [Sample] {
        var (missing, index): ([Sample], Int) = ([], 0)
        for sample in samples {
            while index < others.count, others[index] < sample { index += 1 }
            if index == others.count || others[index] != sample { missing.append(sample) }
        }
        return missing
    }

    // MARK: Columns

    private static func dictionary(_ samples: [Sample], _ key: (Sample) -> UInt64, _ out: inout [UInt8])
        -> [UInt64: UInt64]
    {
        var ids = [UInt64]()
        // Skips the lookup for the usual case: the same id as the sample before.
        var last: UInt64?
        for sample in samples {
            let id = key(sample)
            if id == last { continue }
            last = id
            if !ids.contains(id) { ids.append(id) }
        }
        ids.sort()
        varint(UInt64(ids.count), &out)
        for id in ids {
            for shift in stride(from: 0, to: 64, by: 8) { out.append(UInt8(truncatingIfNeeded: id >> UInt64(shift))) }
        }
        return Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, UInt64($0)) })
    }

    private static let scales: [Double] = [1, 10, 100, 1000, 10_000, 100_000]

    private static func encodeValues(_ samples: [Sample], _ out: inout [UInt8]) {
        var scale = 0
        for sample in samples {
            while scale < scales.count, !isExact(sample.value, scales[scale]) { scale += 1 }
            if scale == scales.count { break }
        }
        guard scale < scales.count else {
            out.append(raw)
            for sample in samples {
                for shift in stride(from: 0, to: 64, by: 8) {
                    out.append(UInt8(truncatingIfNeeded: sample.value.bitPattern >> UInt64(shift)))
                }
            }
            return
        }
        out.append(UInt8(scale))
        for sample in samples { varint(zigzag(Int64((sample.value * scales[scale]).rounded())), &out) }
    }

    private static func isExact(_ value: Double, _ scale: Double) -> Bool {
        let scaled = (value * scale).rounded()
        return abs(scaled) < 1e15 && (scaled / scale).bitPattern == value.bitPattern
    }

    private static func decodeValues(_ samples: inout [Sample], _ reader: inout Reader) throws {
        let scale = try reader.byte()
        if scale == raw {
            for index in samples.indices { samples[index].value = Double(bitPattern: try reader.fixed()) }
            return
        }
        guard Int(scale) < scales.count else { throw Damaged() }
        for index in samples.indices {
            samples[index].value = Double(unzigzag(try reader.varint())) / scales[Int(scale)]
        }
    }

    private static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }
    private static func unzigzag(_ value: UInt64) -> Int64 {
        Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    private static func varint(_ value: UInt64, _ out: inout [UInt8]) {
        var value = value
        while value >= 0x80 {
            out.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        out.append(UInt8(value))
    }

    private struct Reader {
        let bytes: [UInt8]
        var index = 0
        var isAtEnd: Bool { index == bytes.count }

        mutating func byte() throws -> UInt8 {
            guard index < bytes.count else { throw Damaged() }
            index += 1
            return bytes[index - 1]
        }

        mutating func varint() throws -> UInt64 {
            var (result, shift) = (UInt64(0), UInt64(0))
            while shift < 64 {
                let byte = try byte()
                result |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return result }
                shift += 7
            }
            throw Damaged()
        }

        mutating func fixed() throws -> UInt64 {
            guard index + 8 <= bytes.count else { throw Damaged() }
            defer { index += 8 }
            return (0..<8).reduce(0) { $0 | UInt64(bytes[index + $1]) << UInt64($1 * 8) }
        }

        /// Reads a count of items of at least `size` bytes each; throws if the remaining bytes cannot hold them.
        mutating func count(atLeast size: Int) throws -> Int {
            let value = try varint()
            guard value <= UInt64(bytes.count - index) / UInt64(size) else { throw Damaged() }
            return Int(value)
        }

        mutating func dictionary() throws -> [UInt64] {
            let count = try count(atLeast: 8)
            return try (0..<count).map { _ in try fixed() }
        }

        mutating func choose(_ ids: [UInt64]) throws -> UInt64 {
            let index = try varint()
            guard index < UInt64(ids.count) else { throw Damaged() }
            return ids[Int(index)]
        }
    }
}
