import Language
import Messages
import ServiceKit

/// Judges any text before it is used for anything else, and knows whom to call.
@main
struct Main {
    static func main() async {
        await ServiceHost.run(.safety, migrations: []) { host in
            let embedder = Embedders.model(folder: host.configuration.model, spare: host.configuration.spareModel) {
                host.log.notice("No sentence model: \($0). Texts are judged by phrases alone, which misses more hints.")
            }
            let safety = SafetyService(embedder: embedder)
            host.handle(Classify.self) { request, _ in try await safety.classify(request) }
            host.handle(CrisisResources.self) { request, _ in safety.resources(request) }
        }
    }
}
