"""Checks the jobs of examples/move and examples/back, and that the commands of the README select something."""
import re

import kustomize


# What each job runs, with the data directory that it moves from or to.
COMMANDS = {"examples/move": 'env -u PULSUM_DATABASE pulsum move --to "$PULSUM_DATABASE" --data {};',
            "examples/back": "pulsum move --to sqlite --data {};"}


def faults(documents, where, processes, folder):
    """Each job has the volume, the data directory and the master key of its service in the small overlay. What jobs
    need beside that is in the small overlay, or labelled to be applied before them."""
    small = kustomize.render(folder / "overlays/small")
    before = {d["metadata"]["name"]: d["spec"] for d in small if d["kind"] == "StatefulSet"}
    jobs = {d["metadata"]["name"]: d["spec"]["template"]["spec"] for d in documents if d["kind"] == "Job"}
    needed, found = {("NetworkPolicy", "to-the-database")}, []
    for name in (name for name in processes if name != "broker"):
        job, pod = jobs[f"migrate-{name}"], before[name]["template"]["spec"]
        (container,), (service,) = job["containers"], pod["containers"]
        (template,) = before[name]["volumeClaimTemplates"]
        volume = template["metadata"]["name"]
        claims = {v["name"]: v["persistentVolumeClaim"]["claimName"] for v in job["volumes"]
                  if "persistentVolumeClaim" in v}
        if claims != {"old": f"{volume}-{name}-0", "shared": "shared"}:
            found.append(f"the volumes {claims}")
        keys = [{v["secret"]["secretName"] for v in steps["volumes"] if v["name"] == "master-key"}
                for steps in (job, pod)]
        if keys[0] != keys[1]:
            found.append(f"the master key {keys[0]} instead of {keys[1]}")
        new, old = ({m["name"]: m["mountPath"] for m in c["volumeMounts"]} for c in (container, service))
        (data,) = [v["value"] for v in service["env"] if v["name"] == "PULSUM_DATA"]
        directory, command = new["old"] + data.removeprefix(old[volume]), container["command"][-1]
        if f" {COMMANDS[where].format(directory)}" not in command:
            found.append(f"the command {command}")
        folders = set(re.findall(r"(?:/[a-z]+)+", command))
        known = {directory, f"{directory}/spool", f"{new['shared']}/spool"}
        if folders != known:
            found.append(f"the folders {folders - known}")
        needed |= {("ConfigMap", m["configMapRef"]["name"]) for m in container["envFrom"]}
        needed |= {("PersistentVolumeClaim", claims.get("shared")), ("ServiceAccount", job["serviceAccountName"])}
    missing = needed - {(d["kind"], d["metadata"]["name"]) for d in small}
    marked = {(d["kind"], d["metadata"]["name"]) for d in documents
              if d["metadata"].get("labels", {}).get("pulsum/part") == "database"}
    if marked != missing:
        found.append(f"{marked} before them instead of {missing}")
    if where == "examples/back":
        claims = {d["metadata"]["name"]: d for d in documents if d["kind"] == "PersistentVolumeClaim"}
        for name in (name for name in processes if name != "broker"):
            (template,) = before[name]["volumeClaimTemplates"]
            claim = claims.get(f"{template['metadata']['name']}-{name}-0", {})
            if claim.get("spec") != template["spec"]:
                found.append(f"the claim {claim.get('spec')} of {name} instead of {template['spec']}")
            wanted = template["metadata"]["labels"] | before[name]["selector"]["matchLabels"]
            if not wanted.items() <= claim.get("metadata", {}).get("labels", {}).items():
                found.append(f"a claim of {name} without the labels {wanted}")
    return [f"{where}: a job has {fault}" for fault in found]


def commands(root):
    """Every kustomization that the README applies exists, and with the labels of each command it has documents."""
    text = (root / "deploy/kubernetes/README.md").read_text()
    applied = set(re.findall(r"kubectl (?:apply|create) -k (deploy/[a-z/-]+)(?: -l ([a-z./=-]+))?", text))
    rendered = {folder: kustomize.render(root / folder) for folder, _ in applied}
    return [f"the README applies {folder} with {labels}, which selects nothing" for folder, labels in sorted(applied)
            if not any(kustomize.matches(d, {"labelSelector": labels}) for d in rendered[folder])]
