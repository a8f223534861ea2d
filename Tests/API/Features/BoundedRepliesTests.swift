import Testing

@testable import API

/// Requests that are sent together, but only so many.
@Suite struct BoundedRepliesTests {
    private struct Refused: Error {}

    /// Lets requests wait until so many are under way.
    private actor Gate {
        private let needed: Int
        private var (underWay, most) = (0, 0)
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(needed: Int) { self.needed = needed }

        func enter() async {
            underWay += 1
            most = max(most, underWay)
            if underWay >= needed {
                for request in waiting { request.resume() }
                waiting = []
            } else if most < needed {
                await withCheckedContinuation { waiting.append($0) }
            }
            underWay -= 1
        }

        func mostUnderWay() -> Int { most }
    }

    @Test("Replies come in the order of the requests, of which only so many are under way", .timeLimit(.minutes(1)))
    func order() async throws {
        let gate = Gate(needed: 3)
        let replies = try await Array(0..<20).replies(atMost: 3) { number in
            await gate.enter()
            return number * number
        }
        #expect(replies == (0..<20).map { $0 * $0 })
        #expect(await gate.mostUnderWay() == 3)
        #expect(try await [Int]().replies(atMost: 3) { $0 }.isEmpty)
        #expect(try await [7].replies(atMost: 3) { $0 } == [7])
    }

    @Test("One request that is refused refuses all")
    func refused() async {
        await #expect(throws: Refused.self) {
            try await Array(0..<20).replies(atMost: 3) { number in
                if number == 5 { throw Refused() }
                return number
            }
        }
    }
}
