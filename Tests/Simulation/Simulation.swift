import Messages

@testable import BrokerCore
@testable import Bus
@testable import Storage

/// One run: brokers, processes, a network and a database, on a disk or on a server, under one seeded clock. The same
/// seed gives exactly the same run.
final class Simulation {
    let seed: UInt64
    let flaw: Flaw
    var random: SeededGenerator
    let schedule: Schedule
    /// With a server: several hosts share its data.
    let serverSchedule: ServerSchedule?
    var server: SerializableServer?
    var agenda = Agenda<Event>()
    var time: Int64 = 0
    var steps = 0
    var brokers: [SimulatedBroker] = []
    var processes: [SimulatedProcess] = []
    var disk: Disk
    var history: History
    var calls: [UInt64: Call] = [:]
    var exchanges: UInt64 = 0
    /// Executions of commands, and tenures of relays.
    var executions: UInt64 = 0
    var tenures: UInt64 = 0
    var tally: [Encounter: Int] = [:]
    var peers: UInt32 = 0
    var parkedLanes: Set<Int> = []
    var disturbances: [Int: Disturbance] = [:]
    /// Time until which a past fault may still have effects.
    var lastDisturbance: Int64 = 0
    /// No more faults and no new work: every pending guarantee must now be met.
    var isEnding = false

    init(seed: UInt64, hasServer: Bool = false, flaw: Flaw = .none) {
        var random = SeededGenerator(seed)
        (self.seed, self.flaw) = (seed, flaw)
        var schedule = Schedule(random: &random)
        serverSchedule = hasServer ? ServerSchedule(random: &random, &schedule) : nil
        server = serverSchedule.map { SerializableServer(isStrict: $0.isStrict, hosts: $0.hosts) }
        self.schedule = schedule
        self.random = random
        disk = Disk(users: schedule.users)
        history = History(users: schedule.users)
        for _ in 0..<schedule.brokers { brokers.append(SimulatedBroker(self)) }
        let cast =
            [Cast.caller] + Array(repeating: Cast.producer, count: schedule.producers)
            + Array(repeating: Cast.consumer, count: schedule.consumers)
        for (index, service) in cast.enumerated() { processes.append(SimulatedProcess(index, service, self)) }
    }

    /// Runs for about `limit` steps, then until everything is idle.
    /// - Returns: the violated guarantees.
    func run(steps limit: Int) -> [String] {
        for index in brokers.indices { plan(.brokerTick(index, life: 0), in: 0) }
        for index in processes.indices { startProcess(index) }
        plan(.issue, in: 1)
        plan(.ask, in: 2)
        if let every = schedule.faultEvery { plan(.fault, in: every) }
        var end = Int64.max
        while history.violations.isEmpty, let (time, event) = agenda.next() {
            self.time = time
            steps += 1
            if !isEnding, steps >= limit {
                isEnding = true
                plan(.recover(.redrive), in: 0)
                // Long enough for disturbances to pass, every parked lane to be redriven, and a dead process to be
                // detected.
                end = time + 600_000.milliseconds
            }
            if time > end { break }
            if isEnding, steps % 256 == 0, history.isSettled {
                end = min(end, time + 6_000.milliseconds)
            }
            perform(event)
        }
        if history.violations.isEmpty { history.finish() }
        return history.violations
    }

    /// A summary of the state, for debugging a failing seed.
    var state: String {
        var lines = ["at \(time / 1_000_000) ms, step \(steps), \(schedule)"]
        for (index, broker) in brokers.enumerated() {
            let status = broker.core.status(now: broker.clock.moment(time))
            lines.append(
                "broker \(index), alive \(broker.isAlive), stopped \(broker.stoppedUntil > time), \(broker.core.calls.count) calls, \(status.services)"
            )
        }
        for process in processes {
            let links = process.links.map { "\($0.core.state) \($0.connection.map { "\($0.peer)" } ?? "-")" }
            lines.append(
                "\(process.service) \(process.index), alive \(process.isAlive), stopped \(process.stoppedUntil > time), \(links), \(process.jobs.count) jobs, \(process.client.pending.count) pending, relay \(process.relay != nil)"
            )
        }
        for (user, stream) in disk.streams.enumerated() {
            lines.append(
                "user \(user): \(stream.events.count) events, \(stream.acknowledged) acknowledged, \(disk.positions[user]?.last ?? 0) applied, parked \(stream.isParked), \(stream.attempts) attempts"
            )
        }
        return lines.joined(separator: "\n")
    }

