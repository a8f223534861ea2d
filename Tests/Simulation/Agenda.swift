/// Planned events by time; those of the same time in the order of planning.
struct Agenda<Event> {
    private struct Entry {
        let time: Int64
        let order: UInt64
        let event: Event
        func precedes(_ other: Entry) -> Bool { time != other.time ? time < other.time : order < other.order }
    }

    private var heap: [Entry] = []
    private var planned: UInt64 = 0

    /// - Parameter time: nanoseconds since the run began.
    mutating func plan(_ event: Event, at time: Int64) {
        heap.append(Entry(time: time, order: planned, event: event))
        planned += 1
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func next() -> (time: Int64, event: Event)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty {
            heap[0] = last
            var parent = 0
            while true {
                var smallest = parent
                for child in [2 * parent + 1, 2 * parent + 2]
                where child < heap.count && heap[child].precedes(heap[smallest]) { smallest = child }
                if smallest == parent { break }
                heap.swapAt(parent, smallest)
                parent = smallest
            }
        }
        return (first.time, first.event)
    }
}
