"""What Today shows, as read in the browser by mornings.py, and what is wrong with it."""
import json
import re
from pathlib import Path

# Texts that are visible without scrolling above the bar, outside and inside of the card with the questions, and the parts of
# the whole page.
READ = """
() => {
  const bar = document.querySelector(".bar")?.getBoundingClientRect().top ?? innerHeight;
  const bottom = Math.min(bar, innerHeight);
  const first = [], asked = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const text = node.textContent.trim(), parent = node.parentElement;
    if (!text || parent.closest("svg, .visually-hidden, [hidden]") || !parent.checkVisibility({ visibilityProperty: true })) continue;
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
    suggestion: text("[data-live=suggestion] .reading"), letter: text("[data-live=letter]"), trouble: text("#source-trouble"),
    news: text("[data-live=plan-news]"), whole: document.querySelector("main").innerText,
  };
}
"""
NAMES_NIGHT = re.compile(r"\b(last night|the night before|yesterday)\b", re.IGNORECASE)
# Counts of what a person did not do, such as “12 check-ins missed”.
COUNTS_MISSED = re.compile(
    r"\b\d+\s+(days?|mornings?|nights?|weeks?|check-ins?|answers?|letters?|suggestions?)\b[^.]{0,40}\b(missed|missing|without|ago|away|behind|lost)\b"
    r"|\b(missed|missing|without)\b[^.]{0,40}\b\d+\s+(days?|mornings?|nights?|weeks?|check-ins?)\b|\bstreak\b",
    re.IGNORECASE)
NAMES_RETURN = re.compile(r"\b(back|again|welcome|after a while|since you were)\b", re.IGNORECASE)
# Whether more of it is better; sentences and chips are judged by it.
BETTER_HIGH = {"hrv": True, "nocturnalHeartRate": False, "restingHeartRate": False, "respiratoryRate": False, "sleepDebt": False,
               "sleepQuality": True, "steps": True, "energy": True, "stress": False, "sentiment": True, "sleep": True}


class Words:
    """The English sentences of Today, by what they say."""

    def __init__(self, root):
        folder = Path(root) / "Shared/Localization/Catalogues/Days"
        signals, today = (json.loads((folder / f"{name}.en.json").read_text()) for name in ("signals", "today"))
        self.signals = {name: key for key, name in signals["signal"].items()}
        self.sides = {
            sentence: (key, side == "up") for side in ("up", "down") for key, sentence in signals["today"][side].items()}
        self.steps = {today["standing"][str(step)]: step for step in range(1, 6)}
        self.findings = {
            sentence: (key, place == "above") for key, places in today["night"]["sentence"].items()
            if isinstance(places, dict) for place, sentence in places.items()}


def numbers(text):
    return [float(number.replace(",", "")) for number in re.findall(r"\d+(?:[.,]\d+)*", text or "")]


def contradictions(seen, breakdown, words):
    """Sentences about what the page says against itself; empty if nothing.

    The range and the chips are the page's own. Whether a chip's value is the better one is read from the breakdown of the
    same moment, where the page names no usual value.
    """
    found = []
    step = words.steps.get(seen["heading"])
    if seen["range"] and step:
        score, low, high = numbers(seen["range"])[:3]
        side = 1 if score > high else -1 if score < low else 0
        said = 1 if step < 3 else -1 if step > 3 else 0
        if side != said:
            found.append(f"“{seen['heading']}” over “{seen['range']}”")
    if step in (1, 2) and seen["weighs"] and not seen["lifts"]:
        found.append(f"“{seen['heading']}” with burdens alone: {seen['weighs']}")
    if step in (4, 5) and seen["lifts"] and not seen["weighs"]:
        found.append(f"“{seen['heading']}” with helps alone: {seen['lifts']}")
    parts = {part["signal"]: part for part in (breakdown or {}).get("contributions", [])}
    for side in ("weighs", "lifts"):
        for chip in seen[side]:
            name = next((name for name in sorted(words.signals, key=len, reverse=True) if chip.startswith(name)), None)
            key = words.signals.get(name)
            baseline = parts.get(key, {}).get("baseline")
            if not baseline or parts[key].get("value") is None or key not in BETTER_HIGH:
                continue
            above = parts[key]["value"] - baseline["median"]
            helps = (above > 0) == BETTER_HIGH[key]
            if above and helps == (side == "weighs"):
                found.append(f"{side}: “{chip}”, usual {baseline['median']:.1f}")
    key, is_up = words.sides.get(seen["sentence"], (None, None))
    baseline = parts.get(key, {}).get("baseline")
    if baseline and parts[key].get("value") is not None and (parts[key]["value"] > baseline["median"]) != is_up:
        found.append(f"“{seen['sentence']}” at {parts[key]['value']:.1f}, usual {baseline['median']:.1f}")
    key, is_above = words.findings.get(seen["finding"], (None, None))
    name = next((name for name, one in words.signals.items() if one == key), None)
    figure = next((figure for figure in seen["night"] if name and figure.startswith(name)), None)
    if figure and "usually" in figure:
        value, low, high = [numbers(part) for part in figure.split("usually")][0][0], *numbers(figure.split("usually")[1])[:2]
        if (value <= high) if is_above else (value >= low):
            found.append(f"“{seen['finding']}” over “{figure}”")
    return found


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
