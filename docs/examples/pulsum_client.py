#!/usr/bin/env python3
"""Reads the day from Pulsum and sends it a resting heart rate. Needs Python 3.9 or newer and nothing else.

    export PULSUM_URL=https://pulsum.home.example PULSUM_TOKEN=…    a device token with the scopes read and ingest
    pulsum_client.py today                  prints the day
    pulsum_client.py watch [SECONDS]        prints the day whenever it has changed, until interrupted
    pulsum_client.py send 58                sends a resting heart rate in beats per minute, measured now
"""
import datetime
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

# Names this program among a person's devices; its anchors are kept under this name.
DEVICE = "pulsum_client.py"


class Pulsum:
    """The HTTP API, signed in by a device token."""

    def __init__(self, url, token, language="en"):
        self.url, self.token, self.language = url.rstrip("/"), token, language
        self.tags = {}

    def request(self, method, path, body=None, attempts=4):
        """The answer's JSON; None if it has not changed since the last GET of this path.

        Repeats a request that may succeed later; the key makes sure that a repeated command takes effect once.
        Raises SystemExit with what happened and what to do.
        """
        headers = {"Authorization": f"Bearer {self.token}", "Accept-Language": self.language}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if method == "GET" and path in self.tags:
            headers["If-None-Match"] = self.tags[path]
        if method != "GET":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        for attempt in range(1, attempts + 1):
            request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    self.tags[path] = answer.headers.get("ETag", "")
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code == 304:
                    return None
                problem = json.loads(error.read() or b"{}")
                if problem.get("isRetryable") and attempt < attempts:
                    time.sleep(float(error.headers.get("Retry-After") or attempt))
                    continue
                if error.code == 409 and "anchor" in problem:
                    raise Moved(problem["anchor"])
                raise SystemExit(f"{problem.get('detail', error.reason)} {problem.get('recoverySuggestion', '')}")
            except urllib.error.URLError as error:
                raise SystemExit(f"{self.url} does not answer: {error.reason}")

    def today(self):
        return self.request("GET", "/v1/today")

    def send(self, kind, value, unit):
        """Sends one sample as an anchored batch: it names the anchor of the last batch and the next one, so that a batch
        is neither lost nor applied twice."""
        stored = self.request("GET", "/v1/ingest/anchors") or []
        anchor = next((a["anchor"] for a in stored if a["device"] == DEVICE and a["kind"] == kind), "")
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        sample = {"id": str(uuid.uuid4()), "start": now, "value": value, "unit": unit, "source": DEVICE}
        batch = {"device": DEVICE, "kind": kind, "anchor": anchor, "newAnchor": str(uuid.uuid4()), "samples": [sample]}
        try:
            return self.request("POST", "/v1/ingest/samples", batch)
        except Moved as moved:
            # Another run of this program sent a batch meanwhile.
            return self.request("POST", "/v1/ingest/samples", {**batch, "anchor": moved.anchor})


class Moved(Exception):
    """The stored anchor is another one."""

    def __init__(self, anchor):
        super().__init__(anchor)
        self.anchor = anchor


def show(day):
    score = "–" if day["score"] is None else f"{day['score']:g}"
    print(f"{day['today']}  {day['state']}  {score}  {day['words']}")
    for word, names in (("Weighs", day["weighs"]), ("Lifts", day["lifts"])):
        if names:
            print(f"{word}: {', '.join(names)}")
    if day["suggestion"]:
        print(f"Try: {day['suggestion']}")
    for gap in day["missing"]:
        print(f"{gap['part']}: {gap['reason']}", file=sys.stderr)


def main(arguments):
    try:
        pulsum = Pulsum(os.environ["PULSUM_URL"], os.environ["PULSUM_TOKEN"], os.environ.get("LANG", "en")[:2])
    except KeyError as missing:
        raise SystemExit(f"Set {missing.args[0]}: see the first lines of this file.")
    command = arguments[0] if arguments else "today"
    if command == "today":
        show(pulsum.today())
    elif command == "watch":
        while True:
            day = pulsum.today()
            if day is not None:
                show(day)
            time.sleep(float(arguments[1]) if len(arguments) > 1 else 60)
    elif command == "send" and len(arguments) == 2:
        reply = pulsum.send("restingHeartRate", float(arguments[1]), "count/min")
        print(f"added {reply['added']}, skipped {len(reply['skipped'])}")
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
