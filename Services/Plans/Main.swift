import CoreMetrics
import Messages
import ServiceKit

/// The plans service: computes nutrition and weight targets with their reasons.
@main
struct Main {
    static func main() async {
        await ServiceHost.run(.plans, migrations: Schema.migrations) { host in
            func answers(_ kind: String) -> Counter {
                host.metrics.counter(
                    "pulsum_plans_answers_total", "Requests for a plan, by what answered them.", ["kind": kind])
            }
            let plans = PlansService(
                store: host.store, answers: .init(stored: answers("stored"), computed: answers("computed")))
            let export = PlansExport(store: host.store)
            host.handle(GeneratePlan.self) { request, context in try await plans.generate(request, id: context.id) }
            host.handle(EstimatePlan.self) { request, _ in try await plans.estimate(request) }
            host.handle(CurrentPlan.self) { request, _ in try await plans.current(request) }
            host.handle(PlanHistory.self) { request, _ in try await plans.history(request) }
            host.handle(AdjustPlan.self) { request, context in try await plans.adjust(request, id: context.id) }
            host.handle(ShowNumbers.self) { request, context in try await plans.show(request, id: context.id) }
            host.handle(PlanCourse.self) { request, _ in try await plans.course(request) }
            host.handle(SetPlanNotice.self) { request, context in try await plans.set(request, id: context.id) }
            host.handle(PlanNumbers.self) { request, _ in try await plans.numbers(request) }
            host.consume(BodyProfileChanged.self) { event, transaction in try plans.apply(event, transaction) }
            host.consume(ProfileChanged.self) { event, transaction in try plans.apply(event, transaction) }
            host.consume(BodyMassRecorded.self) { event, transaction in try plans.apply(event, transaction) }
            host.consume(IntakeRecorded.self) { event, transaction in try plans.apply(event, transaction) }
            host.consume(JournalEntryChanged.self) { event, transaction in try plans.apply(event, transaction) }
            host.finishBatch { user, transaction in try plans.finishBatch(of: user, transaction) }
            host.resetProducer { producer, user, transaction in try plans.resetProducer(producer, user, transaction) }
            host.replay(PlanUpdated.self) { user, _, transaction in try plans.updates(of: user, transaction) }
            host.export { user, cursor in try await export.page(user, cursor) }
            host.whenDue(Planner.weekly) { work, transaction in try plans.weekly(work, transaction) }
        }
    }
}
