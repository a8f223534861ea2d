"""The trained head of the sentiment cascade: negative, neutral, positive over the wording and lexical features; once with VADER's valences, once without."""

import sys

import numpy as np

from common import ROOT, WORDING, Spread, ensemble, floats, folds, key, measured, read_rows, rows, write_head, write_list, write_rows

CLASSES = ["negative", "neutral", "positive"]
SETS = ["goemotions", "lemotif_journal", "vader_tweets", "vader_amazon", "vader_movies", "vader_nyt"]
# Journals are what the head is for, and few; tweets were rated by twenty people each; the others are many and of another kind.
WEIGHTS = {"lemotif_journal": 8.0, "vader_tweets": 4.0, "vader_amazon": 0.5, "vader_movies": 0.5, "vader_nyt": 0.4}
OWN, WRITING, VADER = slice(768, 777), slice(777, 786), slice(786, 795)
LEXICAL = 2.5  # how much the lexical features count
HIDDEN, DECAY, EPOCHS, MEMBERS = 96, 0.3, 8, 2


def training_rows():
    apart = measured()
    chosen = [dict(set=name, text=row["text"], label=row["label"], score=row.get("score")) for name in SETS for row in rows(name)]
    return [row for row in chosen if row["label"] in CLASSES and key(row["text"]) not in apart]


def fit(X, y, w):
    return ensemble(X, y, w, units=HIDDEN, decay=DECAY, epochs=EPOCHS, members=MEMBERS)


def macro_f1(truth, guess, classes):
    scores = []
    for one in classes:
        hits = np.sum((truth == one) & (guess == one))
        scores.append(2 * hits / max(1, np.sum(truth == one) + np.sum(guess == one)))
    return float(np.mean(scores))


def ranks(values):
    order = np.argsort(values, kind="stable")
    result = np.empty(len(values))
    result[order] = np.arange(len(values))
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    sums = np.zeros(len(counts))
    np.add.at(sums, inverse, result)
    return sums[inverse] / counts[inverse]


def spearman(left, right):
    return float(np.corrcoef(ranks(left), ranks(right))[0, 1])


def figures(names, y, scores, rating, guess):
    lemotif, comments, tweets = (np.array([name == one for name in names]) for one in ["lemotif_journal", "goemotions", "vader_tweets"])
    binary = np.where(scores >= 0, 2, 0)
    return {
        "lemotif_journal, two classes": macro_f1(y[lemotif], binary[lemotif], [0, 2]),
        "goemotions, three classes": macro_f1(y[comments], guess[comments], [0, 1, 2]),
        "vader_tweets, three classes": macro_f1(y[tweets], guess[tweets], [0, 1, 2]),
        "vader_tweets, Spearman": spearman(scores[tweets], rating[tweets]),
    }


def vader(texts):
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer
    analyzer = SentimentIntensityAnalyzer()
    return np.array([analyzer.polarity_scores(text)["compound"] for text in texts])


def train(path):
    chosen, features = read_rows(path)
    X = np.array([floats(made["features"]) for made in features], dtype=np.float64)
    y = np.array([CLASSES.index(row["label"]) for row in chosen])
    w = np.array([WEIGHTS.get(row["set"], 1.0) for row in chosen])
    names, fold = [row["set"] for row in chosen], folds(chosen)
    rating = np.array([row["score"] if row["score"] is not None else np.nan for row in chosen], dtype=float)
    base = vader([row["text"] for row in chosen])
    table = {"vaderSentiment": figures(names, y, base, rating, np.where(base >= 0.05, 2, np.where(base <= -0.05, 0, 1)))}
    lexicon = np.array([made.get("lexicon", 0.0) for made in features])
    table["our lexicon"] = figures(names, y, lexicon, rating, np.where(lexicon >= 0.05, 2, np.where(lexicon <= -0.05, 0, 1)))
    for name, file, parts in [("head", "SentimentWeights", [OWN, WRITING]), ("head-vader", "SentimentVaderWeights", [OWN, WRITING, VADER])]:
        columns = np.concatenate([X[:, part] for part in [WORDING, *parts]], axis=1)
        spread = Spread(columns, [slice(0, 384)], LEXICAL)
        even = spread(columns)
        p = np.zeros((len(y), 3))
        for number in range(5):
            kept = fold != number
            p[~kept] = fit(even[kept], y[kept], w[kept]).predict_proba(even[~kept])
        table[name] = figures(names, y, p[:, 2] - p[:, 0], rating, p.argmax(axis=1))
        write_head("Services/Sentiment/Classifier", file, CLASSES, spread.served(fit(even, y, w).layers))
    write_list("sentiment", [row["text"] for row in chosen])
    print("| out of fold | " + " | ".join(table["vaderSentiment"]) + " |")
    print("|" + "---|" * 5)
    for name, found in table.items():
        print(f"| {name} | " + " | ".join(f"{value:.3f}" for value in found.values()) + " |")


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        write_rows(sys.argv[2], training_rows())
    else:
        train(sys.argv[2])
