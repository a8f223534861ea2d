import Language
import LocalModel
import Messages
import Moments
import ServiceKit

/// The coaching service: serves cards and the moment library, and answers chat messages.
@main
struct Main {
    static func main() async {
        await ServiceHost.run(.coaching, migrations: Schema.migrations) { host in
            try Moments.requirePinned()
            let embedder: any SentenceEmbedder =
                try host.sentenceModel { try MiniLMEmbedder(folder: $0, spare: $1) } ?? HashingEmbedder()
            let coaching = try await CoachingService(
                store: host.store, bus: host.bus, log: host.log, embedder: embedder,
                model: try LocalModel(
                    url: host.configuration.localModelURL, name: host.configuration.localModelName,
                    injections: InjectionDetector(embedder: embedder))
            ) { [bus = host.bus] stage, user in bus.publish(stage.type, user: user, id: nil) }
            host.handle(CardsQuery.self) { query, _ in try await coaching.cards(query) }
            host.handle(CardQuery.self) { query, _ in try await coaching.card(query) }
            host.handle(CardFeedback.self) { request, context in try await coaching.feedback(request, id: context.id) }
            // The verdict comes before any database access, so that a failing database cannot delay a crisis card.
            host.handleWithoutStore(Chat.self) { request, context in
                try await coaching.chat(request, id: context.id, until: context.deadline)
            }
            host.handle(NotACrisis.self) { request, context in try await coaching.notACrisis(request, id: context.id) }
            host.handle(ConversationQuery.self) { query, _ in try await coaching.conversation(query) }
            host.handle(DeleteConversation.self) { request, _ in try await coaching.deleteConversation(request) }
            host.handle(CloudPreview.self) { query, _ in try await coaching.cloudPreview(query) }
            host.handle(ImportLibrary.self) { request, _ in try await coaching.importLibrary(request) }
            host.handle(LibrariesQuery.self) { query, _ in try await coaching.libraries(query) }
            host.handle(RemoveLibrary.self) { request, _ in try await coaching.removeLibrary(request) }
            host.consume(ScoreUpdated.self) { event, transaction in try coaching.apply(event, transaction) }
            host.consume(JournalEntryChanged.self) { event, transaction in try coaching.apply(event, transaction) }
            host.consume(GoalTextJudged.self) { event, transaction in try coaching.apply(event, transaction) }
            host.consume(ActionCompleted.self) { event, transaction in try coaching.apply(event, transaction) }
            host.consume(GoalProgressed.self) { event, transaction in try coaching.apply(event, transaction) }
            host.consume(PlanUpdated.self) { event, transaction in try coaching.apply(event, transaction) }
            host.resetProducer { producer, user, transaction in try coaching.resetProducer(producer, user, transaction)
            }
            host.replay(CrisisChanged.self) { user, since, transaction in
                try coaching.crises(of: user, since: since, transaction)
            }
            host.background("verdicts") { await coaching.verdicts.run() }
            host.onErase { user in coaching.opened.erase(user) }
            host.background("conversation times") { try await coaching.expireConversations() }
            host.background("libraries") { await coaching.opened.run() }
            host.export { user, cursor in try await coaching.export(user, cursor) }
        }
    }
}
