import Messages

/// The state machine of one attempt at imported work (ING-7, SEC-11): a step and its outcome in, the next step out. Its
/// order of steps is the only one, for files, posts, undoings and changed days.
///
/// A process may die before, in and after any step. The next attempt begins at `count` again, which neither loses nor
/// doubles anything:
/// - Samples are merged as sets, with their counts in the same transaction, so that a repeated step adds nothing.
/// - The file is removed last (`forget`), after its final status was stored (`close`, `fail`).
/// - The mark is written (`admit`) before the file is read, and a crash that a mark shows is counted before the next
///   attempt overwrites the mark.
///
/// `ImportStepTests` runs this value with processes that die at every step.
enum ImportStep: UInt8, Hashable, CaseIterable, Sendable {
    /// Count the crash that the mark of the last attempt shows.
    case count
    /// Write the mark, unless other work has to end first.
    case admit
    /// Drop what an interrupted attempt recorded of the file.
    case begin
    /// Recognise the format; merge and publish the last days of a large export.
    case preview
    /// Read the whole file and merge its samples.
    case read
    /// Delete the samples that a replacing export lacks.
    case compare
    /// Merge the samples read before the problem.
    case keep
    /// Remove what the import added.
    case undo
    /// Compute and publish the changed days.
    case reduce
    /// Store the final status, with the letter of a long history.
    case close
    /// Drop the records of imports that this one overlapped.
    case sweep
    /// Store that the job failed.
    case fail
    /// Delete the count of crashes and the file.
    case forget
    case ended

    /// What is worked on.
    enum Kind: CaseIterable, Sendable {
        /// An uploaded file.
        case file
        /// A phone's post: `begin` to `sweep` are one transaction, which `SmallPost` commits.
        case post
        /// An import that is undone.
        case undo
        /// Changed days that belong to no import.
        case days
    }

    /// The outcome of a step.
    enum Event: CaseIterable, Sendable {
        case done
        /// Other work has to end first, or this work does not fit into one transaction: it waits for another attempt.
        case refused
        /// Earlier attempts died too often at one place.
        case poisoned
        /// The file cannot be read further.
        case problem
        /// An error that would recur, neither the file's nor the machine's.
        case fault
        /// The machine's error, such as a full disk, or a stop of the process.
        case stopped
    }

    func next(_ event: Event, of kind: Kind) -> ImportStep {
        switch event {
        case .done: following(kind)
        case .refused, .stopped: .ended
        case .problem where readsFile: .keep
        // Undoings and days wait, because their cause may go away; a post goes back to its sender or becomes a file.
        case .poisoned, .problem, .fault: kind == .file && !endsFile ? .fail : .ended
        }
    }

    private func following(_ kind: Kind) -> ImportStep {
        switch self {
        case .count: .admit
        case .admit: kind.first
        case .begin: .preview
        case .preview: .read
        case .read: .compare
        case .compare, .keep, .undo: .reduce
        case .reduce: kind == .days ? .forget : .close
        case .close: kind == .undo ? .forget : .sweep
        case .sweep, .fail: .forget
        case .forget, .ended: .ended
        }
    }

    /// True for the steps in which a problem of the file shows.
    private var readsFile: Bool { self == .preview || self == .read || self == .compare }

    private var endsFile: Bool { self == .fail || self == .forget || self == .ended }

    /// Performs steps from `step` on until the work has ended.
    /// - Throws: errors of `perform`, which are the event `stopped`.
    static func run(_ kind: Kind, from step: ImportStep, _ perform: (ImportStep) throws -> Event) rethrows {
        var step = step
        while step != .ended { step = step.next(try perform(step), of: kind) }
    }
}

extension ImportStep.Kind {
    /// The work that a job in a phase waits for; nil if for none.
    init?(_ phase: ImportStatus.Phase) {
        switch phase {
        case .queued, .reading, .reducing: self = .file
        case .undoing: self = .undo
        default: return nil
        }
    }

    /// The first step after `admit`.
    var first: ImportStep {
        switch self {
        case .file, .post: .begin
        case .undo: .undo
        case .days: .reduce
        }
    }

    /// Where an attempt begins, for its mark.
    var place: WorkPlace {
        switch self {
        case .file, .post: WorkPlace(stage: .reading, position: 0)
        case .undo, .days: .days(0)
        }
    }
}

/// Performs the steps of a job's work between `admit` and `forget`.
protocol ImportWork: AnyObject {
    var kind: ImportStep.Kind { get }
    var status: ImportStatus { get }

    /// Does nothing at other steps.
    /// - Throws: errors that are not the file's: no disk space, an erased user, `CancellationError` when stopped.
    func perform(_ step: ImportStep) throws -> ImportStep.Event
}

extension ImportWork {
    /// Performs all of them.
    /// - Returns: the final status; a problem of the file is part of it and not thrown.
    /// - Throws: errors of `perform`.
    func run() throws -> ImportStatus {
        try ImportStep.run(kind, from: kind.first, perform)
        return status
    }
}
