/// Finds the source of a record without making strings: the few sources of a file take turns, and only the memory address in their `device` differs.
struct SourceReader {
    private struct Known {
        var name: [UInt8]
        /// The device attribute from the end of its address on, or all of it where it has none.
        var device: [UInt8]
        var id: UInt64
    }

    private var known: [Known] = []
    private static let remembered = 64

    /// The id of the source; `describe` hears of one that is new here.
    mutating func id(
        _ scanner: XMLScanner, name: XMLScanner.Span?, device: XMLScanner.Span?, describe: (SampleSource) -> Void
    ) throws -> UInt64 {
        let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        let nameBytes = name.map(scanner.bytes) ?? empty
        let deviceBytes = Self.withoutAddress(device.map(scanner.bytes) ?? empty)
        for index in known.indices where Self.same(known[index].device, deviceBytes) && Self.same(known[index].name, nameBytes) {
            if index > 0 { known.swapAt(index, index - 1) }
            return known[max(0, index - 1)].id
        }
        let source = SampleSource(name: try name.map(scanner.text) ?? "", device: try device.map(scanner.text) ?? "")
        describe(source)
        if known.count == Self.remembered { known.removeLast() }
        known.append(Known(name: Array(nameBytes), device: Array(deviceBytes), id: source.id))
        return source.id
    }

    /// `&lt;&lt;HKDevice: 0x2831a4640&gt;, name:…` from the address's end.
    private static func withoutAddress(_ device: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let prefix: StaticString = "&lt;&lt;HKDevice: 0x"
        guard let start = device.baseAddress, device.count > prefix.utf8CodeUnitCount else { return device }
        for index in 0..<prefix.utf8CodeUnitCount where start[index] != prefix.utf8Start[index] { return device }
        var index = prefix.utf8CodeUnitCount
        while index < device.count, start[index] != UInt8(ascii: "&") { index += 1 }
        return UnsafeBufferPointer(start: start + index, count: device.count - index)
    }

    private static func same(_ stored: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard stored.count == bytes.count else { return false }
        return stored.withUnsafeBufferPointer { stored in
            for index in 0..<bytes.count where stored[index] != bytes[index] { return false }
            return true
        }
    }
}
