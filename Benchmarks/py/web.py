"""Measures the web application in a real browser and under load; called by deploy/bench web.

    web.py EXECUTABLES ASSETS [SECONDS]

EXECUTABLES is the folder of a release build, ASSETS that of the shipped scripts and styles, SECONDS how long the load
lasts. Everything runs on this machine: a stack of its own with the example person's two years, a browser, and the
clients of the load, so these take a share of the cores that they measure. Ends with status 1 if a goal is missed.
"""
import gzip
import re
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from web_load import run_load
from web_stack import Connection, Stack, share

executables, assets, *rest = sys.argv[1:]
SECONDS = int(rest[0]) if rest else 60
VIEWS = 1000
LOADS = 10
ENTRIES = 20
PEOPLE = 500
# Not part of a page: the browser runs it beside them.
WORKER = "worker.js"
MOODS = ("A wonderful day, I am happy and proud.", "A miserable day, I am sad and worn out.")
# Records when a piece of the page was replaced, on the clock of the whole machine.
WATCH = """
window.shown = [];
addEventListener("replaced", (event) => {
  shown.push([event.target.dataset.live, performance.timeOrigin + performance.now()]);
}, true);
"""
# The part of each screen that an entry changes.
SCREENS = {"/": "day", "/breakdown": "breakdown", "/journal": "journal"}
rows = []


def goal(what, measured, limit, unit):
    rows.append((what, measured, limit, unit))
    print(f"  {'reached' if measured < limit else 'MISSED ':8} {measured:9.1f} {unit:3}  below {limit:g}  {what}", flush=True)


def first_view(stack, cookie):
    """Today after the first request, from the client's side of one connection."""
    with Connection(stack.address, cookie) as connection:
        times, body = [], b""
        for _ in range(VIEWS + 20):
            status, seconds, body = connection.get("/")
            assert status == 200, status
            times.append(seconds * 1000)
    times = times[20:]
    goal(f"Today with two years, {VIEWS} requests: median", median(times), 8, "ms")
    goal(f"Today with two years, {VIEWS} requests: p99", share(times, 0.99), 30, "ms")
    print(f"           {len(body) / 1000:9.1f} kB   the document, compressed", flush=True)


def cold_loads(stack, browser, cookie):
    """Today in a browser that has nothing of it: bytes, and when it takes input."""

    def load(slower):
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", timezone_id="Europe/Berlin")
        context.add_cookies([{"name": cookie[0], "value": cookie[1], "url": stack.address}])
        page = context.new_page()
        client = context.new_cdp_session(page)
        client.send("Network.enable")
        if slower > 1:
            client.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        kinds, sizes = {}, {}

        def received(event):
            kinds[event["requestId"]] = event["type"]

        client.on("Network.responseReceived", received)
        client.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
        page.goto(stack.address, wait_until="load")
        page.wait_for_timeout(500)
        times = page.evaluate(
            """() => {
              const paint = performance.getEntriesByName("first-contentful-paint")[0];
              const page = performance.getEntriesByType("navigation")[0];
              return Math.max(paint?.startTime ?? 0, page.domContentLoadedEventEnd);
            }""")
        # The event stream never ends and has no size.
        bytes_by_kind = {}
        for request, size in sizes.items():
            kind = kinds.get(request, "Other")
            bytes_by_kind[kind] = bytes_by_kind.get(kind, 0) + size
        context.close()
        return times, bytes_by_kind

    load(1)
    plain = [load(1) for _ in range(LOADS)]
    slow = [load(4)[0] for _ in range(LOADS)]
    loaded = plain[-1][1]
    goal("a cold load of Today in all, compressed, with headers", sum(loaded.values()) / 1000, 60, "kB")
    parts = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in sorted(loaded.items(), key=lambda part: -part[1]))
    print(f"           kB by kind: {parts}", flush=True)
    scripts = {path.name: path.stat().st_size / 1000 for path in Path(assets).rglob("*.js")}
    worker = scripts.pop(WORKER)
    goal("all scripts of the pages, before compression", sum(scripts.values()), 40, "kB")
    print(f"           {worker:9.1f} kB   the service worker, before compression", flush=True)
    print(f"           {kept(stack, cookie) / 1000:9.1f} kB   at most: what it fetches afterwards to keep for offline", flush=True)
    goal(f"Today takes input, median of {LOADS} cold loads", median([times for times, _ in plain]), 150, "ms")
    goal(f"the same with the processor four times slower, median of {LOADS}", median(slow), 500, "ms")


