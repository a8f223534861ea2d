"""Measures thirty mornings of five made-up people in a browser; called by deploy/bench mornings.

    mornings.py EXECUTABLES ROOT [MORNINGS [RECORD [NAME]]]

EXECUTABLES is the folder of a build, ROOT that of the repository, MORNINGS how many there are, RECORD a folder for what was
seen and for pictures, NAME a part of the names of those who take part. The stack is started anew each morning with its
clock on that day; its data stays. The night's data comes by the public API, then Today is opened on a phone's screen and
read. After the last morning thirty days pass in which nobody opens it. Ends with status 1 if a goal is missed.
"""
import http.client
import json
import os
import sys
import tempfile
import time
from datetime import date, datetime, timedelta
from datetime import time as clock
from statistics import median
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from mornings_people import MORNINGS, RETURN, ZONE, people
from mornings_screen import COUNTS_MISSED, NAMES_NIGHT, NAMES_RETURN, READ, Words, contradictions, runs
from mornings_stack import DatedStack
from web_stack import PASSWORD, Connection, share

executables, root, *rest = sys.argv[1:]
DAYS = min(MORNINGS, int(rest[0])) if rest else MORNINGS
RECORD = rest[1] if len(rest) > 1 else None
NAME = rest[2] if len(rest) > 2 else ""
SEED = 1
# A Monday; no clock change within the time that is measured.
FIRST = date(2026, 1, 12)
LONG = 15_000
KINDS = ("headline", "night")
SCALES = ("sleepQuality", "energy", "stress")
# Ends when the line of a form says something else, also where a change replaced the form. Where its button is.
WRITTEN = """
([form, value]) => {
  const line = () => document.querySelector(`#${form} [role=status]`)?.textContent ?? "";
  const before = line();
  globalThis.written = new Promise((end) => {
    const observer = new MutationObserver(() => line() !== before && end(line()));
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    setTimeout(() => end(""), 10_000);
  });
  const button = document.querySelector(`#${form} button[value="${value}"]`);
  button.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = button.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
"""
# The script that sends answers in place runs.
READY = """
async () => {
  const name = [...document.styleSheets].map((sheet) => sheet.href).find((one) => one?.endsWith("/screens.css"));
  await import(name.replace("screens.css", "answers.js"));
  globalThis.isSame = true;
}
"""
words = Words(root)


