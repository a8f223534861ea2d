import Localization
import Messages

extension Operation {
    static let today: [Operation] = [
        Operation(
            "GET /v1/today", .today, "The current day in one small document, for home automation and widgets.",
            query: [
                .names("language", Language.allCases.map(\.rawValue), "By default what `Accept-Language` asks for.")
            ],
            responses: [200: .json(Today.self)], isCompressed: true)
    ]

    static let data: [Operation] = [
        Operation(
            "POST /v1/imports", .data, "Uploads a file and starts its import.",
            query: [
                .text("name", "The file's name."),
                .flag("replace", "`true` removes what this full export lacks; needs a session."),
            ], request: .file("application/octet-stream"), responses: [202: .json(ImportStatus.self)],
            errors: [
                400: "Empty or truncated, or not a file that Pulsum reads.",
                409: "The upload is complete, or another part is expected.",
            ], takesKey: true),
        Operation(
            "GET /v1/imports", .data, "The imports, newest first, at most 50.",
            responses: [200: .json([ImportStatus].self)]),
        Operation("GET /v1/imports/{job}", .data, "One import.", responses: [200: .json(ImportStatus.self)]),
        Operation(
            "POST /v1/imports/{job}/undo", .data, "Removes what an import added; its phase tells how far that is.",
            responses: [202: .json(ImportStatus.self)],
            errors: [409: "It is under way, or cannot be undone; the detail says why."]),
        Operation(
            "POST /v1/ingest/health-auto-export", .data, "Takes what the app Health Auto Export sends.",
            request: .file("application/json"),
            responses: [
                200: .json(IngestRoutes.Answer.self), 207: .json(IngestRoutes.Answer.self),
                202: .json(ImportStatus.self),
            ], errors: [409: "The upload is complete, or another part is expected."], takesKey: true),
        Operation(
            "POST /v1/ingest/samples", .data, "Applies the result of an anchored query as a whole.",
            request: .json(
                IngestRoutes.Batch.self, limits: ["device": ["minLength": 1], "newAnchor": ["minLength": 1]]),
            responses: [200: .json(IngestSamples.Reply.self), 207: .json(IngestSamples.Reply.self)],
            errors: [409: "Continue from `anchor`, the stored one."]),
        Operation(
            "GET /v1/ingest/anchors", .data, "The stored anchors; a device sees its own.",
            responses: [200: .json([StoredAnchor].self)]),
        Operation(
            "GET /v1/metrics", .data, "The daily metrics of a range, oldest first.", query: Parameter.range,
            responses: [200: .json([DailyMetrics].self)], isCompressed: true),
        Operation(
            "GET /v1/days/{day}/readings", .data, "The readings behind a day's metric, oldest first.",
            query: [
                .names("metric", SignalTable.metrics.map(\.key), "Required."),
                .number("limit", 1...Int64(ReadingsQuery.most), "At most so many, 100 by default."),
                .text("after", "`next` of the page before."),
            ], responses: [200: .json(ReadingsQuery.Reply.self)]),
        Operation(
            "GET /v1/letters", .data, "The letters that were written after imports, newest first, at most 50.",
            responses: [200: .json([LetterRoutes.LetterEntry].self)], isCompressed: true),
        Operation(
            "GET /v1/letters/{id}", .data, "One letter in words, with the facts behind it.",
            responses: [200: .json(LetterRoutes.WrittenLetter.self)], isCompressed: true),
        Operation(
            "GET /v1/arrivals", .data, "Each kind of health data with whether it arrives, and when nights do.",
            responses: [200: .json(ArrivalRoutes.Arrivals.self)], isCompressed: true),
        Operation(
            "GET /v1/sources", .data, "The measuring sources, the most trusted first.",
            query: [.day("day", "The day of the steps; the latest with steps by default.")],
            responses: [200: .json(SourcesQuery.Reply.self)]),
        Operation(
            "PUT /v1/sources", .data, "Sets the order of trust.",
            request: .json(DataRoutes.SourceOrder.self, limits: ["order": ["maxItems": 100]]),
            responses: [200: .json(Profile.self)], errors: [409: "The profile changed meanwhile."], takesKey: true),
    ]

