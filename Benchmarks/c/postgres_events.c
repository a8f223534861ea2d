/* Durable events through a table as a queue, for comparison: each writer has a connection, inserts BATCH events by one prepared statement and commits; the
 * consumer takes up to BATCH with FOR UPDATE SKIP LOCKED, deletes them and inserts the effect of each, one statement and one commit.
 *
 *   postgres_events prepare CONNECTION                                 makes the tables
 *   postgres_events produce CONNECTION COUNT WRITERS BATCH BYTES       prints when it began, monotonic nanoseconds, and when the last was on disk
 *   postgres_events consume CONNECTION COUNT BATCH                     prints when the last was acknowledged
 */
#include <libpq-fe.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static PGconn *connect_to(const char *where) {
    PGconn *connection = PQconnectdb(where);
    if (PQstatus(connection) == CONNECTION_OK) return connection;
    fprintf(stderr, "%s", PQerrorMessage(connection));
    exit(1);
}

/* How many rows it changed. */
static int finish(PGconn *connection, PGresult *result) {
    if (PQresultStatus(result) != PGRES_COMMAND_OK) { fprintf(stderr, "%s", PQerrorMessage(connection)); exit(1); }
    int rows = atoi(PQcmdTuples(result));
    PQclear(result);
    return rows;
}

static void prepare_statement(PGconn *connection, const char *sql, int parameters) {
    finish(connection, PQprepare(connection, "it", sql, parameters, NULL));
}

struct work { PGconn *connection; int writer, writers, count, batch; size_t size; pthread_barrier_t *barrier; };

static void *write_events(void *argument) {
    struct work *work = argument;
    char *bytes = malloc(work->size);
    memset(bytes, 7, work->size);
    pthread_barrier_wait(work->barrier);
    for (int first = work->writer * work->batch; first < work->count; first += work->writers * work->batch) {
        int events = work->count - first < work->batch ? work->count - first : work->batch;
        char from[12], upto[12];
        snprintf(from, sizeof from, "%d", first);
        snprintf(upto, sizeof upto, "%d", first + events - 1);
        const char *values[] = {from, upto, bytes};
        int lengths[] = {0, 0, (int)work->size}, formats[] = {0, 0, 1};
        finish(work->connection, PQexecPrepared(work->connection, "it", 3, values, lengths, formats, 0));
    }
    free(bytes);
    return NULL;
}

static void produce(const char *where, int count, int writers, int batch, size_t size) {
    pthread_t *threads = calloc((size_t)writers, sizeof *threads);
    struct work *works = calloc((size_t)writers, sizeof *works);
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, (unsigned)writers + 1);
    for (int i = 0; i < writers; i++) {
        works[i] = (struct work){connect_to(where), i, writers, count, batch, size, &barrier};
        prepare_statement(works[i].connection, batch == 1
            ? "INSERT INTO events (person, event) SELECT $1::int % 64, $3::bytea WHERE $2::int IS NOT NULL"
            : "INSERT INTO events (person, event) SELECT n % 64, $3::bytea FROM generate_series($1::int, $2::int) n", 3);
        pthread_create(&threads[i], NULL, write_events, &works[i]);
    }
    pthread_barrier_wait(&barrier);
    uint64_t start = now();
    for (int i = 0; i < writers; i++) pthread_join(threads[i], NULL);
    printf("%llu %llu\n", (unsigned long long)start, (unsigned long long)now());
    for (int i = 0; i < writers; i++) PQfinish(works[i].connection);
    free(threads);
    free(works);
}

static void consume(PGconn *connection, int count, int batch) {
    char limit[12];
    snprintf(limit, sizeof limit, "%d", batch);
    const char *values[] = {limit};
    prepare_statement(connection,
        "WITH taken AS (DELETE FROM events WHERE id = ANY (ARRAY(SELECT id FROM events ORDER BY id LIMIT $1::int FOR UPDATE SKIP LOCKED)) "
        "RETURNING id, person, event) INSERT INTO effects SELECT id, person, event FROM taken", 1);
    for (int done = 0; done < count;) {
        int taken = finish(connection, PQexecPrepared(connection, "it", 1, values, NULL, NULL, 0));
        if (taken == 0) usleep(500);
        done += taken;
    }
    printf("%llu\n", (unsigned long long)now());
}

int main(int argc, char **argv) {
    if (argc == 7 && !strcmp(argv[1], "produce")) {
        produce(argv[2], atoi(argv[3]), atoi(argv[4]), atoi(argv[5]), (size_t)atoi(argv[6]));
    } else if (argc == 5 && !strcmp(argv[1], "consume")) {
        PGconn *connection = connect_to(argv[2]);
        consume(connection, atoi(argv[3]), atoi(argv[4]));
        PQfinish(connection);
    } else if (argc == 3 && !strcmp(argv[1], "prepare")) {
        PGconn *connection = connect_to(argv[2]);
        finish(connection, PQexec(connection, "CREATE TABLE events (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, person int NOT NULL, event bytea NOT NULL)"));
        finish(connection, PQexec(connection, "CREATE TABLE effects (id bigint PRIMARY KEY, person int NOT NULL, event bytea NOT NULL)"));
        PQfinish(connection);
    } else {
        fprintf(stderr, "usage: postgres_events prepare CONNECTION | produce CONNECTION COUNT WRITERS BATCH BYTES | consume CONNECTION COUNT BATCH\n");
        return 2;
    }
    return 0;
}
