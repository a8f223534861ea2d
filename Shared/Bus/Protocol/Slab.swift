/// A table whose keys are never reused: a key is a slot index and the generation of its use. Constant-time access
/// without hashing.
struct Slab<Element> {
    private struct Slot {
        var generation: UInt32 = 1
        var element: Element?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []
    package private(set) var count = 0

    package init() {}

    /// Inserts an element and returns its key, never 0.
    mutating func insert(_ element: Element) -> UInt64 {
        count += 1
        if let index = free.popLast() {
            slots[index].element = element
            return Self.key(slots[index].generation, index)
        }
        slots.append(Slot(element: element))
        return Self.key(1, slots.count - 1)
    }

    @discardableResult package mutating func remove(_ key: UInt64) -> Element? {
        guard let index = index(of: key), let element = slots[index].element.take() else { return nil }
        slots[index].generation &+= 1
        if slots[index].generation == 0 { slots[index].generation = 1 }
        free.append(index)
        count -= 1
        return element
    }

    package subscript(key: UInt64) -> Element? {
        get {
            guard let index = index(of: key) else { return nil }
            return slots[index].element
        }
        _modify {
            if let index = index(of: key) {
                yield &slots[index].element
            } else {
                var absent: Element?
                yield &absent
            }
        }
    }

    /// Keys of the elements that satisfy the condition, in slot order. Linear.
    func keys(where condition: (Element) -> Bool) -> [UInt64] {
        guard count > 0 else { return [] }
        var result: [UInt64] = []
        for index in slots.indices {
            if let element = slots[index].element, condition(element) {
                result.append(Self.key(slots[index].generation, index))
            }
        }
        return result
    }

    /// Slot index of a key; less than the largest number of elements held at once.
    static func index(_ key: UInt64) -> Int { Int(key & 0xFFFF_FFFF) }

    private func index(of key: UInt64) -> Int? {
        let index = Self.index(key)
        guard index < slots.count, slots[index].generation == UInt32(key >> 32) else { return nil }
        return index
    }

    private static func key(_ generation: UInt32, _ index: Int) -> UInt64 { UInt64(generation) << 32 | UInt64(index) }
}
