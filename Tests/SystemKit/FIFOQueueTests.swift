import Testing

@testable import SystemKit

@Suite struct FIFOQueueTests {
    @Test("Elements leave a queue in their order of arrival, also when it was empty in between")
    func order() {
        var (queue, taken, empties) = (FIFOQueue<Int>(), [Int](), 0)
        for number in 0..<1_000 {
            queue.append(number)
            for _ in 0..<[0, 1, 2, 0, 3][number % 5] {
                if let element = queue.popFirst() { taken.append(element) }
            }
            if queue.isEmpty { empties += 1 }
        }
        while let element = queue.popFirst() { taken.append(element) }
        #expect(taken == Array(0..<1_000) && queue.isEmpty)
        #expect((1..<1_000).contains(empties))
    }

    @Test("A queue that is never empty needs memory for the waiting elements only")
    func memory() {
        var (queue, most) = (FIFOQueue<Int>(), 0)
        for number in 0..<10 { queue.append(number) }
        for number in 10..<10_000 {
            queue.append(number)
            let first = queue.popFirst()
            #expect(first == number - 10)
            most = max(most, queue.elements.count)
        }
        #expect(!queue.isEmpty && most <= 22, "\(most)")
    }

    @Test("An element is released when it is taken, while others wait")
    func release() {
        final class Token {}
        var queue = FIFOQueue<Token>()
        weak var first: Token?
        do {
            let token = Token()
            first = token
            queue.append(token)
        }
        for _ in 0..<5 { queue.append(Token()) }
        #expect(first != nil)
        _ = queue.popFirst()
        #expect(first == nil && !queue.isEmpty)
    }
}
