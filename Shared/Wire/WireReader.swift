#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One field's position in the input. Its content is the varint, the fixed-size bytes, or the length-delimited bytes.
struct WireField {
    var number: UInt32
    var type: WireType
    var start: Int
    var end: Int

    var count: Int { end - start }

    /// The key's name and number as error paths show them.
    static func name(_ key: some CodingKey) -> String {
        key.intValue.map { "\(key.stringValue)(\($0))" } ?? key.stringValue
    }
}

/// The input of one decoding and the position of each message being decoded.
///
/// Opening a message validates it as a whole: tags, lengths and varints. Fields are then found by scanning forward from
/// the last requested field. Encoders write fields in the order of their numbers, so the next field is usually the
/// requested one. There is no index, so a message of usual depth needs one allocation only.
final class WireReader: ManagedBuffer<WireReader.State, WireReader.Frame> {
    struct Frame {
        var start = 0
        var end = 0
        /// The field number requested last; every field before `cursor` has a smaller number. Valid only if
        /// `isAscending`.
        var number: UInt32 = 0
        var isAscending = true
        var cursor = 0
        /// Where to look for a larger number: after the field at `cursor` if that field has `number`, else `cursor`
        /// itself.
        var following = 0
    }

    /// Bytes of memory that a decoding may use regardless of its input's size, for arrays and dictionaries.
    private static let baseAllowance = 1 << 20
    private static let allowancePerByte = 16
    /// Number of frames stored inline. A deeper message allocates frames for every depth.
    private static let usualDepths = 6

    struct State {
        let input: UnsafeRawBufferPointer
        /// Indexed by depth. A frame is written when its message is opened and read only through a container of that
        /// message.
        var frames: UnsafeMutablePointer<Frame>
        /// True if `frames` is a separate allocation.
        var isDeep = false
        /// Bytes of memory that elements may still use.
        var allowance: Int
        /// Start of the next element, set by an element that was decoded from a packed run; −1 if none.
        var nextPacked = -1
        /// Number of depths opened so far, counted from 0.
        var opened = 0
        var isFinished = false
    }

    static func reading(_ input: UnsafeRawBufferPointer) -> WireReader {
        let buffer = create(minimumCapacity: usualDepths) { buffer in
            State(
                input: input, frames: buffer.withUnsafeMutablePointerToElements { $0 },
                allowance: baseAllowance + allowancePerByte * input.count)
        }
        // `create` returns an instance of the class it is called on.
        return unsafeDowncast(buffer, to: WireReader.self)
    }

    deinit {
        if state.pointee.isDeep { state.pointee.frames.deallocate() }
    }

    /// The header does not move during the object's lifetime.
    @inline(__always) private var state: UnsafeMutablePointer<State> { withUnsafeMutablePointerToHeader { $0 } }
    @inline(__always) private var input: UnsafeRawBufferPointer { state.pointee.input }
    @inline(__always) private var frames: UnsafeMutablePointer<Frame> { state.pointee.frames }

    private func makeRoomForEveryDepth() {
        let deep = UnsafeMutablePointer<Frame>.allocate(capacity: Int(WireFormat.maximumDepth) + 1)
        deep.update(from: frames, count: state.pointee.opened)
        (state.pointee.frames, state.pointee.isDeep) = (deep, true)
    }

    /// Invalidates the reader, because the input is only valid during `decode`. A decoder kept beyond that finds no
    /// fields.
    func finish() {
        state.pointee.isFinished = true
        for depth in 0..<state.pointee.opened { frames[depth] = Frame() }
    }

    @inline(__always) var nextPacked: Int {
        get { state.pointee.nextPacked }
        set { state.pointee.nextPacked = newValue }
    }

    func checkUsable() throws {
        if state.pointee.isFinished { throw WireError(.unsupported, "a decoder used after its message was decoded") }
    }

    /// Charges an element of `bytes` in memory against the input's allowance: 1 MiB plus 16 times its length. Without
    /// this limit, an array of empty messages, two bytes each, would take a hundred times the input's length.
    func charge(_ bytes: Int, at offset: Int) throws {
        state.pointee.allowance -= bytes
        if state.pointee.allowance < 0 { throw WireError(.tooManyElements, at: offset) }
    }

    // MARK: Bytes

    @inline(__always) private func varint(_ position: inout Int, _ end: Int) throws -> UInt64 {
        guard position < end else { throw WireError(.truncated, at: position) }
        let first = input[position]
        position += 1
        if first < 0x80 { return UInt64(first) }
        return try longVarint(first, &position, end)
    }

