import Synchronization

/// The work of this process that is under way: admitted by `AloneGate`, each piece with the mark that counts a crash.
final class WorkInProgress: Sendable {
    private struct State {
        var gate = AloneGate()
        var marks: [ObjectIdentifier: PlaceMark] = [:]
        var isStopping = false
    }

    private let state = Mutex(State())

    var isStopping: Bool { state.withLock { $0.isStopping } }

    func start() { state.withLock { $0.isStopping = false } }

    /// Makes current work stop at its next step. If the process is killed before that, it does not count as a crash of
    /// the work.
    func stop() {
        let marks = state.withLock { state in
            state.isStopping = true
            return Array(state.marks.values)
        }
        for mark in marks { mark.drain() }
    }

    /// Admits work and writes its mark.
    /// - Returns: false if the work must be postponed, because other work has to end first.
    func begin(_ attempts: Attempts, _ mark: PlaceMark, at place: WorkPlace) -> Bool {
        let isAdmitted = state.withLock { state in
            guard state.gate.enter(alone: attempts.runsAlone, at: .now) else { return false }
            state.marks[ObjectIdentifier(mark)] = mark
            return true
        }
        guard isAdmitted else { return false }
        mark.begin(attempts.number, at: place)
        if isStopping { mark.drain() }
        return true
    }

    /// The admitted work ended regularly.
    func end(_ attempts: Attempts, _ mark: PlaceMark) {
        state.withLock { state in
            state.marks[ObjectIdentifier(mark)] = nil
            state.gate.leave(alone: attempts.runsAlone)
        }
        mark.end()
    }
}
