"""The installed application in a real browser. Prints one JSON object of what was seen.

    offline.py encrypted HOST:PORT PIN SCREENSHOTS
    offline.py plain HOST:PORT - SCREENSHOTS

PIN is the digest of the server's public key, SCREENSHOTS a folder or "-". Ada and Bea have accounts.
"""
import http.client
import json
import ssl
import sys
import time

from checks import PASSWORD, Journey, run
from line import Line, served, until

mode, server, pin, folder = sys.argv[1:]


class OfflineJourney(Journey):
    def _console(self, name, page, message):
        # A browser reports each request that fails while the line is cut. The banner that says so makes its own room.
        expected = ("net::ERR", "status of 401", "layout shift")
        if not any(text in message.text for text in expected):
            super()._console(name, page, message)


line = None
base = f"http://{server}"


def sign_in(page, base, name):
    page.goto(f"{base}/sign-in")
    page.fill("#name", name)
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.wait_for_url(f"{base}/")


def sign_out(page, base):
    page.goto(f"{base}/settings")
    page.click("[data-sign-out] button")


STORES = """async () => {
  const held = await new Promise((resolve) => {
    const request = indexedDB.open("pulsum", 1);
    request.onupgradeneeded = () => request.transaction.abort();
    request.onerror = () => resolve([]);
    request.onsuccess = () => {
      const work = request.result.transaction(["held", "state"]);
      const [forms, state] = [work.objectStore("held").getAll(), work.objectStore("state").getAll()];
      work.oncomplete = () => {
        request.result.close();
        resolve([...forms.result, ...state.result.map((value) => ({ state: value }))]);
      };
    };
  });
  const cached = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      cached.push([request.url, (await (await caches.match(request))?.text()) ?? ""]);
  return {
    local: Object.keys(localStorage), session: Object.keys(sessionStorage), held, cached,
    bases: (await indexedDB.databases()).map(({ name }) => name),
  };
}"""


# The script that sends answers in place runs.
READY = """
async () => {
  const name = [...document.styleSheets].map((sheet) => sheet.href).find((one) => one?.endsWith("/screens.css"));
  await import(name.replace("screens.css", "answers.js"));
}
"""


def held(page):
    return [form for form in page.evaluate(STORES)["held"] if "path" in form]


def late(browser):
    """A page that was asked for before there was a worker, and arrives after the worker began: the worker serves it."""
    context = browser.new_context(locale="en-GB", timezone_id="Europe/Berlin")
    page, other = journey.watch(context, "on its way"), journey.watch(context, "first")
    login = http.client.HTTPSConnection(server, context=ssl._create_unverified_context(), timeout=10)
    login.request(
        "POST", "/v1/sessions", json.dumps({"name": "Ada", "password": PASSWORD}), {"content-type": "application/json"})
    name, value = login.getresponse().getheader("set-cookie").split(";")[0].split("=", 1)
    context.add_cookies([{"name": name, "value": value, "url": base, "secure": True, "httpOnly": True}])
    waiting = []
    page.route(f"{base}/", lambda route: waiting.append(route))
    page.evaluate("(address) => { location.assign(address); }", f"{base}/")
    while not waiting:
        page.wait_for_timeout(20)
    other.goto(f"{base}/safety")
    served(other)
    waiting.pop().continue_()
    page.wait_for_url(f"{base}/")
    served(page)
    seen["late"] = page.evaluate("new URL(navigator.serviceWorker.controller.scriptURL).pathname")
    context.close()


FOREIGN = """<!doctype html><meta name="referrer" content="%s">
<form method="post" action="%s/pulse"><input name="key" value="%s"><textarea name="text">Planted.</textarea></form>
<script>document.forms[0].submit()</script>"""