    func plan(_ event: Event, in delay: Int64) { agenda.plan(event, at: time + max(0, delay)) }

    private func isCurrent(_ process: Int, _ life: Int) -> Bool {
        processes[process].isAlive && processes[process].life == life
    }

    /// A stopped process or broker receives pending events when it resumes.
    private func isPostponed(_ event: Event) -> Bool {
        let until: Int64
        switch event {
        case .toBroker(let connection, _), .closedAtBroker(let connection):
            until = brokers[connection.broker].stoppedUntil
        case .brokerTick(let index, _): until = brokers[index].stoppedUntil
        case .toProcess(let connection, _), .closedAtProcess(let connection):
            until = processes[connection.process].stoppedUntil
        case .connect(let process, _, _, _), .processTick(let process, _, _), .work(let process, _, _),
            .look(let process, _), .settle(let process, _),
            .relayBeat(let process, _), .ownWrite(let process, _), .lease(_, let process, _, _):
            until = processes[process].stoppedUntil
        case .write(let event, let process, _, _): until = event.isAtServer ? 0 : processes[process].stoppedUntil
        case .retry, .issue, .ask, .mirror: until = processes[0].stoppedUntil
        case .fault, .recover: until = 0
        }
        guard until > time else { return false }
        agenda.plan(event, at: until)
        return true
    }

    private func perform(_ event: Event) {
        if isPostponed(event) { return }
        history.note(UInt64(bitPattern: time))
        switch event {
        case .toBroker(let connection, let message): brokerReceives(connection, message)
        case .toProcess(let connection, let message): processReceives(connection, message)
        case .closedAtProcess(let connection): connectionClosedAtProcess(connection)
        case .closedAtBroker(let connection):
            connection.isOpenAtBroker = false
            brokers[connection.broker].connections[connection.peer] = nil
        case .connect(let process, let life, let link, let opening):
            if isCurrent(process, life) { connect(processes[process], link, opening) }
        case .brokerTick(let index, let life):
            if brokers[index].isAlive, brokers[index].life == life { brokerTicks(index) }
        case .processTick(let process, let life, let tick):
            if isCurrent(process, life), processes[process].tick == tick { processTicks(processes[process]) }
        case .work(let process, let life, let slot): if isCurrent(process, life) { work(slot, processes[process]) }
        case .look(let process, let life):
            if isCurrent(process, life) { look(processes[process]) }
        case .relayBeat(let process, let life):
            guard isCurrent(process, life) else { return }
            look(processes[process])
            plan(event, in: 1_000.milliseconds)
        case .settle(let process, let life): if isCurrent(process, life) { settle(processes[process]) }
        case .write(let event, let process, let life, let id):
            if event.isAtServer {
                arrive(event, id, processes[process], life: life)
            } else if isCurrent(process, life) {
                perform(event, id, processes[process])
            }
        case .ownWrite(let process, let life): if isCurrent(process, life) { writeOwn(processes[process]) }
        case .lease(let event, let process, let life, let tenure):
            if isCurrent(process, life) { perform(event, tenure, processes[process]) }
        case .issue: issueCommand()
        case .retry(let command, let life): if isCurrent(0, life) { send(command) }
        case .ask: askQuestion()
        case .mirror(let event, let life): if isCurrent(0, life) { watch(event, processes[0]) }
        case .fault: strike()
        case .recover(let recovery): recover(recovery)
        }
    }
}
