"""What Today shows, as read in the browser by mornings.py, and what is wrong with it."""
import json
import re
from pathlib import Path

# Texts that are visible without scrolling above the bar, outside and inside of the card with the questions, and the parts
# of the whole page.
READ = """
() => {
  const bar = document.querySelector(".bar")?.getBoundingClientRect().top ?? innerHeight;
  const bottom = Math.min(bar, innerHeight);
  const first = [], asked = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const text = node.textContent.trim(), parent = node.parentElement;
    if (!text || parent.closest("svg, .visually-hidden, [hidden]")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.height && box.top >= 0 && box.bottom <= bottom) (parent.closest(".asking") ? asked : first).push(text);
  }
  const text = (query) => document.querySelector(query)?.innerText.trim() || null;
  const texts = (query) => [...document.querySelectorAll(query)].map((one) => one.innerText.trim());
  return {
    first: first.join(" "), asked: asked.join(" "), heading: text("#standing"), range: text(".headline .range"),
    sentence: texts(".day > .reading").join(" ") || null,
    notes: texts(".day > .small, .day > p .button"), weighs: texts(".chip.weighs"), lifts: texts(".chip.lifts"),
    night: texts(".night .figures > div").map((one) => one.replace(/\\s+/g, " ")), finding: text(".night > .reading"),
    slept: text(".night .slept"),
    suggestion: text("[data-live=suggestion] .reading"), letter: text("[data-live=letter]"),
    trouble: text("#source-trouble"), news: text("[data-live=plan-news]"), whole: document.querySelector("main").innerText,
  };
}
"""
NAMES_NIGHT = re.compile(r"\b(last night|the night before|your last sleep|yesterday)\b", re.IGNORECASE)
# Counts of what a person did not do, such as “12 check-ins missed”.
COUNTS_MISSED = re.compile(
    r"\b\d+\s+(days?|mornings?|nights?|weeks?|check-ins?|answers?|letters?|suggestions?)\b[^.]{0,40}"
    r"\b(missed|missing|without|ago|away|behind|lost)\b"
    r"|\b(missed|missing|without)\b[^.]{0,40}\b\d+\s+(days?|mornings?|nights?|weeks?|check-ins?)\b|\bstreak\b",
    re.IGNORECASE)
NAMES_RETURN = re.compile(r"\b(back|again|welcome|after a while|since you were)\b", re.IGNORECASE)
# Whether more of it is better; sentences and chips are judged by it.
BETTER_HIGH = {
    "hrv": True, "nocturnalHeartRate": False, "restingHeartRate": False, "respiratoryRate": False, "sleepDebt": False,
    "sleepQuality": True, "steps": True, "energy": True, "stress": False, "sentiment": True, "sleep": True}


class Words:
    """The English sentences of Today, by what they say."""

    def __init__(self, root):
        folder = Path(root) / "Shared/Localization/Catalogues/Days"
        signals, today, days = (
            json.loads((folder / f"{name}.en.json").read_text()) for name in ("signals", "today", "days"))
        # Names and keys, “Sleep quality” before “Sleep”.
        self.signals = sorted(((name, key) for key, name in signals["signal"].items()), reverse=True)
        self.waiting, self.usual = today["state"]["waiting"], days["today"]["usual"]
        self.sides = {
            sentence: (key, side == "up") for side in ("up", "down") for key, sentence in signals["today"][side].items()}
        self.steps = {today["standing"][str(step)]: step for step in range(1, 6)}
        self.findings = {
            sentence: (key, place == "above") for key, places in today["night"]["sentence"].items()
            if isinstance(places, dict) for place, sentence in places.items()}


def numbers(text):
    return [float(number.replace(",", "")) for number in re.findall(r"\d+(?:[.,]\d+)*", text or "")]


def contradictions(seen, breakdown, words, has_nights):
    """What the page says against itself, as pairs of `headline` or `night` and a sentence; empty if nothing.

    The range and the chips are the page's own. Whether a chip's value is the better one is read from the breakdown of the
    same moment, where the page names no usual value.
    """
    found = [("headline", what) for what in against_range(seen, words) + against_values(seen, breakdown, words)]
    if not has_nights and words.waiting in seen["whole"]:
        found.append(("headline", f"“{words.waiting}” for a person without nights"))
    return found + [("night", what) for what in against_night(seen, words)]


def against_range(seen, words):
    found, step = [], words.steps.get(seen["heading"])
    if seen["range"] and step:
        score, low, high = numbers(seen["range"])[:3]
        side = 1 if score > high else -1 if score < low else 0
        if side != (1 if step < 3 else -1 if step > 3 else 0):
            found.append(f"“{seen['heading']}” over “{first_line(seen['range'])}”")
    if step in (1, 2) and seen["weighs"] and not seen["lifts"]:
        found.append(f"“{seen['heading']}” with burdens alone: {seen['weighs']}")
    if step in (4, 5) and seen["lifts"] and not seen["weighs"]:
        found.append(f"“{seen['heading']}” with helps alone: {seen['lifts']}")
    return found


def against_values(seen, breakdown, words):
    """Chips and the headline's sentence, compared with the values."""
    found, parts = [], {}
    for part in (breakdown or {}).get("contributions", []):
        if part.get("baseline") and part.get("value") is not None:
            parts[part["signal"]] = (part["value"], part["baseline"]["median"])
    for side in ("weighs", "lifts"):
        for chip in seen[side]:
            key = next((key for name, key in words.signals if chip.startswith(name)), None)
            if key not in parts or key not in BETTER_HIGH or parts[key][0] == parts[key][1]:
                continue
            helps = (parts[key][0] > parts[key][1]) == BETTER_HIGH[key]
            if helps == (side == "weighs"):
                found.append(f"{side}: “{chip}” at {parts[key][0]:.1f}, usual {parts[key][1]:.1f}")
    key, is_up = words.sides.get(seen["sentence"], (None, None))
    if key in parts and (parts[key][0] > parts[key][1]) != is_up:
        found.append(f"“{seen['sentence']}” at {parts[key][0]:.1f}, usual {parts[key][1]:.1f}")
    return found


def against_night(seen, words):
    found = []
    key, is_above = words.findings.get(seen["finding"], (None, None))
    if not key:
        return found
    if seen["sentence"] == words.usual:
        found.append(f"“{words.usual}” over “{seen['finding']}”")
    name = next(name for name, one in words.signals if one == key)
    figure = next((figure for figure in seen["night"] if figure.startswith(name) and "usually" in figure), None)
    if figure:
        value, (low, high) = numbers(figure.split("usually")[0])[0], numbers(figure.split("usually")[1])[:2]
        if (value <= high) if is_above else (value >= low):
            found.append(f"“{seen['finding']}” over “{name} {value:g}, usually {low:g} to {high:g}”")
    return found


def first_line(text):
    return text.splitlines()[0].strip()


def runs(values, changes):
    """Longest run of equal values in a row, and the values of runs of more than three in which something changed."""
    longest, faults, begin = 0, [], 0
    for place in range(1, len(values) + 1):
        if place < len(values) and values[place] == values[begin]:
            continue
        if values[begin]:
            longest = max(longest, place - begin)
            if place - begin > 3 and len({json.dumps(change) for change in changes[begin:place]}) > 1:
                faults.append((values[begin], place - begin))
        begin = place
    return longest, faults
