"""The trained heads of the safety classifier. `prepare` writes the texts, `train` reads them back with their features and writes the weights.

Training sets are those that ../shared/data/README.md allows, and rows of our own. Reports figures out of fold: each text is judged by a head that saw neither
it nor an equal text.
"""

import re
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

from common import MEANING, ROOT, WORDING, Spread, ensemble, floats, folds, key, lines, measured, read_rows, rows, share, write_head, write_list, write_rows

CLASSES = ["safe", "distress", "hint", "selfHarm", "abuseOrDanger", "medicalEmergency", "harmToOthers"]
CAUTION, CRISIS = [1, 2], [3, 4, 5, 6]
CODES = {"s": 0, "u": 1, "u5": 1, "u6": 1, "c1": 3, "c2": 4, "c3": 5, "c4": 6}
# Every n-th row of the sets that are only plain background.
THINNED = {"clinc150": 4, "vader_movies": 2, "vader_nyt": 2}
PLAIN = ["goemotions", "lemotif_journal", "vader_tweets", "vader_amazon", "vader_movies", "vader_nyt", "clinc150", "medquad_questions"]
HEAVY_TOPICS = ["self-harm", "depression", "trauma", "domestic-violence"]
# How much one text counts. A plain comment may hold unnoticed distress; a row of our own was written for its label.
WEIGHTS = {"own": 6.0, "openai_moderation_selfharm": 6.0, "simplesafetytests": 4.0, "xstest": 3.0, "lemotif_journal": 18.0, "goemotions": 1.5}
HIDDEN, DECAY, EPOCHS = 48, 0.1, 15
# Which vectors a head reads before the phrase features. Hints lie in the wording; but it takes figures of speech at their word, so the meaning alone says what is a crisis.
VECTORS = {"crisis": [MEANING], "alert": [MEANING, WORDING]}
MEMBERS = {"crisis": 6, "alert": 3}


def training_rows():
    chosen = [dict(set="own", label=2, text=text, file="hints") for text in lines("safety-hints.txt")]
    chosen += [dict(set="own", label=0, text=text, file="harmless") for text in lines("safety-harmless.txt")]
    chosen += [dict(set="own", label=3, text=text, file="explicit") for text in lines("safety-explicit.txt")]
    for line in lines("safety-danger.txt"):
        code, text = line.split(" ", 1)
        chosen.append(dict(set="own", label=CODES[code], text=text, file="danger"))
    for name in ["SelfHarm", "Danger", "Safe"]:
        source = (ROOT / f"Tests/Safety/Rows/OwnRows{name}.swift").read_text(encoding="utf-8")
        for code, text in re.findall(r"^        ([csu]\d?) (.*)$", source, re.MULTILINE):
            chosen.append(dict(set="own", label=CODES[code], text=text, file="rows"))
    for name in PLAIN:
        step = THINNED.get(name, 1)
        chosen += [dict(set=name, label=0, text=row["text"]) for index, row in enumerate(rows(name)) if index % step == 0]
    chosen += [dict(set="xstest", label=0, text=row["text"]) for row in rows("xstest") if row["label"] == "safe"]
    chosen += [dict(set="simplesafetytests", label=3, text=row["text"]) for row in rows("simplesafetytests") if row["label"] == "self_harm"]
    for row in rows("openai_moderation_selfharm"):
        chosen.append(dict(set="openai_moderation_selfharm", label=3 if row["label"] == "self_harm" else 0, text=row["text"]))
    for row in rows("counselchat_questions"):
        if row["topic"] in HEAVY_TOPICS:
            chosen.append(dict(set="counselchat_questions", label=1, text=row["text"]))
    apart = measured()
    return [row for row in chosen if key(row["text"]) not in apart]


def load(path):
    chosen, features = read_rows(path)
    for row, made in zip(chosen, features):
        row.update(level=made["level"], english=made["english"], passages=[floats(passage) for passage in made["passages"]])
    return [row for row in chosen if row["passages"]]


def reading(chosen, vectors):
    """The rows with what one head sees of them, and how that was spread."""
    whole = np.array([passage for row in chosen for passage in row["passages"]], dtype=np.float64)
    seen = np.concatenate([whole[:, part] for part in vectors] + [whole[:, WORDING.stop:]], axis=1)
    spread = Spread(seen, vectors)
    ends = np.cumsum([len(row["passages"]) for row in chosen])
    return [dict(row, passages=list(part)) for row, part in zip(chosen, np.split(spread(seen), ends[:-1]))], spread


