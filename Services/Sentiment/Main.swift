import Language
import LocalModel
import Messages
import ServiceKit

/// The sentiment service: stores journals, redacts entries and determines their sentiment.
@main
struct Main {
    static func main() async {
        await ServiceHost.run(.sentiment, migrations: Schema.migrations) { host in
            let sentenceModel = try host.sentenceModel { try MiniLMEmbedder(folder: $0, spare: $1) }
            let embedder: any SentenceEmbedder = sentenceModel ?? HashingEmbedder()
            let model = try LocalModel(
                url: host.configuration.localModelURL, name: host.configuration.localModelName,
                injections: InjectionDetector(embedder: embedder))
            host.reportModel {
                ModelStatus(
                    kind: .language, state: model.map { $0.isResting ? .failing : .ready } ?? .notConfigured,
                    name: model?.name)
            }
            let sentiment = SentimentService(
                store: host.store, bus: host.bus, log: host.log, embedder: embedder, folder: host.configuration.model,
                model: model.map { LocalSentiment($0, log: host.log) })
            host.handle(SubmitJournal.self) { request, context in try await sentiment.submit(request, id: context.id) }
            host.handle(JournalQuery.self) { query, _ in try await sentiment.entries(query) }
            host.handle(DeleteJournalEntry.self) { request, context in
                try await sentiment.delete(request, id: context.id)
            }
            host.handle(EditJournalEntry.self) { request, context in try await sentiment.edit(request, id: context.id) }
            host.handle(RestoreJournalEntry.self) { request, context in
                try await sentiment.restore(request, id: context.id)
            }
            host.handle(SetJournalMood.self) { request, context in try await sentiment.setMood(request, id: context.id)
            }
            host.handle(JournalEntryQuery.self) { query, _ in try await sentiment.entry(query) }
            host.handle(JournalMonthsQuery.self) { query, _ in try await sentiment.months(query) }
            host.handle(JournalDaysQuery.self) { query, _ in try await sentiment.days(query) }
            host.handle(SearchJournal.self) { query, _ in try await sentiment.search(query) }
            let embedding = TextEmbedder(model: sentenceModel)
            host.handle(EmbedTexts.self) { request, _ in try await embedding.embed(request) }
            let transcription = try Transcription(host.configuration, log: host.log)
            host.reportModel {
                ModelStatus(
                    kind: .transcription,
                    state: [.ready: .ready, .failing: .failing][transcription.state.state] ?? .notConfigured,
                    name: transcription.modelName)
            }
            host.handle(Transcribe.self) { request, _ in try await transcription.transcribe(request) }
            host.handle(TranscriptionQuery.self) { _, _ in transcription.state }
            host.replay(JournalEntryChanged.self) { user, since, transaction in
                try EntryRows(user: user, transaction: transaction).analyzed(since: since)
            }
            host.export { user, cursor in try await sentiment.export(user, cursor) }
            host.background("analyses") { try await sentiment.runAnalyses() }
            host.background("purge") { try await sentiment.runPurges() }
        }
    }
}
