/* Durable events through a Redis stream, for comparison: an XADD for each event; the consumer takes a batch by XREADGROUP and in one MULTI writes the effect
 * of each (SET), acknowledges (XACK) and deletes (XDEL). With appendfsync always, Redis writes and syncs once for all commands that arrived together.
 *
 *   redis_events produce SOCKET COUNT INFLIGHT BYTES    prints when it began, monotonic nanoseconds, and when the last was on disk
 *   redis_events consume SOCKET COUNT BATCH             prints when the last was acknowledged
 */
#include <hiredis/hiredis.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void fail(redisContext *redis, const char *what) {
    fprintf(stderr, "%s: %s\n", what, redis ? redis->errstr : "no connection");
    exit(1);
}

/* The next reply, which must not be an error. */
static redisReply *next(redisContext *redis) {
    redisReply *reply = NULL;
    if (redisGetReply(redis, (void **)&reply) != REDIS_OK || !reply) fail(redis, "no reply");
    if (reply->type == REDIS_REPLY_ERROR) { fprintf(stderr, "%s\n", reply->str); exit(1); }
    return reply;
}

static void produce(redisContext *redis, int count, int inflight, size_t size) {
    char *bytes = malloc(size);
    memset(bytes, 7, size);
    uint64_t start = now();
    int sent = 0;
    for (; sent < inflight && sent < count; sent++) redisAppendCommand(redis, "XADD events * user %d event %b", sent % 64, bytes, size);
    for (int done = 0; done < count; done++) {
        freeReplyObject(next(redis));
        if (sent < count) { redisAppendCommand(redis, "XADD events * user %d event %b", sent % 64, bytes, size); sent++; }
    }
    printf("%llu %llu\n", (unsigned long long)start, (unsigned long long)now());
    free(bytes);
}

static void consume(redisContext *redis, int count, int batch) {
    const char **ids = malloc(sizeof *ids * (size_t)(batch + 3));
    size_t *lengths = malloc(sizeof *lengths * (size_t)(batch + 3));
    for (int done = 0; done < count;) {
        redisReply *reply = redisCommand(redis, "XREADGROUP GROUP group consumer COUNT %d BLOCK 5000 STREAMS events >", batch);
        if (!reply || reply->type == REDIS_REPLY_ERROR) fail(redis, reply ? reply->str : "read");
        if (reply->type != REDIS_REPLY_ARRAY) fail(redis, "nothing arrives");
        redisReply *entries = reply->element[0]->element[1];
        redisAppendCommand(redis, "MULTI");
        for (size_t i = 0; i < entries->elements; i++) {
            redisReply *id = entries->element[i]->element[0], *fields = entries->element[i]->element[1];
            redisAppendCommand(redis, "SET row:%b %b", id->str, id->len, fields->element[3]->str, fields->element[3]->len);
            ids[i + 3] = id->str;
            lengths[i + 3] = id->len;
        }
        ids[0] = "XACK", ids[1] = "events", ids[2] = "group";
        lengths[0] = 4, lengths[1] = 6, lengths[2] = 5;
        redisAppendCommandArgv(redis, (int)entries->elements + 3, ids, lengths);
        ids[1] = "XDEL", ids[2] = "events";
        lengths[1] = 4, lengths[2] = 6;
        redisAppendCommandArgv(redis, (int)entries->elements + 2, ids + 1, lengths + 1);
        redisAppendCommand(redis, "EXEC");
        for (size_t i = 0; i < entries->elements + 4; i++) freeReplyObject(next(redis));
        done += (int)entries->elements;
        freeReplyObject(reply);
    }
    printf("%llu\n", (unsigned long long)now());
    free(ids);
    free(lengths);
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "usage: redis_events produce SOCKET COUNT INFLIGHT BYTES | consume SOCKET COUNT BATCH\n");
        return 2;
    }
    redisContext *redis = redisConnectUnix(argv[2]);
    if (!redis || redis->err) fail(redis, argv[2]);
    redisReply *group = redisCommand(redis, "XGROUP CREATE events group 0 MKSTREAM");
    if (group) freeReplyObject(group);
    if (argc == 6 && !strcmp(argv[1], "produce")) produce(redis, atoi(argv[3]), atoi(argv[4]), (size_t)atoi(argv[5]));
    if (argc == 5 && !strcmp(argv[1], "consume")) consume(redis, atoi(argv[3]), atoi(argv[4]));
    redisFree(redis);
    return 0;
}
