"""What a person reads where a request fails: pages and scripts, by the kind of the failure, and what follows by itself.
Prints one JSON object of what was seen.

    errors.py SERVER PLANS SCREENSHOTS

SERVER is HOST:PORT, PLANS the process id of the plans service, SCREENSHOTS a folder or "-". Ada has an account.
"""
import http.client
import json
import os
import signal
import sys
import uuid

from checks import PASSWORD, Journey, fill_body, run
from line import Line, served, until

server, plans, folder = sys.argv[1:]
line = Line(server)
base = f"http://127.0.0.1:{line.port}"
LONG = 60_000
VARIANTS = {
    "phone-dark-de": {"viewport": {"width": 390, "height": 844}, "locale": "de-DE", "color_scheme": "dark",
                      "timezone_id": "Europe/Berlin"},
    "desk-light-en": {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "color_scheme": "light",
                      "timezone_id": "Europe/Berlin"},
}


class ErrorJourney(Journey):
    def _console(self, name, page, message):
        # Browsers report each request that fails, and each failure here is meant. What is said of it makes its own room.
        if not any(text in message.text for text in ("net::ERR", "status of 429", "status of 50", "layout shift")):
            super()._console(name, page, message)


journey = ErrorJourney(base, folder)
seen = journey.seen
seen.update({"late": {}, "away": {}, "reopened": {}, "asked": {}})


def signed_in(browser, variant):
    page = journey.watch(browser.new_context(**VARIANTS[variant]), variant)
    page.goto(f"{base}/sign-in")
    page.fill("#name", "Ada")
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.wait_for_url(f"{base}/")
    # The worker stands in for a server that is away, not for a page that says what is the matter.
    served(page)
    return page


def problem(page):
    return [page.locator("main h1").inner_text(), page.locator("[data-reopen]").all_inner_texts()]


def closed(pages):
    """The plans service stands still: its pages come too late, then it counts as away, and they open by themselves once
    it is back."""
    os.kill(int(plans), signal.SIGSTOP)
    try:
        for variant, page in pages.items():
            page.goto(f"{base}/plan/history", timeout=LONG)
            if variant not in seen["late"] and page.locator("[data-reopen]").count() == 0:
                seen["late"][variant] = problem(page)[0]
                journey.inspect(page, "late", variant)
        for variant, page in pages.items():
            def is_away():
                if page.locator("[data-reopen]").count() == 0:
                    page.reload(timeout=LONG)
                return page.locator("[data-reopen]").count() == 1
            until("plans count as away", is_away, 60)
            seen["away"][variant] = problem(page)
            journey.inspect(page, "away", variant)
    finally:
        os.kill(int(plans), signal.SIGCONT)
    for variant, page in pages.items():
        page.locator("[data-reopen]").wait_for(state="detached", timeout=LONG)
        seen["reopened"][variant] = page.locator("main h1").inner_text()


def talking(page):
    """A message on a line that is cut: it is asked again, in sight, and answered once the line is back; where it stays
    away the message is a draft again."""
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    page.goto(f"{base}/coach")
    last = page.locator(".message").last
    line.cut()
    page.fill("#message", "Wie habe ich geschlafen?")
    page.click("[data-chat] button.primary")
    until("the next try is named", lambda: "Nächster Versuch" in last.inner_text())
    seen["cut"] = last.locator(".reading").inner_text()
    journey.picture(page, "chat-cut", "phone-dark-de")
    line.restore()
    page.locator("#message:not([disabled])").wait_for(timeout=LONG)
    seen["answered"] = [
        page.input_value("#message"), page.locator(".message.mine").count(), len(sent) > 1]
    # Longer than the line that it replaces.
    page.fill("#message", "Was ist HRV?")
    page.click("[data-chat] button.primary")
    page.locator("#message[disabled]").wait_for()
    page.locator("#message:not([disabled])").wait_for(timeout=LONG)
    seen["inSight"] = page.evaluate("""() => {
        const box = (one) => one.getBoundingClientRect();
        const answer = box([...document.querySelectorAll(".message")].at(-1));
        return [answer.bottom - box(document.querySelector(".composer")).top, answer.height];
    }""")
    line.cut()
    page.fill("#message", "Und heute?")
    sent.clear()
    page.click("[data-chat] button.primary")
    page.locator("#message:not([disabled])").wait_for(timeout=LONG)
    seen["lost"] = [page.input_value("#message"), last.locator(".reading").inner_text(), len(sent)]
    journey.picture(page, "chat-lost", "phone-dark-de")
    line.restore()


