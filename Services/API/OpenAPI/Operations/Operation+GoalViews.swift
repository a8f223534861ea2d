import Messages

extension Operation {
    private static let unread = [
        503: "The service is down; `crisis` holds a card where the text needs one.",
        504: "The service did not answer in time; `crisis` holds a card where the text needs one.",
    ]

    /// Routes of pace, alike titles, quick add, proposals, overview and weekly reviews.
    static let goalViews: [Operation] = [
        Operation(
            "GET /v1/goals/overview", .goals,
            "The running term: its week, time and actions for each value, counts; after a crisis verdict only the term.",
            responses: [200: .json(GoalsOverview.Reply.self)]),
        Operation(
            "POST /v1/goals/similar", .goals,
            "Goals, values and actions with a title alike a given one, to be offered; saves nothing.",
            request: .json(OverviewRoutes.TitleQuestion.self), responses: [200: .json(SimilarTitles.Reply.self)],
            errors: unread),
        Operation(
            "POST /v1/actions/read", .goals,
            "Reads a sentence such as “ran 5 km this morning” as an action, on this machine; saves nothing.",
            request: .json(QuickAddRoutes.Sentence.self), responses: [200: .json(ReadAction.Reply.self)],
            errors: unread),
        Operation(
            "GET /v1/actions/proposals", .goals,
            "Actions without contributions, with goals that they may count towards and the reasons.",
            query: Parameter.range + paging, responses: [200: .json([UnmatchedAction].self)]),
        Operation(
            "GET /v1/reviews/{day}", .goals,
            "The review of a day's ISO week, the week's days, and how actions and score moved together.",
            responses: [200: .json(ReviewQuery.Reply.self)]),
        Operation(
            "PUT /v1/reviews/{day}", .goals, "Saves or replaces the review of a day's ISO week.",
            request: .json(ReviewRoutes.ReviewEdit.self), responses: [200: .json(SaveReview.Reply.self)],
            errors: unread.merging([
                404: "`version` is given, and the week has no review.",
                409: "`version` is not the stored one, or the week has a review and `version` is absent.",
            ]) { $1 }, takesKey: true),
        Operation(
            "DELETE /v1/reviews/{day}", .goals, "Deletes the review of a day's ISO week.", query: [version],
            responses: [204: nil],
            errors: [404: "The week has no review.", 409: "`version` is not the stored one."], takesKey: true),
    ]
}
