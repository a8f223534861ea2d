import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where a value goes: the field it fills, and whether a default is written.
struct WireSlot {
    enum Kind: UInt8 {
        /// The message itself: no tag, no length.
        case root
        /// A field that is always there: its default is not written (proto3 implicit presence).
        case implicit
        /// An optional field that is present: written even where it is the default.
        case explicit
        /// The key or value of a map entry: written always, never an array or a map.
        case entry
        /// One of a repeated field: scalars are packed.
        case element
    }

    var number: UInt32
    var kind: Kind
    /// Messages around this value.
    var depth: UInt8
}

/// The bytes of one encoding. A growing buffer in which lengths are patched once they are known.
struct WireOutput {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private static let keptCapacity = 64 << 10
    /// Whether `base` is a block of its own.
    private var isLarge = false
    private(set) var count = 0
    /// First byte after the length of the message that the value being encoded has opened; −1 where it has not.
    var message = -1
    /// The same for the packed run of the array being encoded.
    var packed = -1
    private var packedType = WireType.length
    /// Where the entries of the map being encoded begin; −1 where the value is no map.
    var map = -1
    /// Where each of them ends; those of the maps around it before.
    private var entryEnds: [Int] = []
    /// The first failure: what was written after it is not used, even where somebody's `encode(to:)` swallowed the error.
    var failure: WireError?

    /// - Parameter room: where a short message is written, `count` bytes; it outlives the output.
    init(room: UnsafeMutableRawPointer, count: Int) {
        (base, capacity) = (room, count)
    }

    func free() {
        if isLarge { base.deallocate() }
    }

    /// As good as new, with the room it has grown to and nothing of the message in it. False where that is more than is worth keeping.
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

    @inline(__always) mutating func tag(_ number: UInt32, _ type: WireType) { varint(UInt64(number) << 3 | UInt64(type.rawValue)) }

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

    /// Writes a tag and room for a short length; answers where the content begins.
    private mutating func open(_ number: UInt32) -> Int {
        tag(number, .length)
        reserve(1)
        count += 1
        return count
    }

    /// Puts the length before the content that began at `start`, moving the content where the length needs more than a byte.
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
        if slot.depth > WireFormat.maximumDepth { failDeep() }
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

    /// Text and bytes.
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

    /// A whole packed field, its elements already as they are on the wire. An empty array is absent.
    mutating func putPacked(_ content: UnsafeRawBufferPointer, _ slot: WireSlot) throws {
        guard slot.kind == .implicit || slot.kind == .explicit else { throw fail("an array in an array") }
        if content.isEmpty { return }
        tag(slot.number, .length)
        varint(UInt64(content.count))
        copy(content)
    }

    // MARK: Failures

    @discardableResult mutating func failDeep() -> WireError { fail("more than \(WireFormat.maximumDepth) messages in each other", .tooDeep) }

    @discardableResult mutating func fail(_ detail: String, _ code: WireError.Code = .unsupported) -> WireError {
        let error = failure ?? WireError(code, detail)
        failure = error
        return error
    }
}

/// Owns the output while encoders and containers refer to it, in one block with the bytes of a short message. Used by one encoding at a time.
final class WireWriter: ManagedBuffer<WireOutput, UInt8> {
    /// One that has done its work, for the next encoding of whichever thread comes first; nobody else refers to it.
    nonisolated(unsafe) private static let spare = Atomic<Unmanaged<WireWriter>?>(nil)

    static func take() -> WireWriter { spare.exchange(nil, ordering: .acquiring)?.takeRetainedValue() ?? make() }

    /// Keeps the writer, unless somebody still refers to it.
    static func give(back writer: consuming WireWriter) {
        guard isKnownUniquelyReferenced(&writer), writer.output.pointee.reset() else { return }
        spare.exchange(.passRetained(writer), ordering: .acquiringAndReleasing)?.release()
    }

    /// Bytes that have room within the object.
    private static let room = 480

    private static func make() -> WireWriter {
        let buffer = create(minimumCapacity: room) { buffer in
            WireOutput(room: buffer.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }, count: room)
        }
        // `create` makes an instance of the class it is called on.
        return unsafeDowncast(buffer, to: WireWriter.self)
    }

    deinit { output.pointee.free() }

    /// A pointer, because accesses to stored properties of a class are checked for exclusivity one by one. It holds as long as the object lives.
    @inline(__always) var output: UnsafeMutablePointer<WireOutput> { withUnsafeMutablePointerToHeader { $0 } }
}
