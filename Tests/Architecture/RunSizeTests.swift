import TestTraits
import Testing

@Suite struct RunSizeTests {
    private let all = Array(1...220)

    @Test("A commit chooses the same seeds each time, another commit others, a whole run all")
    func choice() {
        let first = RunSize.part(of: all, count: 40, commit: "a", isWhole: false)
        #expect(first.count == 40)
        #expect(first == first.sorted())
        #expect(first == RunSize.part(of: all, count: 40, commit: "a", isWhole: false))
        #expect(first != RunSize.part(of: all, count: 40, commit: "b", isWhole: false))
        #expect(RunSize.part(of: all, count: 40, commit: "a", isWhole: true) == all)
    }

    @Test("Over many commits every seed is chosen, and a seed of the fixed list always")
    func cover() {
        var seen: Set<Int> = []
        for commit in 0..<60 {
            let chosen = RunSize.part(of: all, count: 40, always: [7], commit: "\(commit)", isWhole: false)
            #expect(chosen.contains(7))
            seen.formUnion(chosen)
        }
        #expect(seen.count == all.count)
    }
}
