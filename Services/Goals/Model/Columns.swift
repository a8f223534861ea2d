import Storage

extension Schema {
    /// How every column is protected.
    static let columns: [TableColumns] = [
        TableColumns(
            "abstractions", sealed: ["texts"],
            open: [
                "id": "random", "user": "a random id", "version": "tells which of two states is newer",
                "logged": "entries are ordered by it",
                "level": "1 once safety has judged; its verdict is sealed with the texts",
                "judged": "when it came", "due": "waiting work is found by it", "attempts": "a limit",
            ]),
        TableColumns(
            "actions",
            open: [
                "id": "random", "user": "a random id", "start": "actions are ordered by it", "duration": "sums need it",
                "day": "days are found and ordered by it",
            ]),
        TableColumns(
            "expectations",
            open: [
                "id": "random", "user": "a random id", "kind": "foreign keys need it",
                "importance": "lists are ordered by it", "urgency": "lists are ordered by it",
            ]),
        TableColumns(
            "time_periods",
            open: [
                "id": "random", "user": "a random id", "start": "terms are ordered by it",
                "end": "terms are found by it",
            ]),
        TableColumns(
            "measures",
            open: [
                "id": "random", "user": "a random id", "kind": "sums need it", "factor": "sums need it",
                "quantity": "sums need it",
            ]),
        TableColumns(
            "personal_values",
            open: [
                "id": "random", "user": "a random id", "rank": "lists are ordered by it",
                "priority": "lists are ordered by it",
            ]),
        TableColumns(
            "goals",
            open: [
                "id": "random", "user": "a random id", "kind": "foreign keys need it", "start": "goals are found by it",
                "target": "goals are ordered by it", "weeks": "progress needs it", "status": "lists are filtered by it",
                "revision": "tells which of two states is newer",
            ]),
        TableColumns(
            "milestones",
            open: [
                "id": "random", "goal": "random", "user": "a random id", "kind": "foreign keys need it",
                "target": "milestones are ordered by it", "reached": "lists are filtered by it",
            ]),
        TableColumns(
            "obligations",
            open: [
                "id": "random", "goal": "random", "user": "a random id", "kind": "foreign keys need it",
                "deadline": "obligations are ordered by it", "met": "lists are filtered by it",
            ]),
        TableColumns(
            "terms",
            open: [
                "id": "random", "user": "a random id", "number": "terms are ordered by it",
                "status": "lists are filtered by it",
            ]),
        TableColumns(
            "goal_relevances",
            open: [
                "goal": "random", "value": "random", "user": "a random id", "position": "lists are ordered by it",
                "strength": "sums need it",
            ]),
        TableColumns(
            "expectation_measures", sealed: ["sealed", "notes"],
            open: [
                "expectation": "random", "measure": "random", "user": "a random id",
                "position": "lists are ordered by it", "target": "always 1; the amount is sealed",
            ]),
        TableColumns(
            "measured_actions", sealed: ["sealed"],
            open: [
                "action": "random", "measure": "random", "user": "a random id", "position": "lists are ordered by it",
                "value": "always 1; the amount is sealed",
            ]),
        TableColumns(
            "action_goal_contributions", sealed: ["sealed"],
            open: [
                "action": "random", "goal": "random", "measure": "random", "user": "a random id",
                "position": "lists are ordered by it", "amount": "always 1; the amount is sealed",
            ]),
        TableColumns(
            "term_goal_assignments",
            open: ["term": "random", "goal": "random", "user": "a random id", "position": "lists are ordered by it"]),
        TableColumns(
            "goal_days", sealed: ["sealed"],
            open: [
                "goal": "random", "measure": "random", "user": "a random id",
                "days": "always empty; the sums are sealed",
            ]),
        TableColumns(
            "crises", sealed: ["sealed"],
            open: [
                "id": "random", "user": "a random id",
                "source": "which texts: those of goals, of the chat, of the journal",
                "revision": "tells which of two states is newer",
                "at": "verdicts of a day are found by it; every judged text has one",
                "level": "always 0; the verdict is sealed", "withdrawn": "always 0",
            ]),
        TableColumns("reviews", open: ["id": "random", "user": "a random id", "week": "reviews are found by it"]),
        TableColumns(
            "health_rules",
            open: [
                "id": "random", "measure": "random", "goal": "random", "user": "a random id",
                "kind": "records are found by it", "quantity": "sums need it", "least": "a bound",
                "since": "days are found by it",
            ]),
        TableColumns(
            "health_staged", sealed: ["sealed", "errors"],
            open: [
                "id": "random", "user": "a random id", "kind": "records are found by it",
                "day": "days are found and ordered by it", "revision": "tells which of two states is newer",
                "state": "waiting work is found by it", "due": "waiting work is found by it",
                "expires": "old rows are deleted by it",
            ]),
        TableColumns(
            "health_actions", sealed: ["sealed"],
            open: [
                "rule": "random", "record": "random", "action": "random", "user": "a random id",
                "kind": "records are found by it", "day": "days are found and ordered by it",
                "revision": "tells which of two states is newer", "version": "tells which of two states is newer",
                "dismissed": "a deleted action is not made again", "gone": "rows of a deleted rule are found by it",
            ]),
        TableColumns(
            "table_imports", sealed: ["sealed"],
            open: [
                "id": "random", "user": "a random id", "size": "a limit", "touched": "old rows are deleted by it",
                "kind": "names the form of the table", "phase": "open imports are found by it",
                "position": "counts rows",
            ]),
        TableColumns(
            "table_parts", sealed: ["sealed"],
            open: ["id": "random", "user": "a random id", "start": "parts are ordered by it"]),
        TableColumns(
            "table_changes", sealed: ["sealed"],
            open: [
                "id": "random", "entry": "random", "user": "a random id", "place": "changes are ordered by it",
                "kind": "names the form of the entry", "version": "tells which of two states is newer",
            ]),
        TableColumns("table_goals", open: ["id": "random", "goal": "random", "user": "a random id"]),
        TableColumns(
            "deleted_entries", sealed: ["sealed"],
            open: [
                "id": "random", "user": "a random id", "kind": "names the form of the entry",
                "purge": "old rows are deleted by it",
            ]),
        TableColumns(
            "title_embeddings", sealed: ["sealed"],
            open: [
                "user": "a random id", "key": "a keyed hash of a title", "model": "names the sentence model",
                "at": "old rows are deleted by it",
            ]),
        TableColumns("numbers", sealed: ["sealed"], open: ["user": "a random id"]),
        TableColumns("dismissed_proposals", open: ["action": "random", "goal": "random", "user": "a random id"]),
        TableColumns("unannounced", open: ["user": "a random id"]),
    ]
}
