"""The load: people who chat while the language model is slow, and people who import years of daily values; and what of
it was acknowledged."""
import datetime
import http.server
import io
import json
import threading
import time
import uuid
import zipfile

import load

# Days of one batch.
BATCH = 50


class SlowModel:
    """A language model's server (OpenAI's chat completions) that answers after some seconds, with what it was asked."""

    def __init__(self, seconds):
        model = self
        self.asked, lock = 0, threading.Lock()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with lock:
                    model.asked += 1
                time.sleep(seconds)
                content = json.dumps({"reply": request["messages"][-1]["content"]})
                body = json.dumps({"choices": [{
                    "finish_reason": "stop", "message": {"role": "assistant", "content": content}}]}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            request_queue_size = 256

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}/v1"


class Chatter(load.Person):
    """Sends one message after the other; many of them may be one person."""
    pause = 0

    def __init__(self, person, number, apis):
        super().__init__(f"{person.name}, chat {number}", apis, number % len(apis))
        self.cookie, self.texts, self.longest = person.cookie, [], 0

    def request(self, *words, **more):
        return super().request(*words, **{"timeout": 40, **more})

    def work(self):
        text, begin = f"I feel tense before exam {len(self.texts)} of {self.name}, what can I do?", time.monotonic()
        self.insist("POST", "/v1/chat", {"text": text})
        self.texts.append(text)
        self.longest = max(self.longest, time.monotonic() - begin)


class Importer(load.Person):
    """Sends batches with a value for each of many days, oldest first. Few people do so at once."""
    pause, turn = 0, threading.Semaphore(4)

    def __init__(self, name, apis, first, days):
        super().__init__(name, apis, first)
        self.days = days

    def work(self):
        samples = []
        for number in range(self.batches * BATCH, min(self.days, (self.batches + 1) * BATCH)):
            start = self.begin - datetime.timedelta(days=self.days - 1 - number) + datetime.timedelta(hours=9)
            samples.append({
                "id": str(uuid.uuid4()), "start": start.isoformat(), "unit": "count", "source": "Phone",
                "end": (start + datetime.timedelta(hours=1)).isoformat(), "value": 5000 + number})
        with self.turn:
            self.insist("POST", "/v1/ingest/samples", {
                "device": "phone", "kind": "steps", "anchor": str(self.batches) if self.batches else "",
                "newAnchor": str(self.batches + 1), "samples": samples})
        self.batches += 1
        if self.batches * BATCH >= self.days:
            self.ending.set()

    def faults(self, chatters):
        """Compares days at scoring, and the conversation, with what was acknowledged."""
        found = list(self.refusals)
        # The connection may have been idle for too long.
        self.move()
        self.request("POST", "/v1/sessions/current/confirm", {"password": load.PASSWORD}, timeout=30)
        status, _, content = self.request("GET", "/v1/export", timeout=60)
        if status != 200:
            raise RuntimeError(f"export of {self.name}: {status} {content[:200]}")
        archive = zipfile.ZipFile(io.BytesIO(content))
        rows = [json.loads(line) for line in archive.read("scoring/inputs.jsonl").decode().splitlines()]
        days = [(row["input"]["day"], row["input"]["steps"]["value"]) for row in rows if row["kind"] == "metrics"]
        expected = [(str(self.day - datetime.timedelta(days=self.days - 1 - number)), 5000 + number)
                    for number in range(self.days)]
        if sorted(days) != sorted(expected):
            found.append(f"{self.name}: scoring has {len(days)} days, {len(set(days) & set(expected))} of them right, "
                         f"of {len(expected)}")
        status, _, content = self.request("GET", "/v1/conversation", timeout=30)
        kept = sorted(turn["text"] for turn in json.loads(content)["turns"])
        sent = sorted(text for chatter in chatters for text in chatter.texts)
        if kept != sent:
            found.append(f"{self.name}: {len(kept)} messages are kept, {len(set(kept) & set(sent))} of them of the "
                         f"{len(sent)} acknowledged ones")
        return found
