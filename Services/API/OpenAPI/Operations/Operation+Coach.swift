import Messages

extension Operation {
    static let journal: [Operation] = [
        Operation(
            "POST /v1/journal", .journal, "Adds a journal entry of at most 10,000 characters.",
            request: .json(JournalRoutes.EntryText.self, limits: ["text": ["pattern": "\\S"]]),
            responses: [201: .json(JournalEntry.self)],
            errors: [
                503: "The journal is down; `crisis` holds a card where the text needs one.",
                504: "The journal did not answer in time; `crisis` holds a card where the text needs one.",
            ], takesKey: true),
        Operation(
            "GET /v1/journal", .journal, "Journal entries, newest first.",
            query: [
                .text("month", "Only entries of this month, `yyyy-mm`."),
                .number("before", .min ... .max, "Only entries before this time, ms since 1970."),
                .id("beforeID", "With `before`: of the entries at that time those before this one."),
                .number("limit", 1...100, "Most entries, 20 by default."),
            ], responses: [200: .json([JournalEntry].self)], isCompressed: true),
        Operation(
            "GET /v1/journal/days", .journal, "Days of a range that have entries, with their number.",
            query: [.day("from", "First day."), .day("through", "Last day; at most 400 days.")],
            responses: [200: .json([JournalDay].self)]),
        Operation(
            "GET /v1/journal/months", .journal, "Months that have entries, with their number.",
            responses: [200: .json([JournalMonth].self)]),
        Operation(
            "GET /v1/journal/search", .journal, "Entries that contain words, newest first.",
            query: [
                .text("q", "Words, at most 200 characters."),
                .number("before", .min ... .max, "Only entries before this time, ms since 1970."),
                .id("beforeID", "With `before`: of the entries at that time those before this one."),
                .number("limit", 1...100, "Most entries, 20 by default."),
            ], responses: [200: .json([JournalEntry].self)]),
        Operation(
            "GET /v1/journal/{id}", .journal, "One journal entry.", responses: [200: .json(JournalEntry.self)]),
        Operation(
            "PUT /v1/journal/{id}", .journal, "Replaces an entry's text; it is read again.",
            request: .json(JournalRoutes.EntryEdit.self, limits: ["text": ["pattern": "\\S"]]),
            responses: [200: .json(JournalEntry.self)],
            errors: [
                409: "`revision` is not the stored one.",
                503: "The journal is down; `crisis` holds a card where the text needs one.",
                504: "The journal did not answer in time; `crisis` holds a card where the text needs one.",
            ], takesKey: true),
        Operation(
            "POST /v1/journal/{id}/restore", .journal, "Takes back a deletion of the last ten minutes.",
            responses: [200: .json(JournalEntry.self)], takesKey: true),
        Operation(
            "PUT /v1/journal/{id}/mood", .journal, "The person's own reading of an entry's mood.",
            request: .json(JournalRoutes.EntryMood.self), responses: [200: .json(JournalEntry.self)], takesKey: true),
        Operation(
            "DELETE /v1/journal/{id}", .journal, "Deletes a journal entry.", responses: [204: nil], takesKey: true),
        Operation(
            "POST /v1/journal/{id}/not-a-crisis", .journal, "Reports that an entry was no crisis.",
            responses: [204: nil], takesKey: true),
        Operation(
            "GET /v1/transcriptions", .journal, "Whether this installation turns speech into text.",
            responses: [200: .json(TranscriptionQuery.Reply.self)]),
        Operation(
            "POST /v1/transcriptions", .journal,
            "Turns a recording of at most 30 s into text: 16-bit little-endian samples, one channel, 16 kHz, bare or as a WAV file. The recording is kept nowhere.",
            query: [.text("language", "Spoken language, ISO 639-1; the server finds it out if absent.")],
            request: .file("audio/pcm", or: "audio/wav"), responses: [200: .json(Transcribe.Reply.self)],
            errors: [
                400: "No samples, an odd number of bytes, or a WAV file of another form.",
                413: "Longer than 30 s.", 415: "Neither `audio/pcm` nor `audio/wav`.",
                503: "No transcription server is set, or it does not answer.",
            ]),
        Operation(
            "GET /v1/cards", .journal, "The day's suggestions: a top pick and two others.",
            responses: [200: .json(CardsQuery.Reply.self)]),
        Operation(
            "GET /v1/cards/{moment}", .journal, "One suggestion with its cautions and its source.",
            responses: [200: .json(Card.self)]),
        Operation(
            "POST /v1/cards/{moment}/feedback", .journal, "Reports what the person did with a suggestion.",
            request: .json(CoachRoutes.Feedback.self), responses: [200: .json(CardFeedback.Reply.self)],
            takesKey: true),
        Operation(
            "POST /v1/chat", .journal,
            "Sends a message of at most 2,000 characters to the coach; a longer one gets a crisis card where it needs one.",
            request: .json(CoachRoutes.ChatText.self, limits: ["text": ["pattern": "\\S"]]),
            responses: [200: .json(ChatReply.self)], takesKey: true),
        Operation(
            "GET /v1/conversation", .journal, "The conversation of the last 30 days, at most 100 turns, oldest first.",
            responses: [200: .json(ConversationQuery.Reply.self)]),
        Operation("DELETE /v1/conversation", .journal, "Deletes the conversation.", responses: [204: nil]),
        Operation(
            "POST /v1/chat/not-a-crisis", .journal, "Reports that the latest verdicts were no crisis.",
            responses: [204: nil], takesKey: true),
        Operation(
            "POST /v1/library", .journal, "Imports the person's own library of suggestions, at most 4 MiB.",
            query: [.text("name", "The file's name.")], request: .file("application/json"),
            responses: [200: .json(ImportLibrary.Reply.self)]),
        Operation(
            "GET /v1/library", .journal, "The person's own libraries, the latest first.",
            responses: [200: .json(LibrariesQuery.Reply.self)]),
        Operation(
            "DELETE /v1/library/{id}", .journal,
            "Removes a library with its suggestions, except those that another library has; `unnamed` for what was imported before file names were kept.",
            responses: [200: .json(RemoveLibrary.Reply.self)], errors: [404: "There is no such library."]),
        Operation(
            "GET /v1/crisis-resources", .journal,
            "Where to find help, from the API's own table; German with `Accept-Language: de`.",
            query: [.names("reason", Verdict.Reason.names.map(\.name), "`selfHarm` by default.")],
            responses: [200: .json(CrisisCard.self)], isCompressed: true),
        Operation(
            "GET /v1/safety-plan", .journal, "The person's safety plan and its guide.",
            query: [.text("language", "Language of the guide, `en` by default.")],
            responses: [200: .json(SafetyPlanQuery.Reply.self)], isCompressed: true),
        Operation(
            "PUT /v1/safety-plan", .journal, "Replaces the safety plan.", request: .json(SafetyPlan.self),
            responses: [200: .json(SetSafetyPlan.Reply.self)], errors: [409: "`revision` is not the stored one."],
            takesKey: true),
    ]

