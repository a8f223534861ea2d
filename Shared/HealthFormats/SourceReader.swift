/// Finds the source of a record without making strings: the few sources of a file take turns, and only the memory
/// address in their `device` differs.
struct SourceReader {
    private struct Known {
        var name: [UInt8]
        /// The device attribute from the end of its address on, or all of it where it has none.
        var device: [UInt8]
        var id: UInt64
    }

    /// Why a source cannot be kept.
    struct Refused: Error { var reason: RejectionReason }

    private var known: [Known] = []
    private static let remembered = 64

    /// The id of the source; one that is new here is named in the batch.
    package mutating func id(
        _ scanner: XMLScanner, name: XMLScanner.Span?, device: XMLScanner.Span?, _ batch: inout SampleBatch
    ) throws -> Result<UInt64, Refused> {
        let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        let nameBytes = name.map(scanner.bytes) ?? empty
        let deviceBytes = Self.withoutAddress(device.map(scanner.bytes) ?? empty)
        for index in known.indices where deviceBytes.isSame(known[index].device) && nameBytes.isSame(known[index].name)
        {
            if index > 0 { known.swapAt(index, index - 1) }
            return .success(known[max(0, index - 1)].id)
        }
        let (name, device) = (try name.map(scanner.text) ?? "", try device.map(scanner.text) ?? "")
        guard name.utf8.count <= ImportLimits.text, device.utf8.count <= ImportLimits.text else {
            return .failure(Refused(reason: .textTooLong))
        }
        let source = SampleSource(name: name, device: device)
        if let reason = batch.name(source) { return .failure(Refused(reason: reason)) }
        if known.count == Self.remembered { known.removeLast() }
        known.append(Known(name: Array(nameBytes), device: Array(deviceBytes), id: source.id))
        return .success(source.id)
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
}

/// Finds the note of a record, an activity or a time zone, without making strings: they take turns as sources do.
struct NoteReader {
    private var known: [(text: [UInt8], id: UInt64)] = []
    private static let remembered = 64

    /// The id of the text; one that is new here is named in the batch.
    package mutating func id(_ scanner: XMLScanner, _ span: XMLScanner.Span, _ batch: inout SampleBatch) throws
        -> Result<
            UInt64, SourceReader.Refused
        >
    {
        let bytes = scanner.bytes(span)
        for index in known.indices where bytes.isSame(known[index].text) {
            if index > 0 { known.swapAt(index, index - 1) }
            return .success(known[max(0, index - 1)].id)
        }
        let text = try scanner.text(span)
        let id = StableHash.of(text)
        if let reason = batch.name(text, id) { return .failure(SourceReader.Refused(reason: reason)) }
        if known.count == Self.remembered { known.removeLast() }
        known.append((Array(bytes), id))
        return .success(id)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// `elementsEqual` without its generic code, which is not always specialised.
    func isSame(_ known: [UInt8]) -> Bool {
        guard count == known.count else { return false }
        return known.withUnsafeBufferPointer { known in
            for index in 0..<count where self[index] != known[index] { return false }
            return true
        }
    }
}