class Visitor:
    """A person with a browser, who keeps both over the restarts of the stack."""

    def __init__(self, person, browser):
        self.person, self.cookie, self.token, self.sign_ins = person, None, None, 0
        self.context = browser.new_context(
            viewport={"width": 390, "height": 844}, locale="en-GB", timezone_id=str(ZONE), has_touch=True,
            reduced_motion="reduce")
        self.page = self.context.new_page()
        self.days, self.waits, self.tapped, self.done, self.back = [], [], [], [], []

    def sign_in(self, stack):
        """Signs in if the session has ended."""
        if self.cookie:
            with Connection(stack.address, self.cookie) as connection:
                if connection.get("/v1/me")[0] == 200:
                    return
        self.cookie = stack.sign_in(self.person.name, PASSWORD)
        self.sign_ins += 1
        self.context.add_cookies([{"name": self.cookie[0], "value": self.cookie[1], "url": stack.address}])

    def ask(self, stack, path):
        with Connection(stack.address, self.cookie) as connection:
            connection.headers.pop("Accept-Encoding")
            status, _, body = connection.get(path)
            return json.loads(body) if status == 200 else None

    def send(self, stack, body):
        """Sends a post of the phone."""
        if self.person.device == "iphone":
            with Connection(stack.address, self.cookie) as connection:
                status, answer = connection.post("/v1/ingest/health-auto-export", body)
        else:
            if not self.token:
                with Connection(stack.address, self.cookie) as connection:
                    status, made = connection.post("/v1/companions", {"companion": "hc-webhook", "label": "Phone"})
                    assert status == 201, made
                    self.token = made["token"]
            connection = http.client.HTTPConnection(urlsplit(stack.address).netloc, timeout=60)
            connection.request(
                "POST", "/v1/companions/hc-webhook", json.dumps(body),
                {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"})
            reply = connection.getresponse()
            status, answer = reply.status, json.loads(reply.read() or b"{}")
            connection.close()
        assert status in (200, 202), (self.person.name, status, answer)
        return answer

    def settle(self, stack, day):
        """Waits until the day's data is in the day's score, and nothing changes any more."""
        before, deadline = None, time.monotonic() + 20
        while time.monotonic() < deadline:
            now = self.ask(stack, "/v1/today")
            metrics = self.ask(stack, f"/v1/metrics?from={day}&through={day}")
            seen = (now, metrics)
            if now and metrics and now["day"] == str(day) and seen == before:
                return True
            before = seen
            time.sleep(0.3)
        return False

    def open(self, stack, path="/"):
        self.context.clock.set_fixed_time(datetime.fromtimestamp(stack.now(), ZONE))
        self.page.goto(stack.address + path)
        self.page.locator("#standing").wait_for(timeout=LONG)
        return self.page.evaluate(READ)

    def tap(self, form, value):
        """Taps a button of a form and returns what its line says then, and after how many ms."""
        place = self.page.evaluate(WRITTEN, [form, str(value)])
        began = time.perf_counter()
        self.page.touchscreen.tap(*place)
        line = self.page.evaluate("() => written")
        return line, (time.perf_counter() - began) * 1000

    def picture(self, name):
        if RECORD:
            name = f"{self.person.name} {name}".replace(" ", "-").lower()
            self.page.screenshot(path=os.path.join(RECORD, f"{name}.png"))

    def morning(self, stack, number):
        person, day = self.person, self.person.day(number)
        self.sign_in(stack)
        arrived = True
        if person.device != "none":
            self.send(stack, person.morning(number, person.opens(number)))
            arrived = self.settle(stack, day)
        seen = self.open(stack)
        self.picture(f"{number + 1:02}")
        record = {
            "number": number + 1, "day": str(day), "arrived": arrived, "seen": [seen],
            "breakdown": [self.ask(stack, f"/v1/score/breakdown?day={day}")], "taps": []}
        answers = person.answers(number)
        if answers:
            self.page.evaluate(READY)
            for scale in SCALES:
                line, took = self.tap(scale, answers[scale])
                record["taps"].append((scale, line, took))
                self.waits.append(took)
            record["isSame"] = self.page.evaluate("() => globalThis.isSame === true")
            is_right = all(line.startswith(f"{answers[scale]} of 7") for scale, line, _ in record["taps"])
            self.tapped.append(len(SCALES) if is_right and record["isSame"] else None)
        # The score and the chips with the number.
        seen = self.open(stack, "/" if answers else "/?number=shown")
        record["seen"].append(seen)
        record["breakdown"].append(self.ask(stack, f"/v1/score/breakdown?day={day}"))
        if answers:
            self.picture(f"{number + 1:02}-answered")
        if person.completes(number) and seen["suggestion"]:
            self.page.evaluate(READY)
            line, took = self.tap("suggestion-of-day", "completed")
            record["done"] = (line, took, self.page.evaluate("() => globalThis.isSame === true"))
            self.done.append(line.startswith("Done") and record["done"][2])
        self.days.append(record)

    def return_(self, stack):
        """Opens Today after the time away: before data comes, and after it has."""
        person = self.person
        self.sign_in(stack)
        self.back.append(self.open(stack))
        self.picture("back")
        if person.device != "none":
            self.send(stack, person.morning(RETURN, person.opens(RETURN)))
            self.settle(stack, person.day(RETURN))
            self.back.append(self.open(stack))
            self.picture("back-arrived")

    def names(self, day, and_asks=False):
        """Whether the first screen of a morning names last night or yesterday."""
        seen = day["seen"][0]
        text = f"{seen['first']} {seen['asked']}" if and_asks else seen["first"]
        # A night that nobody measures is not named.
        return bool(NAMES_NIGHT.search(text.replace(words.waiting, "") if self.person.device == "none" else text))

    def judged(self):
        """The figures of the person."""
        for day in self.days:
            day["faults"] = sorted({
                fault for seen, breakdown in zip(day["seen"], day["breakdown"])
                for fault in contradictions(seen, breakdown, words, self.person.device != "none")})
        firsts = [day["seen"][0] for day in self.days]
        offered = {}
        for day in self.days:
            for title in {seen["suggestion"] for seen in day["seen"]} - {None}:
                offered[title] = offered.get(title, 0) + 1
        changes = [
            [seen["range"], *seen["weighs"], *seen["lifts"], seen["finding"]]
            for seen in (day["seen"][1] for day in self.days)]
        headings, sentences = (runs([seen[part] for seen in firsts], changes) for part in ("heading", "sentence"))
        first = self.back[0] if self.back else None
        return {
            "names": sum(map(self.names, self.days)), "asks": sum(self.names(day, True) for day in self.days),
            **{kind: sum(any(fault[0] == kind for fault in day["faults"]) for day in self.days) for kind in KINDS},
            "offered": max(offered.values(), default=0), "often": {t: n for t, n in offered.items() if n > 3},
            "titles": len(offered), "run": max(headings[0], sentences[0]), "repeated": headings[1] + sentences[1],
            "done": f"{sum(self.done)}/{len(self.done)}", "notDone": self.done.count(False),
            "taps": max((one or 99 for one in self.tapped), default=0),
            "wait": (median(self.waits), share(self.waits, 0.95)) if self.waits else None,
            "late": sum(not day["arrived"] for day in self.days),
            "return": first and {
                "heading": first["heading"], "named": bool(NAMES_RETURN.search(first["first"])),
                "counts": [m.group(0) for seen in self.back for m in [COUNTS_MISSED.search(seen["whole"])] if m],
                "reminders": [
                    seen[part] for seen in self.back for part in ("letter", "trouble", "news") if seen[part]]}}


def started(folder, at):
    return DatedStack(executables, folder, root, at)


def prepare(folder, visitors):
    """Makes the accounts and imports the history, on the evening before the first morning."""
    before = FIRST - timedelta(days=1)
    evening = datetime.combine(before, clock(21, 45), ZONE)
    with started(folder, evening) as stack:
        for visitor in visitors:
            name = visitor.person.name
            stack.run("account", "create", name, "--zone", str(ZONE), "--country", "DE", text=PASSWORD + "\n")
            visitor.sign_in(stack)
            if visitor.person.device != "none":
                for body in visitor.person.history(evening):
                    visitor.send(stack, body)
                if not visitor.settle(stack, before):
                    print(f"  the history of {name} has not settled", flush=True)


def each_morning(folder, visitors, number, act):
    """Starts the stack for those who open Today at the same time, one time after the other."""
    for at in sorted({visitor.person.opens(number) for visitor in visitors}):
        with started(folder, at) as stack:
            for visitor in visitors:
                if visitor.person.opens(number) == at:
                    act(visitor, stack)


LEGEND = """
names     mornings whose first screen names last night or yesterday
asked     the same, with the questions of the check-in
headline  mornings whose headline contradicts the range, a chip or a value
night     mornings whose sentence about the night contradicts its number, or the headline
offered   most mornings with one suggestion; titles: how many suggestions there were
run       most mornings running with one sentence of the headline; again: those of more than three while something changed
done      suggestions that one tap marked
taps      of a check-in of three scales; then ms until an answer is saved, median and p95"""


def table(judged):
    heads = ("names", "asked", *KINDS, "offered", "titles", "run", "again", "done", "taps", "saved", "p95")
    print("\n" + " " * 18 + "".join(f"{head:>9}" for head in heads))
    for name, one in judged.items():
        wait = one["wait"] or (0, 0)
        cells = (
            f"{one['names']}/{DAYS}", f"{one['asks']}/{DAYS}", *(one[kind] for kind in KINDS), one["offered"], one["titles"],
            one["run"], len(one["repeated"]), one["done"], one["taps"], f"{wait[0]:.0f}", f"{wait[1]:.0f}")
        print(f"{name:>18}" + "".join(f"{cell:>9}" for cell in cells))
    print(LEGEND)


def goals(judged, waits):
    """Prints each goal and returns whether all are reached."""
    of, missed = list(judged.values()), []
    returns = [one["return"] for one in of if one["return"]]

    def goal(what, value, is_reached, limit):
        if not is_reached:
            missed.append(what)
        print(f"  {'reached' if is_reached else 'MISSED ':8} {value:7.1f}   {limit:12} {what}")

    def most(what, value, limit=0):
        goal(what, value, value <= limit, f"at most {limit}" if limit else "none")

    print()
    named = 100 * sum(one["names"] for one in of) / (DAYS * len(of))
    goal("% of mornings whose first screen names last night or yesterday", named, named >= 95, "at least 95")
    most("mornings whose headline contradicts the page", sum(one["headline"] for one in of))
    most("mornings whose sentence about the night contradicts the page", sum(one["night"] for one in of))
    most("most mornings with one suggestion", max(one["offered"] for one in of), 3)
    most("sentences on more than three mornings running while something changed", sum(len(one["repeated"]) for one in of))
    most("suggestions that one tap did not mark", sum(one["notDone"] for one in of))
    most("taps of a check-in of three scales without reload", max(one["taps"] for one in of), 4)
    if returns:
        most("people whose return is not named", sum(not one["named"] for one in returns))
        most("people who come back to a count of what they missed", sum(bool(one["counts"]) for one in returns))
        most("people who come back to an old letter or reminder", sum(bool(one["reminders"]) for one in returns))
    if waits:
        print(f"           {median(waits):7.0f}   ms           until an answer is saved: median of {len(waits)};"
              f" p95 {share(waits, 0.95):.0f} ms")
    return not missed


def details(visitors, judged):
    """What to look at, with the day and the text."""
    for visitor in visitors:
        one = judged[visitor.person.name]
        lines = [f"{day['day']} {kind}: {fault}" for day in visitor.days for kind, fault in day["faults"]]
        lines += [f"{count} mornings: suggestion “{title}”" for title, count in one["often"].items()]
        lines += [f"{count} mornings running: “{sentence}”" for sentence, count in one["repeated"]]
        lines += [f"{day['day']}: the data had not settled after 20 s" for day in visitor.days if not day["arrived"]]
        unnamed = [day for day in visitor.days if not visitor.names(day)]
        lines += [f"{day['day']}: names neither: {day['seen'][0]['first'][:160]}" for day in unnamed[:3]]
        if one["return"]:
            lines += [f"back: “{one['return']['heading']}”, {one['return']['counts']}, {one['return']['reminders']}"]
        print(f"\n{visitor.person.name}: {visitor.sign_ins} sign-ins")
        for line in lines:
            print(f"  {line}")


def main():
    if RECORD:
        os.makedirs(RECORD, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pulsum-mornings-") as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        visitors = [Visitor(person, browser) for person in people(SEED, FIRST) if NAME in person.name]
        prepare(folder, visitors)
        for number in range(DAYS):
            each_morning(folder, visitors, number, lambda visitor, stack: visitor.morning(stack, number))
            headings = "  ".join(visitor.days[-1]["seen"][0]["heading"] or "-" for visitor in visitors)
            print(f"  morning {number + 1:2}  {headings}", flush=True)
        if DAYS == MORNINGS:
            each_morning(folder, visitors, RETURN, lambda visitor, stack: visitor.return_(stack))
        browser.close()
    judged = {visitor.person.name: visitor.judged() for visitor in visitors}
    if RECORD:
        with open(os.path.join(RECORD, "seen.json"), "w") as file:
            seen = {one.person.name: {"days": one.days, "back": one.back, "waits": one.waits} for one in visitors}
            json.dump(seen, file, indent=1, ensure_ascii=False)
    details(visitors, judged)
    table(judged)
    sys.exit(0 if goals(judged, [wait for visitor in visitors for wait in visitor.waits]) else 1)


if __name__ == "__main__":
    main()
