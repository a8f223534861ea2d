"""Checks the backups of the example database and its recovery."""
import ipaddress
import re
import urllib.parse

import network

PLUGIN = "barman-cloud.cloudnative-pg.io"
ADDRESSES = ["203.0.113.7", "10.20.0.10", "10.30.0.21"]
PORTS = [22, 53, 80, 443, 5432, 8000, 9000]


def one(kind, documents):
    (document,) = [d for d in documents if d["kind"] == kind]
    return document


def plugin_of(cluster):
    """The plugin's parameters, if it archives."""
    (plugin,) = cluster["spec"]["plugins"]
    return plugin["parameters"] if plugin["name"] == PLUGIN and plugin["isWALArchiver"] else {}


def changed(one, other):
    """Names of the fields that differ."""
    return {name for name in {*one, *other} if one.get(name) != other.get(name)}


def faults(plain, backed, recovered, readme):
    found = []

    def check(condition, text):
        if not condition:
            found.append(text)

    clusters = [one("Cluster", documents) for documents in (plain, backed, recovered)]
    name = clusters[0]["metadata"]["name"]
    fields = [changed(clusters[0]["spec"], cluster["spec"]) for cluster in clusters[1:]]
    check(fields[0] == {"plugins"}, f"examples/backup changes {fields[0]} of the database")
    check(fields[1] == {"plugins", "bootstrap", "externalClusters"}, f"examples/recovery changes {fields[1]}")

    store, schedule = one("ObjectStore", backed), one("ScheduledBackup", backed)["spec"]
    own, later = plugin_of(clusters[1]), plugin_of(clusters[2])
    for parameters in (own, later):
        check(parameters.get("barmanObjectName") == store["metadata"]["name"], "the database archives to another store")
    check(own.get("serverName") != later.get("serverName"), "a recovered database archives beside the one before")
    check(schedule["cluster"]["name"] == name and schedule["method"] == "plugin"
          and schedule["pluginConfiguration"]["name"] == PLUGIN, f"the schedule is {schedule}")
    seconds, minute, hour, *rest = schedule["schedule"].split()
    check((seconds + minute + hour).isdigit() and rest == ["*"] * 3, f"no backup each day: {schedule['schedule']}")

    # How long somebody who was erased is in backups: the window, and the day from the base backup before it.
    days = re.fullmatch(r"(\d+)d", store["spec"]["retentionPolicy"])
    check(days and f"the last {days[1]} days" in readme and f"{int(days[1]) + 1} days" in readme,
          f"the README states another retention than {store['spec']['retentionPolicy']}")
    settings = store["spec"]["configuration"]
    check(settings["endpointURL"].startswith("https://"), "backups leave in clear text")
    secrets = {reference["name"] for reference in settings["s3Credentials"].values()}
    keys = {reference["key"] for reference in settings["s3Credentials"].values()}
    check(len(secrets) == 1 and f"create secret generic {secrets.copy().pop()} " in readme
          and all(f"--from-file={key}=" in readme for key in keys), f"the README makes no secret {secrets} with {keys}")

    recovery = clusters[2]["spec"]["bootstrap"]
    check(set(recovery) == {"recovery"}, f"a recovered database begins with {set(recovery)}")
    (source,) = clusters[2]["spec"]["externalClusters"]
    check(source["name"] == recovery["recovery"]["source"] and source["plugin"] == {"name": PLUGIN, "parameters": own},
          f"a recovery reads {source}")
    made = clusters[0]["spec"]["bootstrap"]["initdb"]
    check({field: recovery["recovery"][field] for field in ("database", "owner")}
          == {field: made[field] for field in ("database", "owner")}, "a recovery has another database")

    policies = [d for d in backed if d["kind"] == "NetworkPolicy"]
    (rule,) = [d for d in policies if d["metadata"]["name"] == "database-to-the-store"][0]["spec"]["egress"]
    (peer,) = rule["to"]
    address = str(ipaddress.ip_network(peer["ipBlock"]["cidr"])[0])
    port = urllib.parse.urlparse(settings["endpointURL"]).port or 443
    for labels in ({"cnpg.io/cluster": name}, {"cnpg.io/cluster": name, "cnpg.io/jobRole": "full-recovery"}):
        open_ports = {(other, p) for other in [address, *ADDRESSES] for p in PORTS
                      if network.allowed(policies, "Egress", labels, {"address": other}, p)}
        check(open_ports == {(address, port)}, f"the database reaches {open_ports}")
    stranger = {"app.kubernetes.io/part-of": "pulsum", "app.kubernetes.io/name": "scoring"}
    check(not any(network.selects(d["spec"]["podSelector"], stranger) for d in policies), "others reach the store")
    return found
