import Arrivals
import HealthFormats
import LocalTime
import Messages
import Storage
import Synchronization

/// Runs the post of a companion. Idempotent like `ImportRun`: a repetition after a crash merges the same again.
final class CompanionRun: ImportWork {
    private let steps: Steps
    private let job: ImportJob
    private let source: any RandomAccess
    private let stopped: () -> Bool
    private let noted: (WorkPlace) -> Void
    private(set) var status: ImportStatus
    private var receipt: CompanionReceipt
    /// What the body says as a whole; in one transaction with its records.
    private var post = CompanionPost()
    /// All changes of samples; nil as long as they are not known.
    private var changed = ChangedSamples()
    /// Records of the person that were merged.
    private var kept: Int64 = 0
    /// Whether anything was said to be gone, of intimate kinds too, which the receipt does not count.
    private var hasDeletions = false
    /// Numbers of the users of a shared device whose records were sent.
    private var members = Set<String>()
    /// By kind what was delivered.
    private var delivered: [String: ArrivedSamples] = [:]
    /// Groups of intimate kinds in what could be read of the body.
    private var groups = Set<HealthKind.Group>()
    /// Records and deletions merged in one step; holds the database's writer for some ten milliseconds.
    private static let page = 500
    /// Chunks, days, deletions and keys of snapshots that may be merged where all steps are one transaction.
    private static let maximumTogether = (chunks: 64, days: 8, deletions: 500, keys: 500)

    /// - Parameters:
    ///   - stopped: checked between steps; true ends the run, to be run again later.
    ///   - noted: receives the place of each step before it starts.
    init(
        steps: Steps, job: ImportJob, receipt: CompanionReceipt, source: any RandomAccess,
        stopped: @escaping () -> Bool, noted: @escaping (WorkPlace) -> Void
    ) {
        self.steps = steps
        self.job = job
        self.source = MarkedAccess(source) { noted(WorkPlace(stage: .reading, position: $0)) }
        self.stopped = stopped
        self.noted = noted
        self.receipt = CompanionReceipt(sender: receipt.sender)
        status = ImportStatus(job: job.job, fileName: job.status.fileName, phase: .reading)
        status.posts = job.status.posts
        status.bytesTotal = source.size
        // What an earlier attempt committed counts as new to this post.
        status.samplesNew = job.status.samplesNew
        status.daysChanged = job.status.daysChanged
    }

    var kind: ImportStep.Kind { steps.areCommitted ? .file : .post }

    func perform(_ step: ImportStep) throws -> ImportStep.Event {
        switch step {
        case .read: try read()
        case .reduce: try reduce()
        case .close:
            status.bytesRead = source.size
            status.phase = post.problem == nil ? .done : .failed
            status.problem = post.problem
            try putAside(post)
            try learn(post)
            status.companion = receipt
            // In one transaction the caller stores the final status.
            let (user, final) = (job.user, status)
            if steps.areCommitted { try steps.write { try ImportRows(user: user, transaction: $0).set(final) } }
        case .count, .admit, .begin, .preview, .compare, .keep, .undo, .sweep, .fail, .forget, .ended: break
        }
        return .done
    }

    private func read() throws {
        let user = job.user
        let calendar = try steps.read { try RuleRows(user: user, transaction: $0).rules().calendar }
        guard let reader = Companions.all.first(where: { $0.name == receipt.sender.companion }) else {
            throw ServiceError(.invalid, "There is no companion of this name.")
        }
        let context = CompanionContext(received: job.created, calendar: calendar)
        if steps.areCommitted {
            post = try mergePages(reader, context)
        } else {
            post = reader.decode(source, context)
            count(post)
            say(post)
            if !post.isTest {
                try checkSize(post)
                try merge(post, own: chosen(of: post))
            }
        }
        receipt.member = kept > 0 ? chosen(of: post) : nil
    }

