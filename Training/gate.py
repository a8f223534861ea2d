"""The trained half of the coach's topic gate: on topic, off topic, a matter for a doctor, or an attempt to steer a language model; over its meaning and wording alone."""

import re
import sys

import numpy as np

from common import MEANING, ROOT, WORDING, Spread, ensemble, floats, folds, key, lines, measured, read_rows, rows, share, write_head, write_list, write_rows

CLASSES = ["onTopic", "offTopic", "medical", "injection"]
WEIGHTS = {"own": 8.0, "clinc150": 1.0, "counselchat_questions": 1.5, "medquad": 6.0, "medical": 1.5, "attacks": 2.0}
HIDDEN, DECAY, EPOCHS = 96, 0.3, 30


def swift_list(path, name):
    """The string literals of one array of a Swift file."""
    source = (ROOT / path).read_text(encoding="utf-8")
    return re.findall(r'"((?:[^"\\]|\\.)*)"', source[source.index(f"static let {name}"):].split("]")[0])


def names_topic(texts):
    """Which texts have a word of the coach's matters."""
    source = (ROOT / "Shared/Moments/TopicWords.swift").read_text(encoding="utf-8").split("private static let byWord")[0]
    words = set(re.findall(r'"([^"\n]+)"', source))
    return np.array([not words.isdisjoint(re.findall(r"[^\W_]+", text.lower())) for text in texts])


def is_small_talk(texts):
    """Which texts are answered as courtesy before the gate is asked: phrases from end to end."""
    source = (ROOT / "Services/Coaching/Chat/SmallTalk.swift").read_text(encoding="utf-8").split("static let phrases")[1]
    phrases = "|".join(sorted(map(re.escape, re.findall(r'"([a-z\' ]+)"', source)), key=len, reverse=True))
    courtesy = re.compile(rf"(?:(?:{phrases})(?: |$))+")
    said = [" ".join(re.findall(r"[^\W_]+(?:'[^\W_]+)?", text.lower().replace("’", "'"))) for text in texts]
    return np.array([courtesy.fullmatch(words) is not None for words in said])


def threshold(name):
    """As the gate has it."""
    source = (ROOT / "Services/Coaching/Gates/TopicGate.swift").read_text(encoding="utf-8")
    return float(re.search(rf"static let {name} = ([0-9.]+)", source).group(1))


def training_rows():
    chosen = []
    add = lambda name, label, texts: chosen.extend(dict(set=name, label=label, text=text) for text in texts)
    for label, files in enumerate([["on-topic"], ["off-topic"], ["medical"], ["injection"]]):
        add("own", label, [text for file in files for text in lines(f"gate-{file}.txt")])
    add("own", 0, swift_list("Tests/Coaching/Questions.swift", "onTopic") + swift_list("Tests/Coaching/Questions.swift", "general"))
    add("own", 1, [text for text in swift_list("Tests/Coaching/Questions.swift", "offTopic") if "nstructions" not in text])
    add("clinc150", 1, [row["text"] for row in rows("clinc150") if row["label"] == "off_topic"])
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
    return ensemble(X, y, w, units=HIDDEN, decay=DECAY, epochs=EPOCHS)


def train(path):
    chosen, features = read_rows(path)
    read = np.array([floats(made["features"])[:WORDING.stop] for made in features], dtype=np.float64)
    spread = Spread(read, [MEANING, WORDING])
    X = spread(read)
    y = np.array([row["label"] for row in chosen])
    names = np.array([row["set"] for row in chosen])
    w = np.array([WEIGHTS.get(name, 1.0) for name in names])
    fold = folds(chosen)
    p = np.zeros((len(y), 4))
    for number in range(5):
        kept = fold != number
        p[~kept] = fit(X[kept], y[kept], w[kept]).predict_proba(X[~kept])
    texts = [row["text"] for row in chosen]
    stopped = (p[:, 3] >= threshold("injection")) | (p[:, 2] >= threshold("medical")) | is_small_talk(texts)
    named = names_topic(texts)
    parts = [(name, label, (names == name) & (y == label)) for name, label in sorted({*zip(names.tolist(), y.tolist())})]
    print("out of fold, pass where on topic is at least ... | " + " | ".join(f"{name}, {CLASSES[label]}" for name, label, _ in parts))
    for least in [0.05, 0.1, 0.2, 0.3]:
        print(f"{least} | " + " | ".join(share(int(((p[:, 0] >= least) & ~stopped)[one].sum()), int(one.sum())) for _, _, one in parts))
    least = np.where(named, threshold("namedOnTopic"), threshold("passes"))
    print("as served | " + " | ".join(share(int(((p[:, 0] >= least) & ~stopped)[one].sum()), int(one.sum())) for _, _, one in parts))
    for label in [2, 3]:
        found = p[:, label] >= threshold(CLASSES[label])
        print(f"{CLASSES[label]}: of its own {share(int(found[y == label].sum()), int((y == label).sum()))}, "
              f"of the others {share(int(found[y != label].sum()), int((y != label).sum()))}")
    # As `InjectionDetector` joins them. The phrases were written on the even rows of the attacks of deepset, on our own rows and on giskard's even ones.
    phrase = np.array([made["steers"] for made in features])
    order = {row["text"]: number for number, row in enumerate(row for row in rows("deepset_prompt_injections") if row["label"] == "injection")}
    apart = np.array([order.get(row["text"], 0) % 2 == 1 for row in chosen])
    for least in [0.2, 0.3, 0.4, 0.6]:
        found = phrase | (p[:, 3] >= least)
        print(f"phrases or injection from {least}: " + ", ".join(f"{name} {share(int(found[one].sum()), int(one.sum()))}" for name, one in [
            ("attacks", y == 3), ("deepset attacks apart from the phrases", apart), ("others", y != 3), ("on topic", y == 0)]))
    write_head("Shared/Language/Classifiers", "GateWeights", CLASSES, spread.served(fit(X, y, w).layers))
    write_list("gate", [row["text"] for row in chosen])


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        write_rows(sys.argv[2], training_rows())
    else:
        train(sys.argv[2])
