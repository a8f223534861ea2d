#!/usr/bin/env python3
"""A peer of the Pulsum bus in Python, written from docs/bus-protocol.md alone.

    peer.py ENDPOINT NAME TOKEN SERVICE

Registers as NAME, asks SERVICE for a Ping, answers type 0xF001 (text in, text out) with one PARTIAL and a REPLY until its standard input
ends, then drains. Prints what it sees, one fact a line.
"""

import os
import struct
import sys
import time
import uuid

try:
    import zmq
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
except ImportError as missing:
    sys.exit(f"The Python peer needs pyzmq and protobuf ({missing}); install them with: pip install pyzmq protobuf")

READY, REQUEST, PARTIAL, REPLY, ERROR, CANCEL, HEARTBEAT, DRAIN, EVENT = range(1, 10)
PING, ECHO = 0x0004, 0xF001
REPEATABLE, UNREGISTERED = 1, 2
HEADER = struct.Struct(">BBBBHBBIIQ16s16s16s16sQ")
assert HEADER.size == 96


def messages():
    """Message classes made at run time, so that nothing has to be generated."""
    kinds = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="peer.proto", package="peer", syntax="proto3")

    def message(name, *fields):
        descriptor = file.message_type.add(name=name)
        for number, (field, kind, repeated) in enumerate(fields, 1):
            label = kinds.LABEL_REPEATED if repeated else kinds.LABEL_OPTIONAL
            descriptor.field.add(name=field, number=number, type=kind, label=label)

    text, int32, int64, uint32 = kinds.TYPE_STRING, kinds.TYPE_INT32, kinds.TYPE_INT64, kinds.TYPE_UINT32
    message("Ready", ("release", text, False), ("processID", int64, False), ("credit", int32, False), ("types", uint32, True))
    message("ServiceError", ("code", int32, False), ("message", text, False), ("retryAfter", int64, False))
    message("PingReply", ("service", text, False), ("release", text, False), ("processID", int64, False), ("uptime", int64, False))
    message("Echo", ("text", text, False))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return [message_factory.GetMessageClass(pool.FindMessageTypeByName(f"peer.{m.name}")) for m in file.message_type]


Ready, ServiceError, PingReply, Echo = messages()


def header(kind, flags=0, type=0, budget=0, exchange=0, request=bytes(16), service=b"", caller=b""):
    return HEADER.pack(0x50, 1, kind, flags, type, 0, 0, budget, 0, exchange, request, service, caller, os.urandom(16) if request != bytes(16) else bytes(16), 1)


def answer(to, kind):
    """The header of a REQUEST with another kind and no budget."""
    return to[:2] + bytes([kind]) + to[3:8] + bytes(4) + to[12:]


def say(*facts):
    sys.stdout.write(" ".join(map(str, facts)) + "\n")
    sys.stdout.flush()


def main(endpoint, name, token, service):
    name, service = name.encode(), service.encode()
    socket = zmq.Context().socket(zmq.DEALER)
    socket.plain_username, socket.plain_password = name, token.encode()
    socket.setsockopt(zmq.LINGER, 1000)
    socket.connect(endpoint)

    def send(head, payload=None):
        socket.send_multipart([head, payload.SerializeToString() if payload else b""])

    def register():
        send(header(READY, caller=name), Ready(release="peer 1", processID=os.getpid(), credit=4, types=[PING, ECHO]))

    register()
    started, next_beat, last_heard, epoch, draining = time.monotonic(), 0.0, time.monotonic(), None, False
    poller = zmq.Poller()
    poller.register(socket, zmq.POLLIN)
    poller.register(sys.stdin.fileno(), zmq.POLLIN)
    while True:
        now = time.monotonic()
        if now >= next_beat:
            send(header(HEARTBEAT, caller=name))
            next_beat = now + 0.25
        if now - last_heard > 5:
            sys.exit("The broker has been silent for 5 s.")
        ready = dict(poller.poll(max(0, (next_beat - now) * 1000)))
        if sys.stdin.fileno() in ready and not os.read(sys.stdin.fileno(), 64) and not draining:
            draining = True
            poller.unregister(sys.stdin.fileno())
            send(header(DRAIN, caller=name))
        if socket not in ready:
            continue
        frames = socket.recv_multipart()
        last_heard = time.monotonic()
        if len(frames) != 2 or len(frames[0]) != HEADER.size:
            sys.exit("The broker sent something else than a header and a payload.")
        head, payload = frames
        _, version, kind, flags, type, *_ , exchange, request, _, caller, _, _ = HEADER.unpack(head)
        if kind == HEARTBEAT:
            if flags & UNREGISTERED or (epoch is not None and epoch != exchange):
                register()
            elif epoch is None:
                say("joined")
                send(header(REQUEST, REPEATABLE, PING, 10_000, 1, uuid.uuid4().bytes, service, name))
            epoch = exchange
        elif kind == REPLY and exchange == 1:
            reply = PingReply.FromString(payload)
            say("pong", reply.service, reply.release)
        elif kind == ERROR:
            error = ServiceError.FromString(payload)
            say("error", exchange, error.code, error.message)
        elif kind == REQUEST and type == ECHO:
            text = Echo.FromString(payload).text
            send(answer(head, PARTIAL), Echo(text="thinking"))
            if text == "fail":
                send(answer(head, ERROR), ServiceError(code=3, message="As asked.", retryAfter=7))
            else:
                send(answer(head, REPLY), Echo(text=f"{caller.rstrip(bytes(1)).decode()} said {text}"))
        elif kind == REQUEST and type == PING:
            uptime = int((time.monotonic() - started) * 1000)
            send(answer(head, REPLY), PingReply(service=name.decode(), release="peer 1", processID=os.getpid(), uptime=uptime))
        elif kind == DRAIN and draining:
            say("drained")
            socket.close()
            return


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
