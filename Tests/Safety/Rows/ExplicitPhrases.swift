/// The phrases of SAF-3's list as people say them: one row a phrase, for `ExplicitFrames`.
///
/// Written together with the frames and before the rules were changed for them.
struct ExplicitPhrase: Sendable {
    /// As the list names it.
    let listed: String
    /// A first-person statement of now, without a full stop.
    let now: String
    /// The same denied by its writer.
    let denied: String
    /// The same as something long over.
    let past: String
    /// The words alone, to stand in quotation marks.
    let words: String
    /// What another person says, thinks or does, after a subject such as "my friend".
    let others: String

    static let all: [ExplicitPhrase] = [
        .init(
            "suicide", now: "I am thinking about suicide", denied: "I am not thinking about suicide",
            past: "I used to think about suicide",
            words: "suicide is my only option", others: "is thinking about suicide"),
        .init(
            "kill myself", now: "I want to kill myself", denied: "I don't want to kill myself",
            past: "I used to want to kill myself",
            words: "I want to kill myself", others: "wants to kill herself"),
        .init(
            "end my life", now: "I am going to end my life", denied: "I would never end my life",
            past: "I once tried to end my life",
            words: "I am going to end my life", others: "wants to end his life"),
        .init(
            "ending my life", now: "I keep thinking about ending my life",
            denied: "I am not thinking about ending my life",
            past: "I used to think about ending my life", words: "I think about ending my life",
            others: "talks about ending her life"),
        .init(
            "want to die", now: "I want to die", denied: "I don't want to die", past: "I wanted to die",
            words: "I want to die",
            others: "says he wants to die"),
        .init(
            "wish I were dead", now: "I wish I were dead", denied: "I don't wish I were dead",
            past: "I used to wish I were dead",
            words: "I wish I were dead", others: "wishes she were dead"),
        .init(
            "better off dead", now: "I would be better off dead", denied: "I don't think I would be better off dead",
            past: "I used to believe I was better off dead", words: "better off dead",
            others: "thinks he would be better off dead"),
        .init(
            "no reason to live", now: "I have no reason to live", denied: "it's not true that I have no reason to live",
            past: "I used to feel I had no reason to live", words: "I have no reason to live",
            others: "says she has no reason to live"),
        .init(
            "not worth living", now: "my life is not worth living", denied: "I don't think my life is not worth living",
            past: "I used to think my life was not worth living", words: "life is not worth living",
            others: "feels her life is not worth living"),
        .init(
            "don't want to be here", now: "I don't want to be here anymore",
            denied: "it isn't that I don't want to be here anymore",
            past: "there was a time when I didn't want to be here anymore, years ago",
            words: "I don't want to be here anymore",
            others: "says he doesn't want to be here anymore"),
        .init(
            "can't go on", now: "I can't go on anymore", denied: "I never said I can't go on anymore",
            past: "I used to feel that I can't go on",
            words: "I can't go on", others: "told us he can't go on anymore"),
        .init(
            "no way out", now: "I see no way out", denied: "I don't feel there is no way out",
            past: "I used to see no way out",
            words: "there is no way out", others: "sees no way out anymore"),
        .init(
            "self-harm", now: "I am self-harming", denied: "I am not self-harming", past: "I used to self-harm",
            words: "I self-harm",
            others: "is self-harming"),
        .init(
            "hurt myself", now: "I want to hurt myself", denied: "I don't want to hurt myself",
            past: "I used to hurt myself",
            words: "I want to hurt myself", others: "wants to hurt himself"),
        .init(
            "cut myself", now: "I want to cut myself", denied: "I don't want to cut myself",
            past: "I used to cut myself",
            words: "I want to cut myself", others: "wants to cut herself"),
        .init(
            "cutting myself", now: "I have been cutting myself", denied: "I have not been cutting myself",
            past: "I used to be cutting myself",
            words: "I keep cutting myself", others: "has been cutting herself"),
        .init(
            "overdose", now: "I am going to overdose", denied: "I am not going to overdose",
            past: "I took an overdose once",
            words: "I am going to overdose", others: "is going to overdose"),
        .init(
            "take all the pills", now: "I want to take all the pills", denied: "I don't want to take all the pills",
            past: "I once wanted to take all the pills", words: "I want to take all the pills",
            others: "wants to take all the pills"),
        .init(
            "hang myself", now: "I am going to hang myself", denied: "I am not going to hang myself",
            past: "I once wanted to hang myself",
            words: "I am going to hang myself", others: "wants to hang himself"),
        .init(
            "jump off", now: "I want to jump off a bridge", denied: "I don't want to jump off a bridge",
            past: "I once wanted to jump off a bridge",
            words: "I want to jump off a bridge", others: "wants to jump off a bridge"),
    ]

    init(_ listed: String, now: String, denied: String, past: String, words: String, others: String) {
        (self.listed, self.now, self.denied, self.past, self.words, self.others) = (
            listed, now, denied, past, words, others
        )
    }
}
