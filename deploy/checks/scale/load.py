"""People who write through both APIs, the record of what was acknowledged, and its comparison with what is stored.

Each person has one request under way. It is repeated under its id, through the other API after a failure, until it is
acknowledged; then follows the next, so a person's requests have an order.
"""
import collections
import datetime
import http.client
import io
import json
import threading
import time
import urllib.parse
import uuid
import zipfile

PASSWORD = "correct horse battery"
PAUSE = 0.3
# A sample of steps every 20 seconds of the day before this one.
STEPS, SLOT = 7, 20


class Refused(Exception):
    """An answer that says that a repetition cannot succeed."""


class Person(threading.Thread):
    # Seconds between two rounds; False for somebody whose rounds are too rare to measure gaps.
    pause, is_steady = PAUSE, True

    def __init__(self, name, apis, first):
        super().__init__(name=name, daemon=True)
        self.apis, self.at, self.home, self.is_away = apis, first, first, False
        self.connection, self.cookie = None, ""
        self.day = datetime.date.today() - datetime.timedelta(days=1)
        self.begin = datetime.datetime.combine(self.day, datetime.time(0), datetime.timezone.utc)
        # Acknowledged: texts and times of entries, the number of batches of samples, times of acknowledgement.
        self.entries, self.batches, self.acknowledged = [], 0, []
        # Attempts that failed, with their times, and what gave up.
        self.failures, self.refusals = [], []
        self.ending = threading.Event()
        # Held while a round of requests is under way.
        self.round = threading.Lock()

    # HTTP

    def request(self, method, path, body=None, timeout=8, **headers):
        """Status, headers and body of one attempt."""
        host = self.apis[self.at]
        if self.connection is None:
            self.connection = http.client.HTTPConnection(host.address, host.port, timeout=timeout)
        self.connection.timeout = timeout
        headers = {"Cookie": self.cookie, "Origin": f"http://{host.address}:{host.port}", **headers}
        if body is not None:
            body, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise

    def insist(self, method, path, body=None, seconds=120, **headers):
        """The answer to a request that is repeated under its id until it succeeds: its JSON, or the bytes of a page.
        Raises Refused, or RuntimeError after the time."""
        end, key = time.monotonic() + seconds, str(uuid.uuid4())
        while time.monotonic() < end:
            try:
                status, answered, content = self.request(method, path, body, **{"Idempotency-Key": key, **headers})
                if status < 300:
                    is_page = answered.get("Content-Type", "").startswith("text/html")
                    return content if is_page else json.loads(content) if content else {}
                problem = json.loads(content or b"{}")
                self.count(f"{status} {problem.get('code')}")
                if status == 409 and "anchor" in problem:
                    return problem
                if status < 500 and status != 429:
                    raise Refused(f"{method} {path}: {status} {problem.get('detail')}")
            except (OSError, http.client.HTTPException) as error:
                self.count(type(error).__name__)
            self.move()
            time.sleep(0.2)
        raise RuntimeError(f"{method} {path}: not acknowledged within {seconds} s, {tally([self])}")

    def move(self):
        if self.connection:
            self.connection.close()
        self.connection, self.at = None, 1 - self.at

    def count(self, failure):
        self.failures.append((time.monotonic(), failure))

    def sign_in(self):
        status, headers, content = self.request(
            "POST", "/v1/sessions", {"name": self.name, "password": PASSWORD}, timeout=30)
        if status != 201:
            raise RuntimeError(f"sign-in of {self.name}: {status} {content[:200]}")
        self.cookie = headers["Set-Cookie"].split(";")[0]

    # Writing

    def run(self):
        try:
            while not self.ending.is_set():
                if self.is_away:
                    self.is_away = False
                    if self.at != self.home:
                        self.move()
                with self.round:
                    self.work()
                self.ending.wait(self.pause)
        except Exception as error:
            self.refusals.append(f"{self.name}: {error}")

    def work(self):
        self.write_entry()
        self.write_sample()

    def write_entry(self):
        text = f"Entry {len(self.entries)}: a calm day with a long walk."
        entry = self.insist("POST", "/v1/journal", {"text": text})
        self.entries.append((text, entry["id"], entry["at"] - time.time() * 1000))
        self.acknowledged.append(time.monotonic())

    def write_sample(self):
        """The next anchored batch. An anchor that is stored already says that an attempt before had succeeded."""
        start = self.begin + datetime.timedelta(seconds=self.batches * SLOT)
        end = start + datetime.timedelta(seconds=SLOT)
        sample = {"id": str(uuid.uuid4()), "start": start.isoformat(), "end": end.isoformat(), "value": STEPS,
                  "unit": "count", "source": "Phone"}
        batch = {"device": "phone", "kind": "steps", "anchor": str(self.batches) if self.batches else "",
                 "newAnchor": str(self.batches + 1), "samples": [sample]}
        answer = self.insist("POST", "/v1/ingest/samples", batch)
        if answer.get("anchor") != str(self.batches + 1):
            raise Refused(f"samples: the stored anchor is {answer.get('anchor')} after {self.batches + 1} batches")
        self.batches += 1
        self.acknowledged.append(time.monotonic())

    # Reading

    def listed(self):
        """Texts of the journal, oldest first, and their ids."""
        path, found = "/v1/journal?limit=100", []
        while path:
            status, headers, content = self.request("GET", path, timeout=30)
            if status != 200:
                raise RuntimeError(f"GET {path}: {status} {content[:200]}")
            found += [(entry["text"], entry["id"]) for entry in json.loads(content)]
            link = headers.get("Link", "")
            path = link[1:link.index(">")] if 'rel="next"' in link else None
        return found[::-1]

    def exported(self):
        """What scoring holds: ids of journal entries, and the steps of the day."""
        self.request("POST", "/v1/sessions/current/confirm", {"password": PASSWORD}, timeout=30)
        status, _, content = self.request("GET", "/v1/export", timeout=60)
        if status != 200:
            raise RuntimeError(f"export of {self.name}: {status} {content[:200]}")
        archive = zipfile.ZipFile(io.BytesIO(content))
        entries, steps = set(), None
        for line in archive.read("scoring/inputs.jsonl").decode().splitlines():
            row = json.loads(line)
            if row["kind"] == "journal":
                entries.add(row["input"]["sentiment"]["entry"])
            if row["kind"] == "metrics" and row["input"]["day"] == str(self.day):
                steps = row["input"]["steps"]["value"]
        return entries, steps

    def faults(self):
        """Compares what was acknowledged with what is stored; returns sentences about differences."""
        listed, found = self.listed(), list(self.refusals)
        texts, ids = [text for text, _ in listed], [id for _, id in listed]
        known = {text for text, _, _ in self.entries}
        lost = [text for text, id, _ in self.entries if id not in ids]
        twice = len(texts) - len(set(texts))
        if lost:
            found.append(f"{self.name}: {len(lost)} acknowledged entries are lost, the first: {lost[0]}")
        if twice:
            found.append(f"{self.name}: {twice} entries are stored twice")
        if set(texts) - known:
            found.append(f"{self.name}: {len(set(texts) - known)} entries were never acknowledged")
        # The list has the order of the clocks of the hosts that took the entries; only equal clocks can be compared.
        for is_ahead in (False, True):
            sent = [text for text, _, ahead in self.entries if (ahead > 30_000) == is_ahead]
            if sent != [text for text in texts if text in set(sent)]:
                found.append(f"{self.name}: entries are listed in another order than they were written")
        entries, steps = self.exported()
        missing = {id for _, id, _ in self.entries} - entries
        if missing:
            found.append(f"{self.name}: {len(missing)} of {len(self.entries)} entries have not reached scoring")
        if steps != STEPS * self.batches:
            found.append(f"{self.name}: scoring has {steps} steps of {STEPS * self.batches}")
        status, _, content = self.request("GET", f"/v1/metrics?from={self.day}&through={self.day}", timeout=30)
        days = json.loads(content) if status == 200 else []
        metric = [day["steps"]["value"] for day in days]
        if metric != [STEPS * self.batches]:
            found.append(f"{self.name}: the day's metric has {metric} steps of {STEPS * self.batches}")
        return found


