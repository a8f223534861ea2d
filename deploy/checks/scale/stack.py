"""Pulsum on two hosts: a broker and an API on each, and two workers of every other service."""
import json
import os
import re
import signal
import subprocess
import urllib.request

import hosts

SERVICES = ["ingestion", "sentiment", "safety", "scoring", "coaching", "gateway", "goals", "plans"]
WORKERS = 2
# Services in the order in which a release replaces another: each before those that call it (Topology.upgradeOrder).
ORDER = ["ingestion", "safety", "sentiment", "scoring", "gateway", "coaching", "goals", "plans", "api"]


def settings(database, brokers, shared):
    """Settings of all processes; keys, tokens and the master key are in the folder `shared`."""
    return {
        "PULSUM_DATABASE": database, "PULSUM_DATABASE_CONNECTIONS": "3", "PULSUM_BUS": ",".join(brokers),
        "PULSUM_KEYS": f"{shared}/keys", "PULSUM_MASTER_KEY": f"{shared}/master.key",
        "PULSUM_TOKENS": f"{shared}/tokens", "PULSUM_WITHOUT_MODEL": "1", "PULSUM_CLEAR_TEXT": "1",
    }


class Stack:
    def __init__(self, members, programs, database, work):
        self.hosts, self.programs, self.clock = members, programs, work / "clock.so"
        self.brokers = [f"tcp://{host.address}:5550" for host in members]
        # Copies on every machine, in this test one folder: keys of the bus, the master key, and uploads in progress.
        shared = work / "shared"
        (shared / "spool").mkdir(parents=True)
        for host in members:
            (host.folder / "data").mkdir()
            (host.folder / "data/spool").symlink_to(shared / "spool")
            host.step_clock(0)
        self.settings = settings(database, self.brokers, shared)
        for host in members:
            self.start(host)
            hosts.wait(f"Pulsum on {host.name}", 120, lambda: "\nready " in "\n" + self.text(host, "pulsum.log"))
        hosts.wait("all workers", 60, self.is_whole)

    def text(self, host, log):
        return (host.folder / log).read_text(errors="replace")

    def environment(self, host):
        return {**self.settings, "PULSUM_DATA": str(host.folder / "data"), "LD_PRELOAD": str(self.clock)}

    def start(self, host):
        """Starts the host's broker in a data directory of its own, and its services. The first broker makes the
        keys."""
        environment, up = self.environment(host), [f"{self.programs}/pulsum", "up", "--only"]
        broker = self.brokers[self.hosts.index(host)]
        host.start("broker.log", *up, "broker", "--bus", broker,
                   environment={**environment, "PULSUM_DATA": str(host.folder / "broker")})
        hosts.wait("keys", 30, lambda: (os.path.exists(f"{self.settings['PULSUM_KEYS']}/cli.secret")))
        scale = [word for service in SERVICES for word in ("--scale", f"{service}={WORKERS}")]
        host.start("pulsum.log", *up, ",".join(SERVICES + ["api"]), *scale, "--http", f"{host.address}:{host.port}",
                   environment=environment)

    def pulsum(self, *words, program="pulsum", input=None):
        """Runs a command on the first host that lives and returns what it printed."""
        host = next(host for host in self.hosts if hosts.processes(host.namespace))
        words = ["ip", "netns", "exec", host.namespace, f"{self.programs}/{program}", *words]
        try:
            return hosts.run(*words, input=input, env={
                "PATH": os.environ["PATH"], "HOME": str(host.folder), **self.environment(host)})
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            raise OSError(str(error)) from error

    def workers(self):
        """The number of registered workers that do not stop, by service."""
        services = json.loads(self.pulsum("status", "--json"))["services"]
        return {entry["service"]: sum(not worker.get("draining") for worker in entry.get("workers", []))
                for entry in services}

    def is_whole(self):
        """True if every worker is registered and both APIs answer."""
        found = self.workers()
        for host in self.hosts:
            with urllib.request.urlopen(f"http://{host.address}:{host.port}/v1/setup", timeout=5):
                pass
        return all(found.get(service) == WORKERS * len(self.hosts) for service in SERVICES) and \
            found.get("api") == len(self.hosts)

    def die(self, host):
        host.die()

    def come_back(self, host):
        host.plug(True)
        self.start(host)

    def upgrade(self):
        """Replaces one process after the other with the programs of the same release: migration, then a restart of
        each worker, of the APIs and of the brokers."""
        for service in ORDER:
            self.pulsum("--migrate", program=f"pulsum-{service}")
            for host in self.hosts:
                for process in host.programs(f"pulsum-{service}"):
                    self.restart(host, service, process)
        for host in self.hosts:
            self.restart(host, "broker", *host.programs("pulsum-broker"))

    def restart(self, host, service, process):
        os.kill(process, signal.SIGTERM)
        hosts.wait(f"the end of a {service}", 30, lambda: process not in host.programs(f"pulsum-{service}"))
        hosts.wait(f"a new {service} on {host.name}", 120, self.is_whole)

    def ends(self):
        """Lines about processes that ended by themselves, other than those that were replaced."""
        lines = [line for host in self.hosts for log in ("pulsum.log", "broker.log")
                 for line in self.text(host, log).splitlines()]
        return [line for line in lines if re.search(r"ended with status [1-9]|ended by signal", line)]
