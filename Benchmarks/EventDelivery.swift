import Bus
import Messages
import Wire

extension BusConnection {
    /// Delivers events as a producer's relay does: each person's, numbered from `first` on. Returns when the consumer has
    /// committed all of them. This connection has the producer's name.
    /// - Throws: the refusal of an event.
    func deliver<E: BusEvent>(
        _ slices: [(UserID, [E])], first: UInt64, from producer: ServiceName, to consumer: ServiceName
    ) async throws {
        let batch = DeliverEvents(
            producer: producer, consumer: consumer,
            slices: try slices.map { user, events in
                StreamSlice(
                    user: user, epoch: 1,
                    events: try events.enumerated().map { index, event in
                        StreamEvent(
                            sequence: first + UInt64(index), id: .random(), type: E.type,
                            payload: try WireEncoder().encode(event))
                    })
            })
        var waiting = batch
        // A consumer may stop at its time limit; the rest is delivered again.
        while !waiting.slices.isEmpty {
            let streams = try await request(waiting, to: consumer).streams
            let acknowledged = Dictionary(streams.map { ($0.user, $0.acknowledged) }, uniquingKeysWith: { $1 })
            if let refusal = streams.compactMap(\.refusal).first { throw refusal }
            waiting.slices = waiting.slices.compactMap { slice in
                var rest = slice
                rest.events.removeAll { $0.sequence <= acknowledged[slice.user] ?? 0 }
                return rest.events.isEmpty ? nil : rest
            }
        }
    }
}
