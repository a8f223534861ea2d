"""Reads the output of “docker save IMAGE…” and prints the compressed size of each image: the sum of its layers, each compressed as a registry does (gzip). Ends
with status 1 if an image takes 120 MB or more without the sentence model, or if others than the named services hold the model.

    docker save pulsum/api pulsum/safety | sizes.py safety
"""
import gzip
import io
import json
import sys
import tarfile
import zlib

LIMIT = 120_000_000
MODEL = "usr/local/share/pulsum/model/model.safetensors"


def compressed(data):
    if data[:2] == b"\x1f\x8b":
        return len(data), gzip.decompress(data)
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    return len(packer.compress(data)) + len(packer.flush()), data


def main(expected):
    layers, links, manifest = {}, {}, None
    with tarfile.open(fileobj=sys.stdin.buffer, mode="r|") as saved:
        for member in saved:
            if member.issym():
                links[member.name] = member.linkname.removeprefix("../")
            elif member.name == "manifest.json":
                manifest = json.load(saved.extractfile(member))
            elif member.isfile() and (member.name.endswith("layer.tar") or member.name.startswith("blobs/")):
                data = saved.extractfile(member).read()
                if data[:1] == b"{":
                    continue
                size, plain = compressed(data)
                with tarfile.open(fileobj=io.BytesIO(plain)) as layer:
                    layers[member.name] = (size, len(plain), MODEL in layer.getnames())
    failed, holders = False, []
    print(f"{'image':<18}{'MB':>7}{'compressed':>12}{'without model':>15}", file=sys.stderr)
    for image in sorted(manifest, key=lambda image: image["RepoTags"][0]):
        name = image["RepoTags"][0].split("/")[-1].split(":")[0]
        own = [layers[links.get(layer, layer)] for layer in image["Layers"]]
        size, rest = sum(layer[0] for layer in own), sum(layer[0] for layer in own if not layer[2])
        if size != rest:
            holders.append(name)
        print(f"{name:<18}{sum(layer[1] for layer in own) / 1e6:>7.0f}{size / 1e6:>12.1f}{rest / 1e6:>15.1f}", file=sys.stderr)
        failed |= rest >= LIMIT
    if sorted(holders) != sorted(expected):
        print(f"These images hold the sentence model: {', '.join(holders) or 'none'}.", file=sys.stderr)
        failed = True
    return failed


sys.exit(main(sys.argv[1:]))
