"""Many people at once, for web.py: each holds an event stream and views Today every ten seconds."""
import asyncio
import json
import random
import time
from collections import Counter
from datetime import date, timedelta
from statistics import median
from urllib.parse import urlsplit

from web_stack import share

EVERY = 10
# As the pages' script waits for further changes before it fetches the page again.
DEBOUNCE = 0.03


class Client:
    """A person's browser: one connection for pages, one for the event stream, from an address of its own."""

    def __init__(self, address, cookie, number):
        self.address, self.cookie = address, cookie
        place = urlsplit(address)
        self.host, self.port = place.hostname, place.port
        self.local = (f"127.1.{number // 250}.{number % 250 + 1}", 0)
        self.reader = self.writer = None
        self.turn = asyncio.Lock()

    async def open(self):
        return await asyncio.open_connection(self.host, self.port, local_addr=self.local)

    def head(self, method, path, accept, length=None):
        lines = [
            f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", f"Cookie: {'='.join(self.cookie)}",
            f"Accept: {accept}", "Accept-Encoding: gzip", f"Origin: {self.address}"]
        if length is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {length}"]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def ask(self, method, path, value=None, accept="text/html"):
        """Status and seconds."""
        async with self.turn:
            if self.writer is None:
                self.reader, self.writer = await self.open()
            body = json.dumps(value).encode() if value is not None else b""
            begin = time.perf_counter()
            self.writer.write(self.head(method, path, accept, len(body) if value is not None else None) + body)
            status, headers = await self.response(self.reader)
            length = int(headers.get("content-length", 0))
            if headers.get("transfer-encoding") == "chunked":
                while size := int((await self.reader.readline()).strip(), 16):
                    await self.reader.readexactly(size + 2)
                await self.reader.readline()
            elif length:
                await self.reader.readexactly(length)
            return status, time.perf_counter() - begin

    @staticmethod
    async def response(reader):
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)}
        return int(lines[0].split()[1]), headers

    def close(self):
        if self.writer:
            self.writer.close()


def history():
    """Forty days of a few metrics, as the app Health Auto Export sends them."""
    days = [date.today() - timedelta(days=number) for number in range(40)]

    def metric(name, units, low, high):
        return {"name": name, "units": units, "data": [
            {"date": f"{day} 06:00:00 +0100", "qty": round(random.uniform(low, high), 1), "source": "Watch"} for day in days]}

    return {"data": {"metrics": [
        metric("heart_rate_variability", "ms", 30, 60), metric("resting_heart_rate", "count/min", 50, 60),
        metric("respiratory_rate", "count/min", 13, 16), metric("step_count", "count", 4000, 12000)]}}


class Load:
    def __init__(self, stack, cookies):
        self.stack = stack
        self.clients = [Client(stack.address, cookie, number) for number, cookie in enumerate(cookies)]
        self.times, self.faults, self.events, self.refreshes = [], Counter(), 0, 0
        self.memory, self.ready, self.measures = 0, 0, False

    async def fill(self):
        """Gives every person forty days and a few answers."""
        turn = asyncio.Semaphore(8)

        async def one(client):
            async with turn:
                status, _ = await client.ask("POST", "/v1/ingest/health-auto-export", history(), "application/json")
                assert status in (200, 202), status
                for number in range(4):
                    day = str(date.today() - timedelta(days=number))
                    answer = {"day": day, "energy": random.randint(2, 6)}
                    status, _ = await client.ask("POST", "/v1/check-ins", answer, "application/json")
                    assert status == 201, status

        await asyncio.gather(*(one(client) for client in self.clients))

    async def view(self, client):
        try:
            status, seconds = await client.ask("GET", "/")
        except (OSError, asyncio.IncompleteReadError) as error:
            self.faults[type(error).__name__] += 1
            client.close()
            client.writer = None
            return
        if status != 200:
            self.faults[f"status {status}"] += 1
        elif self.measures:
            self.times.append(seconds * 1000)

    async def follow(self, client):
        """The event stream; a change fetches the page again, as the pages' script does."""
        reader, writer = await client.open()
        pending = None

        async def refresh():
            nonlocal pending
            await asyncio.sleep(DEBOUNCE)
            pending = None
            self.refreshes += 1
            await self.view(client)

        try:
            writer.write(client.head("GET", "/v1/events", "text/event-stream"))
            status, _ = await client.response(reader)
            if status != 200:
                self.faults[f"stream {status}"] += 1
                return
            while line := await reader.readline():
                if line.startswith(b"event: ready"):
                    self.ready += 1
                elif line.startswith(b"event: changed"):
                    self.events += 1
                    if pending is None:
                        pending = asyncio.create_task(refresh())
                elif line.startswith(b"event: missed"):
                    self.faults["missed"] += 1
            self.faults["stream ended"] += 1
        except (OSError, asyncio.IncompleteReadError) as error:
            self.faults[f"stream {type(error).__name__}"] += 1
        finally:
            writer.close()

    async def browse(self, client, end):
        await asyncio.sleep(random.uniform(0, EVERY))
        while time.monotonic() < end:
            begin = time.monotonic()
            await self.view(client)
            await asyncio.sleep(max(0, EVERY - (time.monotonic() - begin)))

    async def answer(self, end):
        """One person a second answers a question, so that there is something to follow."""
        while time.monotonic() < end:
            client = random.choice(self.clients)
            status, _ = await client.ask(
                "POST", "/v1/check-ins", {"stress": random.randint(1, 7)}, "application/json")
            if status != 201:
                self.faults[f"check-in {status}"] += 1
            await asyncio.sleep(1)

    async def weigh(self, end):
        while time.monotonic() < end:
            self.memory = max(self.memory, self.stack.megabytes("pulsum-api"))
            await asyncio.sleep(1)

    async def run(self, seconds):
        await self.fill()
        streams = []
        for client in self.clients:
            streams.append(asyncio.create_task(self.follow(client)))
            # Not all in one moment: a server admits 64 unknown connections at a time from one network.
            await asyncio.sleep(0.01)
        while self.ready < len(self.clients) and not self.faults:
            await asyncio.sleep(0.1)
        # The scores of what was just imported.
        await asyncio.sleep(5)
        self.measures = True
        end = time.monotonic() + seconds
        await asyncio.gather(
            *(self.browse(client, end) for client in self.clients), self.answer(end), self.weigh(end))
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)


def run_load(stack, people, seconds, goal):
    begin = time.monotonic()
    cookies = stack.people(people)
    print(f"           {time.monotonic() - begin:9.1f} s    to make the accounts", flush=True)
    load = Load(stack, cookies)
    asyncio.run(load.run(seconds))
    goal("faults: refused or broken requests and streams", sum(load.faults.values()), 1, "")
    if load.faults:
        print(f"           {dict(load.faults)}", flush=True)
    goal(f"a view of Today, {len(load.times)} views: p99", share(load.times, 0.99), 100, "ms")
    print(f"           {median(load.times):9.1f} ms   median", flush=True)
    print(f"           {load.events:9} changes told, {load.refreshes} pages fetched for them", flush=True)
    goal("the API's resident memory, highest of a second", load.memory, 300, "MB")
