import Messages

/// The first frame of every message: 96 bytes of fixed layout, numbers big endian. docs/bus-protocol.md has the table.
package struct Header: Equatable, Sendable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        case ready = 1
        case request, partial, reply, error, cancel, heartbeat, drain, event
    }

    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// On a request: a second execution is harmless.
        package static let repeatable = Flags(rawValue: 1)
        /// On a broker's heartbeat: this peer is not registered and should send READY.
        package static let unregistered = Flags(rawValue: 2)
        /// On READY and on a broker's heartbeat: the sender accepts message batches.
        package static let batches = Flags(rawValue: 4)
        /// On a request: the payload ends with a `CapabilityField`.
        package static let capability = Flags(rawValue: 8)
        /// On an ERROR of a worker: the error's code is a refusal (`ServiceError.Code.isRefusal`). Brokers count by it.
        package static let refusal = Flags(rawValue: 16)
    }

    package var kind: Kind
    package var flags: Flags
    package var type: MessageType
    package var attempt: UInt8
    /// Milliseconds the caller still waits.
    package var budget: UInt32
    /// Names a request on one hop: chosen by who sends it, echoed by who answers. On a broker's heartbeat: its epoch.
    package var exchange: UInt64
    package var id: RequestID
    /// Who answers.
    package var service: WireName
    /// Who asks, or who publishes.
    package var caller: WireName
    package var trace: TraceContext

    package init(
        kind: Kind, flags: Flags = [], type: MessageType = MessageType(0), attempt: UInt8 = 0, budget: UInt32 = 0,
        exchange: UInt64 = 0,
        id: RequestID = RequestID(high: 0, low: 0), service: WireName = .nobody, caller: WireName = .nobody,
        trace: TraceContext = TraceContext(traceHigh: 0, traceLow: 0, span: 0, flags: 0)
    ) {
        (self.kind, self.flags, self.type, self.attempt, self.budget, self.exchange) = (
            kind, flags, type, attempt, budget, exchange
        )
        (self.id, self.service, self.caller, self.trace) = (id, service, caller, trace)
    }

    package static let size = 96
    static let magic: UInt8 = 0x50
    static let version: UInt8 = 1
}

extension Header {
    package enum Fault: Error, Equatable {
        case length, magic, version, kind, name, sizes

        package var sentence: String {
            switch self {
            case .length: "its header is not \(Header.size) bytes long, nor a batch of such"
            case .magic: "its header does not begin with the protocol's mark"
            case .version: "its header has another protocol version than \(Header.version)"
            case .kind: "its header has an unknown kind"
            case .name: "its header has a malformed name"
            case .sizes: "the payloads of its batch do not have the sizes that the headers say"
            }
        }
    }

    package init(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
        guard bytes.count == Self.size else { throw .length }
        guard bytes[0] == Self.magic else { throw .magic }
        guard bytes[1] == Self.version else { throw .version }
        guard let kind = Kind(rawValue: bytes[2]) else { throw .kind }
        self.kind = kind
        flags = Flags(rawValue: bytes[3])
        type = MessageType(bytes.number(at: 4))
        attempt = bytes[6]
        budget = bytes.number(at: 8)
        exchange = bytes.number(at: 16)
        id = RequestID(high: bytes.number(at: 24), low: bytes.number(at: 32))
        service = WireName(high: bytes.number(at: 40), low: bytes.number(at: 48))
        caller = WireName(high: bytes.number(at: 56), low: bytes.number(at: 64))
        trace = TraceContext(
            traceHigh: bytes.number(at: 72), traceLow: bytes.number(at: 80), span: bytes.number(at: 88), flags: bytes[7]
        )
        guard service.isWellFormed, caller.isWellFormed else { throw .name }
    }

    /// Bytes of the second frame that belong to this header, in a batch.
    static func payloadSize(_ bytes: UnsafeRawBufferPointer) -> UInt32 { bytes.number(at: 12) }

    /// Writes exactly `size` bytes.
    /// - Parameter payloadSize: set in a batch only, else 0.
    func write(to bytes: UnsafeMutableRawBufferPointer, payloadSize: UInt32 = 0) {
        precondition(bytes.count == Self.size)
        bytes[0] = Self.magic
        bytes[1] = Self.version
        bytes[2] = kind.rawValue
        bytes[3] = flags.rawValue
        bytes.put(type.rawValue, at: 4)
        bytes[6] = attempt
        bytes[7] = trace.flags
        bytes.put(budget, at: 8)
        bytes.put(payloadSize, at: 12)
        bytes.put(exchange, at: 16)
        bytes.put(id.high, at: 24)
        bytes.put(id.low, at: 32)
        bytes.put(service.high, at: 40)
        bytes.put(service.low, at: 48)
        bytes.put(caller.high, at: 56)
        bytes.put(caller.low, at: 64)
        bytes.put(trace.traceHigh, at: 72)
        bytes.put(trace.traceLow, at: 80)
        bytes.put(trace.span, at: 88)
    }

    /// The header of a reply to this message on the same hop.
    package func answer(_ kind: Kind) -> Header {
        var header = self
        header.kind = kind
        header.budget = 0
        return header
    }

    /// The header of a worker's ERROR to this message.
    package func answer(_ error: ServiceError) -> Header {
        var header = answer(.error)
        if error.code.isRefusal { header.flags.insert(.refusal) } else { header.flags.remove(.refusal) }
        return header
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func number<N: FixedWidthInteger>(at offset: Int) -> N {
        N(bigEndian: loadUnaligned(fromByteOffset: offset, as: N.self))
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func put<N: FixedWidthInteger>(_ value: N, at offset: Int) {
        storeBytes(of: value.bigEndian, toByteOffset: offset, as: N.self)
    }
}
