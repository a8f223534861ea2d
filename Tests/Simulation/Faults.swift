import Messages

@testable import BrokerCore
@testable import Bus

/// Faults and their repair.
extension Simulation {
    func strike() {
        guard !isEnding, let every = schedule.faultEvery else { return }
        plan(.fault, in: Int64.random(in: 1...2 * every, using: &random))
        let process = Int.random(in: 0..<processes.count, using: &random)
        let broker = Int.random(in: 0..<brokers.count, using: &random)
        let short = Int64.random(in: 20...3_000, using: &random).milliseconds
        let long = Int64.random(in: 20...8_000, using: &random).milliseconds
        disturbed(for: long)
        switch Int.random(in: 0..<(server == nil ? 9 : 13), using: &random) {
        case 0, 1: killProcess(process, for: short)
        case 2: killBroker(broker, for: short)
        case 3: stop(process: process, for: long)
        case 4: stop(broker: broker, for: long)
        case 5: disturb(process, broker, Disturbance(kind: .delayed, until: time + short))
        case 6: cut(process, broker, for: long)
        case 7 where server == nil:
            disk.lockedUntil = max(disk.lockedUntil, time + (random.chance(0.3) ? long * 2 : short))
            disturbed(for: long * 2)
        case 8: random.chance(0.5) ? drain(process) : redrive()
        case 9, 10:
            // Between a host and the server.
            let host = Int.random(in: 0..<(server?.cutUntil.count ?? 1), using: &random)
            server?.cutUntil[host] = time + (random.chance(0.5) ? long : short)
        case 7, 11:
            server?.life += 1
            server?.leaseLocks = [:]
            server?.downUntil = time + short
        default: stopHolder(for: long)
        }
    }

    /// Stops the process that holds the lease.
    private func stopHolder(for duration: Int64) {
        guard let holder = processes.first(where: { $0.relay != nil && $0.stoppedUntil <= time }) else { return }
        stop(process: holder.index, for: duration)
    }

    func recover(_ recovery: Recovery) {
        switch recovery {
        case .startBroker(let index): startBroker(index)
        case .startProcess(let index): startProcess(index)
        case .resumeProcess(let index): processes[index].resumed = processes[index].clock.moment(time)
        case .resumeBroker: break
        case .redrive:
            redrive()
            plan(.recover(.redrive), in: 2_000.milliseconds)
        }
    }

    /// SIGSTOP, and later SIGCONT.
    private func stop(process index: Int, for duration: Int64) {
        let process = processes[index]
        process.stoppedUntil = max(process.stoppedUntil, time + duration)
        plan(.recover(.resumeProcess(index)), in: process.stoppedUntil - time)
    }

    private func stop(broker index: Int, for duration: Int64) {
        brokers[index].stoppedUntil = max(brokers[index].stoppedUntil, time + duration)
    }

    /// Messages in transit are lost, and each end detects the cut independently.
    private func cut(_ process: Int, _ broker: Int, for duration: Int64) {
        disturb(process, broker, Disturbance(kind: .cut, until: time + duration))
        guard processes[process].isAlive, let connection = processes[process].links[broker].connection else { return }
        plan(.closedAtProcess(connection), in: Int64.random(in: 0...6_000, using: &random).milliseconds)
        plan(.closedAtBroker(connection), in: Int64.random(in: 0...6_000, using: &random).milliseconds)
    }

    /// SIGTERM.
    private func drain(_ index: Int) {
        let process = processes[index]
        guard process.isAlive, index > 0 else { return }
        var actions: [WorkerCore<Body>.Action] = []
        let up = Set(process.links.indices.filter { process.links[$0].core.isUp })
        process.worker.drain(links: up, now: process.clock.moment(time), &actions)
        perform(actions, process)
    }
}