    private func longVarint(_ first: UInt8, _ position: inout Int, _ end: Int) throws -> UInt64 {
        let start = position - 1
        var value = UInt64(first & 0x7F)
        var shift: UInt64 = 7
        while position < end {
            let byte = input[position]
            position += 1
            // The tenth byte holds the 64th bit and nothing else.
            if shift == 63, byte > 1 { throw WireError(.malformedVarint, at: start) }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw WireError(.truncated, at: start)
    }

    /// Validates a varint and advances `position` past it.
    @inline(__always) private func skipVarint(_ position: inout Int, _ end: Int) throws {
        if end - position >= 8 {
            // The first byte without a continuation bit ends the varint.
            let ends =
                ~UInt64(littleEndian: input.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                & 0x8080_8080_8080_8080
            if ends != 0 {
                position += ends.trailingZeroBitCount / 8 + 1
                return
            }
        }
        _ = try varint(&position, end)
    }

    /// Reads the field whose tag starts at `position` and advances past it.
    @inline(__always) private func field(_ position: inout Int, _ end: Int) throws -> WireField {
        let start = position
        return try field(tag: try varint(&position, end), start, &position, end)
    }

    @inline(__always) private func field(tag: UInt64, _ start: Int, _ position: inout Int, _ end: Int) throws
        -> WireField
    {
        let number = tag >> 3
        guard number > 0, number <= UInt64(WireFormat.maximumFieldNumber) else {
            throw WireError(.malformedTag, at: start)
        }
        guard let type = WireType(rawValue: UInt8(tag & 7)) else {
            throw WireError(tag & 7 == 3 || tag & 7 == 4 ? .group : .malformedTag, at: start)
        }
        let content: Int
        switch type {
        case .varint:
            content = position
            try skipVarint(&position, end)
        case .fixed64:
            content = position
            guard end - position >= 8 else { throw WireError(.truncated, at: position) }
            position += 8
        case .fixed32:
            content = position
            guard end - position >= 4 else { throw WireError(.truncated, at: position) }
            position += 4
        case .length:
            let length = try varint(&position, end)
            content = position
            guard length <= UInt64(end - position) else { throw WireError(.truncated, at: position) }
            position += Int(length)
        }
        return WireField(number: UInt32(truncatingIfNeeded: number), type: type, start: content, end: position)
    }

    // MARK: Messages

    /// Validates a message and makes its fields available under `depth`.
    func open(_ start: Int, _ end: Int, depth: UInt8) throws {
        try checkUsable()
        guard depth <= WireFormat.maximumDepth else {
            throw WireError(.tooDeep, at: start, "more than \(WireFormat.maximumDepth) messages in each other")
        }
        var position = start
        var last: UInt32 = 0
        var isAscending = true
        while position < end {
            let number = try field(&position, end).number
            if number < last { isAscending = false }
            last = number
        }
        if depth >= Self.usualDepths, !state.pointee.isDeep { makeRoomForEveryDepth() }
        frames[Int(depth)] = Frame(start: start, end: end, isAscending: isAscending, cursor: start, following: start)
        state.pointee.opened = max(state.pointee.opened, Int(depth) + 1)
    }

    /// The last field with this number in the message at `depth`; proto3 lets the last occurrence win.
    @inline(__always) func last(_ number: UInt32, depth: UInt8) throws -> WireField? {
        guard var found = try first(number, depth: depth) else { return nil }
        while let next = try next(number, after: found.end, depth: depth) { found = next }
        return found
    }

    func has(_ number: UInt32, depth: UInt8) throws -> Bool { try first(number, depth: depth) != nil }

    @inline(__always) func first(_ number: UInt32, depth: UInt8) throws -> WireField? {
        let frame = frames + Int(depth)
        guard frame.pointee.isAscending else { return try next(number, after: frame.pointee.start, depth: depth) }
        let end = frame.pointee.end
        var position = frame.pointee.start
        if number > frame.pointee.number {
            position = frame.pointee.following
        } else if number == frame.pointee.number {
            position = frame.pointee.cursor
        }
        frame.pointee.number = number
        while position < end {
            let tag = position
            let field = try field(&position, end)
            if field.number >= number {
                frame.pointee.cursor = tag
                frame.pointee.following = field.number == number ? position : tag
                return field.number == number ? field : nil
            }
        }
        (frame.pointee.cursor, frame.pointee.following) = (end, end)
        return nil
    }

    /// The next field with this number at or after the tag at offset `tag`.
    @inline(__always) func next(_ number: UInt32, after tag: Int, depth: UInt8) throws -> WireField? {
        let frame = frames + Int(depth)
        let end = frame.pointee.end
        let isAscending = frame.pointee.isAscending
        var position = tag
        while position < end {
            let start = position
            let tag = try varint(&position, end)
            if isAscending, tag >> 3 != UInt64(number) { return nil }
            let field = try field(tag: tag, start, &position, end)
            if field.number == number { return field }
        }
        return nil
    }

    /// The field numbers of the message at `depth`, each once, in order of first appearance.
    func numbers(depth: UInt8) throws -> [UInt32] {
        var numbers: [UInt32] = []
        var position = frames[Int(depth)].start
        while position < frames[Int(depth)].end {
            let number = try field(&position, frames[Int(depth)].end).number
            // No type here has field numbers of 4096 or more.
            if number < 4096, numbers.last != number, !numbers.contains(number) { numbers.append(number) }
        }
        return numbers
    }

    // MARK: Values

    @inline(__always) private func expect(_ type: WireType, _ field: WireField) throws {
        guard field.type == type else {
            throw WireError(
                .wrongWireType, at: field.start, "wire type \(field.type.rawValue) instead of \(type.rawValue)")
        }
    }

    @inline(__always) func bool(_ field: WireField) throws -> Bool { try raw(field) != 0 }

    @inline(__always) func signed<I: FixedWidthInteger>(_ field: WireField) throws -> I {
        guard let value = I(exactly: Int64(bitPattern: try raw(field))) else {
            throw WireError(.outOfRange, at: field.start, "not within \(I.self)")
        }
        return value
    }

    @inline(__always) func unsigned<I: FixedWidthInteger>(_ field: WireField) throws -> I {
        guard let value = I(exactly: try raw(field)) else {
            throw WireError(.outOfRange, at: field.start, "not within \(I.self)")
        }
        return value
    }

    @inline(__always) private func raw(_ field: WireField) throws -> UInt64 {
        try expect(.varint, field)
        var position = field.start
        return try varint(&position, field.end)
    }

    @inline(__always) func double(_ field: WireField) throws -> Double {
        try expect(.fixed64, field)
        return Double(
            bitPattern: UInt64(littleEndian: input.loadUnaligned(fromByteOffset: field.start, as: UInt64.self)))
    }

    @inline(__always) func float(_ field: WireField) throws -> Float {
        try expect(.fixed32, field)
        return Float(
            bitPattern: UInt32(littleEndian: input.loadUnaligned(fromByteOffset: field.start, as: UInt32.self)))
    }

    func string(_ field: WireField) throws -> String {
        try expect(.length, field)
        let bytes = bytes(of: field)
        // Several times faster than `String(validating:as:)`. Invalid UTF-8 is repaired and then differs from its
        // bytes.
        var text = String(decoding: bytes, as: UTF8.self)
        let isSame = text.withUTF8 { utf8 in
            guard utf8.count == bytes.count else { return false }
            guard let left = utf8.baseAddress, let right = bytes.baseAddress else { return true }
            return memcmp(left, right, bytes.count) == 0
        }
        guard isSame else { throw WireError(.invalidText, at: field.start) }
        return text
    }

    func bytes(_ field: WireField) throws -> [UInt8] {
        try expect(.length, field)
        return [UInt8](bytes(of: field))
    }

    /// 16 bytes, big endian.
    func identifier(_ field: WireField) throws -> (high: UInt64, low: UInt64) {
        try expect(.length, field)
        guard field.count == 16 else { throw WireError(.invalidValue, at: field.start, "not 16 bytes") }
        return (
            UInt64(bigEndian: input.loadUnaligned(fromByteOffset: field.start, as: UInt64.self)),
            UInt64(bigEndian: input.loadUnaligned(fromByteOffset: field.start + 8, as: UInt64.self))
        )
    }

    private func bytes(of field: WireField) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: input[field.start..<field.end])
    }