    /// Reads the body twice, page by page, so that it never is in memory as a whole: what it says as a whole first, then
    /// its records. A refused snapshot leaves nothing of it.
    private func mergePages(
        _ reader: any CompanionReader.Type, _ context: CompanionContext
    ) throws -> CompanionPost {
        func pages(_ body: (CompanionPost) throws -> Void) throws -> CompanionPost {
            var fault: (any Error)?
            var post = reader.decode(source, context) { post in
                guard post.waiting >= Self.page else { return }
                let page = post.takePage()
                guard fault == nil else { return }
                do { try body(page) } catch { fault = error }
            }
            if fault == nil {
                do { try body(post.takePage()) } catch { fault = error }
            }
            if let fault { throw fault }
            return post
        }
        let post = try pages { page in
            if stopped() { throw CancellationError() }
            count(page)
        }
        say(post)
        guard !post.isTest else { return post }
        var head = CompanionPost()
        head.snapshots = post.snapshots
        if !head.snapshots.isEmpty { guard try merge(page: head) else { return post } }
        let own = chosen(of: post)
        _ = try pages { try merge($0, own: own) }
        return post
    }

    /// The number of the person among the users of a shared device: by number, or by a name that one user has.
    private func chosen(of post: CompanionPost) -> String? {
        guard let member = receipt.sender.member, !members.contains(member) else { return receipt.sender.member }
        let named = post.members.filter { $0.value == member }
        return named.count == 1 ? named.first?.key : nil
    }

    /// Counts what a page holds.
    private func count(_ page: CompanionPost) {
        hasDeletions = hasDeletions || !page.deletions.isEmpty
        receipt.deletions += Int64(page.deletions.count { IntimateNames.groups(of: $0.address.text).isEmpty })
        for member in (page.records.map(\.member) + page.deletions.map(\.member)).compactMap(\.self)
        where members.count < ImportLimits.kinds {
            members.insert(member)
        }
        for record in page.records {
            for reading in record.readings where !reading.kind.isIntimate {
                ImportLimits.count(reading.kind.name, in: &status.taken)
            }
        }
    }

    /// Notes what the body says as a whole, without what speaks of intimate kinds.
    private func say(_ post: CompanionPost) {
        receipt.received = post.received.withoutIntimate
        receipt.unknownFields = post.unknownFields.withoutIntimate
        receipt.isTest = post.isTest
        status.samplesRead = receipt.received.values.reduce(0, +)
        status.quarantined = Dictionary(uniqueKeysWithValues: post.left.counts.map { ($0.rawValue, $1) })
        status.skipped = post.left.named.filter { IntimateNames.groups(of: $0.place).isEmpty }
        status.unknownKinds = post.unknownKinds.withoutIntimate
        let names = [post.received, post.unknownFields, post.unknownKinds].flatMap(\.keys)
        groups = post.intimateGroups.union(names.flatMap { IntimateNames.groups(of: $0) })
    }

    /// - Throws: `ImportRun.TooMuch` if the post is too much for one transaction.
    private func checkSize(_ post: CompanionPost) throws {
        var chunks = Set<String>()
        var days = Set<Int32>()
        for record in post.records {
            for reading in record.readings {
                guard let (kind, sample) = reading.sample(source: 0, note: 0) else { continue }
                days.insert(sample.chunkDay)
                chunks.insert("\(kind.rawValue)/\(sample.chunkDay)")
            }
        }
        let (most, keys) = (Self.maximumTogether, post.snapshots.reduce(0) { $0 + $1.keys.count })
        guard chunks.count <= most.chunks, days.count <= most.days, post.deletions.count <= most.deletions,
            keys <= most.keys
        else { throw ImportRun.TooMuch() }
    }

    /// Merges deletions and the person's records in steps.
    private func merge(_ post: CompanionPost, own: String?) throws {
        // Other people's values are not this person's to keep or to delete.
        let records = post.records.filter { $0.member == nil || $0.member == own }
        let deleting = post.deletions.filter { $0.member == nil || $0.member == own }
        receipt.others += Int64(post.waiting - records.count - deleting.count)
        var page = CompanionPost()
        page.snapshots = post.snapshots
        var (record, deletion) = (0, 0)
        repeat {
            if stopped() { throw CancellationError() }
            let deletions = deleting[deletion..<min(deletion + Self.page, deleting.count)]
            page.deletions = Array(deletions)
            deletion = deletions.endIndex
            let rest = deletion < deleting.count ? 0 : Self.page - deletions.count
            let taken = records[record..<min(record + rest, records.count)]
            page.records = Array(taken)
            record = taken.endIndex
            guard try merge(page: page) else { return }
            kept += Int64(taken.count)
            page = CompanionPost()
        } while record < records.count || deletion < deleting.count
    }

