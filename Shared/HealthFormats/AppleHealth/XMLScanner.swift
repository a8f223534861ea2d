import Messages

/// Reads the elements of an Apple Health export in sequence, without copying or allocating strings: names and attribute
/// values are ranges of a buffer that stay valid until the next call.
///
/// Deliberately not a general XML reader. Everything before `<HealthData` is skipped unparsed, because the DTD of iOS
/// 16 is malformed and some files contain a stray vertical tab. Only the five predefined entities and character
/// references are expanded. Text between elements is ignored. Memory is one buffer, whatever the file's size; it grows for
/// an element that is longer.
final class XMLScanner {
    enum Token { case open, close, end }

    /// A range of the buffer, in bytes.
    struct Span {
        /// Offset in the buffer, bytes.
        package var start: Int32
        /// Length, bytes.
        package var count: Int32
    }

    struct Attribute {
        /// Name as written.
        package var name: Span
        /// Value without quotes, with its escapes.
        package var value: Span
    }

    /// Limit on one element with its attributes, or one comment, bytes. HealthKit's own elements stay under 4 KiB; apps
    /// write pictures into metadata.
    static let maximumElementBytes = 1 << 22
    /// Limit on the bytes before `<HealthData`, the DTD included.
    static let maximumPrologBytes = 1 << 20
    private static let deepest = 32
    private static let maximumAttributes = 128

    private let stream: any ByteStream
    private(set) var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var position = 0
    private var filled = 0
    private var dropped: Int64 = 0
    private var started = false
    private var ended = false
    /// FNV-1a hashes of the names of the open elements.
    private var open: [UInt64] = []

    /// Name of the current element.
    package private(set) var name = Span(start: 0, count: 0)
    /// True for `<a/>`: no `close` follows this `open`.
    package private(set) var isEmpty = false
    /// True if the current element has a name without a value among its attributes: iOS 8 wrote a scale's metadata as
    /// attributes with spaces in their names.
    package private(set) var isDamaged = false
    /// Attributes of the current element; the first `attributeCount` are valid.
    package let attributes: UnsafeMutablePointer<Attribute>
    /// Number of the current element's attributes.
    package private(set) var attributeCount = 0
    /// Stream offset of the current element, bytes.
    package private(set) var elementOffset: Int64 = 0

    /// - Parameter capacity: size of the buffer, bytes.
    package init(_ stream: any ByteStream, capacity: Int = 1 << 20) {
        self.stream = stream
        self.capacity = max(capacity, 64)
        base = .allocate(capacity: self.capacity)
        attributes = .allocate(capacity: Self.maximumAttributes)
    }

    deinit {
        base.deallocate()
        attributes.deallocate()
    }

    /// Bytes of the stream consumed so far.
    package var offset: Int64 { dropped + Int64(position) }
    /// Number of open elements, `HealthData` included.
    var depth: Int { open.count }

    /// The next start or end tag; `end` after `</HealthData>`.
    /// - Throws: `ImportProblem` with the byte offset, or the stream's error.
    package func next() throws -> Token {
        if !started {
            try skipProlog()
            started = true
        }
        while !ended {
            try skipText()
            elementOffset = offset
            if let token = try element() {
                if token == .close, open.isEmpty { ended = true }
                if token == .open, isEmpty, open.isEmpty { ended = true }
                return token
            }
        }
        return .end
    }

    // MARK: Buffer

    /// Moves the unread bytes to the front of the buffer and reads more; false at the end of the stream.
    private func fill() throws -> Bool {
        if position > 0 {
            dropped += Int64(position)
            base.update(from: base + position, count: filled - position)
            filled -= position
            position = 0
        }
        if filled == capacity { try grow() }
        let got = try stream.read(into: UnsafeMutableRawBufferPointer(start: base + filled, count: capacity - filled))
        filled += got
        return got > 0
    }

    /// Doubles the buffer for an element that fills it.
    private func grow() throws {
        guard capacity < Self.maximumElementBytes else {
            throw ImportProblem.tooLarge("one element is longer than \(Self.maximumElementBytes) bytes", at: offset)
        }
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
        larger.update(from: base, count: filled)
        base.deallocate()
        (base, capacity) = (larger, capacity * 2)
    }

    private func more() throws {
        guard try fill() else { throw ImportProblem.truncated(at: dropped + Int64(filled)) }
    }

    // MARK: Prolog

    private func skipProlog() throws {
        let root = StaticString("<HealthData")
        while true {
            while position + root.utf8CodeUnitCount < filled {
                if base[position] == UInt8(ascii: "<"), matches(root, at: position) {
                    let following = base[position + root.utf8CodeUnitCount]
                    if following <= 0x20 || following == UInt8(ascii: ">") || following == UInt8(ascii: "/") { return }
                }
                position += 1
            }
            guard offset < Self.maximumPrologBytes, try fill() else { throw ImportProblem.notAHealthExport }
        }
    }

    private func matches(_ text: StaticString, at index: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= filled else { return false }
        for step in 0..<count where base[index + step] != text.utf8Start[step] { return false }
        return true
    }

    // MARK: Text and elements

    private func skipText() throws {
        while true {
            while position < filled {
                let byte = base[position]
                if byte == UInt8(ascii: "<") { return }
                // Health writes only white space between elements; a reference here would be a planted entity.
                if byte == UInt8(ascii: "&") { throw ImportProblem.entity(at: offset) }
                position += 1
            }
            guard try fill() else { throw ImportProblem.truncated(at: dropped + Int64(filled)) }
        }
    }

