/// A model's word pieces and their ids: an open-addressing hash table over the bytes of `vocab.txt`, whose line numbers
/// are the ids.
struct Vocabulary: Sendable {
    private let bytes: [UInt8]
    /// Offset of each piece. A piece ends before the newline that precedes the next one.
    private let starts: [Int]
    /// Ids; −1 marks an empty slot. The size is a power of two and at most half full.
    private let slots: [Int32]

    /// Bytes of the longest piece: a longer part of a word is in no list.
    let maximumPieceBytes: Int

    let unknown: Int32
    let opening: Int32
    let closing: Int32

    /// - Parameter text: one piece per line. Lines end with U+000A only, because pieces may contain any other
    ///   separator.
    /// - Returns: nil if [UNK], [CLS] or [SEP] is missing.
    init?(_ text: some Sequence<UInt8>) {
        var bytes = Array(text)
        if bytes.last != 0x0A { bytes.append(0x0A) }
        var starts = [0]
        for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
        var size = 1024
        while size < 2 * starts.count { size *= 2 }
        var slots = [Int32](repeating: -1, count: size)
        for id in 0..<starts.count - 1 {
            var hash = Self.seed
            for index in starts[id]..<starts[id + 1] - 1 { hash = Self.mix(hash, bytes[index]) }
            var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (size - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = Int32(id)
        }
        let longest = (0..<starts.count - 1).map { starts[$0 + 1] - 1 - starts[$0] }.max() ?? 0
        let table = Vocabulary(
            bytes: bytes, starts: starts, slots: slots, maximumPieceBytes: longest, unknown: 0, opening: 0, closing: 0)
        guard let unknown = table.id(of: Array("[UNK]".utf8)[...], continuing: false),
            let opening = table.id(of: Array("[CLS]".utf8)[...], continuing: false),
            let closing = table.id(of: Array("[SEP]".utf8)[...], continuing: false)
        else { return nil }
        self.init(
            bytes: bytes, starts: starts, slots: slots, maximumPieceBytes: longest, unknown: unknown, opening: opening,
            closing: closing)
    }

    private init(
        bytes: [UInt8], starts: [Int], slots: [Int32], maximumPieceBytes: Int, unknown: Int32, opening: Int32,
        closing: Int32
    ) {
        self.bytes = bytes
        self.starts = starts
        self.slots = slots
        self.maximumPieceBytes = maximumPieceBytes
        self.unknown = unknown
        self.opening = opening
        self.closing = closing
    }

    /// Reads a vocabulary file.
    /// - Throws: `ModelError` if the file is missing, unreadable or not a vocabulary.
    static func load(_ path: String) throws(ModelError) -> Vocabulary {
        let file = try MappedFile(path: path)
        // The mapping must outlive the reads.
        guard let vocabulary = withExtendedLifetime(file, { Vocabulary(file.bytes) }) else { throw .foreign(path) }
        return vocabulary
    }

    /// The id of a word piece; nil if it is unknown.
    /// - Parameter continuing: whether the piece is not the first of its word ("##ing").
    func id(of piece: ArraySlice<UInt8>, continuing: Bool) -> Int32? {
        var hash = Self.seed
        if continuing { hash = Self.mix(Self.mix(hash, 0x23), 0x23) }
        for byte in piece { hash = Self.mix(hash, byte) }
        var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slots.count - 1)
        while slots[slot] >= 0 {
            if matches(slots[slot], piece, continuing) { return slots[slot] }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private func matches(_ id: Int32, _ piece: ArraySlice<UInt8>, _ continuing: Bool) -> Bool {
        var start = starts[Int(id)]
        let end = starts[Int(id) + 1] - 1
        if continuing {
            guard end - start == piece.count + 2, bytes[start] == 0x23, bytes[start + 1] == 0x23 else { return false }
            start += 2
        } else if end - start != piece.count {
            return false
        }
        return bytes[start..<end].elementsEqual(piece)
    }

    /// FNV-1a, 64 bit.
    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
    private static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
