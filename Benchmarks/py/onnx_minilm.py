"""all-MiniLM-L6-v2 in ONNX Runtime on one thread, for comparison: onnx_minilm.py FOLDER, where model.safetensors and vocab.txt are.

Makes the model out of the published weights with ONNX Runtime's own fused operators, then answers lines. A JSON list of texts is run as one batch with padding;
the answer is {"milliseconds", "vectors"}. The time is that of the session alone: cutting into word pieces and the mean of the token vectors stand outside.
"""

import json
import sys
import time

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file
from tokenizers import BertWordPieceTokenizer

LAYERS, HEADS, HIDDEN = 6, 12, 384
FUSED = "com.microsoft"


def graph(tensors):
    """Ids, places and lengths in, token vectors out. Attention, skip layer norm and GELU as onnxruntime's optimizer for BERT fuses them."""
    nodes, kept = [], {}

    def keep(name, values):
        kept[name] = numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name

    def node(kind, inputs, output, domain="", **more):
        nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **more))
        return output

    def linear(x, name, output):
        return node("MatMul", [x, keep(name + ".w", tensors[name + ".weight"].T)], output)

    def norm(x, skip, name, output, bias):
        parts = [keep(f"{name}.{part}", tensors[f"{name}.{part}"]) for part in ["weight", "bias"]]
        return node("SkipLayerNormalization", [x, skip, *parts, bias], output, FUSED, epsilon=1e-12)

    word = node("Gather", [keep("words", tensors["embeddings.word_embeddings.weight"]), "ids"], "word")
    place = node("Gather", [keep("places", tensors["embeddings.position_embeddings.weight"]), "positions"], "place")
    state = norm(word, place, "embeddings.LayerNorm", "embedded", keep("kinds", tensors["embeddings.token_type_embeddings.weight"][0]))
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        parts = [at + f"attention.self.{name}" for name in ["query", "key", "value"]]
        weights = keep(at + "qkv.w", np.concatenate([tensors[part + ".weight"].T for part in parts], axis=1))
        bias = keep(at + "qkv.b", np.concatenate([tensors[part + ".bias"] for part in parts]))
        mixed = node("Attention", [state, weights, bias, "lengths"], at + "mixed", FUSED, num_heads=HEADS)
        out = linear(mixed, at + "attention.output.dense", at + "out")
        state = norm(out, state, at + "attention.output.LayerNorm", at + "first", keep(at + "out.b", tensors[at + "attention.output.dense.bias"]))
        wide = linear(state, at + "intermediate.dense", at + "wide")
        wide = node("BiasGelu", [wide, keep(at + "wide.b", tensors[at + "intermediate.dense.bias"])], at + "gelu", FUSED)
        out = linear(wide, at + "output.dense", at + "narrow")
        state = norm(out, state, at + "output.LayerNorm", at + "second", keep(at + "narrow.b", tensors[at + "output.dense.bias"]))
    ids = helper.make_tensor_value_info("ids", TensorProto.INT64, ["batch", "rows"])
    positions = helper.make_tensor_value_info("positions", TensorProto.INT64, ["batch", "rows"])
    lengths = helper.make_tensor_value_info("lengths", TensorProto.INT32, ["batch"])
    result = helper.make_tensor_value_info(state, TensorProto.FLOAT, ["batch", "rows", HIDDEN])
    made = helper.make_graph(nodes, "all-MiniLM-L6-v2", [ids, positions, lengths], [result], list(kept.values()))
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(FUSED, 1)], ir_version=9)


def session(content):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])


def padded(texts):
    rows = max(map(len, texts))
    ids = np.zeros((len(texts), rows), np.int64)
    for text, row in zip(texts, ids):
        row[:len(text)] = text
    return {"ids": ids, "positions": np.tile(np.arange(rows, dtype=np.int64), (len(texts), 1)), "lengths": np.array([len(text) for text in texts], np.int32)}


def vectors(states, lengths):
    means = [state[:length].mean(axis=0) for state, length in zip(states, lengths)]
    return [mean / np.linalg.norm(mean) for mean in means]


def main(folder):
    tokenizer = BertWordPieceTokenizer(folder + "/vocab.txt")
    tokenizer.enable_truncation(256)
    runtime = session(graph(load_file(folder + "/model.safetensors")).SerializeToString())
    print(json.dumps({"version": onnxruntime.__version__}), flush=True)
    for line in sys.stdin:
        inputs = padded([encoding.ids for encoding in tokenizer.encode_batch(json.loads(line))])
        start = time.perf_counter()
        states = runtime.run(None, inputs)[0]
        milliseconds = (time.perf_counter() - start) * 1000
        found = [vector.tolist() for vector in vectors(states, inputs["lengths"])]
        print(json.dumps({"milliseconds": milliseconds, "vectors": found}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
