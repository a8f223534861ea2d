import Messages

@testable import Bus
@testable import Storage

/// Requests of a process and their outcomes.
extension Simulation {
    /// A pending request, by its exchange number.
    struct Call {
        enum Purpose {
            case command(Int)
            case question
            case delivery(RelayDriver.Delivery)
        }
        let process: Int
        let purpose: Purpose
        let deadline: MonotonicInstant
        let since: Int64
    }

    func ask(
        _ process: SimulatedProcess, _ type: MessageType, at service: ServiceName, id: RequestID, _ body: Body,
        budget: Int64, _ purpose: Call.Purpose
    ) {
        exchanges += 1
        let now = process.clock.moment(time)
        var header = Header(kind: .request, type: type, service: Cast.wireName(service), caller: process.wireName)
        header.id = id
        if Topology.request(type)?.isRepeatable == true { header.flags = .repeatable }
        let deadline = now + .nanoseconds(budget)
        calls[exchanges] = Call(process: process.index, purpose: purpose, deadline: deadline, since: time)
        history.asked(exchanges)
        var actions: [ClientCore<Body>.Action] = []
        process.client.request(exchanges, header, payload: body, deadline: deadline, now: now, &actions)
        perform(actions, process)
        if process.isAlive, process.nextTick > time + 10.milliseconds { planTick(process, in: 10.milliseconds) }
    }

    func perform(_ actions: [ClientCore<Body>.Action], _ process: SimulatedProcess) {
        for action in actions {
            switch action {
            case .send(let link, let header, let body): send(header, body, link, process)
            case .partial: break
            case .finish(let exchange, _, let outcome): finished(exchange, outcome, process)
            }
        }
    }

    private func finished(_ exchange: UInt64, _ outcome: ClientCore<Body>.Outcome, _ process: SimulatedProcess) {
        guard let call = calls.removeValue(forKey: exchange) else { return history.violate("a request ended twice") }
        history.answered(exchange)
        checkBudget(call, process)
        var failure: ServiceError?
        if case .failure(let error) = outcome { failure = error }
        // Without a disturbance since the request, no failure may be attributed to a death.
        if let failure, [.interrupted, .unavailable].contains(failure.code), call.since > lastDisturbance,
            call.since > 3_000.milliseconds
        {
            history.violate("a request was \(failure.code) although nothing had gone wrong")
        }
        switch call.purpose {
        case .question: break
        case .command(let command):
            if case .reply(.number(let reply)) = outcome {
                history.acknowledged(command, reply: reply)
            } else if !isEnding || !history.isAcknowledged(command) {
                plan(
                    .retry(command: command, life: process.life),
                    in: Int64.random(in: 20...300, using: &random).milliseconds)
            }
        case .delivery(let delivery): delivered(delivery, outcome, process)
        }
    }

    /// (c) Within the budget, with a tolerance of one tick; a stopped process fails its pending calls when it resumes.
    private func checkBudget(_ call: Call, _ process: SimulatedProcess) {
        let end = max(call.deadline, process.resumed) + .milliseconds(150)
        if process.clock.moment(time) > end {
            history.violate("a request ended \(process.clock.moment(time) - call.deadline) after its budget")
        }
    }

    // MARK: The caller's work

    func issueCommand() {
        if processes[0].isAlive, !isEnding {
            let command = history.newCommand(user: Int.random(in: 0..<schedule.users, using: &random))
            if random.chance(schedule.poison) { disk.poison[command] = Int.random(in: 1...8, using: &random) }
            send(command)
        }
        if !isEnding { plan(.issue, in: Int64.random(in: 1...2 * schedule.commandEvery, using: &random)) }
    }

    func send(_ command: Int) {
        let caller = processes[0]
        guard caller.isAlive else { return }
        ask(
            caller, Cast.command, at: Cast.producer, id: RequestID(high: 1, low: UInt64(command)), .command(command),
            budget: timeout, .command(command))
    }

    func askQuestion() {
        let caller = processes[0]
        if caller.isAlive {
            ask(
                caller, Cast.question, at: Cast.consumer, id: RequestID(high: 2, low: random.next()), .question,
                budget: timeout, .question)
        }
        if !isEnding { plan(.ask, in: Int64.random(in: 1...4 * schedule.commandEvery, using: &random)) }
    }

    /// The budget of a call.
    private var timeout: Int64 {
        schedule.maximumHandler > 1_000.milliseconds ? 30_000.milliseconds : 3_000.milliseconds
    }
}
