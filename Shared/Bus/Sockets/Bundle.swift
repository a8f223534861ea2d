import Messages

/// Messages on their way to one peer, gathered to travel as one 0MQ message (PROTOCOL.md, Bundles): to libzmq, the kernel and the cipher sixteen small ones
/// together cost hardly more than one.
package struct Bundle {
    package struct Part {
        package let header: Header
        /// nil: empty.
        package let payload: Frame?
    }

    package private(set) var parts: [Part] = []
    /// Bytes of all payloads.
    package private(set) var size = 0
    /// The peer takes no bundles: one part only.
    package var isSingle: Bool

    /// What a peer has to take. We send less at once, so that those along the way work at the same time instead of in turn.
    static let maximumCount = 64
    static let maximumSize = 32 << 10
    package static let usualCount = 16

    package init(isSingle: Bool) { self.isSingle = isSingle }

    /// False where what it holds has to leave first. Alone a part may have any size.
    package func hasRoom(for payload: Frame?) -> Bool {
        parts.isEmpty || !isSingle && parts.count < Self.usualCount && size + (payload?.count ?? 0) <= Self.maximumSize
    }

    package mutating func add(_ header: Header, _ payload: Frame?) {
        parts.append(Part(header: header, payload: payload))
        size += payload?.count ?? 0
    }

    package mutating func removeAll() {
        parts.removeAll(keepingCapacity: true)
        size = 0
    }

    /// Calls `body` for each message in two received frames, in order; the payloads share the bytes of `payload`.
    /// - Throws: `Header.Fault`, maybe after some.
    package static func forEach(in headers: UnsafeRawBufferPointer, _ payload: Frame, _ body: (Header, Frame) -> Void) throws(Header.Fault) {
        let count = headers.count / Header.size
        guard count > 1 else { return body(try Header(headers), payload) }
        guard headers.count == count * Header.size, count <= maximumCount else { throw .length }
        func header(_ index: Int) -> UnsafeRawBufferPointer { .init(rebasing: headers[index * Header.size..<(index + 1) * Header.size]) }
        var size = 0
        for index in 0..<count { size += Int(Header.payloadSize(header(index))) }
        guard size == payload.count, size <= maximumSize else { throw .sizes }
        var offset = 0
        for index in 0..<count {
            let size = Int(Header.payloadSize(header(index)))
            // One that holds nothing does not keep the rest in memory.
            body(try Header(header(index)), size == 0 ? Frame() : payload.slice(offset, size))
            offset += size
        }
    }
}
