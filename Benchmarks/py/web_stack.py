"""A stack of processes in a folder of its own, and a plain HTTP client, for web.py."""
import http.client
import json
import os
import signal
import subprocess
import time
from urllib.parse import urlsplit

PASSWORD = "correct horse battery"


def share(values, part):
    """The smallest value that is at least as large as this share of them."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


class Connection:
    """One connection that stays open, as a browser's."""

    def __init__(self, address, cookie):
        self.address, self.connection = address, http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
        self.headers = {"Cookie": "=".join(cookie), "Accept-Encoding": "gzip", "Accept": "text/html", "Origin": address}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def get(self, path):
        """Status, seconds and the body as it was sent."""
        begin = time.perf_counter()
        self.connection.request("GET", path, headers=self.headers)
        answer = self.connection.getresponse()
        body = answer.read()
        return answer.status, time.perf_counter() - begin, body

    def post(self, path, value):
        self.connection.request(
            "POST", path, json.dumps(value), {**self.headers, "Content-Type": "application/json"})
        answer = self.connection.getresponse()
        body = answer.read()
        return answer.status, json.loads(body) if body else {}

    def delete(self, path):
        self.connection.request("DELETE", path, headers=self.headers)
        answer = self.connection.getresponse()
        return answer.status, answer.read()


class Stack:
    def __init__(self, executables, folder):
        self.pulsum, self.folder = os.path.join(executables, "pulsum"), folder
        self.data = os.path.join(folder, "data")
        # Of `pulsum up` and of commands; this process's by default.
        self.environment = None
        # Further options of `pulsum up`.
        self.options = []

    def __enter__(self):
        self.log = open(os.path.join(self.folder, "log"), "w+")
        self.up = subprocess.Popen(
            [self.pulsum, "up", "--data", self.data, "--http", "127.0.0.1:0", *self.options], stdout=self.log,
            stderr=subprocess.STDOUT, env=self.environment)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.up.poll() is None:
            for line in open(self.log.name):
                if line.startswith("ready "):
                    self.address = line.split()[1].rstrip("/")
                    return self
            time.sleep(0.2)
        self.__exit__()
        raise SystemExit("The stack did not become ready:\n" + open(self.log.name).read()[-2000:])

    def __exit__(self, *_):
        if self.up.poll() is None:
            self.up.send_signal(signal.SIGTERM)
            try:
                self.up.wait(30)
            except subprocess.TimeoutExpired:
                self.up.kill()
        self.log.close()

    def run(self, *arguments, text=None):
        done = subprocess.run(
            [self.pulsum, *arguments, "--data", self.data], input=text, capture_output=True, text=True, timeout=300,
            env=self.environment)
        if done.returncode != 0:
            raise SystemExit(f"pulsum {' '.join(arguments)}: {done.stderr[-1000:]}")
        return done.stdout

    @staticmethod
    def clock():
        """Milliseconds since 1970, as the browser's clock."""
        return time.time() * 1000

    def demo(self):
        """Makes the example person and returns its name and password."""
        made = dict(line.split(None, 1) for line in self.run("demo", "--language", "en").splitlines() if line)
        return made["Name"], made["Password"]

    def sign_in(self, name, password):
        """Name and value of the session's cookie; the name is kept in `cookie_name`."""
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=30)
        connection.request(
            "POST", "/v1/sessions", json.dumps({"name": name, "password": password}),
            {"Origin": self.address, "Content-Type": "application/json"})
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 201, (answer.status, body)
        cookies = [value for key, value in answer.getheaders() if key.lower() == "set-cookie"]
        pairs = [cookie.split(";")[0].split("=", 1) for cookie in cookies]
        found = tuple(next(pair for pair in pairs if "session" in pair[0].lower()))
        self.cookie_name = found[0]
        return found

    def people(self, count):
        """Makes accounts and returns a session of each.

        Accounts come from `pulsum account create`, and each signs in with its password: about a third of a second each,
        which is not measured.
        """
        workers = []
        for number in range(count):
            while len(workers) >= 3:
                workers.pop(0).wait()
            worker = subprocess.Popen(
                [self.pulsum, "account", "create", f"Person {number}", "--zone", "Europe/Berlin", "--country", "DE",
                 "--data", self.data], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            worker.stdin.write(PASSWORD.encode() + b"\n")
            worker.stdin.close()
            workers.append(worker)
        for worker in workers:
            worker.wait()
        return [self.sign_in(f"Person {number}", PASSWORD) for number in range(count)]

    def processes(self, name):
        """Identifiers of the stack's processes of this executable."""
        found, parents = [], {}
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    fields = open(f"/proc/{entry}/stat").read().rsplit(")", 1)[1].split()
                    parents[int(entry)] = (int(fields[1]), os.path.basename(os.readlink(f"/proc/{entry}/exe")))
                except OSError:
                    continue
        for process, (_, executable) in parents.items():
            parent = process
            while parent in parents and parent != self.up.pid:
                parent = parents[parent][0]
            if parent == self.up.pid and executable == name:
                found.append(process)
        return found

    def megabytes(self, name):
        """Resident memory of all these processes together."""
        total = 0
        for process in self.processes(name):
            try:
                for line in open(f"/proc/{process}/status"):
                    if line.startswith("VmRSS:"):
                        total += int(line.split()[1]) * 1024
            except OSError:
                continue
        return total / 1e6