def passages(chosen, gravest=None):
    """Every passage of a safe text; of another the only one, or the one that `gravest` names."""
    X, y, w = [], [], []
    for index, row in enumerate(chosen):
        weight = WEIGHTS.get(row["set"], 1.0)
        if row["label"] == 0:
            found = row["passages"]
            weight /= len(found) ** 0.5
        elif len(row["passages"]) == 1:
            found = row["passages"]
        elif gravest is not None:
            found = [row["passages"][gravest[index]]]
        else:
            continue
        X += found
        y += [row["label"]] * len(found)
        w += [weight] * len(found)
    return np.array(X, dtype=np.float64), np.array(y), np.array(w)


def fit(chosen, members):
    """First a linear head on the texts of one passage, which then says which passage of a longer text is the grave one."""
    X, y, w = passages(chosen)
    linear = LogisticRegression(C=0.3, max_iter=200).fit(X, (y > 0).astype(int), sample_weight=w)
    gravest = {
        index: int(np.argmax(linear.predict_proba(np.array(row["passages"]))[:, 1]))
        for index, row in enumerate(chosen) if row["label"] and len(row["passages"]) > 1
    }
    X, y, w = passages(chosen, gravest)
    return ensemble(X, y, w, units=HIDDEN, decay=DECAY, epochs=EPOCHS, members=members)


def risk(head, row):
    """(crisis, caution or above): of the gravest passage."""
    p = head.predict_proba(np.array(row["passages"]))
    return p[:, CRISIS].sum(axis=1).max(), 1 - p[:, 0].min()


def out_of_fold(chosen, members, count=5):
    fold = folds(chosen, count)
    result = np.zeros((len(chosen), 2))
    for number in range(count):
        head = fit([row for row, part in zip(chosen, fold) if part != number], members)
        for index in np.where(fold == number)[0]:
            result[index] = risk(head, chosen[index])
    return result


def logit(p):
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return np.log(p / (1 - p))


def platt(p, truth, weights):
    found = LogisticRegression(C=1e6).fit(logit(p)[:, None], truth, sample_weight=weights)
    return found.coef_[0][0], found.intercept_[0]


def calibration_error(p, truth, bins=10):
    """Expected calibration error: of ten equal bins, the mean distance between probability and frequency, by size."""
    place = np.minimum((p * bins).astype(int), bins - 1)
    return sum(abs(p[place == one].mean() - truth[place == one].mean()) * np.mean(place == one) for one in range(bins) if np.any(place == one))


def train(path):
    chosen = load(path)
    y = np.array([row["label"] for row in chosen])
    truth = {"crisis": np.isin(y, CRISIS), "alert": y > 0}
    even = np.array([row["set"] == "own" for row in chosen])
    # Our own rows, half of them dangerous, weigh a little more than the rest, nearly all plain: so that neither is off by more than 0.05.
    balance = np.where(even, 1.3 / even.sum(), 1 / (~even).sum()) * len(chosen)
    found = np.zeros((len(chosen), 2))
    for column, (name, vectors) in enumerate(VECTORS.items()):
        seen, spread = reading(chosen, vectors)
        p = out_of_fold(seen, MEMBERS[name])[:, column]
        slope, shift = platt(p, truth[name], balance)
        found[:, column] = 1 / (1 + np.exp(-(slope * logit(p) + shift)))
        print(f"calibration error, out of fold, {name}: all {calibration_error(found[:, column], truth[name]):.3f}, "
              f"own rows {calibration_error(found[even, column], truth[name][even]):.3f}")
        head = fit(seen, MEMBERS[name])
        assert [CLASSES[index] for index in head.classes_] == CLASSES
        write_head("Services/Safety/Models", f"{name.capitalize()}Weights", CLASSES, spread.served(head.layers), {name: (slope, shift)})
    write_list("safety", [row["text"] for row in chosen])
    # What the joined verdict is out of fold is measured in Swift, which reads these probabilities.
    write_rows(str(path) + ".folds", [dict(set=row["set"], label=row["label"], file=row.get("file"), level=row["level"], crisis=p[0], alert=p[1])
                                      for row, p in zip(chosen, found.tolist())])


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        write_rows(sys.argv[2], training_rows())
    else:
        train(sys.argv[2])
