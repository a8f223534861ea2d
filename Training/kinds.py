"""The trained half of the coach's kinds of questions, over the meaning and wording of a message; asked beside the rules of `QuestionReader`."""

import json
import pathlib
import re
import sys

import numpy as np

from common import MEANING, ROOT, WORDING, Spread, ensemble, floats, key, lines, measured, read_rows, share, write_head, write_list, write_rows

CLASSES = ["status", "compare", "cause", "explain", "howTo", "plan", "meta", "courtesy", "feelings", "offTopic", "medical", "doses"]
REFUSED = ["medical", "doses"]
FIRM = REFUSED + ["meta", "courtesy"]
HIDDEN, DECAY, EPOCHS = 96, 0.3, 60


def questions(name):
    """English questions without a question before them, of a set that only measures."""
    if name.endswith(".txt"):
        for line in (ROOT / "Benchmarks/Coach" / name).read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                kind, text = line.split("\t")
                yield text, [kind]
        return
    found = [json.loads(line) for line in (ROOT / "Benchmarks/Coach" / name).read_text(encoding="utf-8").splitlines() if line]
    for row in found:
        kinds = row["kind"] if isinstance(row["kind"], list) else [row["kind"]]
        if row["language"] == "en" and not row.get("previous") and kinds[0] in CLASSES:
            yield row["text"], [kind for kind in kinds if kind in CLASSES]


MEASURED = ["kinds.txt", "acceptance.jsonl", "acceptance-second.jsonl", "acceptance-fresh.jsonl"]


def threshold(name):
    """As the gate has it."""
    source = (ROOT / "Services/Coaching/Gates/KindGate.swift").read_text(encoding="utf-8")
    return float(re.search(rf"static let {name} = ([0-9.]+)", source).group(1))


def prepare(path):
    apart = measured() | {key(text) for name in MEASURED for text, _ in questions(name)}
    own = [line.split("\t") for line in lines("kinds.txt")]
    chosen = [dict(set=f"hand {hand}", kinds=[kind], text=text) for hand, kind, text in own if key(text) not in apart]
    chosen += [dict(set=name, kinds=kinds, text=text) for name in MEASURED for text, kinds in questions(name)]
    write_rows(path, chosen)


def joined(rule, likely):
    """The kind that counts, as `KindGate` chooses it."""
    best = int(likely.argmax())
    if not rule:
        return CLASSES[best]
    needed = threshold("firm") if rule in FIRM else threshold("sure")
    if CLASSES[best] in REFUSED:
        needed = min(needed, threshold("refused"))
    return CLASSES[best] if likely[best] >= needed else rule


def train(path):
    chosen, features = read_rows(path)
    rules = [json.loads(line)["rules"] for line in pathlib.Path(path + ".rules").read_text(encoding="utf-8").splitlines()]
    read = np.array([floats(made["features"])[:WORDING.stop] for made in features], dtype=np.float64)
    names = np.array([row["set"] for row in chosen])
    hands = sorted({name for name in names if name.startswith("hand")})
    own = np.isin(names, hands)
    spread = Spread(read[own], [MEANING, WORDING])
    X, y = spread(read), np.array([CLASSES.index(row["kinds"][0]) for row in chosen])
    fit = lambda kept: ensemble(X[kept], y[kept], np.ones(kept.sum()), units=HIDDEN, decay=DECAY, epochs=EPOCHS)
    whole = fit(own)
    likely = np.zeros((len(y), len(CLASSES)))
    for hand in hands:
        likely[names == hand] = fit(own & (names != hand)).predict_proba(X[names == hand])
    likely[~own] = whole.predict_proba(X[~own])
    print("set (a hand: by a head trained on the others) | rules alone | head alone | joined as served")
    for name in [*hands, *MEASURED]:
        places = np.flatnonzero(names == name)
        right = lambda read: share(sum(read(place) in chosen[place]["kinds"] for place in places), len(places))
        print(f"{name} | {right(lambda one: rules[one])} | {right(lambda one: CLASSES[likely[one].argmax()])} | "
              f"{right(lambda one: joined(rules[one], likely[one]))}")
    final = [joined(rules[place], likely[place]) for place in range(len(y))]
    ill = [place for place in np.flatnonzero(own) if chosen[place]["kinds"][0] in REFUSED]
    print("medical and doses, out of hand, refused or off topic:", share(sum(final[place] in REFUSED + ["offTopic"] for place in ill), len(ill)))
    write_head("Shared/Language/Classifiers", "KindWeights", CLASSES, spread.served(whole.layers))
    write_list("kinds", [row["text"] for row, one in zip(chosen, own) if one])


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare(sys.argv[2])
    else:
        train(sys.argv[2])
