"""Reads messages that Pulsum wrote, with Google's protobuf and nothing of ours but the .proto files, and writes them back.

check.py DESCRIPTORS < lines > lines: a line is `MessageName base64`, the answer `MessageName base64 json`. The base64 of the answer is what
protobuf made from the fields it read; unknown fields stop it.
"""

import base64
import json
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

with open(sys.argv[1], "rb") as file:
    files = descriptor_pb2.FileDescriptorSet.FromString(file.read())
pool = descriptor_pool.DescriptorPool()
for file in files.file:
    pool.Add(file) if hasattr(pool, "Add") else pool.AddSerializedFile(file.SerializeToString())


def message_class(name):
    descriptor = pool.FindMessageTypeByName("pulsum.v1." + name)
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(descriptor)
    return message_factory.MessageFactory(pool).GetPrototype(descriptor)


def rebuilt(message):
    """A new message from the values of this one, so that nothing is passed on unread."""
    return json_format.Parse(json_format.MessageToJson(message), type(message)())


for line in sys.stdin:
    name, text = line.split(" ")
    message = message_class(name).FromString(base64.b64decode(text))
    before = message.ByteSize()
    message.DiscardUnknownFields()
    if message.ByteSize() != before:
        sys.exit(f"{name}: fields that its .proto does not know")
    again = rebuilt(message)
    if again != message:
        sys.exit(f"{name}: not the same after JSON")
    values = json.dumps(json_format.MessageToDict(message), ensure_ascii=True, sort_keys=True)
    print(name, base64.b64encode(again.SerializeToString()).decode(), values)
