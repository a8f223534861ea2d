import Language
import LocalModel
import Messages
import ServiceKit

/// The safety service: classifies texts before any other use, serves crisis resources, and stores safety plans.
@main
struct Main {
    static func main() async {
        await ServiceHost.run(.safety, migrations: Schema.migrations) { host in
            // `.fast` suffices, because these vectors are not stored, and every request waits for them.
            let embedder = try host.sentenceModel { try MiniLMEmbedder(folder: $0, spare: $1, precision: .fast) }
            let model = try LocalModel(
                url: host.configuration.localModelURL, name: host.configuration.localModelName,
                injections: InjectionDetector(embedder: embedder))
            host.reportModel {
                ModelStatus(
                    kind: .language, state: model.map { $0.isResting ? .failing : .ready } ?? .notConfigured,
                    name: model?.name)
            }
            let failures = HeadFailures(metrics: host.metrics, log: host.log)
            let safety = SafetyService(
                embedder: embedder, model: model.map { LocalRisk($0, log: host.log) }, headFailed: failures.note)
            host.handle(Classify.self) { request, context in try await safety.classify(request, until: context.deadline)
            }
            let plans = SafetyPlans(store: host.store)
            host.handle(SafetyPlanQuery.self) { query, _ in try await plans.plan(query) }
            host.handle(SetSafetyPlan.self) { request, context in try await plans.set(request, id: context.id) }
            host.export { user, _ in try await plans.export(user) }
        }
    }
}
