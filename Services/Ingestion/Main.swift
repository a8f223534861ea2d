import HealthFormats
import Messages
import ServiceKit
import SystemKit

@main
struct Main {
    static func main() async {
        Memory.returnLargeBlocks()
        await ServiceHost.run(.ingestion, migrations: Schema.migrations) { host in
            let spools = host.directory + "/spool"
            let quotas = Quotas(
                uploads: host.configuration.quotaUploads.count, spool: host.configuration.quotaUploads.bytes,
                kept: host.configuration.quotaKept)
            let worker = ImportWorker(store: host.store, bus: host.bus, spools: spools, log: host.log, quotas: quotas)
            let ingestion = IngestionService(store: host.store, spools: spools, worker: worker, quotas: quotas)
            host.handle(BeginUpload.self) { request, _ in try await ingestion.begin(request) }
            host.handle(UploadChunk.self) { request, _ in try await ingestion.append(request) }
            host.handle(StartImport.self) { request, _ in try await ingestion.start(request) }
            let posts = SmallPost(store: host.store, uploads: ingestion, bus: host.bus, log: host.log)
            // Its own transaction refuses erased people.
            host.handleWithoutStore(PostSamples.self) { request, _ in try await posts.run(request) }
            host.handle(ImportQuery.self) { request, _ in try await ingestion.query(request) }
            host.handle(ImportList.self) { request, _ in try await ingestion.list(request) }
            host.handle(MetricsQuery.self) { request, _ in try await ingestion.metrics(request) }
            host.handle(IngestSamples.self) { request, _ in try await ingestion.ingest(request) }
            host.handle(AnchorsQuery.self) { request, _ in try await ingestion.anchors(request) }
            host.handle(SourcesQuery.self) { request, _ in try await ingestion.sources(request) }
            host.handle(LatestArrival.self) { request, _ in try await ingestion.latestArrival(request) }
            host.handle(NightArrivals.self) { request, _ in try await ingestion.nights(request) }
            host.handle(WorkoutSums.self) { request, _ in try await ingestion.workouts(request) }
            host.handle(KindArrivals.self) { request, _ in try await ingestion.kinds(request) }
            host.handle(LettersQuery.self) { request, _ in try await ingestion.letters(request) }
            host.handle(LetterQuery.self) { request, _ in try await ingestion.letter(request) }
            host.handle(ReadingsQuery.self) { request, _ in try await ingestion.readings(request) }
            host.handle(AsideQuery.self) { request, _ in try await ingestion.aside(request) }
            host.handle(RemoveAside.self) { request, _ in try await ingestion.remove(request) }
            host.handle(AsidePiece.self) { request, _ in try await ingestion.piece(request) }
            host.handle(CompanionArrivals.self) { request, _ in try await ingestion.arrivals(request) }
            host.handle(ForgetCompanion.self) { request, _ in try await ingestion.forget(request) }
            host.handle(DiscardUpload.self) { request, _ in try await ingestion.discard(request) }
            host.handle(IntimateGroups.self) { request, _ in try await ingestion.groups(request) }
            host.handle(AnswerGroup.self) { request, _ in try await ingestion.answer(request) }
            host.handle(KindsQuery.self) { request, _ in try await ingestion.kinds(request) }
            host.handle(KindDaysQuery.self) { request, _ in try await ingestion.days(request) }
            host.handle(KindReadingsQuery.self) { request, _ in try await ingestion.readings(request) }
            host.handle(RemoveKind.self) { request, _ in try await ingestion.remove(request) }
            host.handle(UndoImport.self) { request, _ in try await ingestion.undo(request) }
            host.consume(ProfileChanged.self) { event, transaction in
                try RuleRows(user: event.user, transaction: transaction).apply(event.profile)
                worker.nudge()
            }
            host.handle(HabitsQuery.self) { request, _ in try await ingestion.habits(request) }
            host.handle(InventoryQuery.self) { request, _ in try await ingestion.inventory(request) }
            host.handle(StateCounts.self) { request, _ in try await ingestion.state(request) }
            host.consume(DevicesChanged.self) { event, transaction in
                try HabitRows(user: event.user, transaction: transaction).delete(except: event.devices)
                try StatedRows(user: event.user, transaction: transaction).delete(except: event.devices)
                try AnchorRows(user: event.user, transaction: transaction).deleteAnchors(except: event.devices)
            }
            host.resetProducer { producer, user, transaction in
                if producer == .api { try RuleRows(user: user, transaction: transaction).forgetProfile() }
            }
            host.replay(DailyMetricsChanged.self) { user, since, transaction in
                try MetricsRows(user: user, transaction: transaction).days(
                    from: since ?? Day(number: .min), through: Day(number: .max)
                )
                .map { DailyMetricsChanged(user: user, revision: $0.revision, metrics: $0.metrics) }
            }
            host.replay(DayTotals.self) { user, since, transaction in
                try ActivityRows(user: user, transaction: transaction).totals(
                    from: since ?? Day(number: .min), through: Day(number: .max))
            }
            host.replay(WorkoutRecorded.self) { user, since, transaction in
                try ActivityRows(user: user, transaction: transaction).workouts(
                    from: since ?? Day(number: .min), through: Day(number: .max))
            }
            host.replay(BodyMassRecorded.self) { user, since, transaction in
                try BodyRows(user: user, transaction: transaction).bodyMasses(
                    from: since ?? Day(number: .min), through: Day(number: .max))
            }
            host.replay(IntakeRecorded.self) { user, since, transaction in
                try BodyRows(user: user, transaction: transaction).intakes(
                    from: since ?? Day(number: .min), through: Day(number: .max))
            }
            host.export { user, cursor in try await ingestion.export(user, cursor) }
            host.onErase { user in try await ingestion.erase(user) }
            host.background("imports") { try await worker.run() }
            let keeper = HabitKeeper(
                store: host.store, log: host.log,
                devices: host.metrics.gauge(
                    "pulsum_ingestion_devices_with_findings", "Devices whose data does not arrive as usual."))
            host.background("habits") { try await keeper.run() }
        }
    }
}
