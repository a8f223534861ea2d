"""Signs the example person in and takes screenshots; called by deploy/screenshots.

    screenshots.py ADDRESS LANGUAGE all|readme FOLDER    with NAME and PASSWORD in the environment
"""
import os
import sys

from playwright.sync_api import sync_playwright

address, language, names, folder = sys.argv[1:]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
SCREENS = {
    "today": "/",
    "breakdown": "/breakdown",
    "trends": "/trends?metric=nocturnalHeartRate&range=quarter",
    "calendar": "/calendar",
    "journal": "/journal",
    "letters": "/letters",
    "look-back": "/look-back",
    "coach": "/coach",
    "pulse": "/pulse",
    "goals": "/goals",
    "terms": "/terms",
    "actions": "/actions",
    "review": "/review",
    "plan": "/plan",
    "settings": "/settings",
    "safety": "/safety",
}
# Screen, size, theme.
README = {("today", "phone", "light"), ("trends", "desk", "light"), ("coach", "phone", "dark"), ("calendar", "desk", "dark")}
QUESTION = {"en": "Is my resting heart rate lower than in spring?", "de": "Ist mein Ruhepuls niedriger als im Frühling?"}


def pictures(browser, size, viewport, theme):
    context = browser.new_context(
        viewport=viewport, color_scheme=theme, locale={"en": "en-GB", "de": "de-DE"}[language],
        timezone_id="Europe/Berlin", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}/sign-in?example")
    page.fill("#name", os.environ["NAME"])
    page.fill("#password", os.environ["PASSWORD"])
    page.click("button.primary")
    page.wait_for_selector("nav")
    for name, path in SCREENS.items():
        if names == "readme" and (language != "en" or (name, size, theme) not in README):
            continue
        page.goto(address + path)
        if name == "coach":
            page.fill("#message", QUESTION[language])
            page.click("[data-chat] button.primary")
            page.locator("#message:not([disabled])").wait_for(timeout=60_000)
        page.wait_for_timeout(300)
        file = f"{name}.png" if names == "readme" else f"{name}-{size}-{theme}-{language}.png"
        page.screenshot(path=os.path.join(folder, file), full_page=names == "all")
    context.close()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for size, viewport in (("phone", PHONE), ("desk", DESK)):
        for theme in ("light", "dark"):
            pictures(browser, size, viewport, theme)
    browser.close()
