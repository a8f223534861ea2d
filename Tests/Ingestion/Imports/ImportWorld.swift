import Messages

@testable import Ingestion

/// Model of a person's jobs, on disk and in a process that may die between any two effects, as a value. The process
/// works by the production values `ImportStep`, `Attempts` and `WorkTable`. Each effect is atomic in reality: one
/// transaction, one write of the mark, one removal of a file.
struct ImportWorld {
    /// What outlives the process, but for the mark.
    struct Job {
        /// Parts of the file, each the sample of one day.
        let parts: Range<Int>
        /// Nil for a post that was not stored yet, and for changed days.
        var phase: ImportStatus.Phase?
        var isDays = false
        var hasFile = false
        /// The crashes counted.
        var row: Attempts?
        var merged: Set<Int> = []
        var samplesNew = 0
        var samplesUndone = 0
        /// Days marked as changed.
        var dirty: Set<Int> = []
        /// Days whose sample was published.
        var published: Set<Int> = []
        var daysChanged = 0

        var kind: ImportStep.Kind? {
            if let phase { return ImportStep.Kind(phase) }
            return isDays ? (dirty.isEmpty ? nil : .days) : .post
        }

        static func file(_ count: Int) -> Job { Job(parts: 0..<count, phase: .queued, hasFile: true) }
        static func post(_ count: Int) -> Job { Job(parts: 0..<count) }
        static func undo(_ count: Int) -> Job {
            let all = Set(0..<count)
            return Job(
                parts: 0..<count, phase: .undoing, merged: all, samplesNew: count, published: all, daysChanged: count)
        }
        static func days(_ count: Int) -> Job {
            let all = Set(0..<count)
            return Job(parts: 0..<count, isDays: true, merged: all, samplesNew: count, dirty: all)
        }
    }

    struct Mark {
        var attempt: Int64
        var place: WorkPlace
    }

    enum Effect: Equatable {
        case countDeath
        case beginMark
        case note(WorkPlace)
        case merge(Int)
        case remove(Int)
        case publish(Int)
        case clean
        case store(ImportStatus.Phase)
        case commit
        case keepFile
        case removeRow
        case removeMark
        case removeFile
        case endMark
    }

    /// What a process does for a job; lost with it.
    private struct Run {
        let kind: ImportStep.Kind
        var step = ImportStep.count
        var effects: [Effect] = []
        var attempts = Attempts()
        var isAdmitted = false
        var hasTrouble = false
        /// The marks of days read by `reduce`.
        var dirty: Set<Int> = []
        /// The open transaction of a post.
        var pending: Job?
    }

    var jobs: [Job]
    /// Whether the last part is previewed.
    var isLarge = false
    /// Reading this part of the first job kills the process.
    var poison: Int?
    /// A step of the first job that fails, with the outcome.
    var trouble: (step: ImportStep, event: ImportStep.Event)?
    private(set) var marks: [Int: Mark] = [:]
    private(set) var deaths = 0
    /// Effects since the process started.
    private(set) var age = 0
    private var runs: [Int: Run] = [:]
    private var table = WorkTable<Int>()
    private var now = SuspendingClock.now

    init(_ jobs: [Job]) { self.jobs = jobs }

    // MARK: What must hold

    /// The violated property; nil where all hold.
    var violation: String? {
        for job in jobs {
            if job.kind == .file, !job.hasFile { return "the file of an open job is gone" }
            if job.samplesNew != job.merged.count + job.samplesUndone { return "samples were counted twice" }
            if job.phase == .done, job.merged != Set(job.parts) { return "samples of an ended import are missing" }
            if job.phase == .done || job.phase == .undone, job.published != job.merged || !job.dirty.isEmpty {
                return "an import ended before its days were published"
            }
        }
        return nil
    }

    // MARK: Steps

    /// Numbers of the jobs at which the process is at work.
    var running: [Int] { runs.keys.sorted() }
    var isOver: Bool { runs.isEmpty && jobs.allSatisfy { $0.kind == nil } }

    /// Starts work that waits.
    mutating func start() {
        now += .seconds(1)
        for (number, job) in jobs.enumerated() where runs[number] == nil {
            guard let kind = job.kind else { continue }
            var run = Run(kind: kind)
            run.effects = effects(of: .count, &run, number)
            settle(run, number)
        }
    }

    /// Performs the next effect of a job's run.
    mutating func advance(_ number: Int) {
        guard var run = runs[number] else { return }
        let effect = run.effects.removeFirst()
        if number == 0, let poison, effect == .merge(poison) { return die() }
        age += 1
        apply(effect, &run, number)
        settle(run, number)
    }