    /// Reads the element at `position`; nil for a comment, a processing instruction or CDATA.
    private func element() throws -> Token? {
        while true {
            guard position + 1 < filled else {
                try more()
                continue
            }
            switch base[position + 1] {
            case UInt8(ascii: "!"):
                guard position + 3 < filled else {
                    try more()
                    continue
                }
                if base[position + 2] == UInt8(ascii: "-") {
                    if skip(past: "-->") { return nil }
                } else if base[position + 2] == UInt8(ascii: "[") {
                    if skip(past: "]]>") { return nil }
                } else {
                    throw ImportProblem.malformed("a declaration among the records", at: offset)
                }
            case UInt8(ascii: "?"): if skip(past: "?>") { return nil }
            case UInt8(ascii: "/"): if try endTag() { return .close }
            default: if try startTag() { return .open }
            }
            try more()
        }
    }

    private func skip(past mark: StaticString) -> Bool {
        let count = mark.utf8CodeUnitCount
        var index = position + 2
        while index + count <= filled {
            if matches(mark, at: index) {
                position = index + count
                return true
            }
            index += 1
        }
        return false
    }

    /// Returns false if the buffer ends inside the tag.
    private func endTag() throws -> Bool {
        let start = position + 2
        var index = start
        var hash = Self.hashSeed
        while index < filled, base[index] > 0x20, base[index] != UInt8(ascii: ">") {
            hash = Self.hash(hash, base[index])
            index += 1
        }
        let end = index
        while index < filled, base[index] <= 0x20 { index += 1 }
        guard index < filled else { return false }
        guard base[index] == UInt8(ascii: ">"), open.last == hash else {
            throw ImportProblem.malformed("an end tag without its begin", at: offset)
        }
        open.removeLast()
        name = Span(start: Int32(start), count: Int32(end - start))
        attributeCount = 0
        isEmpty = false
        position = index + 1
        return true
    }

    /// Returns false if the buffer ends inside the tag.
    private func startTag() throws -> Bool {
        let (base, limit) = (base, filled)
        let start = position + 1
        var index = start
        var hash = Self.hashSeed
        while index < limit, base[index] > 0x20, base[index] != UInt8(ascii: ">"), base[index] != UInt8(ascii: "/") {
            hash = Self.hash(hash, base[index])
            index += 1
        }
        guard index < limit else { return false }
        guard index > start, base[start] >= UInt8(ascii: "A") else {
            throw ImportProblem.malformed("a tag without a name", at: offset)
        }
        let nameEnd = index
        var (count, isDamaged) = (0, false)
        while true {
            while index < limit, base[index] <= 0x20 { index += 1 }
            guard index < limit else { return false }
            let byte = base[index]
            if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
            let attribute = index
            while index < limit, base[index] > 0x20, base[index] != UInt8(ascii: "="), base[index] != UInt8(ascii: ">")
            { index += 1 }
            let attributeEnd = index
            while index < limit, base[index] <= 0x20 { index += 1 }
            guard index < limit else { return false }
            guard attributeEnd > attribute else {
                throw ImportProblem.malformed("an attribute without a name", at: dropped + Int64(attribute))
            }
            guard base[index] == UInt8(ascii: "=") else {
                isDamaged = true
                continue
            }
            index += 1
            while index < limit, base[index] <= 0x20 { index += 1 }
            guard index < limit else { return false }
            let quote = base[index]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                throw ImportProblem.malformed("an attribute without quotes", at: dropped + Int64(index))
            }
            index += 1
            let value = index
            while index < limit, base[index] != quote, base[index] != UInt8(ascii: "<") { index += 1 }
            guard index < limit else { return false }
            guard base[index] == quote else {
                throw ImportProblem.malformed("an attribute without its closing quote", at: dropped + Int64(value))
            }
            guard count < Self.maximumAttributes else {
                throw ImportProblem.malformed("too many attributes", at: offset)
            }
            attributes[count] = Attribute(
                name: Span(start: Int32(attribute), count: Int32(attributeEnd - attribute)),
                value: Span(start: Int32(value), count: Int32(index - value)))
            count += 1
            index += 1
        }
        if base[index] == UInt8(ascii: "/") {
            guard index + 1 < limit else { return false }
            guard base[index + 1] == UInt8(ascii: ">") else {
                throw ImportProblem.malformed("a stray slash in a tag", at: dropped + Int64(index))
            }
            isEmpty = true
            position = index + 2
        } else {
            guard open.count < Self.deepest else {
                throw ImportProblem.malformed("elements nested deeper than \(Self.deepest)", at: offset)
            }
            isEmpty = false
            open.append(hash)
            position = index + 1
        }
        name = Span(start: Int32(start), count: Int32(nameEnd - start))
        (attributeCount, self.isDamaged) = (count, isDamaged)
        return true
    }

    // FNV-1a, 64 bits.
    private static let hashSeed: UInt64 = 0xcbf2_9ce4_8422_2325
    @inline(__always) private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    // MARK: Reading spans

    /// The bytes of a span, valid until the next call of `next`.
    package func bytes(_ span: Span) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + Int(span.start), count: Int(span.count))
    }

    @inline(__always) func equals(_ span: Span, _ text: StaticString) -> Bool {
        guard Int(span.count) == text.utf8CodeUnitCount else { return false }
        let start = base + Int(span.start)
        for index in 0..<Int(span.count) where start[index] != text.utf8Start[index] { return false }
        return true
    }

    /// The value of an attribute; nil if the element does not have it.
    package func value(_ name: StaticString) -> Span? {
        for index in 0..<attributeCount where equals(attributes[index].name, name) { return attributes[index].value }
        return nil
    }

    /// The text with the five predefined entities and character references resolved.
    /// - Throws: `ImportProblem` `entity` for any other reference.
    package func text(_ span: Span) throws -> String {
        guard let text = XMLText.decode(bytes(span)) else {
            throw ImportProblem.entity(at: dropped + Int64(span.start))
        }
        return text
    }
}