def elsewhere(context, page):
    """Forms that a page of another site sends: the statuses of the server's answers."""
    seen["elsewhere"] = []
    tag = page.evaluate("document.body.dataset.person")
    other = context.new_page()
    for policy in ("no-referrer", "unsafe-url"):
        for key in (f"{tag}.1", ""):
            context.route("https://elsewhere.test/", lambda route: route.fulfill(
                content_type="text/html", body=FOREIGN % (policy, base, key)))
            with other.expect_response(f"{base}/pulse") as answer:
                other.goto("https://elsewhere.test/")
            seen["elsewhere"].append(answer.value.status)
            context.unroute("https://elsewhere.test/")
    other.close()


def encrypted(browser):
    late(browser)
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", timezone_id="Europe/Berlin")
    page = journey.watch(context, "phone")

    def ask(method, path, body=None, headers=None):
        """The server itself, whatever the line does."""
        cookie = "; ".join(f"{c['name']}={c['value']}" for c in context.cookies())
        connection = http.client.HTTPSConnection(server, context=ssl._create_unverified_context(), timeout=10)
        connection.request(method, path, body, {"cookie": cookie, **(headers or {})})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def journal():
        return json.loads(ask("GET", "/v1/journal")[1])

    def texts():
        return [entry["text"] for entry in journal()]

    sign_in(page, base, "Ada")
    served(page)
    elsewhere(context, page)
    seen["planted"] = texts() + [json.dumps(form) for form in held(page)]
    manifest_address = page.evaluate("document.querySelector('link[rel=manifest]').href")
    manifest = page.evaluate("(address) => fetch(address).then((answer) => answer.json())", manifest_address)
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
    seen["icons"] = [
        page.evaluate("(address) => fetch(address).then((answer) => answer.status)", address)
        for address in page.evaluate(
            "([base, icons]) => icons.map((icon) => new URL(icon.src, base).href)",
            [manifest_address, manifest["icons"]])
    ]

    # Without a connection: the shell, the safety page, an entry and an answer that wait.
    until("the safety page is kept for the country", lambda: any(
        "country=" in url for url, _ in page.evaluate(STORES)["cached"]))
    line.cut()
    page.goto(f"{base}/pulse")
    page.wait_for_selector("[data-offline] form[action='/pulse']:visible")
    seen["banner"] = page.locator("[data-offline] .banner").text_content()
    journey.inspect(page, "offline", "phone")
    page.fill("#text", "Written without a connection.")
    page.click("form[action='/pulse'] button.primary")
    page.wait_for_selector("[data-kept]:visible")
    seen["kept"] = True
    page.locator("form[action='/check-ins'] button[name='energy'][value='6']").click()
    until("both are kept", lambda: len(held(page)) == 2)
    page.goto(f"{base}/safety")
    seen["call"] = page.locator("a.call").first.get_attribute("href")
    stores = page.evaluate(STORES)
    seen["cached"] = sorted({url[len(base):].split("?")[0] for url, _ in stores["cached"]})
    seen["cachedPrivate"] = [url for url, text in stores["cached"] if "Ada" in text or "Written" in text]
    restored = time.time() * 1000
    line.restore()
    page.goto(f"{base}/")
    until("they are sent", lambda: not held(page))
    seen["afterOffline"] = texts()
    # The time of writing, not that of sending.
    seen["isDated"] = all(entry["at"] < restored for entry in journal())
    day = journal()[0]["day"]
    found = json.loads(ask("GET", f"/v1/check-ins?from={day}&through={day}")[1])
    found = found if isinstance(found, list) else found["checkIns"]
    seen["checkIns"] = [answer.get("energy") for answer in found]

    # The server takes an entry and its answer is lost: sent again, it is still one.
    page.goto(f"{base}/pulse")
    page.fill("#text", "Its answer was lost.")
    line.state = "deaf"
    page.click("button.primary", no_wait_after=True)
    until("the server has it", lambda: len(texts()) == 2)
    seen["reachedServer"] = len(texts())
    line.cut()
    page.wait_for_selector("[data-kept]:visible")
    line.restore()
    page.goto(f"{base}/")
    until("it is sent again", lambda: not held(page))
    seen["afterLostAnswer"] = texts()

    # Answers in place without a connection: both of two taps wait, and each is sent once.
    page.evaluate(READY)
    line.cut()
    page.evaluate("""() => {
      for (const [form, value] of [["sleepQuality", 5], ["stress", 2], ["stress", 3]])
        document.querySelector(`#${form} button[value="${value}"]`).click();
    }""")
    page.wait_for_url("**/offline?kept=1")
    until("both taps are kept", lambda: len(held(page)) == 2)
    line.restore()
    page.click("[data-again]")
    page.wait_for_url(f"{base}/")
    until("the taps are sent", lambda: not held(page))
    found = json.loads(ask("GET", f"/v1/check-ins?from={day}&through={day}")[1])
    found = found if isinstance(found, list) else found["checkIns"]
    seen["taps"] = sorted(
        f"{name} {one[name]}" for one in found for name in ("energy", "sleepQuality", "stress") if name in one)

    # The page that was asked for comes back also where its address names a place in it.
    line.cut()
    page.goto(f"{base}/coach#message")
    page.wait_for_selector("[data-offline]")
    line.restore()
    page.click("[data-again]")
    page.wait_for_selector("[data-offline]", state="detached")
    seen["again"] = page.url[len(base):]
    page.goto(f"{base}/")

    # The answer to the suggestion does not wait: the card says so and can be tapped again.
    page.evaluate(READY)
    offer = page.locator("#suggestion-of-day")
    line.cut()
    offer.locator("button[value=completed]").click()
    offer.locator("[role=status]:has-text('Not saved')").wait_for()
    seen["suggestion"] = [page.url[len(base):], str(offer.locator("button:visible").count()), str(len(held(page)))]
    journey.inspect(page, "today-not-saved", "phone")
    line.restore()
    offer.locator("button[value=completed]").click()
    offer.locator("[role=status]:has-text('Done')").wait_for()

    # A correction that waits does not replace one that another device sent meanwhile.
    page.evaluate(READY)
    line.cut()
    page.evaluate("""document.querySelector('#stress button[value="7"]').click()""")
    page.wait_for_url("**/offline?kept=1")
    until("the correction is kept", lambda: len(held(page)) == 1)
    stress = next(one for one in found if "stress" in one)
    changed, _ = ask(
        "PUT", f"/v1/check-ins/{stress['id']}", json.dumps({"stress": 5}), {"content-type": "application/json"})
    line.restore()
    page.goto(f"{base}/")
    until("the correction is sent", lambda: not held(page))
    again = json.loads(ask("GET", f"/v1/check-ins?from={day}&through={day}")[1])
    again = again if isinstance(again, list) else again["checkIns"]
    seen["newer"] = [changed, next(one["stress"] for one in again if one["id"] == stress["id"])]

    # A session that is lost: the answer to the suggestion was answered, and leads to the sign-in.
    session = [cookie for cookie in context.cookies() if cookie["name"].endswith("pulsum_session")]
    page.evaluate(READY)
    context.clear_cookies(name=session[0]["name"])
    offer.locator("button[value=restored]").click()
    page.wait_for_url("**/sign-in*")
    sign_in(page, base, "Ada")

    # It keeps what waits; another person neither sees nor sends it.
    page.goto(f"{base}/pulse")
    page.fill("#text", "After the session was lost.")
    context.clear_cookies(name=session[0]["name"])
    page.click("button.primary")
    page.wait_for_url("**/sign-in?kept=1")
    seen["noticeAtSignIn"] = page.locator(".notice[role=status]").is_visible()
    journey.inspect(page, "sign-in-kept", "phone")
    seen["heldWithoutSession"] = len(held(page))
    sign_in(page, base, "Bea")
    page.wait_for_timeout(1_500)
    seen["ofOther"] = texts()
    seen["shownToOther"] = page.locator("[data-away]").is_visible() or "session was lost" in page.content()
    sign_out(page, base)
    page.wait_for_url("**/sign-in")
    seen["heldForOwner"] = len(held(page))
    sign_in(page, base, "Ada")
    until("the owner sends it", lambda: not held(page))
    seen["sentByOwner"] = texts().count("After the session was lost.")

    page.goto(f"{base}/reach")
    journey.inspect(page, "reach", "phone")
    page.set_viewport_size({"width": 320, "height": 640})
    for path in ["/reach", "/sources/add/hc-webhook", "/offline"]:
        page.goto(base + path)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            seen["wide"].append(f"320 {path}")

    # Signing out asks where something waits, and leaves nothing.
    other = journey.watch(context, "second tab")
    page.goto(f"{base}/settings")
    other.goto(f"{base}/pulse")
    other.fill("#text", "Not sent before signing out.")
    line.cut()
    other.click("button.primary")
    other.wait_for_selector("[data-kept]:visible")
    page.click("[data-sign-out] button")
    page.wait_for_selector("[data-unsent]:visible")
    seen["asked"] = True
    journey.inspect(page, "sign-out-question", "phone")
    page.click("[data-stay]")
    seen["stayed"] = len(held(page))
    page.click("[data-sign-out] button")
    page.wait_for_selector("[data-unsent]:visible")
    other.close()
    line.restore()
    page.click("[data-leave]")
    page.wait_for_url("**/sign-in")
    page.wait_for_timeout(1_000)
    stores = page.evaluate(STORES)
    public = ("/assets/", "/safety", "/offline")
    seen["left"] = {
        "local": stores["local"], "session": stores["session"], "held": [json.dumps(form) for form in stores["held"]],
        "caches": [url for url, text in stores["cached"] if not url[len(base):].startswith(public) or "Ada" in text],
        "country": [url for url, _ in stores["cached"] if "country=" in url],
        "cookies": [cookie["name"] for cookie in context.cookies()],
    }


