import Foundation
import HealthFormats
import Messages
import Storage

/// Frees disk space: removes abandoned uploads, files whose import has ended or is unknown, and directories of erased
/// people. Runs on a `WorkThread`. A file is removed only with its lock held, so never while it is written or read.
struct SpoolSweep {
    /// An upload is discarded this long after its last chunk, ms.
    static let retention: Milliseconds = 7 * 86_400_000

    let steps: Steps
    let spools: String

    func run(now: Milliseconds) throws {
        for name in names(spools) {
            guard let user = UserID(name) else { continue }
            if try steps.read({ try $0.isErased(user) }) {
                try FileManager.default.removeItem(atPath: SpoolFile.directory(spools, user))
                continue
            }
            for name in names(SpoolFile.directory(spools, user)) {
                if let job = EntityID(name) { try judge(user, job, idle: now - Self.retention) }
                try forgetMark(name, user, before: now - Self.retention)
            }
        }
        try forget(before: now - Self.retention)
    }

    /// Removes the old mark of a post whose process died and that was not sent again.
    private func forgetMark(_ name: String, _ user: UserID, before: Milliseconds) throws {
        guard name.hasSuffix(SpoolFile.markEnding),
            let job = EntityID(String(name.dropLast(SpoolFile.markEnding.count)))
        else { return }
        let spool = SpoolFile(directory: spools, user: user, job: job)
        guard spool.size == 0, let mark = try SpoolHandle(spool.place, create: false), mark.modified < before else {
            return
        }
        spool.removeMark()
    }

    private func names(_ directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }

    /// Discards a person's uploads that had no chunk since the instant, to make room for another one.
    func makeRoom(_ user: UserID, idle since: Milliseconds) throws {
        let uploads = try steps.read { try ImportRows(user: user, transaction: $0).uploads() }
        for place in uploads where place.created < since {
            try judge(user, place.job, idle: since)
            try forget(place)
        }
    }

    /// - Parameter since: uploads with a later chunk are kept.
    private func judge(_ user: UserID, _ job: EntityID, idle since: Milliseconds) throws {
        let spool = SpoolFile(directory: spools, user: user, job: job)
        func phase() throws -> ImportStatus.Phase? {
            try steps.read { try ImportRows(user: user, transaction: $0).phase(job) }
        }
        let open: [ImportStatus.Phase] = [.queued, .reading, .reducing]
        guard try phase().map({ !open.contains($0) }) ?? true else { return }
        guard let handle = try SpoolHandle(spool.path, create: false), handle.lock(), handle.isNamed(spool.path) else {
            return
        }
        defer { withExtendedLifetime(handle) {} }
        switch try phase() {
        case ImportStatus.Phase.uploading:
            guard handle.modified < since else { return }
            if try steps.write({ try ImportRows(user: user, transaction: $0).removeUpload(job) }) {
                spool.remove()
            }
        case let phase?: if !open.contains(phase) { spool.remove() }
        case nil: spool.remove()
        }
    }

    /// Discards the posts of companions that the end of a process cut off: their apps send them again.
    /// - Parameter began: when this process began; posts with a later chunk are kept.
    func dropPosts(before began: Milliseconds) throws {
        try forEachUpload(before: began) { place in
            let isPost = try steps.read {
                try ImportRows(user: place.user, transaction: $0).job(place.job)?.status.companion != nil
            }
            guard isPost else { return }
            try judge(place.user, place.job, idle: began)
            try forget(place)
        }
    }

    /// Discards uploads that never received a byte.
    private func forget(before: Milliseconds) throws { try forEachUpload(before: before, forget) }

    private func forEachUpload(before: Milliseconds, _ body: (ImportPlace) throws -> Void) throws {
        var last: ImportPlace?
        while true {
            let after = last
            let page = try steps.read {
                try ImportQueueRows(transaction: $0).openUploads(before: before, after: after)
            }
            guard !page.isEmpty else { return }
            for place in page { try body(place) }
            last = page.last
        }
    }

    /// Discards an upload that has no file.
    private func forget(_ place: ImportPlace) throws {
        guard try SpoolHandle(SpoolFile(directory: spools, user: place.user, job: place.job).path, create: false) == nil
        else { return }
        try steps.write { try ImportRows(user: place.user, transaction: $0).removeUpload(place.job) }
    }
}
