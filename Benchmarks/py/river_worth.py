"""river's online linear regression on the same inputs and the same labels, in the order in which they arrived.

Reads JSON lines {"person": 1, "learn": [...], "label": y} and {"person": 1, "predict": [...]}; writes a first line with river's version and then, for each
predict, one line with the prediction of each setting.
"""

import json
import sys

import river
from river import linear_model, optim, preprocessing


def defaults():
    return preprocessing.StandardScaler() | linear_model.LinearRegression()


def quick_level():
    """The level learns as fast as ours, the weights are pulled to zero a little."""
    return preprocessing.StandardScaler() | linear_model.LinearRegression(optimizer=optim.SGD(0.01), intercept_lr=0.1, l2=0.01)


def main():
    print(json.dumps({"version": river.__version__}))
    models = {}
    for line in sys.stdin:
        event = json.loads(line)
        pair = models.setdefault(event["person"], (defaults(), quick_level()))
        if "label" in event:
            x = dict(enumerate(event["learn"]))
            for model in pair:
                model.learn_one(x, event["label"])
        else:
            x = dict(enumerate(event["predict"]))
            print(json.dumps([model.predict_one(x) for model in pair]))


if __name__ == "__main__":
    main()