def plain(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", timezone_id="Europe/Berlin")
    page = journey.watch(context, "plain")
    sign_in(page, base, "Ada")
    seen["hasWorker"] = page.evaluate("'serviceWorker' in navigator")
    seen["banner"] = page.locator(".banner:visible").first.text_content()
    page.goto(f"{base}/reach")
    journey.inspect(page, "reach-plain", "phone")
    seen["misses"] = page.locator("ul.bullets").last.locator("li").all_text_contents()
    page.goto(f"{base}/pulse")
    context.set_offline(True)
    page.locator("[data-away]:visible").wait_for()
    seen["away"] = page.locator("[data-away]").text_content()
    context.set_offline(False)
    # A session that ends elsewhere leaves a draft in the tab; it is not shown to the next person.
    page.fill("#text", "Ada's draft")
    page.goto(f"{base}/journal")
    page.goto(f"{base}/pulse")
    seen["draft"] = page.input_value("#text")
    context.clear_cookies()
    sign_in(page, base, "Bea")
    page.goto(f"{base}/pulse")
    seen["draftOfOther"] = page.input_value("#text")
    # What a page may have left behind. Browsers clear it for a server at an encrypted address only; here the script does.
    page.evaluate("localStorage.setItem('rings-day', 'x'); sessionStorage.setItem('draft coach', 'x')")
    sign_out(page, base)
    page.wait_for_url("**/sign-in")
    seen["left"] = page.evaluate("localStorage.length + sessionStorage.length")


if mode == "encrypted":
    line = Line(server)
    base = f"https://pulsum.test:{line.port}"
journey = OfflineJourney(base, folder)
seen = journey.seen
run(
    journey, {"encrypted": encrypted, "plain": plain}[mode], "--host-resolver-rules=MAP pulsum.test 127.0.0.1",
    f"--ignore-certificate-errors-spki-list={pin}")
