import Messages
import ServiceKit

/// The scoring service: consumes metrics, journal entries and check-ins, and serves scores with their reasons.
@main
struct Main {
    static func main() async {
        await ServiceHost.run(.scoring, migrations: Schema.migrations) { host in
            let scoring = ScoringService(
                store: host.store, log: host.log,
                unchanged: host.metrics.counter(
                    "pulsum_scoring_unchanged_total",
                    "Recalculations after which no score of the person had changed; one that ran again counts again."))
            host.handle(SubmitCheckIn.self) { request, context in try await scoring.checkIn(request, id: context.id) }
            host.handle(CheckInsQuery.self) { request, _ in try await scoring.checkIns(request) }
            host.handle(CorrectCheckIn.self) { request, context in try await scoring.correct(request, id: context.id) }
            host.handle(DeleteCheckIn.self) { request, context in try await scoring.delete(request, id: context.id) }
            host.handle(NoteNightSeen.self) { request, _ in try await scoring.note(request) }
            host.handle(SetDayContext.self) { request, context in try await scoring.setContext(request, id: context.id)
            }
            host.handle(ContextMaskQuery.self) { request, _ in try await scoring.mask(request) }
            host.handle(SetContextMask.self) { request, context in try await scoring.setMask(request, id: context.id) }
            host.handle(DayContextsQuery.self) { request, _ in try await scoring.contexts(request) }
            host.handle(StartLastingContext.self) { request, context in
                try await scoring.start(request, id: context.id)
            }
            host.handle(EndLastingContext.self) { request, context in try await scoring.end(request, id: context.id) }
            host.handle(SetDayTags.self) { request, context in try await scoring.setTags(request, id: context.id) }
            host.handle(DayTagsQuery.self) { request, _ in try await scoring.tags(request) }
            host.handle(TrackRecordQuery.self) { request, _ in try await scoring.trackRecord(request) }
            host.handle(ScoreQuery.self) { request, _ in try await scoring.score(request) }
            host.handle(BreakdownQuery.self) { request, _ in try await scoring.breakdown(request) }
            host.handle(RecentDays.self) { request, _ in try await scoring.recentDays(request) }
            host.handle(ScoreHistory.self) { request, _ in try await scoring.history(request) }
            host.authenticate([]) { _ = try $0.execute("UPDATE scores SET filled = 1 WHERE filled = 0") }
            host.consume(DailyMetricsChanged.self) { event, transaction in try scoring.apply(event, transaction) }
            host.consume(JournalEntryChanged.self) { event, transaction in try scoring.apply(event, transaction) }
            host.consume(CrisisChanged.self) { event, transaction in try scoring.apply(event, transaction) }
            host.consume(ProfileChanged.self) { event, transaction in try scoring.apply(event, transaction) }
            host.resetProducer { producer, user, transaction in try scoring.resetProducer(producer, user, transaction) }
            host.finishBatch { user, transaction in try scoring.recalculate(user, transaction) }
            host.replay(ScoreUpdated.self) { user, _, transaction in try scoring.standing(of: user, transaction) }
            host.export { user, cursor in try await scoring.export(user, cursor) }
        }
    }
}
