import Messages
import ServiceKit

/// The goals service: keeps values, measures, goals, terms, actions and weekly reviews.
@main
struct Main {
    static func main() async {
        await ServiceHost.run(.goals, migrations: Schema.migrations) { host in
            try await GoalDayRows.fill(host.store)
            try await MeasureRows.classify(host.store)
            try await Announcements.run(host.store)
            let goals = GoalsService(store: host.store, bus: host.bus, log: host.log)
            let export = GoalsExport(store: host.store)
            host.handle(SaveGoal.self) { request, context in try await goals.save(request, id: context.id) }
            host.handle(DeleteGoal.self) { request, context in try await goals.delete(request, id: context.id) }
            host.handle(GoalsQuery.self) { query, _ in try await goals.goals(query) }
            host.handle(SaveTerm.self) { request, context in try await goals.save(request, id: context.id) }
            host.handle(CloseTerm.self) { request, context in try await goals.close(request, id: context.id) }
            host.handle(DeleteTerm.self) { request, context in try await goals.delete(request, id: context.id) }
            host.handle(TermsQuery.self) { query, _ in try await goals.terms(query) }
            host.handle(SaveAction.self) { request, context in try await goals.save(request, id: context.id) }
            host.handle(DeleteAction.self) { request, context in try await goals.delete(request, id: context.id) }
            host.handle(ActionsQuery.self) { query, _ in try await goals.actions(query) }
            host.handle(SaveValue.self) { request, context in try await goals.save(request, id: context.id) }
            host.handle(DeleteValue.self) { request, context in try await goals.delete(request, id: context.id) }
            host.handle(ValuesQuery.self) { query, _ in try await goals.values(query) }
            host.handle(SaveMeasure.self) { request, context in try await goals.save(request, id: context.id) }
            host.handle(DeleteMeasure.self) { request, context in try await goals.delete(request, id: context.id) }
            host.handle(MeasuresQuery.self) { query, _ in try await goals.measures(query) }
            host.handle(SimilarTitles.self) { query, context in try await goals.similar(query, id: context.id) }
            host.handle(ReadAction.self) { query, context in try await goals.read(query, id: context.id) }
            host.handle(RestoreDeleted.self) { request, context in try await goals.restore(request, id: context.id) }
            host.handle(MarkStep.self) { request, context in try await goals.mark(request, id: context.id) }
            host.handle(OrderTermGoals.self) { request, context in try await goals.order(request, id: context.id) }
            host.handle(DismissProposal.self) { request, context in try await goals.dismiss(request, id: context.id) }
            host.handle(MatchProposals.self) { query, _ in try await goals.proposals(query) }
            host.handle(GoalsOverview.self) { query, _ in try await goals.overview(query) }
            host.handle(SaveReview.self) { request, context in try await goals.save(request, id: context.id) }
            host.handle(DeleteReview.self) { request, context in try await goals.delete(request, id: context.id) }
            host.handle(ReviewQuery.self) { query, _ in try await goals.review(query) }
            host.authenticate([]) { try GoalsService.hideContent($0) }
            host.consume(CrisisChanged.self) { event, transaction in try goals.apply(event, transaction) }
            host.consume(JournalEntryChanged.self) { event, transaction in try goals.apply(event, transaction) }
            host.consume(PlanUpdated.self) { event, transaction in try goals.apply(event, transaction) }
            host.resetProducer { producer, user, transaction in try goals.resetProducer(producer, user, transaction) }
            let whole = ReviewExport(store: host.store) { user, cursor in try await export.page(user, cursor) }
            host.export { user, cursor in try await whole.page(user, cursor) }
            let health = HealthService(store: host.store, judge: goals.judge, log: host.log)
            health.register(host)
            TableService(store: host.store, log: host.log).register(host)
            host.replay(GoalTextJudged.self) { user, since, transaction in
                try AbstractionRows(user: user, transaction: transaction).crises(since: since)
            }
            host.replay(GoalProgressed.self) { user, _, transaction in
                try GoalRows(user: user, transaction: transaction).states()
            }
            host.replay(ActionCompleted.self) { user, since, transaction in
                try ActionRows(user: user, transaction: transaction).states(
                    since: since, limit: Announcements.maximumActions)
            }
            host.background("safety of texts") { try await goals.judge.run(now: goals.now) }
            host.background("deleted entries") { try await goals.runPurges() }
        }
    }
}
