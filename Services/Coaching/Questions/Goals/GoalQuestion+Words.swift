import Language

/// The words of questions about goals, folded as `FoldedText` folds.
extension GoalQuestion {
    static let goals = WordList.goalQuestions.phrases("goals")
    static let own = WordList.goalQuestions.phrases("own")

    /// Begin a question or a request to be shown something.
    static let asking = WordList.goalQuestions.phrases("asking")
    static let whats = WordList.goalQuestions.phrases("whats")
    static let heads = WordList.goalQuestions.phrases("heads")

    /// Asks what to do or why, or of what kind something is: not how far it is.
    static let advice = WordList.goalQuestions.phrases("advice")
    /// Words of feelings. A message with one is answered as a feeling.
    static let feelings = WordList.goalQuestions.phrases("feelings")

    static let progress = WordList.goalQuestions.phrases("progress")
    /// About goals without the word, behind “am I”.
    static let courses = WordList.goalQuestions.phrases("courses")
    /// Begin a question for an amount.
    static let amounts = WordList.goalQuestions.phrases("amounts")
    static let numbersOfGoals = WordList.goalQuestions.phrases("numbers of goals")
    /// Ask for what was done.
    static let done = WordList.goalQuestions.phrases("done")

    static let weeks = WordList.goalQuestions.phrases("weeks")
    static let rests = WordList.goalQuestions.phrases("rests")

    /// Words that name no goal.
    static let common = WordList.goalQuestions.words("common")
}
