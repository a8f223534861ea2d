import Foundation

/// How much of the seeded and exhaustive work this run does: a part that the commit chooses, or all of it
/// (`deploy/test --whole`). A run by hand, without `deploy/test`, takes the part of commit 1.
public enum RunSize {
    private static let environment = ProcessInfo.processInfo.environment
    /// Whether everything runs.
    public static let isWhole = environment["TEST_WHOLE"] == "1"
    /// The commit that chooses; `TEST_RUN_SEED` repeats the choice of another one.
    public static let commit = environment["TEST_RUN_SEED"] ?? "1"

    /// `count` of `all` in their order, chosen by the commit; all of them in a whole run. Prints how to repeat it.
    /// - Parameter always: elements that are chosen in every run.
    public static func part<Element: Hashable>(
        of all: [Element], count: Int, always: [Element] = [], commit: String = RunSize.commit,
        isWhole: Bool = RunSize.isWhole
    ) -> [Element] {
        guard !isWhole, count < all.count else { return all }
        var ranks = all.map { (rank: rank($0, commit), element: $0) }
        ranks.sort { $0.rank < $1.rank }
        let chosen = Set(ranks.prefix(count).map(\.element)).union(always)
        print("\(chosen.count) of \(all.count); TEST_RUN_SEED=\(commit) chooses the same, TEST_WHOLE=1 all")
        return all.filter(chosen.contains)
    }

    /// FNV-1a over the commit and the element's description, mixed: the same in each process, as `Hasher` is not.
    private static func rank<Element>(_ element: Element, _ commit: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(commit)/\(element)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        return hash ^ (hash >> 31)
    }
}
