"""Renders the kustomizations of deploy/kubernetes as `kubectl kustomize` does, as far as they use it: resources,
components of patches, a namespace, and strategic merge patches with or without a target; null removes a field. Anything
else is an error.
"""
import pathlib
import re

import yaml

# Lists whose elements are merged by a key; all others are replaced as a whole.
MERGE_KEYS = {
    "containers": "name", "initContainers": "name", "volumes": "name", "env": "name", "ports": "containerPort",
    "volumeMounts": "mountPath", "topologySpreadConstraints": "topologyKey",
}
CLUSTER_WIDE = {"Namespace"}
KNOWN = {"apiVersion", "kind", "namespace", "resources", "components", "patches"}


def merge(base, patch, field=""):
    if isinstance(base, dict) and isinstance(patch, dict):
        kept = {name: value for name, value in base.items() if patch.get(name, value) is not None}
        return kept | {name: merge(base[name], value, name) if name in base else value
                       for name, value in patch.items() if value is not None}
    key = MERGE_KEYS.get(field)
    if key and isinstance(base, list) and isinstance(patch, list):
        known = {element[key]: element for element in base}
        changed = {element[key] for element in patch}
        # kubectl puts the elements of the patch first.
        return [merge(known[element[key]], element) if element[key] in known else element for element in patch] + [
            element for element in base if element[key] not in changed]
    return patch


def matches(document, target):
    labels = document["metadata"].get("labels", {})
    wanted = dict(pair.split("=") for pair in target.get("labelSelector", "").split(",") if pair)
    return (re.fullmatch(target.get("kind", ".*"), document["kind"])
            and target.get("name", document["metadata"]["name"]) == document["metadata"]["name"]
            and all(labels.get(name) == value for name, value in wanted.items()))


def load(path):
    return [document for document in yaml.safe_load_all(path.read_text()) if document]


def read(folder, known):
    """The kustomization of a folder, which uses nothing but the known fields."""
    plan = yaml.safe_load((folder / "kustomization.yaml").read_text())
    if unknown := set(plan) - known:
        raise ValueError(f"{folder}: {', '.join(sorted(unknown))} is not rendered here")
    return plan


def change(documents, folder, plan):
    """Merges the patches of a kustomization into the documents that they are for."""
    for step in plan.get("patches", []):
        (patch,) = [yaml.safe_load(step["patch"])] if "patch" in step else load(folder / step["path"])
        target = step.get("target") or {"kind": patch["kind"], "name": patch["metadata"]["name"]}
        chosen = [index for index, document in enumerate(documents) if matches(document, target)]
        if not chosen:
            raise ValueError(f"{folder}: the patch of {target} changes nothing")
        merged = {name: value for name, value in patch.items() if name not in ("apiVersion", "kind", "metadata")}
        for index in chosen:
            documents[index] = merge(documents[index], merged)


def render(folder):
    """The documents of a kustomization, in no particular order."""
    folder = pathlib.Path(folder)
    plan, documents = read(folder, KNOWN), []
    for resource in plan["resources"]:
        path = folder / resource
        documents += render(path) if path.is_dir() else load(path)
    for component in plan.get("components", []):
        change(documents, folder / component, read(folder / component, {"apiVersion", "kind", "patches"}))
    change(documents, folder, plan)
    if namespace := plan.get("namespace"):
        for document in documents:
            if document["kind"] not in CLUSTER_WIDE:
                document["metadata"]["namespace"] = namespace
    return documents
