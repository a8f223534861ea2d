import Bus
import Messages
import ServiceLifecycle
import Storage

extension ServiceHost {
    /// Runs a service from start to end; see `ServiceHost`. With the argument `--migrate` the program only migrates
    /// the database.
    /// - Parameter build: registers handlers and background tasks. An error stops the start with its sentence.
    public static func run(
        _ service: ServiceName, migrations: [Migration], _ build: @Sendable (ServiceHost) async throws -> Void
    ) async {
        guard CommandLine.arguments.dropFirst() != [migrateArgument] else { return await migrate(service, migrations) }
        await ProcessHost.run(service) { process in
            let host = try ServiceHost(process, migrations: migrations)
            try await build(host)
            try await host.runRestoreSteps()
            host.assemble()
            host.followMasterKey()
            host.followDatabase()
            host.logKeepingWarnings()
        }
    }

    /// Adds the duties common to all services, after the service has registered its own.
    private func assemble() {
        registerCommonHandlers()
        let (bus, store, log, service) = (bus, store, log, service)
        store.onCommit { events in
            for event in events { bus.publish(event.type, user: event.user, id: event.id) }
        }
        store.onTrace { steps in
            for step in steps {
                bus.remember(
                    step.role, step.trace, own: step.own, type: step.type, peer: step.peer, duration: step.duration,
                    failure: step.failure)
            }
        }
        process.ready { bus.statistics.connectedBrokers > 0 ? nil : "No broker answers." }
        process.ready {
            do {
                return try await store.read { try $0.value(Int.self, "SELECT 1") } == 1
                    ? nil : "The database does not answer."
            } catch {
                return "The database does not answer."
            }
        }
        metrics.collect { BusFigures.families(bus.statistics, of: service) }
        metrics.collect { [configuration] in await StoreFigures.families(store, lastBackup: configuration.lastBackup) }
        let duties = duties.withLock { $0 }
        let relay = Relay(
            store: store, replay: { try duties.replay(to: $0, of: $1, $2) },
            log: { log.warning("\($0)", metadata: ["part": "relay"]) })
        process.parts.withLock { parts in
            // Stopped in reverse order: the service's own tasks, then the outbox, then the bus.
            parts.insert(
                HostedTask("bus", isVital: true, ending: .asked { await bus.drain() }) { try await bus.run() }, at: 0)
            if Topology.events.contains(where: { $0.producer == service && !$0.consumers.isEmpty }) {
                parts.insert(OutboxPart(store: store, bus: bus, relay: relay).part, at: 1)
            }
        }
    }

    private func registerCommonHandlers() {
        let (store, service) = (store, service)
        let duties = duties.withLock { $0 }
        bus.handle(EraseUser.self) { request, _ in
            for prepare in duties.beforeErase { try await prepare(request.user) }
            let rows = try await store.erase(request.user) { transaction in
                for check in duties.whileErasing { try check(request.user, transaction) }
            }
            for erase in duties.erase { try await erase(request.user) }
            return EraseUser.Reply(rows: rows)
        }
        handle(ExportUser.self) { request, _ in
            let damage = DamageLedger()
            var reply = try await DamageLedger.$current.withValue(damage) {
                try await duties.export?(request.user, request.cursor) ?? ExportUser.Reply(files: [])
            }
            reply.damaged = damage.damaged
            return reply
        }
        handleKeepingQuery()
        handleRowProofs()
        handleProcessQuery()
        bus.handle(ListParked.self) { _, _ in try await store.parkedLanes() }
        bus.handle(ReleaseLane.self) { request, _ in
            try await store.release(consumer: request.consumer, user: request.user, skip: request.skip)
            return Empty()
        }
        handle(ReplayEvents.self) { request, _ in
            let events = try await store.write {
                try duties.replay(to: request.consumer, of: request.user, since: request.since, $0)
            }
            return ReplayEvents.Reply(events: Int64(events))
        }
        if let mint {
            bus.handle(MintCapability.self) { request, context in
                .init(capabilities: try mint.mint(request, for: context.caller).bytes)
            }
        }
        guard !duties.consume.isEmpty else { return }
        bus.consumes(duties.consume.keys)
        bus.handle(DeliverEvents.self) { batch, context in
            guard context.caller == batch.producer else {
                throw ServiceError(.refused, "\(context.caller) cannot deliver events of \(batch.producer).")
            }
            return try await store.receive(
                batch,
                apply: { event, user, transaction in
                    if let known = Topology.event(MessageType(event.type)), known.producer != batch.producer {
                        throw ServiceError(
                            .refused,
                            "\(batch.producer) cannot deliver \(known.name): it is \(known.producer)'s to emit.")
                    }
                    guard let apply = duties.consume[MessageType(event.type)] else {
                        throw ServiceError(
                            .invalid, "\(service) does not consume \(MessageType(event.type)); a newer release may.")
                    }
                    try apply(event, user, transaction)
                },
                finishBatch: { user, transaction in
                    for finish in duties.finishBatch { try finish(user, transaction) }
                },
                resetProducer: { producer, user, transaction in
                    for reset in duties.resetProducer { try reset(producer, user, transaction) }
                })
        }
    }
}

extension ServiceHost.Duties {
    /// Re-emits a user's current state to one consumer; returns the number of events.
    @discardableResult
    func replay(to consumer: ServiceName, of user: UserID, since: Day? = nil, _ transaction: Transaction) throws -> Int
    {
        try transaction.check(user)
        return try replay.sorted { $0.key < $1.key }.reduce(0) { count, entry in
            guard Topology.consumers(of: entry.key).contains(consumer) else { return count }
            return try count + entry.value(consumer, user, since, transaction)
        }
    }
}

/// Runs the relay for the lifetime of the process. When the process drains, committed events get a last chance to be
/// delivered.
private struct OutboxPart: Sendable {
    /// Time limit of that; remaining events stay in the outbox until the next start.
    static let flush = Duration.seconds(1)

    let store: Store
    let bus: BusConnection
    let relay: Relay

    var part: HostedTask {
        let (stop, stopping) = AsyncStream.makeStream(of: Void.self)
        return HostedTask("outbox", isVital: false, ending: .asked { stopping.finish() }) {
            await withTaskGroup { group in
                let announcements = ConsumedTypes()
                group.addTask { await announcements.follow(bus) }
                group.addTask {
                    await relay.run(
                        deliver: { [bus] consumer, batch in try await bus.request(batch, to: consumer) },
                        announced: { announcements[$0] })
                }
                group.addTask {
                    for await _ in stop {}
                    await waitUntilDelivered()
                }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Returns when all deliverable events were acknowledged, or after the time limit.
    private func waitUntilDelivered() async {
        let deadline = ContinuousClock.now + Self.flush
        while ContinuousClock.now < deadline, !Task.isCancelled {
            guard let outbox = try? await store.parkedLanes(),
                outbox.pending > outbox.lanes.reduce(0, { $0 + $1.waiting })
            else { return }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}
