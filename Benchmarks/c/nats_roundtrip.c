/* The same round trip through nats-server with its C client: a worker that answers what it gets, and a client with a window of requests under way.
 *
 *   nats_roundtrip worker URL
 *   nats_roundtrip client URL INFLIGHT COUNT BYTES     prints what roundtrip prints
 *
 * Each message is sent at once: gathered by the client's flusher thread, they were slower at any window that was tried.
 */
#include <nats/nats.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void check(natsStatus status, const char *what) {
    if (status == NATS_OK) return;
    fprintf(stderr, "%s: %s\n", what, natsStatus_GetText(status));
    exit(1);
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static natsConnection *connect_to(const char *url) {
    natsConnection *connection = NULL;
    natsOptions *options = NULL;
    check(natsOptions_Create(&options), "options");
    check(natsOptions_SetURL(options, url), "url");
    check(natsOptions_SetSendAsap(options, true), "options");
    check(natsConnection_Connect(&connection, options), url);
    natsOptions_Destroy(options);
    return connection;
}

static void worker(natsConnection *connection) {
    natsSubscription *requests = NULL;
    check(natsConnection_SubscribeSync(&requests, connection, "service"), "subscribe");
    for (;;) {
        natsMsg *message = NULL;
        natsStatus status = natsSubscription_NextMsg(&message, requests, 60000);
        if (status == NATS_TIMEOUT) continue;
        check(status, "receive");
        check(natsConnection_Publish(connection, natsMsg_GetReply(message), natsMsg_GetData(message), natsMsg_GetDataLength(message)), "answer");
        natsMsg_Destroy(message);
    }
}

static void receive_one(natsSubscription *answers) {
    natsMsg *message = NULL;
    check(natsSubscription_NextMsg(&message, answers, 10000), "receive");
    natsMsg_Destroy(message);
}

static int client(natsConnection *connection, int inflight, int count, int size) {
    natsSubscription *answers = NULL;
    natsInbox *inbox = NULL;
    char *bytes = calloc(1, (size_t)size);
    uint64_t *times = malloc(sizeof *times * (size_t)count);
    if (!bytes || !times || count < inflight) return 1;
    check(natsInbox_Create(&inbox), "inbox");
    check(natsConnection_SubscribeSync(&answers, connection, inbox), "subscribe");
    for (int i = 0; i < 200; i++) { check(natsConnection_PublishRequest(connection, "service", inbox, bytes, size), "ask"); receive_one(answers); }
    uint64_t processor = now(CLOCK_PROCESS_CPUTIME_ID), start = now(CLOCK_MONOTONIC);
    /* One worker answers in order: the i-th answer is the i-th request's. */
    for (int i = 0; i < inflight; i++) {
        times[i] = now(CLOCK_MONOTONIC);
        check(natsConnection_PublishRequest(connection, "service", inbox, bytes, size), "ask");
    }
    for (int i = 0; i < count; i++) {
        receive_one(answers);
        uint64_t t = now(CLOCK_MONOTONIC);
        times[i] = t - times[i];
        if (i + inflight < count) {
            times[i + inflight] = t;
            check(natsConnection_PublishRequest(connection, "service", inbox, bytes, size), "ask");
        }
    }
    double seconds = (double)(now(CLOCK_MONOTONIC) - start) / 1e9;
    processor = now(CLOCK_PROCESS_CPUTIME_ID) - processor;
    qsort(times, (size_t)count, sizeof *times, compare);
    printf("%llu %llu %.0f %llu\n", (unsigned long long)times[count / 2], (unsigned long long)times[(size_t)count * 99 / 100], count / seconds,
        (unsigned long long)processor);
    fflush(stdout);
    natsConnection_Destroy(connection);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "worker")) worker(connect_to(argv[2]));
    if (argc == 6 && !strcmp(argv[1], "client")) return client(connect_to(argv[2]), atoi(argv[3]), atoi(argv[4]), atoi(argv[5]));
    fprintf(stderr, "usage: nats_roundtrip worker URL | client URL INFLIGHT COUNT BYTES\n");
    return 2;
}
