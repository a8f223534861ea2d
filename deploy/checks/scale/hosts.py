"""Hosts of deploy/checks/test-scale: network namespaces on one bridge, which has a namespace of its own, so that the
network of this machine stays as it is. The test itself moves into the namespace `client`."""
import ctypes
import os
import pathlib
import signal
import subprocess
import time

PREFIX = "pulsum-scale-"
# RFC 2544, benchmarks: no address of a real network.
NETWORK = "198.18.9"
NET = PREFIX + "net"
# The namespace in which this process began.
OWN = os.open("/proc/self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
# setns(2)
CLONE_NEWNET = 0x40000000


def run(*command, check=True, **options):
    """Runs a command to its end, at most two minutes; returns what it printed."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, **options)
    if check and done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command[:6]))}: {(done.stderr or done.stdout).strip()[-600:]}")
    return done.stdout


def wait(what, seconds, condition):
    """The first true result of `condition`, which may throw OSError meanwhile; a RuntimeError after the time."""
    end, last = time.monotonic() + seconds, ""
    while time.monotonic() < end:
        try:
            found = condition()
            if found:
                return found
        except OSError as error:
            last = f" ({error})"
        time.sleep(0.2)
    raise RuntimeError(f"{what}: not within {seconds} s{last}")


def processes(namespace):
    """Ids of the processes in a namespace."""
    return [int(word) for word in run("ip", "netns", "pids", namespace, check=False).split()]


def kill(namespace):
    """Kills every process in a namespace, at most 30 s."""
    def is_empty():
        found = processes(namespace)
        for process in found:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return not found

    wait(f"the end of the processes in {namespace}", 30, is_empty)


def remove():
    """Ends every process in the namespaces of this test and removes them, also those of a run that was killed."""
    enter(f"/proc/self/fd/{OWN}")
    names = [line.split()[0] for line in run("ip", "netns", "list").splitlines() if line.startswith(PREFIX)]
    for name in names:
        kill(name)
        run("ip", "netns", "del", name)


def enter(path):
    """Moves this thread into a network namespace; threads that it starts, and their processes, are there too."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    if ctypes.CDLL(None, use_errno=True).setns(file, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), f"setns {path}")
    os.close(file)


def make_bridge():
    run("ip", "netns", "add", NET)
    run("ip", "-n", NET, "link", "add", "bridge", "type", "bridge")
    run("ip", "-n", NET, "link", "set", "bridge", "up")


class Host:
    """A host: its namespace, address and folder, in which its processes write one log."""
    # Of its API.
    port = 8080

    def __init__(self, name, number, work):
        self.name, self.namespace, self.address = name, PREFIX + name, f"{NETWORK}.{number}"
        self.folder, self.cable = pathlib.Path(work) / name, f"to-{name}"
        self.folder.mkdir()
        run("ip", "netns", "add", self.namespace)
        run("ip", "-n", NET, "link", "add", "name", self.cable, "type", "veth",
            "peer", "name", "eth0", "netns", self.namespace)
        run("ip", "-n", NET, "link", "set", self.cable, "master", "bridge", "up")
        run("ip", "-n", self.namespace, "addr", "add", f"{self.address}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            run("ip", "-n", self.namespace, "link", "set", link, "up")

    def start(self, log, *command, user=None, environment=None):
        """Starts a program here, its output in `log`. The environment holds nothing else than what is given."""
        words = ["ip", "netns", "exec", self.namespace]
        if user:
            words += ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
        basics = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8"}
        with open(self.folder / log, "ab") as output:
            return subprocess.Popen(
                words + [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env={**basics, **(environment or {})}, start_new_session=True, cwd="/")

    def programs(self, name):
        """Ids of the processes here that run a program of this name."""
        found = []
        for process in processes(self.namespace):
            try:
                if os.path.basename(os.readlink(f"/proc/{process}/exe")) == name:
                    found.append(process)
            except OSError:
                pass
        return sorted(found)

    # Failures

    def plug(self, is_in):
        """Pulls the network cable, or plugs it in again."""
        run("ip", "-n", NET, "link", "set", self.cable, "up" if is_in else "down")

    def die(self):
        """The power fails: first the network, so that no peer hears that connections end."""
        self.plug(False)
        kill(self.namespace)

    def cut(self, others):
        """Drops every packet from and to some hosts; the others still reach this one."""
        addresses = ", ".join(other.address for other in others)
        rules = f"""table ip cut {{
            chain in {{ type filter hook input priority 0; ip saddr {{ {addresses} }} drop; }}
            chain out {{ type filter hook output priority 0; ip daddr {{ {addresses} }} drop; }}
        }}"""
        run("ip", "netns", "exec", self.namespace, "nft", "-f", "-", input=rules)

    def heal(self):
        run("ip", "netns", "exec", self.namespace, "nft", "delete", "table", "ip", "cut")

    def step_clock(self, seconds):
        """Sets the wall clock that clock.c shows to the processes of this host: real time and so many seconds."""
        (self.folder / "clock").write_bytes(int(seconds).to_bytes(8, "little", signed=True))
