"""Asks a running Prometheus every expression of the dashboard and of the alert rules: queries.py URL DASHBOARD ALERTS

Ends with status 1 if one is not valid, if a rule is not loaded or not healthy, or if one of the dashboard returns nothing and is not listed in `EMPTY_UNTIL`.
"""
import json
import math
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

# Expressions of the dashboard that have no value in a stack that is well, and the event that gives them one.
EMPTY_UNTIL = {
}
# Grafana's interval with a scrape every 15 s.
VARIABLES = {"$__rate_interval": "1m"}


def asked(address, path, **parameters):
    try:
        with urllib.request.urlopen(f"{address}/api/v1/{path}?{urllib.parse.urlencode(parameters)}", timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def expressions(value):
    """Every “expr” of the dashboard, with its panel's title."""
    if isinstance(value, dict):
        for target in value.get("targets", []):
            yield value.get("title", ""), target["expr"]
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from expressions(part)


def main(address, dashboard, alerts):
    faults = []
    with open(dashboard) as file:
        panels = list(expressions(json.load(file)))
    for title, expression in panels:
        query = expression
        for name, span in VARIABLES.items():
            query = query.replace(name, span)
        answer = asked(address, "query", query=query)
        if answer["status"] != "success":
            faults.append(f"“{title}”: {answer['error']}")
            continue
        values = [float(series["value"][1]) for series in answer["data"]["result"]]
        count = sum(not math.isnan(value) for value in values)
        print(f"  {title}: {count} series" + (f", empty until {EMPTY_UNTIL[expression]}" if not count and expression in EMPTY_UNTIL else ""), file=sys.stderr)
        if not count and expression not in EMPTY_UNTIL:
            faults.append(f"“{title}” shows nothing: {expression}")
    with open(alerts) as file:
        names = re.findall(r"^ *- alert: (\w+)$", file.read(), re.M)
    rules = {rule["name"]: rule for group in asked(address, "rules")["data"]["groups"] for rule in group["rules"]}
    if set(rules) != set(names):
        faults.append(f"Prometheus has other rules than the file: {set(rules) ^ set(names)}")
    for name, rule in rules.items():
        answer = asked(address, "query", query=rule["query"])
        if answer["status"] != "success" or rule["health"] != "ok":
            faults.append(f"the rule {name}: {answer.get('error') or rule.get('lastError') or rule['health']}")
    print(f"{len(panels)} expressions of the dashboard and {len(rules)} of the alerts were asked.", file=sys.stderr)
    for fault in faults:
        print(fault, file=sys.stderr)
    return bool(faults) or not panels


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