    private static let sliders = Body.json(
        DataRoutes.Sliders.self,
        limits: [
            "stress": ["minimum": 1, "maximum": 7], "energy": ["minimum": 1, "maximum": 7],
            "sleepQuality": ["minimum": 1, "maximum": 7],
        ])

    static let scores: [Operation] = [
        Operation(
            "GET /v1/score", .scores, "The score of a day.",
            query: [.day("day", "The latest day with data by default.")], responses: [200: .json(ScoreReport.self)],
            isCompressed: true),
        Operation(
            "GET /v1/score/breakdown", .scores, "A score with all its inputs.",
            query: [.day("day", "The latest day with data by default.")],
            responses: [200: .json(ScoreBreakdown.self)], isCompressed: true),
        Operation(
            "GET /v1/score/history", .scores, "The scores of a range, oldest first.", query: Parameter.range,
            responses: [200: .json([ScoreReport].self)], isCompressed: true),
        Operation(
            "PUT /v1/days/{day}/context", .scores, "Replaces the flags of a day.",
            request: .json(DataRoutes.ContextFlags.self), responses: [200: .json(DayContext.self)], takesKey: true),
        Operation(
            "GET /v1/score/record", .scores, "How the scores of a year compare with the answers that followed them.",
            responses: [200: .json(TrackRecordQuery.Reply.self)], isCompressed: true),
        Operation(
            "GET /v1/calendar", .scores, "The days of a range compared with the usual ones, oldest first.",
            query: [
                .day("from", "First day; by default 364 days before `through`."),
                .day("through", "Last day, today by default; at most 400 days."),
            ], responses: [200: .json([CalendarRoutes.CalendarDay].self)], isCompressed: true),
        Operation(
            "GET /v1/contexts", .scores, "The flags of the days of a range, and the circumstances that go on.",
            query: Parameter.range, responses: [200: .json(DayContextsQuery.Reply.self)], isCompressed: true),
        Operation(
            "POST /v1/contexts", .scores, "Begins a circumstance that goes on until it is ended.",
            request: .json(DataRoutes.Beginning.self), responses: [201: .json(LastingContext.self)], takesKey: true),
        Operation(
            "PUT /v1/contexts/{id}", .scores, "Ends a circumstance with its last day.",
            request: .json(DataRoutes.Ending.self), responses: [200: .json(LastingContext.self)], takesKey: true),
        Operation(
            "DELETE /v1/contexts/{id}", .scores, "Removes a circumstance with all its days.", responses: [204: nil],
            takesKey: true),
        Operation(
            "GET /v1/tags", .scores, "The own tags of the days of a range, and all that the person has.",
            query: Parameter.range, responses: [200: .json(DayTagsQuery.Reply.self)], isCompressed: true),
        Operation(
            "PUT /v1/days/{day}/tags", .scores, "Replaces the own tags of a day.",
            request: .json(TagRoutes.Tags.self), responses: [200: .json(DayTags.self)], takesKey: true),
        Operation(
            "GET /v1/context-mask", .scores, "The flags whose days do not enter baselines and learning.",
            responses: [200: .json(ContextMask.self)]),
        Operation(
            "PUT /v1/context-mask", .scores, "Replaces the mask.", request: .json(DataRoutes.ContextFlags.self),
            responses: [200: .json(ContextMask.self)], takesKey: true),
        Operation(
            "GET /v1/check-ins", .scores, "The check-ins of a range, the latest day first, at most 1,000.",
            query: Parameter.range, responses: [200: .json([CheckIn].self)], isCompressed: true),
        Operation(
            "POST /v1/check-ins", .scores, "Adds a check-in: one to three sliders.", request: sliders,
            responses: [201: .json(CheckIn.self)], takesKey: true),
        Operation(
            "PUT /v1/check-ins/{id}", .scores, "Replaces the sliders of a check-in; an absent one is taken back.",
            request: sliders, responses: [200: .json(CheckIn.self)], takesKey: true),
        Operation(
            "DELETE /v1/check-ins/{id}", .scores, "Deletes a check-in.", responses: [204: nil], takesKey: true),
    ]
}
