"""The processes of an installation, each of one of two releases, which replace each other one by one."""
import json
import os
import signal
import subprocess
import types

import hosts
import server
import stack

# Of each service.
COUNT = 2
# Seconds in which a process joins, or ends after SIGTERM. Processes have ten for what is in hand.
PATIENCE = 60


class Processes:
    """Two brokers, two APIs and two workers of each service on loopback. A process is named by its service and 0 or
    1."""

    def __init__(self, release, database, work, own=None):
        """- Parameter own: settings of single services besides those of all."""
        self.work, self.running, self.own = work, {}, own or {}
        self.apis = [types.SimpleNamespace(address="127.0.0.1", port=server.free_port()) for _ in range(COUNT)]
        self.brokers = [f"tcp://127.0.0.1:{server.free_port()}" for _ in range(COUNT)]
        (work / "shared").mkdir()
        (work / "data").mkdir()
        self.settings = stack.settings(database, self.brokers, work / "shared")
        self.cli = release
        self.pulsum("keys", "create")
        self.migrate(release)
        try:
            for service in ["broker", *stack.ORDER]:
                for number in range(COUNT):
                    self.start(service, number, release)
            hosts.wait("all processes", 2 * PATIENCE, self.is_whole)
        except BaseException:
            self.kill_all()
            raise

    def environment(self, **more):
        return {"PATH": os.environ["PATH"], "HOME": str(self.work), "LANG": "C.UTF-8", **self.settings,
                "PULSUM_DATA": str(self.work / "data"), **more}

    def pulsum(self, *words, input=None):
        """Runs a command of the release whose APIs run, and returns what it printed."""
        try:
            return hosts.run(self.cli / "pulsum", *words, input=input, env=self.environment())
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            raise OSError(str(error)) from error

    def migrate(self, release):
        for service in stack.ORDER:
            hosts.run(release / f"pulsum-{service}", "--migrate", env=self.environment())

    def start(self, service, number, release):
        more = dict(self.own.get(service, {}))
        if service == "api":
            more["PULSUM_HTTP"] = f"127.0.0.1:{self.apis[number].port}"
        if service == "broker":
            more |= {"PULSUM_BUS": self.brokers[number], "PULSUM_DATA": str(self.work / f"broker-{number}")}
        with open(self.work / f"{service}-{number}.log", "ab") as log:
            self.running[service, number] = subprocess.Popen(
                [release / f"pulsum-{service}"], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=self.environment(**more), start_new_session=True, cwd="/")

    def workers(self):
        """Ids of registered processes that do not stop, by service."""
        services = json.loads(self.pulsum("status", "--json"))["services"]
        return {entry["service"]: {worker["processID"] for worker in entry.get("workers", [])
                                   if not worker.get("draining")} for entry in services}

    def is_whole(self):
        """True if every process is registered; a RuntimeError if one has ended."""
        ended = [f"{service} {number}" for (service, number), process in self.running.items()
                 if process.poll() is not None]
        if ended:
            raise RuntimeError(f"ended by themselves: {', '.join(ended)}")
        found = self.workers()
        return all(process.pid in found.get(service, ()) for (service, _), process in self.running.items()
                   if service != "broker")

    def replace(self, service, number, release):
        """Starts the process of the other release, waits until it is registered, and ends this one. Brokers and APIs
        have an address, so this one ends first."""
        old = self.running[service, number]
        if service in ("broker", "api"):
            self.end(old, service)
            self.start(service, number, release)
            hosts.wait(f"a new {service}", PATIENCE, self.is_whole)
        else:
            self.start(service, number, release)
            hosts.wait(f"a new {service}", PATIENCE, self.is_whole)
            self.end(old, service)

    def end(self, process, service):
        process.send_signal(signal.SIGTERM)
        try:
            status = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"a {service} did not end within {PATIENCE} s of SIGTERM") from None
        if status:
            raise RuntimeError(f"a {service} ended with status {status} after SIGTERM")

    def kill_all(self):
        for process in self.running.values():
            process.kill()
            process.wait()