    static let cloud: [Operation] = [
        Operation(
            "GET /v1/consent", .cloud, "The state of consent to cloud phrasing.",
            responses: [200: .json(ConsentState.self)]),
        Operation(
            "PUT /v1/consent", .cloud, "Grants consent, or withdraws it.",
            request: .json(CoachRoutes.ConsentDecision.self), responses: [200: .json(ConsentState.self)],
            errors: [403: "A grant needs a recent password.", 409: "The text or the record changed."], takesKey: true),
        Operation(
            "GET /v1/receipts", .cloud,
            "What left this machine, newest first, at most 100; `Link` names the next page.",
            query: [
                .number("before", .min ... .max, "Only receipts before this time, ms since 1970."),
                .id("beforeID", "Id of the previous page's last receipt, whose time is `before`."),
            ], responses: [200: .json([Receipt].self)], isCompressed: true),
        Operation(
            "GET /v1/cloud-preview", .cloud,
            "What a chat message would send to the cloud model now, and the gate that would keep it here. Nothing is sent.",
            query: [
                .names("topic", Topic.names.map(\.name), "Topic of the message; what stands out today by default.")
            ],
            responses: [200: .json(PreviewedCall.self)]),
        Operation(
            "GET /v1/cloud-usage", .cloud, "The number of calls to the cloud model this month, in the person's zone.",
            responses: [200: .json(CloudUsage.Reply.self)]),
        Operation(
            "PUT /v1/cloud-key", .cloud, "Stores the key of the cloud model; an empty one removes it.",
            request: .json(CoachRoutes.CloudKey.self), responses: [204: nil], takesKey: true),
        Operation(
            "POST /v1/cloud-test", .cloud, "Tests the connection; needs consent like every call.",
            responses: [200: .json(TestConnection.Reply.self)]),
    ]

    static let live: [Operation] = [
        Operation(
            "GET /v1/events", .live, "A stream of server-sent events that says that something changed, never what.",
            responses: [200: .file("text/event-stream")], errors: [429: "Eight streams are open already."])
    ]
}
