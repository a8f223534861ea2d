/// Maps a record's source to its id without allocating strings: a file has few distinct sources, and apart from them
/// only the memory address in `device` differs.
struct SourceReader {
    private struct Known {
        var name: [UInt8]
        /// The device attribute after its memory address, or all of it if it has none.
        var device: [UInt8]
        var id: UInt64
    }

    /// The source was rejected.
    struct Refused: Error { var reason: RejectionReason }

    private var known: [Known] = []
    private static let remembered = 64

    /// Id of the source; a source new to this reader is added to the batch.
    /// - Throws: `ImportProblem` for an undefined XML entity.
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

    /// Skips `&lt;&lt;HKDevice: 0x2831a4640` of `&lt;&lt;HKDevice: 0x2831a4640&gt;, name:…`.
    private static func withoutAddress(_ device: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let prefix: StaticString = "&lt;&lt;HKDevice: 0x"
        guard let start = device.baseAddress, device.count > prefix.utf8CodeUnitCount else { return device }
        for index in 0..<prefix.utf8CodeUnitCount where start[index] != prefix.utf8Start[index] { return device }
        var index = prefix.utf8CodeUnitCount
        while index < device.count, start[index] != UInt8(ascii: "&") { index += 1 }
        return UnsafeBufferPointer(start: start + index, count: device.count - index)
    }
}

/// Maps a record's note, an activity or a time zone, to its id without allocating strings.
struct NoteReader {
    private var known: [(text: [UInt8], id: UInt64)] = []
    private static let remembered = 64

    /// Id of the text; a text new to this reader is added to the batch.
    /// - Throws: `ImportProblem` for an undefined XML entity.
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
    /// Like `elementsEqual`, but without generic code that the compiler does not always specialise.
    func isSame(_ known: [UInt8]) -> Bool {
        guard count == known.count else { return false }
        return known.withUnsafeBufferPointer { known in
            for index in 0..<count where self[index] != known[index] { return false }
            return true
        }
    }
}