    /// The next scalar of a packed run, as a separate field.
    func packed(_ type: WireType, _ run: WireField) throws -> WireField {
        var position = run.start
        switch type {
        case .varint: _ = try varint(&position, run.end)
        case .fixed64: position += 8
        case .fixed32: position += 4
        case .length: break
        }
        guard position <= run.end else { throw WireError(.truncated, at: run.start) }
        nextPacked = position
        return WireField(number: run.number, type: type, start: run.start, end: position)
    }

    /// All elements of a repeated field of fixed-size scalars: packed, unpacked, or both.
    func fixedArray<Element>(_ number: UInt32, _ type: WireType, depth: UInt8) throws -> [Element] {
        guard var field = try first(number, depth: depth) else { return [] }
        let size = MemoryLayout<Element>.size
        var elements: [Element] = []
        while true {
            if field.type != .length { try expect(type, field) }
            guard field.count % size == 0 else {
                throw WireError(.truncated, at: field.start, "elements of \(size) bytes")
            }
            elements.append(
                contentsOf: [Element](unsafeUninitializedCapacity: field.count / size) { buffer, count in
                    UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes(of: field))
                    count = field.count / size
                })
            guard let following = try next(number, after: field.end, depth: depth) else { return elements }
            field = following
        }
    }
}
