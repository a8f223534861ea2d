"""What a HorizontalPodAutoscaler of a manifest decides, and what prometheus-adapter asks Prometheus for it.

The algorithm is the one that Kubernetes documents for autoscaling/v2 (Horizontal Pod Autoscaling, Algorithm details and
Configurable scaling behavior), for external metrics with an average value per pod.
"""
import math

# Defaults of kube-controller-manager (--horizontal-pod-autoscaler-sync-period, -tolerance) and of autoscaling/v2.
SYNC_SECONDS, TOLERANCE = 15, 0.1
SCALE_UP = {"stabilizationWindowSeconds": 0, "selectPolicy": "Max", "policies": [
    {"type": "Percent", "value": 100, "periodSeconds": 15}, {"type": "Pods", "value": 4, "periodSeconds": 15}]}
SCALE_DOWN = {"stabilizationWindowSeconds": 300, "selectPolicy": "Max", "policies": [
    {"type": "Percent", "value": 100, "periodSeconds": 15}]}
SUFFIXES = {"m": 1e-3, "k": 1e3, "M": 1e6}


def quantity(text):
    """The number of a quantity such as 32, 500m or 1k."""
    text = str(text)
    return float(text[:-1]) * SUFFIXES[text[-1]] if text[-1] in SUFFIXES else float(text)


class Metric:
    """An external metric of a scaler: its target per pod, and its query by the adapter's rules."""

    def __init__(self, metric, namespace, rules):
        if metric["type"] != "External" or metric["external"]["target"]["type"] != "AverageValue":
            raise ValueError(f"{metric} is not simulated here")
        external = metric["external"]
        self.name, self.target = external["metric"]["name"], quantity(external["target"]["averageValue"])
        (self.rule,) = [rule for rule in rules["external"] if rule["name"]["as"] == self.name]
        selector = external["metric"].get("selector", {})
        matchers = [(name, "=", [value]) for name, value in selector.get("matchLabels", {}).items()]
        for expression in selector.get("matchExpressions", []):
            operator = {"In": "=~", "NotIn": "!~"}[expression["operator"]]
            matchers.append((expression["key"], operator, sorted(expression["values"])))
        # Without this the adapter asks for series with a label `namespace` only.
        if self.rule.get("resources", {}).get("namespaced", True):
            matchers.append(("namespace", "=", [namespace]))
        text = ",".join(f'{name}{operator}"{"|".join(values)}"' for name, operator, values in sorted(matchers))
        series = self.rule["seriesQuery"].partition('__name__="')[2].partition('"')[0]
        self.query = self.rule["metricsQuery"].replace("<<.Series>>", series).replace("<<.LabelMatchers>>", text)


class Autoscaler:
    """A scaler with what it remembers.

    - Parameter faster: by how much all times of the scaler are shortened.
    """

    def __init__(self, document, rules, faster):
        spec = document["spec"]
        self.service = spec["scaleTargetRef"]["name"]
        self.least, self.most = spec.get("minReplicas", 1), spec["maxReplicas"]
        self.metrics = [Metric(metric, document["metadata"]["namespace"], rules) for metric in spec["metrics"]]
        behavior = spec.get("behavior", {})
        self.up, self.down = SCALE_UP | behavior.get("scaleUp", {}), SCALE_DOWN | behavior.get("scaleDown", {})
        self.faster = faster
        # Times with numbers of pods: recommendations, and changes that were made.
        self.recommended, self.changes = [], []

    def desired(self, values, current, now):
        """The number of pods that the scaler sets.

        - Parameters:
          - values: by metric; None where the query gave nothing.
          - current: the number of pods that there are.
          - now: seconds of a monotonic clock.
        """
        if not self.recommended:
            self.recommended.append((now, current))
        wanted = [self.wanted(metric, value, current) for metric, value in zip(self.metrics, values)
                  if value is not None]
        # Without one of its metrics a scaler removes nothing, and without all of them it does nothing.
        if not wanted or (len(wanted) < len(values) and max(wanted) < current):
            return current
        number = self.limited(self.stable(max(wanted), current, now), current, now)
        if number != current:
            self.changes.append((now, number - current))
        return number

    def wanted(self, metric, value, current):
        if abs(value / (metric.target * current) - 1) <= TOLERANCE:
            return current
        return math.ceil(value / metric.target)

    def stable(self, wanted, current, now):
        """At most the lowest recommendation of the window of scaling up, at least the highest of that of scaling
        down."""
        def of(rules):
            window = rules["stabilizationWindowSeconds"] / self.faster
            return [number for moment, number in self.recommended if moment > now - window] + [wanted]

        up, down = min(of(self.up)), max(of(self.down))
        self.recommended.append((now, wanted))
        return min(max(current, up), down)

    def limited(self, wanted, current, now):
        """Within the numbers of the scaler and the policies for one change."""
        if wanted > current:
            return max(current, min(wanted, self.most, self.limit(self.up, 1, current, now)))
        if wanted < current:
            return min(current, max(wanted, self.least, self.limit(self.down, -1, current, now)))
        return current

    def limit(self, rules, sign, current, now):
        if rules["selectPolicy"] == "Disabled":
            return current
        limits = []
        for policy in rules["policies"]:
            period = policy["periodSeconds"] / self.faster
            before = current - sum(change for moment, change in self.changes if moment > now - period)
            if policy["type"] == "Pods":
                limits.append(before + sign * policy["value"])
            else:
                number = before * (1 + sign * policy["value"] / 100)
                limits.append(math.ceil(number) if sign > 0 else int(number))
        widest = max if sign > 0 else min
        narrowest = min if sign > 0 else max
        return (narrowest if rules["selectPolicy"] == "Min" else widest)(limits)