def waiting(page):
    """An entry that waits for a server that is busy is sent once the time that it named has passed, not before."""
    page.goto(f"{base}/pulse")
    other = journey.watch(page.context, "second tab")
    other.goto(base)
    line.cut()
    page.fill("#text", "Ein Spaziergang am Fluss.")
    page.click("form[action='/pulse'] button.primary")
    page.wait_for_selector("[data-kept]:visible")
    line.refuse_all(5)
    tell = """() => navigator.serviceWorker.ready.then(({ active }) => active.postMessage(
      { person: document.body.dataset.person, query: "" }))"""

    def posts():
        return [request for request in line.refused if request.startswith("POST /pulse")]

    other.evaluate(tell)
    until("it is refused", posts)
    for _ in range(8):
        other.evaluate(tell)
        other.wait_for_timeout(250)
    seen["waits"] = [len(posts()), len(held(other))]
    line.restore()

    def sent():
        other.evaluate(tell)
        return not held(other)

    until("it is sent", sent)
    other.goto(f"{base}/journal")
    seen["sent"] = other.locator("main", has_text="Ein Spaziergang am Fluss.").count()
    other.close()


def held(page):
    return page.evaluate("""async () => {
      const { person } = document.body.dataset;
      return (await held.of(person)).map(({ path }) => path);
    }""")


def uploading(page):
    """A file on a line that is cut."""
    page.goto(f"{base}/settings/data")
    page.set_input_files("[data-upload] input[type=file]", files=[
        {"name": "a.csv", "mimeType": "text/csv", "buffer": b"kind,start,end,value,unit,source\n"}])
    line.cut()
    page.click("[data-upload] button.primary")
    text = page.locator("[data-progress] p")
    until("the upload says what happened", lambda: "weiter" in text.inner_text())
    seen["upload"] = text.inner_text()
    line.restore()


def limited(page):
    """More plans than a minute allows: the time that the server names is waited for, a few times, in sight."""
    page.goto(f"{base}/plan/profile")
    fill_body(page, height="170", weight="75", target="70")
    page.wait_for_selector("[data-plan][data-kind=plan]")
    cookie = "; ".join(f"{c['name']}={c['value']}" for c in page.context.cookies())
    connection = http.client.HTTPConnection(server, timeout=20)
    status = 200
    while status == 200:
        headers = {"cookie": cookie, "content-type": "application/json", "idempotency-key": str(uuid.uuid4())}
        connection.request("POST", "/v1/plans/generate", "{}", headers)
        answer = connection.getresponse()
        answer.read()
        status = answer.status
    assert status == 429, status
    page.clock.install()
    page.goto(f"{base}/plan")
    tries = []
    page.on("request", lambda request: request.url.endswith("/plan/recompute") and tries.append(request.url))
    page.click("[data-recompute] button")
    text = page.locator("[data-plan-status]")
    until("the next try is named", lambda: "Nächster Versuch" in text.inner_text())
    seen["busy"] = text.inner_text()
    journey.inspect(page, "plan-busy", "phone-dark-de")
    for count in (2, 3, 4):
        # Less than the named time brings none.
        page.wait_for_timeout(100)
        assert len(tries) == count - 1, tries
        page.clock.fast_forward(76_000)
        until("it is asked again", lambda: len(tries) == count)
        until("it is refused again", lambda: page.locator("[data-plan-progress]").is_hidden()
              or "Nächster" in text.inner_text())
    until("it is given up", lambda: page.locator("[data-plan-again]").is_visible())
    page.clock.fast_forward(200_000)
    seen["tries"] = len(tries)
    seen["givenUp"] = text.inner_text()
    journey.inspect(page, "plan-given-up", "phone-dark-de")


def main(browser):
    pages = {variant: signed_in(browser, variant) for variant in VARIANTS}
    closed(pages)
    pages["desk-light-en"].context.close()
    page = pages["phone-dark-de"]
    talking(page)
    waiting(page)
    uploading(page)
    limited(page)


run(journey, main)
