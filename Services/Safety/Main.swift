import Messages
import ServiceKit

/// Judges any text before it is used for anything else, and knows whom to call.
@main
struct Main {
    static func main() async {
        await ServiceHost.run(.safety, migrations: []) { host in
            let safety = SafetyService()
            host.handle(Classify.self) { request, _ in try safety.classify(request) }
            host.handle(CrisisResources.self) { request, _ in safety.resources(request) }
        }
    }
}
