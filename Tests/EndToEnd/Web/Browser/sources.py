"""Adding a source in a real browser, with a stand-in phone for each companion. Prints one JSON object of what was seen.

    sources.py HOST:PORT PIN SCREENSHOTS

PIN is the digest of the server's public key, SCREENSHOTS a folder or "-". Ada has an account.
"""
import base64
import http.client
import json
import ssl
import sys
import time
from urllib.parse import parse_qs, urlsplit

from checks import PASSWORD, Journey, run

server, pin, folder = sys.argv[1:]
base = f"https://pulsum.test:{server.rsplit(':', 1)[1]}"
journey = Journey(base, folder)
seen = journey.seen | {"taps": {}, "seconds": {}, "second": {}, "arrived": {}, "unpaired": {}}
journey.seen = seen
INSTALLATION = "0f0f0f0f-0000-4000-8000-00000000000"


def stamp(seconds_ago):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - seconds_ago))


class Phone:
    """A stand-in for a phone: it knows what the page shows, and speaks to the server by itself."""

    def post(self, url, body, headers=None):
        parts = urlsplit(url)
        connection = http.client.HTTPSConnection(server, context=ssl._create_unverified_context(), timeout=30)
        connection.request(
            "POST", parts.path, body if isinstance(body, str) else json.dumps(body),
            {"host": parts.netloc, "content-type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        text = answer.read().decode()
        return answer.status, json.loads(text) if text.startswith("{") else text

    def open(self, url):
        parts = urlsplit(url)
        connection = http.client.HTTPSConnection(server, context=ssl._create_unverified_context(), timeout=30)
        connection.request("GET", parts.path, headers={"host": parts.netloc, "accept": "text/html"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


phone = Phone()


class Taps:
    """Counts what a person taps on our side."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def tap(self, selector):
        self.count += 1
        self.page.locator(selector).first.click()


def hc_webhook(page, taps):
    with page.expect_download() as download:
        taps.tap("a[download]")
    with open(download.value.path()) as file:
        hook = json.load(file)["webhookConfigs"][0]
    body = {
        "timestamp": stamp(0), "app_version": "1.9.15",
        "heart_rate": [{"bpm": 61, "time": stamp(900)}, {"bpm": 64, "time": stamp(600)}],
    }
    send = lambda: phone.post(hook["url"], body, hook["headers"])[0]
    # The file names no phone: a copy of it sends too, until it is unpaired.
    return send, None


def open_wearables(page, taps):
    host = page.locator("#source-address").text_content()
    code = page.locator("#source-code").text_content()
    redeem = lambda: phone.post(f"{host}/api/v1/invitation-code/redeem", {"code": code})
    status, tokens = redeem()
    assert status == 200, tokens
    record = {
        "id": "0000000a-0000-4000-8000-000000000000", "type": "HKQuantityTypeIdentifierHeartRate",
        "startDate": stamp(600), "endDate": stamp(600), "zoneOffset": None,
        "source": {"appId": "com.apple.health", "deviceName": "Watch", "deviceType": "watch"}, "value": 61,
        "unit": "bpm", "parentId": None, "metadata": None,
    }
    body = {
        "provider": "apple", "sdkVersion": "0.13.0", "syncTimestamp": stamp(0),
        "data": {"records": [record], "sleep": [], "workouts": []},
    }
    send = lambda: phone.post(
        f"{host}/api/v1/sdk/users/{tokens['user_id']}/sync", body,
        {"authorization": f"Bearer {tokens['access_token']}"})[0]
    return send, lambda: redeem()[0]


def health_bridge(page, taps):
    link = page.locator("a[href^='healthbridge://pair?payload=']").get_attribute("href")
    payload = link.split("payload=")[1]
    invitation = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))

    def redeem(number):
        return phone.post(invitation["redeem_url"], {
            "invitation_secret": invitation["invitation_secret"], "installation_id": f"{INSTALLATION}{number}",
            "device_credential": f"stand-in credential of phone {number}", "platform": "ios"})

    status, completion = redeem(1)
    assert status == 200, completion
    sample = {
        "client_record_id": "hk-quantity-heart-rate-0000000b-0000-4000-8000-000000000000",
        "source_key": "apple_health.phone", "type_code": "heart_rate", "start_time": stamp(500),
        "end_time": stamp(500), "value": 62, "unit": "count/min",
    }
    body = {
        "schema_id": "health_bridge.batch.v1", "schema_version": "1.0.0", "generated_at": stamp(0),
        "export_window": {}, "sources": [{"source_key": "apple_health.phone", "name": "Apple Health"}],
        "health_types": [], "samples": [sample], "workouts": [], "sleep_sessions": [], "deleted_records": [],
        "sync": {"sync_window": {}, "cursors": []},
    }
    send = lambda: phone.post(
        completion["receiver_url"], body, {"authorization": "Bearer stand-in credential of phone 1"})[0]
    return send, lambda: redeem(2)[0]


def open_scale(page, taps):
    address = page.locator("#source-address").text_content()
    token = page.locator("#source-token").text_content()
    body = {
        "id": 1, "userId": 7, "username": "Ada", "date": stamp(400).replace("Z", ".000Z"), "weight": 71.4,
        "body_fat": 26.1, "water": 0.0, "muscle": 0.0, "event": "insert",
    }
    return lambda: phone.post(address, body, {"authorization": token})[0], None


def health_auto_export(page, taps):
    link = page.locator("a[href^='com.HealthExport://automation?']").get_attribute("href")
    query = parse_qs(urlsplit(link).query)
    name, token = query["headers"][0].split(",")
    date = time.strftime("%Y-%m-%d %H:%M:%S +0000", time.gmtime(time.time() - 300))
    metric = {"name": "step_count", "units": "count", "data": [{"date": date, "qty": 120, "source": "iPhone"}]}
    return lambda: phone.post(query["url"][0], {"data": {"metrics": [metric]}}, {name: token})[0], None


APPS = {
    "hc-webhook": ("android", hc_webhook), "open-wearables": ("iphone", open_wearables),
    "health-bridge": ("iphone", health_bridge), "openscale": ("scale", open_scale),
    "health-auto-export": ("iphone", health_auto_export),
}


def add(page, app, device, stand_in):
    page.goto(f"{base}/settings/data")
    begin, taps = time.monotonic(), Taps(page)
    taps.tap("main a[href='/sources/add']")
    page.wait_for_url("**/sources/add")
    if app == "hc-webhook":
        journey.inspect(page, "sources-add", "phone-light-en")
    taps.tap(f"a[href='/sources/add?device={device}']")
    page.wait_for_url("**device=*")
    journey.inspect(page, f"sources-add-{device}", "phone-light-en")
    taps.tap(f"a[href='/sources/add/{app}']")
    page.wait_for_url(f"**/sources/add/{app}")
    journey.inspect(page, f"connect-{app}", "phone-light-en")
    page.fill("#label", f"My {app}")
    if page.locator("#member").count():
        page.fill("#member", "Ada")
    if page.locator("#password").count():
        page.fill("#password", PASSWORD)
    taps.tap("form button.primary")
    line = page.locator("[data-live=arrival]")
    line.locator(":text('Waiting for the first data')").first.wait_for()
    assert "localhost" not in page.content() and "127.0.0.1" not in page.locator("main").inner_text()
    if app == "hc-webhook":
        # The phone opens the code's address in its own browser, without a session.
        status, text = phone.open(page.locator("#source-check code").text_content())
        assert status == 200 and "This phone reaches Pulsum" in text, text
        line.locator(":text('Your phone reaches this Pulsum')").first.wait_for(timeout=10_000)
        seen["reached"] = True
    send, again = stand_in(page, taps)
    journey.inspect(page, f"made-{app}", "phone-light-en")
    if again:
        # Before the first data too, the code is the first phone's.
        seen["second"][app] = again()
    status = send()
    assert status in (200, 202), status
    line.locator(":text('newest')").first.wait_for(timeout=20_000)
    seen["seconds"][app] = round(time.monotonic() - begin, 1)
    seen["taps"][app] = taps.count
    seen["arrived"][app] = line.locator("li").first.inner_text().replace("\n", " ")
    journey.inspect(page, f"arrived-{app}", "phone-light-en")
    return send


def main(browser):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en-GB", timezone_id="Europe/Berlin", accept_downloads=True)
    page = journey.watch(context, "phone")
    page.goto(f"{base}/sign-in")
    page.fill("#name", "Ada")
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.wait_for_url(f"{base}/")
    senders = {app: add(page, app, *how) for app, how in APPS.items()}
    # What nobody can read is put aside, downloaded and deleted.
    page.goto(f"{base}/sources")
    state = context.storage_state()
    german = journey.watch(browser.new_context(
        viewport={"width": 390, "height": 844}, locale="de-DE", color_scheme="dark", timezone_id="Europe/Berlin",
        storage_state=state), "german")
    desk = journey.watch(browser.new_context(
        viewport={"width": 1280, "height": 900}, locale="de-DE", timezone_id="Europe/Berlin", storage_state=state),
        "desk")
    for path in ["/sources", "/sources/add", "/sources/add?device=android", "/sources/add/hc-webhook",
                 "/sources/add/openscale"]:
        for other, variant in ((german, "phone-dark-de"), (desk, "desk-light-de")):
            other.goto(base + path)
            name = path.replace("?device=", "-")
            journey.inspect(other, name, variant)
    page.set_viewport_size({"width": 320, "height": 640})
    for path in ["/sources", "/sources/add?device=iphone", "/sources/add/health-bridge"]:
        page.goto(base + path)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            seen["wide"].append(f"320 {path}")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{base}/sources")
    seen["listed"] = page.locator("[data-live=sources] > li").count()
    for app, send in senders.items():
        row = page.locator(f"[data-live=sources] > li:has-text('My {app}')")
        row.locator("summary").click()
        row.locator("form[action$='/end'] button").click()
        page.locator(f"[data-live=sources] > li:has-text('My {app}'):has-text('Ended')").wait_for()
        seen["unpaired"][app] = send()
    row = page.locator("[data-live=sources] > li:has-text('My openscale')")
    row.locator("summary").click()
    if row.locator("input[type=password]").count():
        row.locator("input[type=password]").fill(PASSWORD)
    row.locator("form[action$='/undo'] button").click()
    page.locator("#toast p").wait_for()
    seen["left"] = page.locator("[data-live=sources] > li").count()


run(
    journey, main, "--host-resolver-rules=MAP pulsum.test 127.0.0.1", f"--ignore-certificate-errors-spki-list={pin}")
