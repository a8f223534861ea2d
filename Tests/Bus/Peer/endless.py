"""Sends one message that does not end, frame after frame, until it is hung up on, 4 GiB at most: ZMTP 3.0 by hand (RFC 23, RFC 24), as libzmq sends whole messages only.

endless.py SOCKET NAME TOKEN
"""

import socket
import sys

path, name, token = sys.argv[1:4]
MORE, LONG, COMMAND = 1, 2, 4


def text(value, length_bytes):
    return len(value).to_bytes(length_bytes, "big") + value


def command(title, body):
    body = text(title, 1) + body
    return bytes([COMMAND, len(body)]) + body


def take(count):
    while count:
        count -= len(peer.recv(count)) or sys.exit("hung up during the handshake")


def take_command():
    take(1)
    take(peer.recv(1)[0])


peer = socket.socket(socket.AF_UNIX)
peer.connect(path)
peer.sendall(b"\xff" + bytes(8) + b"\x7f" + bytes([3, 0]) + b"PLAIN".ljust(20, b"\0") + bytes(32))
take(64)
peer.sendall(command(b"HELLO", text(name.encode(), 1) + text(token.encode(), 1)))
take_command()
peer.sendall(command(b"INITIATE", text(b"Socket-Type", 1) + text(b"DEALER", 4)))
take_command()
frame = bytes([MORE | LONG]) + text(bytes(1 << 20), 8)
try:
    for _ in range(4096):
        peer.sendall(frame)
    print("nobody minds")
except OSError:
    print("hung up")
