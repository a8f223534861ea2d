import Messages

/// Messages to one peer that travel as one 0MQ message (docs/bus-protocol.md, Batches): for libzmq, the kernel and the
/// cipher, sixteen small messages in a batch cost little more than one.
struct MessageBatch {
    struct Part {
        let header: Header
        /// A nil payload is empty.
        let payload: Frame?
    }

    package private(set) var parts: [Part] = []
    /// Bytes of all payloads.
    private(set) var size = 0
    /// True if the peer does not accept batches: holds one message only.
    var isSingle: Bool

    /// Limits that every receiver must accept. Senders use `usualCount`: smaller batches let the processes along the
    /// way work in parallel.
    static let maximumCount = 64
    static let maximumSize = 32 << 10
    package static let usualCount = 16

    package init(isSingle: Bool) { self.isSingle = isSingle }

    /// False if the batch must be sent before this payload is added. An empty batch accepts a payload of any size.
    func hasRoom(for payload: Frame?) -> Bool {
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

    /// Calls `body` for each message in two received frames, in order. The payloads share the bytes of `payload`.
    /// - Throws: `Header.Fault`; `body` may have been called before.
    static func forEach(in headers: UnsafeRawBufferPointer, _ payload: Frame, _ body: (Header, Frame) -> Void)
        throws(Header.Fault)
    {
        let count = headers.count / Header.size
        guard count > 1 else { return body(try Header(headers), payload) }
        guard headers.count == count * Header.size, count <= maximumCount else { throw .length }
        func header(_ index: Int) -> UnsafeRawBufferPointer {
            .init(rebasing: headers[index * Header.size..<(index + 1) * Header.size])
        }
        var size = 0
        for index in 0..<count { size += Int(Header.payloadSize(header(index))) }
        guard size == payload.count, size <= maximumSize else { throw .sizes }
        var offset = 0
        for index in 0..<count {
            let size = Int(Header.payloadSize(header(index)))
            // An empty slice would keep the whole frame in memory.
            body(try Header(header(index)), size == 0 ? Frame() : payload.slice(offset, size))
            offset += size
        }
    }
}