def tally(people, begin=0):
    """How often attempts failed since then, by what failed."""
    counts = collections.Counter(name for person in people for moment, name in list(person.failures) if moment >= begin)
    return ", ".join(f"{count} × {name}" for name, count in counts.most_common()) or "none"


class Load:
    """Some people who write at the same time."""

    def __init__(self, names, apis):
        self.people = [Person(name, apis, number % len(apis)) for number, name in enumerate(names)]
        for person in self.people:
            person.sign_in()

    def start(self):
        for person in self.people:
            person.start()

    def longest(self, begin, end):
        """The longest time between two acknowledgements that overlaps the interval, of all people together and of the
        one who waited longest, seconds."""
        def gap(times):
            inside = sorted(moment for moment in times if begin <= moment <= end)
            before = max((moment for moment in times if moment < begin), default=begin)
            after = min((moment for moment in times if moment > end), default=end)
            points = [before] + inside + [after]
            return max(later - earlier for earlier, later in zip(points, points[1:]))

        single = [list(person.acknowledged) for person in self.people if person.is_steady]
        return gap([moment for times in single for moment in times]), max(gap(times) for times in single)

    def is_flowing(self, since):
        """True if everybody got two acknowledgements since then, or one of them gave up."""
        self.check()
        return all(sum(moment > since for moment in list(person.acknowledged)) >= 2 for person in self.people
                   if person.is_steady)

    def spread(self):
        """Sends people back to the API that they began with."""
        for person in self.people:
            person.is_away = True

    def check(self):
        refusals = [text for person in self.people for text in person.refusals]
        if refusals:
            raise RuntimeError("; ".join(refusals))

    def summary(self):
        entries, batches = (sum(numbers) for numbers in zip(*((len(p.entries), p.batches) for p in self.people)))
        return f"{entries} entries and {batches} batches of samples acknowledged; failed attempts: {tally(self.people)}"

    def stop(self):
        for person in self.people:
            person.ending.set()
        for person in self.people:
            person.join(150)

    def faults(self, seconds):
        """Differences that remain after this time."""
        end, found = time.monotonic() + seconds, []
        while True:
            try:
                found = [fault for person in self.people for fault in person.faults()]
            except (OSError, RuntimeError, http.client.HTTPException) as error:
                found = [str(error)]
            if not found or time.monotonic() > end:
                return found
            time.sleep(3)
