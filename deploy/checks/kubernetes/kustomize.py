"""Renders the kustomizations of deploy/kubernetes as `kubectl kustomize` does, as far as they use it: resources, a
namespace, images, and strategic merge patches with or without a target. Anything else is an error.
"""
import pathlib

import yaml

# Lists whose elements are merged by a key; all others are replaced as a whole.
MERGE_KEYS = {
    "containers": "name", "initContainers": "name", "volumes": "name", "env": "name", "ports": "containerPort",
    "volumeMounts": "mountPath", "topologySpreadConstraints": "topologyKey",
}
CLUSTER_WIDE = {"Namespace"}
KNOWN = {"apiVersion", "kind", "namespace", "resources", "patches"}


def merge(base, patch, field=""):
    if isinstance(base, dict) and isinstance(patch, dict):
        return base | {name: merge(base[name], value, name) if name in base else value for name, value in patch.items()}
    key = MERGE_KEYS.get(field)
    if key and isinstance(base, list) and isinstance(patch, list):
        known = {element[key] for element in base}
        changes = {element[key]: element for element in patch}
        # kubectl puts new elements first.
        return [element for element in patch if element[key] not in known] + [
            merge(element, changes[element[key]]) if element[key] in changes else element for element in base]
    return patch


def matches(document, target):
    labels = document["metadata"].get("labels", {})
    wanted = dict(pair.split("=") for pair in target.get("labelSelector", "").split(",") if pair)
    return (target.get("kind", document["kind"]) == document["kind"]
            and target.get("name", document["metadata"]["name"]) == document["metadata"]["name"]
            and all(labels.get(name) == value for name, value in wanted.items()))


def load(path):
    return [document for document in yaml.safe_load_all(path.read_text()) if document]


def render(folder):
    """The documents of a kustomization, in no particular order."""
    folder = pathlib.Path(folder)
    plan = yaml.safe_load((folder / "kustomization.yaml").read_text())
    if unknown := set(plan) - KNOWN:
        raise ValueError(f"{folder}: {', '.join(sorted(unknown))} is not rendered here")
    documents = []
    for resource in plan["resources"]:
        path = folder / resource
        documents += render(path) if path.is_dir() else load(path)
    for step in plan.get("patches", []):
        (patch,) = load(folder / step["path"])
        target = step.get("target") or {"kind": patch["kind"], "name": patch["metadata"]["name"]}
        chosen = [index for index, document in enumerate(documents) if matches(document, target)]
        if not chosen:
            raise ValueError(f"{folder}/{step['path']} changes nothing")
        change = {name: value for name, value in patch.items() if name != "metadata"}
        for index in chosen:
            documents[index] = merge(documents[index], change)
    if namespace := plan.get("namespace"):
        for document in documents:
            if document["kind"] not in CLUSTER_WIDE:
                document["metadata"]["namespace"] = namespace
    return documents
