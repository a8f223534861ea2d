"""A stand-in for a team's identity provider: OpenID Connect's code flow over https on port 8443, with client secret and PKCE, signing with RS256. It signs in, at
once, whom the file /provider/person names: {"sub", "name", "groups"}. /provider also has its certificate, that one's key, and the client's secret."""
import base64
import hashlib
import http.server
import json
import secrets
import ssl
import subprocess
import time
import urllib.parse

ISSUER = "https://id.pulsum.test:8443/realms/team"
KEY = "/tmp/signing.pem"
codes = {}


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed(claims):
    content = ".".join(text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "RS256", "kid": "one"}, claims))
    return content + "." + text(subprocess.run(["openssl", "dgst", "-sha256", "-sign", KEY], input=content.encode(), stdout=subprocess.PIPE, check=True).stdout)


def read(name):
    with open("/provider/" + name) as file:
        return file.read().strip()


class Handler(http.server.BaseHTTPRequestHandler):
    def reply(self, status, document=None, **headers):
        body = json.dumps(document).encode() if document is not None else b""
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path == "/realms/team/.well-known/openid-configuration":
            ends = {name: f"{ISSUER}/{end}" for name, end in {
                "authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys", "end_session_endpoint": "logout"}.items()}
            self.reply(200, {
                "issuer": ISSUER, **ends, "response_types_supported": ["code"], "id_token_signing_alg_values_supported": ["RS256"],
                "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": True})
        elif path == "/realms/team/keys":
            modulus = subprocess.run(["openssl", "rsa", "-in", KEY, "-noout", "-modulus"], stdout=subprocess.PIPE, check=True).stdout.decode().strip().partition("=")[2]
            self.reply(200, {"keys": [{"kty": "RSA", "kid": "one", "use": "sig", "alg": "RS256", "n": text(bytes.fromhex(modulus)), "e": "AQAB"}]})
        elif path == "/realms/team/authorize":
            fields = dict(urllib.parse.parse_qsl(query))
            if fields.get("client_id") != "pulsum" or fields.get("code_challenge_method") != "S256" or "openid" not in fields.get("scope", "").split():
                return self.reply(400, {"error": "invalid_request"})
            code = secrets.token_urlsafe(16)
            codes[code] = fields
            answer = urllib.parse.urlencode({"state": fields["state"], "iss": ISSUER, "code": code})
            self.reply(302, Location=f"{fields['redirect_uri']}?{answer}")
        else:
            self.reply(404)

    def do_POST(self):
        fields = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        pair = "pulsum:" + urllib.parse.quote(read("client-secret"), safe="")
        if self.headers.get("Authorization") != "Basic " + base64.b64encode(pair.encode()).decode():
            return self.reply(401, {"error": "invalid_client"})
        asked = codes.pop(fields.get("code"), None)
        if not asked or fields.get("redirect_uri") != asked["redirect_uri"] or text(
                hashlib.sha256(fields.get("code_verifier", "").encode()).digest()) != asked["code_challenge"]:
            return self.reply(400, {"error": "invalid_grant"})
        now = int(time.time())
        claims = {"iss": ISSUER, "aud": "pulsum", "exp": now + 300, "iat": now, "auth_time": now, "nonce": asked["nonce"], **json.loads(read("person"))}
        self.reply(200, {"access_token": "unused", "token_type": "Bearer", "id_token": signed(claims)})

    def log_message(self, *_):
        pass


subprocess.run(["openssl", "genrsa", "-out", KEY, "2048"], check=True, stderr=subprocess.DEVNULL)
server = http.server.ThreadingHTTPServer(("", 8443), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("/provider/server.pem", "/provider/server.key")
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
