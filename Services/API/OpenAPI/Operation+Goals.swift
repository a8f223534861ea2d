/// Parameters and errors that several routes of the goals service declare.
extension Operation {
    static let paging: [Parameter] = [
        .number("limit", 1...1000, "Most entries, 100 by default."),
        .text("after", "Where the page before ended; the `Link` header has it."),
    ]
    static let version: Parameter = .number(
        "version", 0 ... .max, "Deletes this version only; any version by default.")
    static let saveErrors = [
        503: "The service is down; `crisis` holds a card where the text needs one.",
        504: "The service did not answer in time; `crisis` holds a card where the text needs one.",
    ]
    static let editErrors = saveErrors.merging([409: "`version` is not the stored one."]) { $1 }
}
