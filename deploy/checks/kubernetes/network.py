"""Network policies as pure values: which connection they allow. A pod that no policy of a direction selects is open."""
import ipaddress


def selects(selector, labels):
    """True if a label selector matches; an empty selector matches everything."""
    if any(labels.get(name) != value for name, value in selector.get("matchLabels", {}).items()):
        return False
    for rule in selector.get("matchExpressions", []):
        inside = labels.get(rule["key"]) in rule["values"]
        if inside != {"In": True, "NotIn": False}[rule["operator"]]:
            return False
    return True


def block_holds(block, address):
    """True if an address is in the block and in none of its exceptions."""
    address = ipaddress.ip_address(address)
    return address in ipaddress.ip_network(block["cidr"]) and not any(
        address in ipaddress.ip_network(part) for part in block.get("except", []))


def peer_matches(peer, other):
    """`other` is {"labels", "namespace": labels or None for the same namespace} or {"address": an IP address}."""
    if "ipBlock" in peer or "address" in other:
        return "ipBlock" in peer and "address" in other and block_holds(peer["ipBlock"], other["address"])
    if "namespaceSelector" in peer:
        if other["namespace"] is None or not selects(peer["namespaceSelector"], other["namespace"]):
            return False
    elif other["namespace"] is not None:
        return False
    return selects(peer.get("podSelector", {}), other["labels"])


def allowed(policies, direction, labels, other, port, protocol="TCP"):
    """True if the policies let a pod with these labels connect to (Egress) or be reached by (Ingress) `other`."""
    chosen = [p["spec"] for p in policies
              if direction in p["spec"]["policyTypes"] and selects(p["spec"]["podSelector"], labels)]
    if not chosen:
        return True
    rules = [rule for spec in chosen for rule in spec.get(direction.lower(), [])]
    return any(
        any(peer_matches(peer, other) for peer in rule["from" if direction == "Ingress" else "to"])
        and any(p["port"] == port and p["protocol"] == protocol for p in rule["ports"])
        for rule in rules)
