import Messages

@testable import Bus

/// Message transport: in order on each connection, delayed, and, where the schedule says so, lost, duplicated or
/// reordered.
extension Simulation {
    private func key(_ process: Int, _ broker: Int) -> Int { process * 16 + broker }

    func disturbance(_ process: Int, _ broker: Int) -> Disturbance? {
        guard let found = disturbances[key(process, broker)], found.until > time else { return nil }
        return found
    }

    func disturb(_ process: Int, _ broker: Int, _ disturbance: Disturbance) {
        disturbances[key(process, broker)] = disturbance
    }

    func deliver(_ message: Message, toBroker connection: Connection) {
        travel(connection, \.toBroker) { .toBroker(connection, message) }
    }

    func deliver(_ message: Message, toProcess connection: Connection) {
        travel(connection, \.toProcess) { .toProcess(connection, message) }
    }

    private func travel(
        _ connection: Connection, _ way: ReferenceWritableKeyPath<Connection, Connection.Way>, _ arrival: () -> Event
    ) {
        var delay = Int64.random(in: 20_000...300_000, using: &random)
        if random.chance(0.01) { delay += Int64.random(in: 0...20_000_000, using: &random) }
        if !isEnding {
            if connection[keyPath: way].loss == time { return }
            if random.chance(schedule.loss) {
                // Messages sent at the same time travel as a batch: often the rest is lost, too.
                if random.chance(0.5) { connection[keyPath: way].loss = time }
                return disturbed(for: 0)
            }
            if random.chance(schedule.repetition) {
                disturbed(for: 0)
                plan(arrival(), in: delay + Int64.random(in: 0...50_000_000, using: &random))
            }
            if random.chance(schedule.overtaking) {
                disturbed(for: 0)
                return plan(arrival(), in: delay + Int64.random(in: 0...5_000_000, using: &random))
            }
        }
        var at = max(time + delay, connection[keyPath: way].last + 1)
        if let disturbance = disturbance(connection.process, connection.broker) {
            guard disturbance.kind == .delayed else { return }
            at = max(at, disturbance.until + 1)
        }
        connection[keyPath: way].last = at
        agenda.plan(arrival(), at: at)
    }

    /// Time until the other end detects a lost connection: immediate where the kernel reports it, the silence limit
    /// where the path is cut.
    func noticing(_ connection: Connection) -> Int64 {
        disturbance(connection.process, connection.broker) == nil
            ? Int64.random(in: 20_000...2_000_000, using: &random)
            : Int64.random(in: 0...6_000, using: &random).milliseconds
    }

    /// Records a fault; requests may suffer for as long as it lasts and shortly after.
    func disturbed(for duration: Int64) {
        lastDisturbance = max(lastDisturbance, time + duration + 10_000.milliseconds)
    }

    // MARK: The mirror: through every broker, best effort

    func publish(_ type: MessageType, _ user: UserID?, _ process: SimulatedProcess) {
        if type.rawValue != 0 {
            process.mirrorSequence += 1
            if processes[0].isAlive { history.published(process.mirrorEpoch, process.mirrorSequence) }
        }
        let event = MirrorEvent(
            service: process.service, epoch: process.mirrorEpoch, sequence: process.mirrorSequence, type: type,
            user: user, id: nil)
        let watcher = processes[0]
        for (index, link) in process.links.enumerated()
        where link.connection?.isOpenAtProcess == true && brokers[index].isAlive {
            guard watcher.isAlive, watcher.links[index].connection != nil else { continue }
            guard disturbance(process.index, index) == nil, disturbance(0, index) == nil,
                brokers[index].stoppedUntil <= time
            else { continue }
            if !isEnding, random.chance(schedule.loss * 5) { continue }
            // One publisher's events stay in order on each path.
            plan(.mirror(event, life: watcher.life), in: 200_000 + Int64(index) * 150_000)
        }
    }

    func watch(_ event: MirrorEvent, _ process: SimulatedProcess) {
        note(process.watch.received(event, now: process.clock.moment(time)), process)
    }

    func note(_ events: [WatchEvent], _ process: SimulatedProcess) {
        guard process.index == 0 else { return }
        for event in events {
            switch event {
            case .event(let event): history.saw(event.epoch, event.sequence)
            case .missed: history.refetched()
            }
        }
    }
}
