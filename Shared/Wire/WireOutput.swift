import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The destination of a value: its field number, and whether a default is written.
struct WireSlot {
    enum Kind: UInt8 {
        /// The outermost message: no tag, no length.
        case root
        /// A non-optional field: its default is omitted (proto3 implicit presence).
        case implicit
        /// A present optional field: written even if it holds the default.
        case explicit
        /// The key or value of a map entry: always written, never an array or a map.
        case entry
        /// An element of a repeated field: scalars are packed.
        case element
    }

    var number: UInt32
    var kind: Kind
    /// Number of messages that enclose this value.
    var depth: UInt8
}

/// The output buffer of one encoding. It grows as needed, and lengths are patched in once they are known.
struct WireOutput {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private static let keptCapacity = 64 << 10
    /// True if `base` is a separate allocation rather than the writer's inline storage.
    private var isLarge = false
    private(set) var count = 0
    /// Offset of the first byte after the length prefix of the message opened by the current value; −1 if none is open.
    var message = -1
    /// Offset of the first byte of the current array's packed run; −1 if none is open.
    var packed = -1
    private var packedType = WireType.length
    /// Offset of the first entry of the current map; −1 if the value is not a map.
    var map = -1
    /// End offset of each entry, enclosing maps' entries first.
    private var entryEnds: [Int] = []
    /// The first failure. Output after it is discarded, even if an `encode(to:)` implementation swallowed the error.
    var failure: WireError?

    /// - Parameter room: storage of `count` bytes for short messages; it must outlive the output.
    init(room: UnsafeMutableRawPointer, count: Int) {
        (base, capacity) = (room, count)
    }

    func free() {
        if isLarge { base.deallocate() }
    }

