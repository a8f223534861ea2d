import Language
import Messages
import Moments
import Testing

@testable import Coaching

@Suite struct IntentTests {
    private let embedder = HashingEmbedder()
    private let index: Retrieval

    init() {
        let moments = Moments.shipped.moments
        index = Retrieval(zip(moments, embedder.embed(moments.map(\.searchText))).map(Retrieval.Entry.init))
    }

    private func intent(_ text: String, _ levels: [(Signal, Double)] = []) -> Intent? {
        let signals = SignalState(
            revision: 1, day: World.day, score: 50,
            levels: levels.map { SignalLevel(signal: $0.0, z: $0.1, contribution: 0) })
        return Intent.of(
            text, matches: index.nearest(embedder.embed([text]), limit: 12), embedder: embedder.name, signals: signals)
    }

    @Test(
        "COA-8 a message that names a topic is about it",
        arguments: [
            ("I slept badly, what can I do?", Topic.sleep), ("So much stress at work", .stress),
            ("Why is my energy low?", .energy),
            ("How do I lift my mood?", .mood),
            ("Should I walk more?", .movement), ("Teach me to meditate", .mindfulness),
            ("What should I eat for lunch?", .nutrition),
            ("How do I keep a habit?", .goals), ("Ich habe schlecht geschlafen", .sleep),
            ("Ich bin so gestresst", .stress),
        ])
    func named(text: String, topic: Topic) {
        #expect(intent(text)?.topic == topic)
        #expect(intent(text)?.isNamed == true)
    }

    @Test(
        "COA-8 a phrase overrides what the other words say",
        arguments: [
            ("Is my rmssd bad because of stress and work pressure?", Topic.hrv),
            ("insomnia after running and training", .sleep), ("RMSSD?", .hrv),
        ])
    func overridden(text: String, topic: Topic) { #expect(intent(text)?.topic == topic) }

    @Test("COA-8 a general question is about the signal furthest from usual, sliders on the same scale")
    func strongest() {
        #expect(intent("How am I doing?", [(.hrv, -1.2), (.steps, 2.1)])?.topic == .movement)
        #expect(intent("How am I doing?", [(.hrv, -1.2), (.stress, 0.9)])?.topic == .stress)
        #expect(intent("How am I doing?", [(.sleepDebt, 2), (.restingHeartRate, 2)])?.topic == .hrv)
        #expect(intent("How am I doing?")?.topic == Topic.none)
    }

    @Test("COA-8 without a named topic the two nearest moments decide")
    func nearest() {
        let two = Moments.shipped.moments.filter { $0.topic == .nutrition }.prefix(2)
        let one = Moments.shipped.moments.filter { $0.topic == .mood }.prefix(1)
        let matches = (one + two).map { Retrieval.Match(item: $0, similarity: 0.6) }
        #expect(
            Intent.of(
                "xyz", matches: Array(two + one).map { Retrieval.Match(item: $0, similarity: 0.6) },
                embedder: embedder.name, signals: nil)?.topic
                == .nutrition)
        // The two nearest matches have different topics and equal weight: the nearer one wins.
        #expect(Intent.of("xyz", matches: matches, embedder: embedder.name, signals: nil)?.topic == .mood)
        #expect(Intent.of("xyz", matches: Array(matches.prefix(2)), embedder: embedder.name, signals: nil) == nil)
    }

    @Test(
        "COA-7 what is clearly something else is not answered",
        arguments: [
            "What is the capital of France?", "Write me a Python function that sorts a list",
            "Who won the world cup in 1998?", "Translate this into Spanish",
            "What's the bitcoin price?", "Tell me a joke about lawyers", "Which laptop should one buy?", "asdf qwer",
            "Explain quantum entanglement",
            "What is the weather today?", "Recommend a movie", "Suggest a name for my cat", "Help me with my taxes",
        ])
    func offTopic(text: String) { #expect(intent(text) == nil, "\(text)") }

    @Test(
        "COA-7 questions about oneself pass without naming a topic",
        arguments: [
            "How was my week?", "What should I do now?", "Any tips for me?", "I feel strange", "Was kann ich tun?",
            "how's my score",
            "Suggest something",
        ])
    func general(text: String) { #expect(intent(text) != nil, "\(text)") }

    private func similarity(_ text: String) -> Double {
        Coverage.similarity(index.nearest(embedder.embed([text]), limit: 12)) ?? 0
    }

    @Test("COA-7 the thresholds hold what their table says of the data they come from")
    func calibrated() throws {
        let calibration = try #require(Coverage.calibration(embedder.name))
        #expect((Questions.onTopic.count, Questions.general.count, Questions.offTopic.count) == (53, 7, 40))
        #expect(Questions.offTopic.filter { similarity($0) >= calibration.gate } == [])
        #expect(Questions.onTopic.count { similarity($0) >= calibration.gate } == 3)
        let named = Questions.onTopic.filter { TopicWords.topic(of: $0) != .none }
        #expect(named.filter { similarity($0) < calibration.coverage } == [])
        #expect(Questions.general.filter { similarity($0) < calibration.coverage } == [])
        // Intent and gate together, as they run before a model is called.
        #expect(Questions.offTopic.filter { intent($0) != nil } == [])
        #expect(Questions.onTopic.count { intent($0)?.isCovered == true } >= 49)
    }

    @Test("COA-7 an embedder that nobody calibrated covers nothing")
    func uncalibrated() {
        let matches = index.nearest(embedder.embed(["How can I sleep better?"]), limit: 12)
        let intent = Intent.of("How can I sleep better?", matches: matches, embedder: "another", signals: nil)
        #expect(intent?.topic == .sleep)
        #expect(intent?.isCovered == false)
    }

    @Test("COA-7 two matches cover nothing, however near")
    func tooFew() {
        let matches = Moments.shipped.moments.prefix(2).map { Retrieval.Match(item: $0, similarity: 1) }
        #expect(
            Intent.of("How can I sleep better?", matches: matches, embedder: embedder.name, signals: nil)?.isCovered
                == false)
    }
}
