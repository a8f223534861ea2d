"""The trained half of the coach's topic gate: on topic, off topic, a matter for a doctor, or an attempt to steer a language model; over the embedding alone."""

import re
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

from common import DIMENSIONS, ROOT, folds, floats, key, lines, measured, read_rows, rows, share, write_head, write_list, write_rows

CLASSES = ["onTopic", "offTopic", "medical", "injection"]
# What is greeted and thanked is answered politely, so small talk of clinc150 is left out; so is what a coach may accept ("borderline").
SMALL_TALK = ["greeting", "goodbye", "thank_you", "yes", "no", "maybe", "who_made_you", "what_is_your_name", "are_you_a_bot", "what_can_i_ask_you", "tell_joke", "repeat"]
WEIGHTS = {"own": 16.0, "clinc150": 0.7, "counselchat_questions": 1.5, "medquad": 6.0, "medical": 1.5, "attacks": 2.0}
SCALE, STRENGTH = 6.0, 0.3


def swift_list(path, name):
    """The string literals of one array of a Swift file."""
    source = (ROOT / path).read_text(encoding="utf-8")
    return re.findall(r'"((?:[^"\\]|\\.)*)"', source[source.index(f"static let {name}"):].split("]")[0])


def training_rows():
    chosen = []
    add = lambda name, label, texts: chosen.extend(dict(set=name, label=label, text=text) for text in texts)
    for label, files in enumerate([["on-topic"], ["off-topic"], ["medical"], ["injection"]]):
        add("own", label, [text for file in files for text in lines(f"gate-{file}.txt")])
    add("own", 0, swift_list("Tests/Coaching/Questions.swift", "onTopic") + swift_list("Tests/Coaching/Questions.swift", "general"))
    add("own", 1, [text for text in swift_list("Tests/Coaching/Questions.swift", "offTopic") if "nstructions" not in text])
    add("clinc150", 1, [row["text"] for row in rows("clinc150") if row["label"] == "off_topic" and row["intent"] not in SMALL_TALK])
    add("counselchat_questions", 0, [row["text"] for row in rows("counselchat_questions") if row["label"] == "on_topic"])
    add("medquad", 0, [row["text"] for row in rows("medquad_questions") if row["label"] != "other_medical"])
    add("medical", 2, [row["text"] for row in rows("medquad_questions") if row["label"] == "other_medical"])
    add("attacks", 3, [row["text"] for row in rows("deepset_prompt_injections") if row["label"] == "injection"])
    add("attacks", 3, [row["text"] for row in rows("giskard_prompt_injections")])
    add("benign", 1, [row["text"] for row in rows("deepset_prompt_injections") if row["label"] == "benign"])
    add("benign", 1, [row["text"] for row in rows("notinject_benign")])
    apart = measured()
    return [row for row in chosen if key(row["text"]) not in apart]


def fit(X, y, w):
    return LogisticRegression(C=STRENGTH, max_iter=400).fit(X * SCALE, y, sample_weight=w)


def train(path):
    chosen, features = read_rows(path)
    X = np.array([floats(made["features"])[:DIMENSIONS] for made in features], dtype=np.float64)
    y = np.array([row["label"] for row in chosen])
    names = np.array([row["set"] for row in chosen])
    w = np.array([WEIGHTS.get(name, 1.0) for name in names])
    fold = folds(chosen)
    p = np.zeros((len(y), 4))
    for number in range(5):
        kept = fold != number
        p[~kept] = fit(X[kept], y[kept], w[kept]).predict_proba(X[~kept] * SCALE)
    print("out of fold, on topic from ... | " + " | ".join(f"{name}, class {label}" for name, label in sorted({*zip(names.tolist(), y.tolist())})))
    for threshold in [0.15, 0.2, 0.25, 0.3, 0.4]:
        stopped = (p[:, 3] >= 0.6) | (p[:, 2] >= 0.45)
        passed = (p[:, 0] >= threshold) & ~stopped
        print(f"{threshold} | " + " | ".join(share(int(passed[one].sum()), int(one.sum())) for one in
              [(names == name) & (y == label) for name, label in sorted({*zip(names.tolist(), y.tolist())})]))
    for label, threshold in [(2, 0.45), (3, 0.6)]:
        print(f"{CLASSES[label]} from {threshold}: of its own {share(int((p[y == label, label] >= threshold).sum()), int((y == label).sum()))}, "
              f"of the others {share(int((p[y != label, label] >= threshold).sum()), int((y != label).sum()))}")
    head = fit(X, y, w)
    write_head(ROOT / "Services/Coaching/Weights/gate-head.json", CLASSES, [(head.coef_.T * SCALE, head.intercept_)])
    write_list("gate", [row["text"] for row in chosen])


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        write_rows(sys.argv[2], training_rows())
    else:
        train(sys.argv[2])