    /// Clears the message's bytes and keeps the buffer for reuse. Returns false if the buffer is larger than
    /// `keptCapacity`.
    mutating func reset() -> Bool {
        guard capacity <= Self.keptCapacity else { return false }
        memset(base, 0, count)
        (count, message, packed, map, failure) = (0, -1, -1, -1, nil)
        entryEnds.removeAll(keepingCapacity: true)
        return true
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    // MARK: Bytes

    @inline(__always) private mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(more) }
    }

    @inline(never) private mutating func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        larger.copyMemory(from: base, byteCount: count)
        free()
        (base, isLarge) = (larger, true)
    }

    @inline(__always) mutating func varint(_ value: UInt64) {
        reserve(10)
        var rest = value
        while rest >= 0x80 {
            base.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
            count += 1
            rest >>= 7
        }
        base.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: count, as: UInt8.self)
        count += 1
    }

    @inline(__always) mutating func tag(_ number: UInt32, _ type: WireType) {
        varint(UInt64(number) << 3 | UInt64(type.rawValue))
    }

    @inline(__always) private mutating func fixed<Bits: FixedWidthInteger>(_ bits: Bits) {
        reserve(MemoryLayout<Bits>.size)
        base.storeBytes(of: bits.littleEndian, toByteOffset: count, as: Bits.self)
        count += MemoryLayout<Bits>.size
    }

    private mutating func copy(_ source: UnsafeRawBufferPointer) {
        guard let start = source.baseAddress else { return }
        reserve(source.count)
        (base + count).copyMemory(from: start, byteCount: source.count)
        count += source.count
    }

    // MARK: Length-delimited runs

    /// Writes a tag and reserves one byte for the length. Returns the offset of the content.
    private mutating func open(_ number: UInt32) -> Int {
        tag(number, .length)
        reserve(1)
        count += 1
        return count
    }

    /// Writes the length in front of the content that starts at `start`. Moves the content if the length needs more
    /// than one byte.
    mutating func close(_ start: Int) {
        let length = count - start
        guard length >= 0x80 else {
            base.storeBytes(of: UInt8(length), toByteOffset: start - 1, as: UInt8.self)
            return
        }
        let extra = (63 - UInt64(length).leadingZeroBitCount) / 7
        reserve(extra)
        memmove(base + start + extra, base + start, length)
        count = start - 1
        varint(UInt64(length))
        count += length
    }

    mutating func openMessage(_ slot: WireSlot) {
        guard slot.kind != .root, message < 0 else { return }
        if slot.kind == .element, packed >= 0 { fail("an array of scalars and messages") }
        if slot.depth > WireFormat.maximumDepth { failTooDeep() }
        message = open(slot.number)
    }

    mutating func openMap(_ slot: WireSlot) {
        guard slot.kind == .implicit || slot.kind == .explicit else {
            fail("a map outside a field of its own")
            return
        }
        map = count
    }

    mutating func openEntry(_ number: UInt32) -> Int { open(number) }

    mutating func closeEntry(_ start: Int) {
        close(start)
        entryEnds.append(count)
    }

    /// Sorts the entries written since `start` by their bytes, so that equal maps have equal bytes.
    mutating func closeMap(_ start: Int) {
        let first = entryEnds.lastIndex { $0 <= start }.map { $0 + 1 } ?? 0
        defer { entryEnds.removeSubrange(first...) }
        guard entryEnds.count - first > 1 else { return }
        var begin = start
        var entries: [[UInt8]] = []
        entries.reserveCapacity(entryEnds.count - first)
        for end in entryEnds[first...] {
            entries.append([UInt8](UnsafeRawBufferPointer(start: base + begin, count: end - begin)))
            begin = end
        }
        entries.sort { $0.lexicographicallyPrecedes($1) }
        count = start
        for entry in entries { entry.withUnsafeBytes { copy($0) } }
    }

    private mutating func openPacked(_ number: UInt32, _ type: WireType) throws {
        if packed < 0 {
            packed = open(number)
            packedType = type
        } else if packedType != type {
            throw fail("an array of different scalars")
        }
    }

    // MARK: Scalars

    @inline(__always) mutating func put(_ value: UInt64, _ slot: WireSlot) throws {
        switch slot.kind {
        case .implicit:
            if value == 0 { return }
            tag(slot.number, .varint)
        case .explicit, .entry: tag(slot.number, .varint)
        case .element: try openPacked(slot.number, .varint)
        case .root: throw fail("a message is a type with keyed fields")
        }
        varint(value)
    }

    @inline(__always) mutating func put(_ value: Double, _ slot: WireSlot) throws {
        switch slot.kind {
        case .implicit:
            if value.bitPattern == 0 { return }
            tag(slot.number, .fixed64)
        case .explicit, .entry: tag(slot.number, .fixed64)
        case .element: try openPacked(slot.number, .fixed64)
        case .root: throw fail("a message is a type with keyed fields")
        }
        fixed(value.bitPattern)
    }

    @inline(__always) mutating func put(_ value: Float, _ slot: WireSlot) throws {
        switch slot.kind {
        case .implicit:
            if value.bitPattern == 0 { return }
            tag(slot.number, .fixed32)
        case .explicit, .entry: tag(slot.number, .fixed32)
        case .element: try openPacked(slot.number, .fixed32)
        case .root: throw fail("a message is a type with keyed fields")
        }
        fixed(value.bitPattern)
    }

    mutating func put(_ value: String, _ slot: WireSlot) throws {
        var value = value
        try value.withUTF8 { try put(UnsafeRawBufferPointer($0), slot) }
    }

    /// Writes a length-delimited field: text or bytes.
    mutating func put(_ content: UnsafeRawBufferPointer, _ slot: WireSlot) throws {
        switch slot.kind {
        case .implicit: if content.isEmpty { return }
        case .explicit, .entry: break
        case .element: if packed >= 0 { throw fail("an array of different scalars") }
        case .root: throw fail("a message is a type with keyed fields")
        }
        tag(slot.number, .length)
        varint(UInt64(content.count))
        copy(content)
    }

    /// Writes a packed field whose elements are already in wire format. An empty array is omitted.
    mutating func putPacked(_ content: UnsafeRawBufferPointer, _ slot: WireSlot) throws {
        guard slot.kind == .implicit || slot.kind == .explicit else { throw fail("an array in an array") }
        if content.isEmpty { return }
        tag(slot.number, .length)
        varint(UInt64(content.count))
        copy(content)
    }

    // MARK: Failures

    @discardableResult mutating func failTooDeep() -> WireError {
        fail("more than \(WireFormat.maximumDepth) messages in each other", .tooDeep)
    }

    @discardableResult mutating func fail(_ detail: String, _ code: WireError.Code = .unsupported) -> WireError {
        let error = failure ?? WireError(code, detail)
        failure = error
        return error
    }
}

/// Owns the output while encoders and containers refer to it, in one allocation together with the storage for a short
/// message. Only one encoding uses a writer at a time.
final class WireWriter: ManagedBuffer<WireOutput, UInt8> {
    /// A finished writer kept for the next encoding on any thread. Nothing else references it.
    nonisolated(unsafe) private static let spare = Atomic<Unmanaged<WireWriter>?>(nil)

    static func take() -> WireWriter { spare.exchange(nil, ordering: .acquiring)?.takeRetainedValue() ?? make() }

    /// Keeps the writer for reuse unless it is still referenced.
    static func give(back writer: consuming WireWriter) {
        guard isKnownUniquelyReferenced(&writer), writer.output.pointee.reset() else { return }
        spare.exchange(.passRetained(writer), ordering: .acquiringAndReleasing)?.release()
    }

    /// Bytes of inline storage.
    private static let room = 480

    private static func make() -> WireWriter {
        let buffer = create(minimumCapacity: room) { buffer in
            WireOutput(room: buffer.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }, count: room)
        }
        // `create` returns an instance of the class it is called on.
        return unsafeDowncast(buffer, to: WireWriter.self)
    }

    deinit { output.pointee.free() }

    /// A pointer, because the exclusivity check runs on each access to a stored property of a class. It is valid for
    /// the object's lifetime.
    @inline(__always) var output: UnsafeMutablePointer<WireOutput> { withUnsafeMutablePointerToHeader { $0 } }
}
