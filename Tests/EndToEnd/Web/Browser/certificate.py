"""The certificate of `pulsum certificate` in a browser before and after it trusts the authority. Prints one JSON object.

    certificate.py HOST:PORT AUTHORITY KEY FOLDER SCREENSHOTS

AUTHORITY and KEY are the PEM files of the authority, FOLDER is for this script's own files, SCREENSHOTS a folder or "-".
"""
import hashlib
import http.server
import json
import os
import ssl
import subprocess
import sys
import threading

from playwright.sync_api import Error, sync_playwright

from checks import Journey

server, authority, authority_key, folder, pictures = sys.argv[1:]
base = f"https://pulsum.home.test:{server.rsplit(':', 1)[1]}"
journey = Journey(base, pictures)
home = f"{folder}/home"
database = f"sql:{home}/.pki/nssdb"


def command(*words):
    subprocess.run(words, check=True, capture_output=True)


def other_server():
    """Serves with a certificate for another name, signed by the authority's key."""
    key, request, certificate = (f"{folder}/other.{end}" for end in ("key", "csr", "pem"))
    command("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
            "-out", request, "-subj", "/CN=other.test", "-addext", "subjectAltName=DNS:other.test")
    command("openssl", "x509", "-req", "-in", request, "-CA", authority, "-CAkey", authority_key, "-days", "30",
            "-copy_extensions", "copy", "-out", certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    answering = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    answering.socket = context.wrap_socket(answering.socket, server_side=True)
    threading.Thread(target=answering.serve_forever, daemon=True).start()
    return f"https://other.test:{answering.server_address[1]}/"


def launch(playwright):
    return playwright.chromium.launch(
        executable_path="/usr/bin/chromium", env={**os.environ, "HOME": home},
        args=["--no-sandbox", "--host-resolver-rules=MAP * 127.0.0.1"])


def refusal(browser, address):
    page = browser.new_context().new_page()
    try:
        page.goto(address)
    except Error as error:
        return error.message.split("net::")[1].split()[0]
    return "none"


with sync_playwright() as playwright:
    os.makedirs(f"{home}/.pki/nssdb")
    command("certutil", "-N", "-d", database, "--empty-password")
    browser = launch(playwright)
    journey.seen["before"] = refusal(browser, base + "/trust")
    browser.close()
    command("certutil", "-A", "-d", database, "-t", "C,,", "-n", "authority", "-i", authority)
    browser = launch(playwright)
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = journey.watch(context, "phone")
    journey.seen["after"] = page.goto(base + "/trust").status
    journey.inspect(page, "/trust", "phone")
    journey.seen["type"], content = page.evaluate("""async () => {
        const answer = await fetch("/trust/pulsum.crt");
        return [answer.headers.get("content-type"), [...new Uint8Array(await answer.arrayBuffer())]];
    }""")
    journey.seen["downloaded"] = hashlib.sha256(bytes(content)).hexdigest()
    page.goto(base + "/reach")
    journey.inspect(page, "/reach", "phone")
    journey.seen["shown"] = "".join(page.locator("code").first.inner_text().split()).lower()
    desk = journey.watch(
        browser.new_context(viewport={"width": 1280, "height": 900}, locale="de-DE", color_scheme="dark"), "desk")
    for path in ("/trust", "/reach"):
        desk.goto(base + path)
        journey.inspect(desk, path, "desk-dark-de")
    journey.seen["other"] = refusal(browser, other_server())
    browser.close()
print(json.dumps(journey.seen))
