"""A broker, a worker and a client after the Majordomo Protocol (ZeroMQ RFC 7), written for comparison.

majordomo.py broker ADDRESS
majordomo.py worker ADDRESS
majordomo.py client ADDRESS INFLIGHT COUNT BYTES
    prints the median and the 99th percentile of a round trip in nanoseconds, round trips per second, nanoseconds of processor time
"""

import collections
import sys
import time

import zmq

CLIENT, WORKER = b"MDPC01", b"MDPW01"
READY, REQUEST, REPLY, HEARTBEAT, DISCONNECT = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"
SERVICE = b"echo"
INTERVAL, LIVENESS = 1.0, 3


class Service:
    def __init__(self):
        self.waiting = collections.deque()  # requests: (client, body)
        self.idle = collections.OrderedDict()  # worker -> when it counts as dead


def broker(context, address):
    socket = context.socket(zmq.ROUTER)
    socket.bind(address)
    services = collections.defaultdict(Service)
    service_of = {}
    next_heartbeat = time.monotonic() + INTERVAL

    def dispatch(service):
        while service.waiting and service.idle:
            worker, expiry = service.idle.popitem(last=False)
            if expiry < time.monotonic():
                service_of.pop(worker, None)
                continue
            client, body = service.waiting.popleft()
            socket.send_multipart([worker, b"", WORKER, REQUEST, client, b"", *body])

    def rest(worker):
        service = services[service_of[worker]]
        service.idle[worker] = time.monotonic() + INTERVAL * LIVENESS
        dispatch(service)

    while True:
        if socket.poll(max(0, next_heartbeat - time.monotonic()) * 1000):
            sender, _, protocol, *frames = socket.recv_multipart()
            if protocol == CLIENT:
                service = services[frames[0]]
                service.waiting.append((sender, frames[1:]))
                dispatch(service)
            elif protocol == WORKER:
                command = frames[0]
                if command == READY:
                    service_of[sender] = frames[1]
                    rest(sender)
                elif sender not in service_of or command == DISCONNECT:
                    service_of.pop(sender, None)
                elif command == REPLY:
                    socket.send_multipart([frames[1], b"", CLIENT, service_of[sender], *frames[3:]])
                    rest(sender)
                elif command == HEARTBEAT:
                    idle = services[service_of[sender]].idle
                    if sender in idle:
                        idle[sender] = time.monotonic() + INTERVAL * LIVENESS
        if time.monotonic() >= next_heartbeat:
            next_heartbeat = time.monotonic() + INTERVAL
            for service in services.values():
                for worker in service.idle:
                    socket.send_multipart([worker, b"", WORKER, HEARTBEAT])


def worker(context, address):
    socket = context.socket(zmq.DEALER)
    socket.connect(address)
    socket.send_multipart([b"", WORKER, READY, SERVICE])
    next_heartbeat = time.monotonic() + INTERVAL
    while True:
        if socket.poll(max(0, next_heartbeat - time.monotonic()) * 1000):
            _, _, command, *frames = socket.recv_multipart()
            if command == REQUEST:
                socket.send_multipart([b"", WORKER, REPLY, *frames])
        if time.monotonic() >= next_heartbeat:
            next_heartbeat = time.monotonic() + INTERVAL
            socket.send_multipart([b"", WORKER, HEARTBEAT])


def client(context, address, inflight, count, size):
    socket = context.socket(zmq.DEALER)
    socket.connect(address)
    request = [b"", CLIENT, SERVICE, b"\x07" * size]

    def answer():
        if not socket.poll(20_000):
            sys.exit("nobody answers")
        frames = socket.recv_multipart()
        if frames[:3] != request[:3] or len(frames[3]) != size:
            sys.exit("another answer than the request's")

    for _ in range(min(200, count)):
        socket.send_multipart(request)
        answer()
    processor, start = time.process_time_ns(), time.monotonic_ns()
    # One worker answers in order: the first sent is the first answered.
    sent = collections.deque()
    times = []
    for _ in range(inflight):
        sent.append(time.monotonic_ns())
        socket.send_multipart(request)
    for number in range(count):
        answer()
        now = time.monotonic_ns()
        times.append(now - sent.popleft())
        if number + inflight < count:
            sent.append(now)
            socket.send_multipart(request)
    seconds = (time.monotonic_ns() - start) / 1e9
    processor = time.process_time_ns() - processor
    times.sort()
    print(times[count // 2], times[count * 99 // 100], round(count / seconds), processor)
    socket.close(linger=0)


def main(arguments):
    context = zmq.Context()
    match arguments:
        case ["broker", address]:
            broker(context, address)
        case ["worker", address]:
            worker(context, address)
        case ["client", address, inflight, count, size]:
            client(context, address, int(inflight), int(count), int(size))
        case _:
            sys.exit(__doc__)


main(sys.argv[1:])
