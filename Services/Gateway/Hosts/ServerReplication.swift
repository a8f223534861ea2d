import Storage

/// Whether a failover of the PostgreSQL server keeps what the server confirmed (GAT-2). With standbys only synchronous
/// replication does; otherwise a standby that takes over may lack a withdrawal, and the consent would be in force
/// again.
struct ServerReplication: Equatable {
    /// Standbys that are connected, or away with a replication slot kept for them.
    let standbys: Int64
    /// `synchronous_standby_names`.
    let synchronousNames: String
    /// `synchronous_commit` of this session.
    let synchronousCommit: String

    /// Why nobody can consent and nothing is sent.
    static let refusal =
        "The PostgreSQL server has standbys and does not wait for them (synchronous_standby_names), so a failover could bring a withdrawn consent back: nobody can consent, and nothing is sent to a cloud model."

    var keepsConfirmed: Bool {
        standbys == 0
            || synchronousNames.contains { !$0.isWhitespace } && ["on", "remote_apply"].contains(synchronousCommit)
    }
}

/// Asks the server of a transaction. A base backup is no standby, nor is a subscriber of logical replication; a
/// login without `pg_read_all_stats` cannot tell a base backup, which then counts while it runs.
struct ServerReplicationRows {
    let transaction: Transaction

    func current() throws -> ServerReplication {
        let row = try transaction.row(
            """
            SELECT (SELECT count(*) FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup' AND pid NOT IN
                    (SELECT active_pid FROM pg_replication_slots WHERE slot_type = 'logical' AND active_pid IS NOT NULL))
                + (SELECT count(*) FROM pg_replication_slots
                    WHERE slot_type = 'physical' AND NOT temporary AND active_pid IS NULL) AS standbys,
                current_setting('synchronous_standby_names') AS names,
                current_setting('synchronous_commit') AS level
            """)
        return try ServerReplication(
            standbys: row?["standbys"] ?? 0, synchronousNames: row?["names"] ?? "",
            synchronousCommit: row?["level"] ?? "")
    }
}
