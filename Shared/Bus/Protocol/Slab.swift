/// A table whose keys are never reused: a key is a slot index and the generation of its use. Constant-time access
/// without hashing.
///
/// Public and inlinable, because the broker, another module, keeps its calls here: code that is not specialised for
/// their type took a fifth more processor time, and the compiler does not specialise `package` declarations of another
/// module.
@frozen public struct Slab<Element> {
    @frozen @usableFromInline struct Slot {
        @usableFromInline var generation: UInt32 = 1
        @usableFromInline var element: Element?

        @inlinable init(element: Element) { self.element = element }
    }

    @usableFromInline var slots: [Slot] = []
    @usableFromInline var free: [Int] = []
    /// Number of elements.
    @inlinable public var count: Int { slots.count - free.count }

    @inlinable public init() {}

    /// Inserts an element and returns its key, never 0.
    @inlinable public mutating func insert(_ element: Element) -> UInt64 {
        if let index = free.popLast() {
            slots[index].element = element
            return Self.key(slots[index].generation, index)
        }
        slots.append(Slot(element: element))
        return Self.key(1, slots.count - 1)
    }

    /// Removes an element and returns it; nil if there is none under this key.
    @discardableResult @inlinable public mutating func remove(_ key: UInt64) -> Element? {
        guard let index = index(of: key), let element = slots[index].element.take() else { return nil }
        slots[index].generation &+= 1
        if slots[index].generation == 0 { slots[index].generation = 1 }
        free.append(index)
        return element
    }

    /// The element under a key; nil if there is none. A new value for a key without an element is dropped.
    @inlinable public subscript(key: UInt64) -> Element? {
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
    @inlinable public func keys(where condition: (Element) -> Bool) -> [UInt64] {
        guard count > 0 else { return [] }
        var result: [UInt64] = []
        for index in slots.indices {
            if let element = slots[index].element, condition(element) {
                result.append(Self.key(slots[index].generation, index))
            }
        }
        return result
    }

    /// Slot index of a key; less than the largest number of elements held together.
    @inlinable static func index(_ key: UInt64) -> Int { Int(key & 0xFFFF_FFFF) }

    @inlinable func index(of key: UInt64) -> Int? {
        let index = Self.index(key)
        guard index < slots.count, slots[index].generation == UInt32(key >> 32) else { return nil }
        return index
    }

    @inlinable static func key(_ generation: UInt32, _ index: Int) -> UInt64 {
        UInt64(generation) << 32 | UInt64(index)
    }
}
