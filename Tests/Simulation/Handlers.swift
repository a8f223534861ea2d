import Messages

@testable import Bus
@testable import Storage

/// The workers' handlers: transactions on the disk in single steps, so that a death can occur between any two.
extension Simulation {
    func perform(_ actions: [WorkerCore<Body>.Action], _ process: SimulatedProcess) {
        for action in actions {
            switch action {
            case .send(let link, let header, let body): send(header, body, link, process)
            case .fail(let link, let header, let error): send(header, .error(error), link, process)
            case .start(let slot, let header, let body):
                process.jobs[slot] = SimulatedProcess.Job(header: header, body: body)
                planWork(slot, process)
            case .stop(let slot):
                process.jobs[slot]?.isStopped = true
            case .notice: break
            case .exhausted, .drained: killProcess(process.index, for: 100.milliseconds)
            }
            guard process.isAlive else { return }
        }
    }

    private func planWork(_ slot: UInt64, _ process: SimulatedProcess) {
        plan(
            .work(process: process.index, life: process.life, slot: slot),
            in: Int64.random(in: 20_000...schedule.maximumHandler, using: &random))
    }

    func work(_ slot: UInt64, _ process: SimulatedProcess) {
        guard let job = process.jobs[slot] else { return }
        if disk.lockedUntil > time, case .question = job.body {
        } else if disk.lockedUntil > time {
            // A handler that waits for the disk stops on cancellation.
            if job.isStopped { return end(slot, .failure(ServiceError(.cancelled, "")), process) }
            return plan(.work(process: process.index, life: process.life, slot: slot), in: 50.milliseconds)
        }
        process.jobs[slot]?.step += 1
        switch job.body {
        case .command(let command): workOnCommand(command, job, slot, process)
        case .deliver(let batch): workOnDelivery(batch, job, slot, process)
        default: end(slot, .reply(.done), process)
        }
    }

    private func end(_ slot: UInt64, _ outcome: ClientCore<Body>.Outcome, _ process: SimulatedProcess) {
        process.jobs[slot] = nil
        var actions: [WorkerCore<Body>.Action] = []
        let now = process.clock.moment(time)
        switch outcome {
        case .reply(let body): process.worker.finished(slot, reply: body, error: nil, now: now, &actions)
        case .failure(let error): process.worker.finished(slot, reply: nil, error: error, now: now, &actions)
        }
        perform(actions, process)
    }

    /// One transaction: the effect, its event, and the reply stored for retries. The reply is sent later.
    private func workOnCommand(_ command: Int, _ job: SimulatedProcess.Job, _ slot: UInt64, _ process: SimulatedProcess)
    {
        let user = history.user(of: command)
        switch job.step {
        case 0 where job.isStopped: end(slot, .failure(ServiceError(.cancelled, "")), process)
        case 0:
            write(process, for: user) { [self] transaction in
                if let stored = transaction.reply(to: command) {
                    return { [self] in replied(stored, slot, process) }
                }
                executions += 1
                let reply = executions
                transaction.emit(command, user: user)
                if flaw != .replyStoredAfterEffect { transaction.change(.reply(command, reply)) }
                return { [self] in
                    emitted(user, process)
                    replied(reply, slot, process)
                }
            } failed: { [self] in
                fail(slot, $0, process)
            }
        default:
            guard flaw == .replyStoredAfterEffect else { return end(slot, .reply(.number(job.reply)), process) }
            write(process, for: user) { [self] transaction in
                transaction.change(.reply(command, job.reply))
                return { [self] in end(slot, .reply(.number(job.reply)), process) }
            } failed: { [self] in
                fail(slot, $0, process)
            }
        }
    }

    private func replied(_ reply: UInt64, _ slot: UInt64, _ process: SimulatedProcess) {
        process.jobs[slot]?.reply = reply
        planWork(slot, process)
    }

    private func fail(_ slot: UInt64, _ error: any Error, _ process: SimulatedProcess) {
        end(slot, .failure(error as? ServiceError ?? ServiceError(.failed, "\(error)")), process)
    }

    /// After the commit of an event.
    func emitted(_ user: Int, _ process: SimulatedProcess) {
        publish(Cast.event, Cast.user(user), process)
        // On a server, the others look every second.
        server == nil ? wakeRelays() : look(process)
    }

    /// One transaction per stream, as in the store, then the receipt.
    private func workOnDelivery(
        _ batch: DeliverEvents, _ job: SimulatedProcess.Job, _ slot: UInt64, _ process: SimulatedProcess
    ) {
        if flaw == .acknowledgesBeforeCommit, job.step == 0 {
            let receipts = batch.slices.map {
                StreamReceipt(user: $0.user, acknowledged: $0.events.last?.sequence ?? 0)
            }
            // The reply is sent first; the work continues under its own slot.
            let promised = UInt64.max - UInt64(slot & 0xFFFF_FFFF)
            process.jobs[promised] = SimulatedProcess.Job(header: job.header, body: job.body, step: 1)
            planWork(promised, process)
            return end(slot, .reply(.receipt(DeliverReceipt(streams: receipts))), process)
        }
        let first = flaw == .acknowledgesBeforeCommit ? 1 : 0
        let (slice, isSecondHalf) =
            flaw == .positionOutsideTransaction ? (job.step / 2, job.step % 2 == 1) : (job.step - first, false)
        guard slice < batch.slices.count, !job.isStopped else {
            let outcome: ClientCore<Body>.Outcome =
                slice < batch.slices.count
                ? .failure(ServiceError(.cancelled, "")) : .reply(.receipt(DeliverReceipt(streams: job.receipts)))
            return end(slot, outcome, process)
        }
        let user = Int(batch.slices[slice].user.low)
        write(process, for: user) { [self] transaction in
            if isSecondHalf {
                let receipt = job.receipts.last?.acknowledged ?? 0
                if receipt > transaction.position(of: user)?.last ?? 0 {
                    transaction.change(.position(StreamPosition(epoch: Disk.epoch, last: receipt), user: user))
                }
                return { [self] in planWork(slot, process) }
            }
            let receipt = apply(batch.slices[slice], &transaction)
            return { [self] in
                process.jobs[slot]?.receipts.append(receipt)
                planWork(slot, process)
            }
        } failed: { [self] in
            fail(slot, $0, process)
        }
    }

    private func apply(_ slice: StreamSlice, _ transaction: inout SimulatedTransaction) -> StreamReceipt {
        let user = Int(slice.user.low)
        let stored = transaction.position(of: user)
        var position = stored ?? StreamPosition(epoch: slice.epoch, last: 0)
        position.enter(epoch: slice.epoch)
        var refusal: ServiceError?
        for event in slice.events where refusal == nil {
            switch position.decide(event.sequence) {
            case .acknowledge: continue
            case .gap: refusal = ServiceError(.conflict, "gap")
            case .apply:
                let command = Int(event.id.low)
                if transaction.isPoison(command) {
                    transaction.change(.refused(command))
                    refusal = ServiceError(.failed, "refused")
                } else {
                    transaction.change(.applied(command, number: event.sequence, user: user))
                    position.advance()
                }
            }
        }
        if position != stored, flaw != .positionOutsideTransaction {
            transaction.change(.position(position, user: user))
        }
        return StreamReceipt(user: slice.user, acknowledged: position.last, refusal: refusal)
    }
}
