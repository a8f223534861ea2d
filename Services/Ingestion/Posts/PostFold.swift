import HealthFormats
import LocalTime
import Messages
import Storage

/// Adds up imports that an app posts automatically every few minutes: one row per day, phase and problem.
struct PostFold {
    let user: UserID
    let transaction: Transaction

    /// Age after which a finished post is folded, ms; before that its sender may still query its status.
    private static let foldingAge: Milliseconds = 10 * 60_000
    /// Age up to which rows are read, ms; older ones were folded by an earlier run.
    private static let reach: Milliseconds = 2 * 86_400_000
    /// Age up to which the ids of folded posts are kept, ms; until then a sender may query or resend a post.
    private static let memory: Milliseconds = 86_400_000

    private struct Ending: Hashable {
        var day: Day
        var phase: Int32
        var problem: String?
        var companion: CompanionSender?
    }

    /// Folds a user's finished posts.
    /// - Parameter now: ms since 1970.
    func fold(now: Milliseconds) throws {
        try transaction.execute("DELETE FROM folded WHERE user = ? AND at < ?", [user, now - Self.memory])
        let ended = try transaction.rows(
            "SELECT job, created, sealed FROM imports WHERE user = ? AND created BETWEEN ? AND ? AND phase IN (?, ?) ORDER BY created, job",
            [
                user, now - Self.reach, now - Self.foldingAge, ImportStatus.Phase.done.rawValue,
                ImportStatus.Phase.failed.rawValue,
            ])
        guard ended.count > 1 else { return }
        let imports = ImportRows(user: user, transaction: transaction)
        let calendar = try RuleRows(user: user, transaction: transaction).rules().calendar
        var sums: [Ending: (sum: ImportStatus, last: Milliseconds, isChanged: Bool)] = [:]
        for row in ended {
            let (job, created): (EntityID, Milliseconds) = try (row["job"], row["created"])
            let status = try transaction.open(
                ImportStatus.self, row["sealed"], user: user, table: "imports", row: "\(job)"
            ).withoutIntimate
            guard status.posts != nil else { continue }
            let ending = Ending(
                day: calendar.day(millisecond: created), phase: status.phase.rawValue, problem: status.problem?.code,
                companion: status.companion?.sender)
            guard let earlier = sums[ending]?.sum else {
                sums[ending] = (status, created, false)
                continue
            }
            // The first row stays, so that what was folded into it still leads there.
            try imports.remove(job)
            try transaction.execute(
                "INSERT INTO folded (user, job, target, at) VALUES (?, ?, ?, ?)", [user, job, earlier.job, now])
            var sum = status.adding(earlier)
            sum.job = earlier.job
            sums[ending] = (sum, created, true)
        }
        for (sum, last, isChanged) in sums.values where isChanged { try imports.set(sum, at: last) }
    }
}

extension ImportStatus {
    /// This import, with the counts of an earlier one added.
    fileprivate func adding(_ earlier: ImportStatus) -> ImportStatus {
        func sum(_ left: [String: Int64], _ right: [String: Int64]) -> [String: Int64] {
            right.reduce(into: left) { ImportLimits.count($1.key, by: $1.value, in: &$0) }
        }
        var all = self
        all.posts = (posts ?? 1) + (earlier.posts ?? 1)
        (all.bytesRead, all.bytesTotal) = (
            bytesRead + earlier.bytesRead, bytesTotal.flatMap { own in earlier.bytesTotal.map { own + $0 } }
        )
        (all.samplesRead, all.samplesNew) = (samplesRead + earlier.samplesRead, samplesNew + earlier.samplesNew)
        all.daysChanged += earlier.daysChanged
        (all.quarantined, all.taken) = (sum(quarantined, earlier.quarantined), sum(taken, earlier.taken))
        all.lost = sum(lost, earlier.lost).filter { all.taken[$0.key] == nil }
        all.unknownKinds = sum(unknownKinds, earlier.unknownKinds)
        all.unusedReasons = unusedReasons.merging(earlier.unusedReasons) { own, _ in own }.filter {
            all.unknownKinds[$0.key] != nil
        }
        if let own = companion, let other = earlier.companion {
            var both = own
            both.received = sum(own.received, other.received)
            both.unknownFields = sum(own.unknownFields, other.unknownFields)
            both.deletions = own.deletions + other.deletions
            both.others = own.others + other.others
            both.isAside = own.isAside || other.isAside
            both.isTest = own.isTest && other.isTest
            both.minimumEpoch = own.minimumEpoch ?? other.minimumEpoch
            all.companion = both
        }
        all.skipped = Array((skipped + earlier.skipped).prefix(Self.maximumSkipped))
        return all
    }
}