    /// The process dies, and another one takes its place.
    mutating func die() {
        runs = [:]
        table = WorkTable()
        age = 0
        deaths += 1
    }

    /// Goes on to the next step that has an effect.
    private mutating func settle(_ run: Run, _ number: Int) {
        var run = run
        while run.effects.isEmpty, run.step != .ended {
            run.step = run.step.next(event(&run, number), of: run.kind)
            run.effects = effects(of: run.step, &run, number)
        }
        runs[number] = run.effects.isEmpty ? nil : run
    }

    private func event(_ run: inout Run, _ number: Int) -> ImportStep.Event {
        if number == 0, let trouble, trouble.step == run.step {
            run.hasTrouble = true
            return trouble.event
        }
        switch run.step {
        case .count where run.kind == .post: return marks[number] == nil ? .done : .refused
        case .count: return run.attempts.isPoisoned ? .poisoned : .done
        case .admit: return run.isAdmitted ? .done : .refused
        case .begin, .preview, .read, .compare, .keep, .undo, .reduce, .close, .sweep, .fail, .forget, .ended:
            return .done
        }
    }

    private mutating func effects(of step: ImportStep, _ run: inout Run, _ number: Int) -> [Effect] {
        let job = run.pending ?? jobs[number]
        switch step {
        case .count: return run.kind == .post ? [] : [.countDeath]
        case .admit:
            run.isAdmitted = table.begin(number, alone: run.attempts.runsAlone, at: now)
            return run.isAdmitted ? [.beginMark] : []
        case .begin:
            if run.kind == .post { run.pending = job }
            return []
        case .preview:
            guard isLarge, let last = job.parts.last else { return [] }
            return [.note(WorkPlace(stage: .recent, position: 0)), .merge(last), .publish(last)]
        case .read:
            let isCut = number == 0 && trouble?.step == .read
            var effects: [Effect] = []
            for part in job.parts.dropLast(isCut ? 1 : 0) { effects += [.note(Self.place(part)), .merge(part)] }
            return effects
        case .undo: return job.merged.sorted().map { Effect.remove($0) }
        case .reduce:
            run.dirty = job.dirty
            var effects = [Effect.note(.days(0))]
            for day in job.dirty.sorted() { effects.append(.publish(day)) }
            effects.append(.clean)
            return effects
        case .close:
            guard run.kind != .post else { return [] }
            return [.store(run.kind == .undo ? .undone : run.hasTrouble ? .failed : .done)]
        case .fail: return [.store(.failed)]
        case .forget:
            switch run.kind {
            case .file: return [.removeRow, .removeMark, .removeFile]
            case .post: return [.commit, .removeMark]
            case .undo, .days: return [.removeRow]
            }
        case .ended:
            // What a post could not do becomes an upload.
            var effects: [Effect] = run.isAdmitted ? [.endMark] : []
            if run.kind == .post, jobs[number].phase == nil { effects += [.keepFile, .store(.queued)] }
            return effects
        case .compare, .keep, .sweep: return []
        }
    }

    /// Parts lie so far apart that deaths at two of them are not one place.
    private static func place(_ part: Int) -> WorkPlace {
        WorkPlace(stage: .reading, position: Int64(part) * 4 * Attempts.near)
    }

    private mutating func apply(_ effect: Effect, _ run: inout Run, _ number: Int) {
        var job = run.pending ?? jobs[number]
        switch effect {
        case .countDeath:
            var attempts = job.row ?? Attempts()
            if let mark = marks[number], mark.attempt == attempts.number {
                attempts.died(at: mark.place, now: 0)
                job.row = attempts
            }
            run.attempts = attempts
        case .beginMark: marks[number] = Mark(attempt: run.attempts.number, place: run.kind.place)
        case .note(let place): marks[number]?.place = place
        case .merge(let part):
            if job.merged.insert(part).inserted {
                job.samplesNew += 1
                job.dirty.insert(part)
            }
        case .remove(let part):
            job.merged.remove(part)
            job.samplesUndone += 1
            job.dirty.insert(part)
        case .publish(let day):
            let isThere = job.merged.contains(day)
            if job.published.contains(day) != isThere { job.daysChanged += 1 }
            if isThere { job.published.insert(day) } else { job.published.remove(day) }
        case .clean: job.dirty.subtract(run.dirty)
        case .store(let phase): job.phase = phase
        case .commit:
            job.phase = run.hasTrouble ? .failed : .done
            run.pending = nil
        case .keepFile: job.hasFile = true
        case .removeRow: job.row = nil
        case .removeMark: marks[number] = nil
        case .removeFile: job.hasFile = false
        case .endMark:
            marks[number] = nil
            table.end(number)
        }
        if run.pending == nil { jobs[number] = job } else { run.pending = job }
    }
}
