import Storage

enum LikenessSchema {
    /// Embeddings of titles (GOL-3).
    static func migration(_ number: Int) -> Migration {
        Migration(
            number, "embeddings of titles",
            """
            -- `key` is the keyed hash of a stored title, `model` the sentence model, `sealed` a TextEmbedding, `at` the
            -- time of the embedding. Everything here can be computed anew, so it is not exported.
            CREATE TABLE title_embeddings (
                user BLOB NOT NULL, key BLOB NOT NULL, model TEXT NOT NULL, at INTEGER NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (user, key)) WITHOUT ROWID;
            CREATE INDEX title_embeddings_at ON title_embeddings (user, at);
            """)
    }
}
