import HealthFormats
import Messages

extension SampleRows {
    /// Replaces what a companion said of a chunk: samples that are lost go, in every version of them, and those of the
    /// chunk come. Samples that another import path brought too stay: only that path deletes them.
    func retell(_ chunk: NewChunk, lost: Set<Sample>) throws -> Merged {
        let (kind, identity) = (chunk.kind, chunk.rules.identity)
        var lifting = chunk
        // A thing that the phone has again is restored like one that a newer export has.
        lifting.rules.exported = chunk.rules.arrived.map { $0 / 1000 + 1 }
        let gone = try gone(lifting)
        let told = chunk.samples.filter { !gone.contains($0) }
        let owned = CompanionSampleRows(user: user, transaction: transaction)
        let own = try owned.samples(kind, chunk.day)
        let known = SampleSet(own, kind, identity)
        let leaving = SampleSet(lost.filter(known.contains), kind, identity)
        let stored = try samples(kind, chunk.day...chunk.day)
        let kept = stored.filter { !leaving.contains($0) && !gone.contains($0) }
        let all = identity.settled(SampleChunk.union(kept, told[...]).samples, kind)
        let after = Array(all.prefix(kind.maximumPerDay))
        try additions.note(kind, chunk.day, arriving: chunk.samples, before: stored, after: after, chunk.rules)
        let gained = SampleChunk.missing(of: after, in: stored)
        let before = SampleSet(stored, kind, identity)
        // What was there before, and was not a companion's, has another owner.
        let later = Set(after)
        try owned.set(
            (own.filter(later.contains) + gained.filter { !before.contains($0) || known.contains($0) }), kind,
            chunk.day,
            over: own)
        let changed = ChangedSamples(
            kind, identity, arrived: chunk.samples, lost: SampleChunk.missing(of: stored, in: after), gained: gained)
        let excess = all.count - after.count
        guard after != stored else { return Merged(added: 0, excess: excess, changed: changed) }
        try store(after, kind, chunk.day, arrived: gained.isEmpty ? nil : chunk.rules.arrived)
        return Merged(added: gained.count { !before.contains($0) }, excess: excess, changed: changed)
    }
}
