import Storage

extension Schema {
    /// How every column is protected.
    static let columns: [TableColumns] = [
        TableColumns(
            "samples", sealed: ["sealed"],
            open: [
                "user": "a random id", "kind": "chunks are found by it", "day": "days are found and ordered by it",
                "arrived": "tells whether a night is still awaited",
            ]),
        TableColumns(
            "catalog", sealed: ["sealed"],
            open: ["user": "a random id", "id": "a keyed place among the person's sources"]),
        TableColumns(
            "dirty", open: ["user": "a random id", "day": "days are found and ordered by it", "mark": "counts changes"]),
        TableColumns(
            "metrics", sealed: ["sealed"],
            open: [
                "user": "a random id", "day": "days are found and ordered by it",
                "revision": "tells which of two states is newer",
            ]),
        TableColumns("rules", sealed: ["sealed"], open: ["user": "a random id"]),
        TableColumns(
            "imports", sealed: ["sealed"],
            open: [
                "job": "random", "user": "a random id", "created": "imports are ordered by it",
                "phase": "open imports are found by it",
            ]),
        TableColumns(
            "anchors", sealed: ["sealed"],
            open: [
                "user": "a random id", "id": "a hash of device and kind",
                "sender": "anchors are counted for each device",
            ]),
        TableColumns(
            "origins", sealed: ["sealed"],
            open: [
                "user": "a random id", "kind": "chunks are found by it", "day": "days are found and ordered by it",
                "indexed": "a length; says whether ids are listed",
            ]),
        TableColumns(
            "origin_ids",
            open: [
                "user": "a random id", "id": "the random id of a sample", "kind": "names a chunk",
                "day": "names a chunk",
            ]),
        TableColumns(
            "seen", sealed: ["sealed"],
            open: ["user": "a random id", "kind": "chunks are found by it", "day": "days are found and ordered by it"]),
        TableColumns(
            "attempts",
            open: [
                "job": "random", "user": "a random id", "attempt": "a limit", "stage": "a place in a file",
                "position": "a place in a file", "deaths": "a limit", "at": "old rows are deleted by it",
            ]),
        TableColumns(
            "folded",
            open: ["job": "random", "target": "random", "user": "a random id", "at": "old rows are deleted by it"]),
        TableColumns(
            "nights",
            open: ["user": "a random id", "day": "days are found and ordered by it", "at": "when the night arrived"]),
        TableColumns(
            "additions",
            open: [
                "job": "random", "user": "a random id", "at": "old rows are deleted by it",
                "state": "the state of recording",
            ]),
        TableColumns(
            "added", sealed: ["sealed"],
            open: ["job": "random", "user": "a random id", "kind": "names a chunk", "day": "names a chunk"]),
        TableColumns(
            "letters", sealed: ["sealed"],
            open: ["id": "random", "user": "a random id", "at": "letters are ordered by it"]),
        TableColumns(
            "day_totals", sealed: ["sealed"], open: ["user": "a random id", "day": "days are found and ordered by it"]),
        TableColumns(
            "workouts", sealed: ["sealed"],
            open: ["id": "random", "user": "a random id", "day": "days are found and ordered by it"]),
        TableColumns(
            "body_mass", sealed: ["sealed"], open: ["user": "a random id", "day": "days are found and ordered by it"]),
        TableColumns(
            "intake", sealed: ["sealed"], open: ["user": "a random id", "day": "days are found and ordered by it"]),
        TableColumns(
            "companion_records", sealed: ["sealed"],
            open: [
                "user": "a random id", "id": "a keyed hash", "device": "a device's records are deleted by it",
                "day": "records are deleted day by day", "slot": "a keyed hash", "place": "a keyed hash",
                "whole": "a keyed hash", "scope": "a keyed hash", "area": "a keyed hash",
            ]),
        TableColumns(
            "readings", sealed: ["sealed"],
            open: [
                "user": "a random id", "kind": "a keyed hash", "day": "days are found and ordered by it",
                "area": "a keyed hash",
            ]),
        TableColumns(
            "intimate_groups", sealed: ["sealed"],
            open: ["user": "a random id", "id": "a keyed hash", "deletes": "data without an answer is deleted by it"]),
        TableColumns(
            "companion_samples", sealed: ["sealed"],
            open: ["user": "a random id", "kind": "names a chunk", "day": "names a chunk"]),
        TableColumns(
            "companion_deletions", sealed: ["sealed"],
            open: [
                "user": "a random id", "id": "a keyed hash", "device": "a device's deletions are forgotten by it",
                "area": "a keyed hash",
            ]),
        TableColumns(
            "aside", sealed: ["sealed"],
            open: ["id": "random", "user": "a random id", "at": "bodies are ordered by it", "size": "a quota"]),
        TableColumns(
            "aside_pieces", sealed: ["sealed"],
            open: ["id": "random", "user": "a random id", "number": "a place in a body"]),
        TableColumns(
            "habits", sealed: ["sealed"],
            open: ["user": "a random id", "device": "habits are deleted with their device"]),
        TableColumns(
            "stated_counts", sealed: ["sealed"],
            open: [
                "user": "a random id", "device": "counts are deleted with their device",
                "day": "days are found and ordered by it",
            ]),
        TableColumns(
            "service_runs",
            open: ["id": "random", "began": "when a process began", "alive": "when it was last at work"]),
        TableColumns("kept", open: ["user": "a random id", "bytes": "a quota"]),
    ]
}
