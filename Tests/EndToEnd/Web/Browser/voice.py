"""Speaking an entry in a real browser. Prints one JSON object of what was seen.

    voice.py speak|denied|missing HOST:PORT PIN WAV SCREENSHOTS
    voice.py plain HOST:PORT - - SCREENSHOTS

PIN is the digest of the server's public key, WAV what the microphone hears, SCREENSHOTS a folder or "-". Ada has an
account, and the transcription server answers three times: with words, with words, and not at all.
"""
import sys

from checks import PASSWORD, Journey, run

mode, server, pin, recording, folder = sys.argv[1:]
port = server.rsplit(":", 1)[1]
base = f"http://{server}" if mode == "plain" else f"https://pulsum.test:{port}"


class VoiceJourney(Journey):
    def _console(self, name, page, message):
        # Recording makes room for its controls; the press that begins it is longer ago than a browser takes as recent.
        if "layout shift" not in message.text or not started:
            super()._console(name, page, message)


# Every track that a page gets, to see whether it is let go.
TRACKS = """
window.tracks = [];
const devices = navigator.mediaDevices;
if (devices) {
  const get = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (wish) => {
    const stream = await get(wish);
    window.tracks.push(...stream.getTracks());
    return stream;
  };
}
"""
started = False
journey = VoiceJourney(base, folder)
seen = journey.seen
seen.update(said={}, live={})


def open_pulse(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", timezone_id="Europe/Berlin")
    page = journey.watch(context, mode)
    page.add_init_script(TRACKS)
    page.goto(f"{base}/sign-in")
    page.fill("#name", "Ada")
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.wait_for_url(f"{base}/")
    page.goto(f"{base}/pulse")
    return page


def begin(page):
    global started
    started = True
    page.click("[data-record]")
    wait(page, "document.querySelector('.voice meter').value > 0")


def wait(page, condition, argument=None):
    """Asks until it holds; `wait_for_function` would need what the Content-Security-Policy forbids."""
    for _ in range(300):
        if page.evaluate(condition, argument):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


def left(page):
    """Seconds on the countdown."""
    return int(page.locator("[data-countdown]").text_content().split()[0])


def ended(page, name, text):
    """Waits until the status line says so, and notes whether a microphone is still on."""
    wait(page, "(text) => document.querySelector('[data-said]').textContent.startsWith(text)", text)
    seen["said"][name] = page.locator("[data-said]").text_content()
    seen["live"][name] = page.evaluate("tracks.some(({ readyState }) => readyState === 'live')")


def speak(browser):
    page = open_pulse(browser)
    requests = []
    page.on("request", lambda request: requests.append(request.url) if request.method == "POST" else None)
    journey.inspect(page, "voice-idle", "phone")
    page.set_viewport_size({"width": 320, "height": 640})
    page.fill("#text", "Before.")
    begin(page)
    seen["counted"], seen["level"] = [left(page)], 0
    journey.inspect(page, "voice-recording", "320")
    page.set_viewport_size({"width": 390, "height": 844})
    # Saving waits until the recording has ended.
    assert page.locator("form[action='/pulse'] button.primary").is_disabled()
    for _ in range(25):
        seen["counted"].append(left(page))
        seen["level"] = max(seen["level"], page.evaluate("document.querySelector('.voice meter').value"))
        page.wait_for_timeout(100)
    assert not requests, requests
    page.click("[data-finish]")
    ended(page, "heard", "Added")
    journey.inspect(page, "voice-heard", "phone")

    # Dropped by the person, and by leaving the page: nothing is sent.
    begin(page)
    page.click("[data-cancel]")
    ended(page, "cancelled", "Cancelled")
    begin(page)
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'));")
    ended(page, "hidden", "The page was left")
    page.evaluate("delete document.hidden")
    assert len(requests) == 1, requests

    # A second recording is added to the first, without a click: the keyboard alone.
    page.focus("[data-record]")
    page.keyboard.press("Enter")
    wait(page, "document.querySelector('.voice meter').value > 0")
    page.wait_for_timeout(2_000)
    page.keyboard.press("Enter")
    ended(page, "again", "Added")
    seen["text"] = page.input_value("#text")

    # The server does not answer: waiting can be given up, and the text stays.
    begin(page)
    page.click("[data-finish]")
    page.wait_for_selector("[data-running]", state="hidden")
    journey.inspect(page, "voice-reading", "phone")
    page.click("[data-cancel]")
    ended(page, "cancelledSending", "Cancelled")
    assert page.input_value("#text") == seen["text"]
    seen["sent"] = sum(url.endswith("/v1/transcriptions") for url in requests)

    # It stays until it is cleared; what is saved is what was corrected.
    page.reload()
    assert page.input_value("#text") == seen["text"]
    page.click("[data-clear]")
    assert page.input_value("#text") == ""
    page.fill("#text", seen["text"].replace("a walk", "A walk"))
    page.click("form[action='/pulse'] button.primary")
    page.wait_for_url(f"{base}/")
    seen["entries"] = page.evaluate("fetch('/v1/journal').then((answer) => answer.json())")
    seen["entries"] = [entry["text"] for entry in seen["entries"]]


def refused(text):
    def case(browser):
        global started
        page = open_pulse(browser)
        started = True
        page.click("[data-record]")
        ended(page, mode, text)
        journey.inspect(page, f"voice-{mode}", "phone")
        assert page.locator("[data-record]").is_visible()
    return case


def plain(browser):
    page = open_pulse(browser)
    assert page.locator("[data-voice]").count() == 0
    seen["said"]["insecure"] = page.locator("p.small:has-text('Recording needs')").text_content()
    journey.inspect(page, "voice-plain", "phone")


cases = {
    "speak": (speak, ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                      f"--use-file-for-fake-audio-capture={recording}"]),
    "denied": (refused("The microphone"), ["--use-fake-ui-for-media-stream=deny", "--use-fake-device-for-media-stream"]),
    "missing": (refused("No microphone"), ["--use-fake-ui-for-media-stream", "--disable-audio-input"]),
    "plain": (plain, []),
}
case, arguments = cases[mode]
run(journey, case, "--host-resolver-rules=MAP pulsum.test 127.0.0.1",
    f"--ignore-certificate-errors-spki-list={pin}", *arguments)