    /// Merges a page in as many transactions as it takes.
    /// - Returns: false if the post is refused.
    /// - Throws: `ImportRun.TooMuch` if all steps are one transaction and the page needs several.
    private func merge(page: CompanionPost) throws -> Bool {
        var rest = page
        repeat {
            if stopped() { throw CancellationError() }
            guard try mergePart(of: &rest) else { return false }
            if !steps.areCommitted, !rest.isEmpty { throw ImportRun.TooMuch() }
        } while !rest.isEmpty
        return true
    }

    private func mergePart(of page: inout CompanionPost) throws -> Bool {
        let (user, arrived, sender, before, isSaved) = (
            job.user, job.created, receipt.sender, status, steps.areCommitted
        )
        let effect = try steps.write { [page] transaction in
            let merge = try CompanionMerge(user: user, transaction: transaction, arrived: arrived)
            let effect = try merge.take(page, from: sender)
            var status = before
            status.samplesNew += effect.added
            status.companion = CompanionReceipt(sender: sender)
            if isSaved { try ImportRows(user: user, transaction: transaction).set(status) }
            return effect
        }
        page = effect.rest
        receipt.minimumEpoch = effect.minimumEpoch
        status.samplesNew += effect.added
        changed.formUnion(effect.changed)
        delivered.add(effect.delivered)
        if effect.excess > 0 {
            status.quarantined[RejectionReason.tooManySamples.rawValue, default: 0] += effect.excess
        }
        return effect.minimumEpoch == nil
    }

    private func reduce() throws {
        let count = Mutex(Int64(0))
        noted(.days(0))
        try MetricsUpdate(steps: steps, user: job.user).run(
            changed: steps.areCommitted ? nil : changed, stopped: stopped,
            progress: { [noted] done, _ in noted(.days(done)) }
        ) { done, _ in count.withLock { $0 = done } }
        status.daysChanged += count.withLock { $0 }
    }

    /// Learns when the device posts, and what.
    private func learn(_ post: CompanionPost) throws {
        guard !post.isTest, receipt.minimumEpoch == nil else { return }
        let (user, device) = (job.user, receipt.sender.device)
        let delivery = ArrivalDelivery(received: job.created, phoneClock: post.stamp, kinds: delivered)
        try steps.write { try HabitRows(user: user, transaction: $0).record(delivery, by: device) }
    }

    /// Keeps a body of which something could not be read, besides merging the rest of it.
    private func putAside(_ post: CompanionPost) throws {
        guard let problem = post.problem ?? unread(post) else { return }
        let body = try AsideBody(job, receipt.sender, problem, source, groups: groups)
        let (user, isNew, isPart) = (job.user, !steps.areCommitted, problem == .partlyRead)
        receipt.isAside = try steps.write { [source = UncheckedAccess(source)] transaction in
            try AsideRows(user: user, transaction: transaction).keep(
                body, source.access, isPart: isPart, isNew: isNew)
        }
    }

    /// Why a body that was read to its end goes aside; nil if all of it was understood.
    private func unread(_ post: CompanionPost) -> ImportProblem? {
        guard !post.isTest, receipt.minimumEpoch == nil else { return nil }
        let left = post.left.counts.merging(post.intimateLeft.counts) { $0 + $1 }.keys
        guard kept > 0 || hasDeletions || !post.snapshots.isEmpty else {
            if receipt.others > 0 { return .nobodysValues }
            let isNothing = left.isEmpty && post.unknownKinds.isEmpty && post.unknownFields.isEmpty
            return isNothing ? nil : .nothingTaken
        }
        let isPart = !post.unknownKinds.isEmpty || left.contains(where: \.isUnread)
        return isPart ? .partlyRead : nil
    }
}

/// Bytes that one thread reads, handed to a transaction for which that thread waits.
struct UncheckedAccess: @unchecked Sendable {
    let access: any RandomAccess
    init(_ access: any RandomAccess) { self.access = access }
}