def kept(stack, cookie):
    """Bytes of all static files and of the pages that the service worker keeps, compressed, without headers."""
    with Connection(stack.address, cookie) as connection:
        _, _, document = connection.get("/")
        folder = re.search(r'href="([^"]+)/tokens.css"', gzip.decompress(document).decode()).group(1)
        paths = [f"{folder}/{path.relative_to(assets)}" for path in Path(assets).rglob("*") if path.is_file()]
        answers = {path: connection.get(path) for path in [*paths, "/offline", "/safety"]}
    missing = [path for path, (status, _, _) in answers.items() if status != 200]
    assert not missing, missing
    return sum(len(body) for _, _, body in answers.values())


def journal_to_screens(stack, browser, cookie):
    """From the sending of an entry until the last open screen shows it and the score that follows."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB", timezone_id="Europe/Berlin")
    context.add_cookies([{"name": cookie[0], "value": cookie[1], "url": stack.address}])
    pages = {}
    for path in SCREENS:
        # Separate windows: only a visible page follows changes.
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(stack.address + path)
        pages[path] = page
    pages["/"].wait_for_timeout(1000)

    def settled(connection):
        """Waits until no screen changes any more, and forgets what changed."""
        for page in pages.values():
            page.wait_for_timeout(1200)
            page.evaluate("shown.length = 0")

    delays, by_screen = [], {path: [] for path in SCREENS}
    with Connection(stack.address, cookie) as connection:
        settled(connection)
        for number in range(ENTRIES):
            sent = stack.clock()
            status, answer = connection.post("/v1/journal", {"text": MOODS[number % 2]})
            assert status == 201, answer
            pages["/"].wait_for_timeout(1500)
            last = {}
            for path, page in pages.items():
                at = [instant for piece, instant in page.evaluate("shown") if piece == SCREENS[path]]
                if at:
                    last[path] = max(at) - sent
                    by_screen[path].append(last[path])
            assert "/journal" in last and "/breakdown" in last, f"no change on {set(SCREENS) - set(last)}"
            delays.append(max(last.values()))
            status, _ = connection.delete(f"/v1/journal/{answer['id']}")
            assert status == 204, status
            settled(connection)
    context.close()
    goal(f"an entry with its score on every open screen, median of {ENTRIES}", median(delays), 150, "ms")
    for path, times in by_screen.items():
        if times:
            print(f"           {median(times):9.1f} ms   on {path}, which changed after {len(times)} of {ENTRIES}", flush=True)
    print(f"           {share(delays, 0.9):9.1f} ms   nine of ten", flush=True)


def main():
    with tempfile.TemporaryDirectory(prefix="pulsum-web-") as folder, Stack(executables, folder) as stack:
        cookie = stack.sign_in(*stack.demo())
        print("\nThe first view", flush=True)
        first_view(stack, cookie)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            cold_loads(stack, browser, cookie)
            print("\nLive", flush=True)
            journal_to_screens(stack, browser, cookie)
            browser.close()
        print(f"\n{PEOPLE} people, each with live updates and a page view every 10 s, for {SECONDS} s", flush=True)
        run_load(stack, PEOPLE, SECONDS, goal)
    missed = [what for what, measured, limit, _ in rows if not measured < limit]
    print(f"\n{len(rows) - len(missed)} of {len(rows)} goals reached.")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
