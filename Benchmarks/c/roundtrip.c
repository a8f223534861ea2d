/* The limit the bus is compared with: a client and a worker through libzmq's own proxy, nothing else. Messages have two frames, as the bus's have.
 *
 *   roundtrip proxy  FRONT BACK            ROUTER/DEALER, zmq_proxy
 *   roundtrip worker BACK                  sends back what it gets
 *   roundtrip client FRONT INFLIGHT COUNT BYTES
 *   With ROUNDTRIP_CURVE in the environment, by CURVE: everybody with a key of their own, and the proxy lets everybody in.
 *       prints: median and 99th percentile of a round trip in nanoseconds, round trips per second, nanoseconds of processor time of this process
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

enum { HEADER = 96 };

static uint64_t now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void check(int ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "%s: %s\n", what, zmq_strerror(errno));
    exit(1);
}

/* What the sockets of the proxy (server) or of the others have to know for CURVE. */
static void *open_socket(void *context, int type, int server) {
    static const uint8_t proxy_key[32] = "only for a benchmark: no secret.";
    void *socket = zmq_socket(context, type);
    check(socket != NULL, "socket");
    if (!getenv("ROUNDTRIP_CURVE")) return socket;
    char proxy_secret[41], proxy_public[41], secret[41], public[41];
    zmq_z85_encode(proxy_secret, proxy_key, sizeof proxy_key);
    check(zmq_curve_public(proxy_public, proxy_secret) == 0, "key");
    if (server) {
        int yes = 1;
        check(zmq_setsockopt(socket, ZMQ_CURVE_SERVER, &yes, sizeof yes) == 0, "curve");
        check(zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, proxy_secret, 40) == 0, "curve");
    } else {
        check(zmq_curve_keypair(public, secret) == 0, "key");
        check(zmq_setsockopt(socket, ZMQ_CURVE_SERVERKEY, proxy_public, 40) == 0, "curve");
        check(zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, public, 40) == 0, "curve");
        check(zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, secret, 40) == 0, "curve");
    }
    return socket;
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static int proxy(void *context, const char *front, const char *back) {
    void *router = open_socket(context, ZMQ_ROUTER, 1), *dealer = open_socket(context, ZMQ_DEALER, 1);
    check(zmq_bind(router, front) == 0, front);
    check(zmq_bind(dealer, back) == 0, back);
    return zmq_proxy(router, dealer, NULL);
}

static int worker(void *context, const char *back) {
    void *socket = open_socket(context, ZMQ_DEALER, 0);
    check(zmq_connect(socket, back) == 0, back);
    for (;;) {
        zmq_msg_t part;
        zmq_msg_init(&part);
        if (zmq_msg_recv(&part, socket, 0) < 0) return 0;
        int more = zmq_msg_more(&part);
        check(zmq_msg_send(&part, socket, more ? ZMQ_SNDMORE : 0) >= 0, "send");
    }
}

static void send_one(void *socket, const char *bytes, size_t size) {
    check(zmq_send(socket, bytes, HEADER, ZMQ_SNDMORE) >= 0, "send");
    check(zmq_send(socket, bytes, size, 0) >= 0, "send");
}

static void receive_one(void *socket) {
    zmq_msg_t part;
    zmq_msg_init(&part);
    do check(zmq_msg_recv(&part, socket, 0) >= 0, "receive");
    while (zmq_msg_more(&part));
    zmq_msg_close(&part);
}

static int client(void *context, const char *front, int inflight, int count, size_t size) {
    void *socket = open_socket(context, ZMQ_DEALER, 0);
    char *bytes = calloc(1, size > HEADER ? size : HEADER);
    uint64_t *times = malloc(sizeof *times * (size_t)count);
    check(bytes && times && count >= inflight, "memory");
    check(zmq_connect(socket, front) == 0, front);
    for (int i = 0; i < 200; i++) { send_one(socket, bytes, size); receive_one(socket); }
    uint64_t processor = now(CLOCK_PROCESS_CPUTIME_ID), start = now(CLOCK_MONOTONIC);
    /* One worker answers in order: the i-th answer is the i-th request's. */
    for (int i = 0; i < inflight; i++) { times[i] = now(CLOCK_MONOTONIC); send_one(socket, bytes, size); }
    for (int i = 0; i < count; i++) {
        receive_one(socket);
        uint64_t t = now(CLOCK_MONOTONIC);
        times[i] = t - times[i];
        if (i + inflight < count) { times[i + inflight] = t; send_one(socket, bytes, size); }
    }
    double seconds = (double)(now(CLOCK_MONOTONIC) - start) / 1e9;
    processor = now(CLOCK_PROCESS_CPUTIME_ID) - processor;
    qsort(times, (size_t)count, sizeof *times, compare);
    printf("%llu %llu %.0f %llu\n", (unsigned long long)times[count / 2], (unsigned long long)times[(size_t)count * 99 / 100], count / seconds,
        (unsigned long long)processor);
    free(bytes);
    free(times);
    zmq_close(socket);
    return 0;
}

int main(int argc, char **argv) {
    void *context = zmq_ctx_new();
    if (argc == 4 && !strcmp(argv[1], "proxy")) return proxy(context, argv[2], argv[3]);
    if (argc == 3 && !strcmp(argv[1], "worker")) return worker(context, argv[2]);
    if (argc == 6 && !strcmp(argv[1], "client")) return client(context, argv[2], atoi(argv[3]), atoi(argv[4]), (size_t)atoi(argv[5]));
    fprintf(stderr, "usage: roundtrip proxy FRONT BACK | worker BACK | client FRONT INFLIGHT COUNT BYTES\n");
    return 2;
}
