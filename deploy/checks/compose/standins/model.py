"""A stand-in for a language model's server: OpenAI's chat completions with structured output on port 11434. It answers each of Pulsum's schemas with one fixed
judgement, and rephrases a text as itself with another opening. Prints the name of each schema that it was asked for, never a text."""
import http.server
import json


def answer(schema, text):
    if schema == "sentiment":
        return {"kind": "some", "sentiment": 0.625}
    if schema == "phrasing":
        return {"reply": text}
    return {"level": "safe", "reason": "none"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        schema = request["response_format"]["json_schema"]["name"]
        print(self.path, schema, request["model"], flush=True)
        content = json.dumps(answer(schema, request["messages"][-1]["content"]))
        body = json.dumps({"choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": content}}]}).encode()
        self.send_response(200 if self.path == "/v1/chat/completions" else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("", 11434), Handler).serve_forever()
