import Bus
import Messages

@testable import Storage

/// A step of the holder of the lease.
enum LeaseEvent {
    case renew
    case duty
    /// The outbox, as the server read it; nil if there was no connection.
    case read(Disk?)
}

/// What one process at a time does on a server: it relays, and does duties that are numbered in its memory.
extension Simulation {
    private func now(_ process: SimulatedProcess) -> Duration {
        .nanoseconds(process.clock.moment(time).nanoseconds)
    }

    private func plan(_ event: LeaseEvent, _ process: SimulatedProcess, in delay: Int64) {
        guard let tenure = process.relay?.tenure else { return }
        plan(.lease(event, process: process.index, life: process.life, tenure: tenure), in: delay)
    }

    func perform(_ event: LeaseEvent, _ tenure: UInt64, _ process: SimulatedProcess) {
        guard process.relay?.tenure == tenure else { return }
        switch event {
        case .renew: renew(process, tenure)
        case .duty: doDuty(process, tenure)
        case .read(let disk):
            process.relay?.holding?.isReading = false
            if let disk { deliver(from: disk, process) }
            if process.relay?.holding?.looksAgain == true { look(process) }
        }
    }

    // MARK: The lease

    /// Takes the lease if it is free.
    func takeLease(_ process: SimulatedProcess) {
        let holder = EntityID(high: UInt64(process.index), low: random.next())
        write(process) { transaction in
            let stored = transaction.lease()
            guard let lease = Lease.next("relay", after: stored, for: holder) else { return {} }
            transaction.put(lease, lasting: ServerSchedule.leaseLength)
            let duties = transaction.duties()
            return { [self] in
                if stored != nil { tally[.takeover, default: 0] += 1 }
                hold(lease, duties, process)
            }
        } failed: { _ in
        }
    }

    private func hold(_ lease: Lease, _ duties: Int, _ process: SimulatedProcess) {
        guard process.relay == nil else { return release(lease, process) }
        tenures += 1
        let term = Lease.Term(lasting: .nanoseconds(ServerSchedule.leaseLength), now: now(process))
        process.relay = RelayDriver(
            tenure: tenures, holding: RelayDriver.Holding(lease: lease, term: term, duties: duties))
        plan(.renew, process, in: term.pause.wholeNanoseconds)
        plan(.duty, process, in: Int64.random(in: 0...(serverSchedule?.writeEvery ?? 0), using: &random))
        look(process)
    }

    private func renew(_ process: SimulatedProcess, _ tenure: UInt64) {
        guard let lease = process.relay?.holding?.lease else { return }
        let begin = now(process)
        func ended(_ isRenewed: Bool?) {
            guard process.relay?.tenure == tenure, var holding = process.relay?.holding else { return }
            guard holding.term.continues(after: isRenewed, begin: begin, now: now(process)) else {
                process.relay = nil
                return release(lease, process)
            }
            process.relay?.holding = holding
            plan(.renew, process, in: holding.term.pause.wholeNanoseconds)
        }
        write(process) { [self] transaction in
            guard transaction.lease()?.isHeld(by: lease) == true || flaw == .renewsLostLease else {
                return { ended(false) }
            }
            transaction.put(lease, lasting: ServerSchedule.leaseLength)
            return { ended(true) }
        } failed: { _ in
            ended(nil)
        }
    }

    private func release(_ lease: Lease, _ process: SimulatedProcess) {
        write(process) { transaction in
            if transaction.lease()?.isHeld(by: lease) == true { transaction.put(lease, lasting: -1_000_000_000) }
            return {}
        } failed: { _ in
        }
    }

    // MARK: Work under the lease

    /// Reads the outbox on a snapshot, takes the lease before if nobody has it.
    func lookAtServer(_ process: SimulatedProcess) {
        guard process.relay != nil else {
            if process.service == Cast.producer { takeLease(process) }
            return
        }
        guard process.relay?.holding?.isReading == false else {
            process.relay?.holding?.looksAgain = true
            return
        }
        process.relay?.holding?.isReading = true
        process.relay?.holding?.looksAgain = false
        plan(.read(isConnected(process) ? disk : nil), process, in: latency())
    }

    private func doDuty(_ process: SimulatedProcess, _ tenure: UInt64) {
        guard let serverSchedule, let holding = process.relay?.holding else { return }
        let user = Int.random(in: 0..<schedule.users, using: &random)
        func ended(_ duties: Int?) {
            guard process.relay?.tenure == tenure else { return }
            process.relay?.holding?.duties = duties
            if !isEnding {
                plan(.duty, process, in: Int64.random(in: 1...2 * serverSchedule.writeEvery, using: &random))
            }
        }
        emitOwn(user, process, under: holding.lease) { [self] transaction in
            if flaw != .fenceOmitted { try transaction.require(holding.lease) }
            let next = (holding.duties ?? transaction.duties()) + 1
            transaction.change(.duty(next))
            return { ended(next) }
        } failed: { _ in
            ended(nil)
        }
    }

    // MARK: Writes without an id

    /// Every producer changes something of itself now and then: unlike a command, it is not repeated under an id.
    func writeOwn(_ process: SimulatedProcess) {
        guard let serverSchedule, !isEnding else { return }
        plan(
            .ownWrite(process: process.index, life: process.life),
            in: Int64.random(in: 1...4 * serverSchedule.writeEvery, using: &random))
        let user = Int.random(in: 0..<schedule.users, using: &random)
        if random.chance(0.5) {
            emitOwn(user, process, under: nil, { _ in {} }, failed: { _ in })
        } else {
            let command = history.newCommand(user: user, of: process.index)
            write(process) { [self] transaction in
                transaction.change(.note(command, random.next()))
                return { [self] in history.acknowledged(command) }
            } failed: { [self] in
                failed(command, $0)
            }
        }
    }

    private func failed(_ command: Int, _ error: any Error) {
        let isKnown = (error as? ServiceError)?.code != .interrupted
        history.failed(command, isKnown: isKnown)
    }

    private func emitOwn(
        _ user: Int, _ process: SimulatedProcess, under lease: Lease?, _ body: @escaping SimulatedTransaction.Body,
        failed: @escaping (any Error) -> Void
    ) {
        let command = history.newCommand(user: user, of: process.index)
        write(process, for: user, isKnown: false, under: lease) { [self] transaction in
            let resume = try body(&transaction)
            transaction.emit(command, user: user)
            return { [self] in
                history.acknowledged(command)
                resume()
                emitted(user, process)
            }
        } failed: { [self] in
            self.failed(command, $0)
            failed($0)
        }
    }
}
