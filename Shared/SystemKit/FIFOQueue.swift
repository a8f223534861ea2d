/// Elements in their order of arrival. Adding and taking need constant time on average. An element is released when it
/// is taken, and the memory follows the number of waiting elements even if the queue is never empty.
///
/// Public and inlinable, because the compiler does not specialise `package` declarations of another module.
@frozen public struct FIFOQueue<Element> {
    @usableFromInline var elements: [Element?] = []
    /// Number of elements at the front of `elements` that were taken.
    @usableFromInline var taken = 0

    @inlinable public var isEmpty: Bool { taken == elements.count }

    @inlinable public init() {}

    @inlinable public mutating func append(_ element: Element) { elements.append(element) }

    /// Removes the oldest element and returns it; nil if there is none.
    @inlinable public mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[taken].take()
        taken += 1
        // Moves at most as many elements as were taken.
        if taken * 2 >= elements.count {
            elements.removeFirst(taken)
            taken = 0
        }
        return element
    }
}
