"""PostgreSQL under Patroni on three hosts, with a member of etcd on each."""
import json
import os
import signal
import urllib.request

import hosts

# The lowest sane times: Patroni takes no ttl below 20 s, and wants loop_wait + 2 * retry_timeout within it.
DYNAMIC = {
    "ttl": 20, "loop_wait": 2, "retry_timeout": 5,
    # A leader whose PostgreSQL died hands over at once. Its recovery takes longer, and would show commits that no
    # standby has.
    "primary_start_timeout": 0,
    "synchronous_mode": True, "synchronous_mode_strict": True,
    "postgresql": {"use_pg_rewind": True, "parameters": {
        "max_connections": 200, "max_pred_locks_per_transaction": 256, "shared_buffers": "64MB",
        "wal_keep_size": "256MB", "wal_log_hints": "on",
        # A standby that is gone is noticed, and one that lost its primary connects again, within seconds.
        "wal_sender_timeout": "10s", "wal_receiver_timeout": "10s", "wal_retrieve_retry_interval": "1s",
        "tcp_keepalives_idle": 5, "tcp_keepalives_interval": 2, "tcp_keepalives_count": 3,
    }},
}


def server_programs():
    """The folder with the programs of the newest installed server."""
    root = "/usr/lib/postgresql"
    return f"{root}/{max(os.listdir(root), key=int)}/bin"


class Cluster:
    def __init__(self, members, work):
        self.hosts, self.work = members, work
        self.programs = server_programs()
        for host in members:
            self.prepare(host)
            self.start(host)
        leader = hosts.wait("a leader with two standbys", 90, self.settled)
        for statement in ("CREATE ROLE pulsum LOGIN CREATEROLE", "CREATE DATABASE health OWNER pulsum"):
            self.query(leader, statement)

    def url(self):
        """The database for services: every host, of which libpq takes the one that accepts writes. A dead one costs a
        new connection two seconds, the shortest time that libpq waits."""
        addresses = ",".join(host.address for host in self.hosts)
        parameters = "sslmode=disable&target_session_attrs=read-write&connect_timeout=2"
        return f"postgresql://pulsum@{addresses}/health?{parameters}"

    def disk(self, host):
        return host.folder / "disk"

    def prepare(self, host):
        """A disk of its own, which can be frozen, and the configurations."""
        image, disk = host.folder / "disk.img", self.disk(host)
        hosts.run("truncate", "-s", "2G", image)
        hosts.run("mkfs.ext4", "-q", "-E", "lazy_itable_init=1,nodiscard", image)
        disk.mkdir()
        hosts.run("mount", "-o", "loop", image, disk)
        own = host.folder / "patroni.json"
        own.write_text(json.dumps({
            "scope": "pulsum", "name": host.name,
            "restapi": {"listen": f"{host.address}:8008", "connect_address": f"{host.address}:8008"},
            "etcd3": {"hosts": [f"{other.address}:2379" for other in self.hosts]},
            "bootstrap": {"dcs": DYNAMIC, "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"]},
            "postgresql": {
                "listen": f"{host.address}:5432", "connect_address": f"{host.address}:5432",
                "data_dir": f"{disk}/data", "bin_dir": self.programs, "pgpass": f"{disk}/pgpass",
                "authentication": {"superuser": {"username": "postgres"}, "replication": {"username": "replicator"},
                                   "rewind": {"username": "postgres"}},
                "parameters": {"unix_socket_directories": str(disk)},
                # Nobody else reaches these namespaces.
                "pg_hba": ["local all all trust", f"host all all {hosts.NETWORK}.0/24 trust",
                           f"host replication all {hosts.NETWORK}.0/24 trust"],
            },
        }))
        host.step_clock(0)
        hosts.run("chown", "-R", "postgres:postgres", disk)

    def start(self, host):
        """Starts etcd and Patroni, which starts PostgreSQL."""
        def peer(other):
            return f"http://{other.address}:2380"

        client = f"http://{host.address}:2379"
        host.start(
            "etcd.log", self.work / "etcd", "--name", host.name, "--data-dir", self.disk(host) / "etcd",
            "--listen-client-urls", client, "--advertise-client-urls", client,
            "--listen-peer-urls", peer(host), "--initial-advertise-peer-urls", peer(host),
            "--initial-cluster", ",".join(f"{other.name}={peer(other)}" for other in self.hosts),
            "--heartbeat-interval", 250, "--election-timeout", 2000, user="postgres")
        host.start("patroni.log", "/usr/bin/python3", "-m", "patroni", host.folder / "patroni.json", user="postgres",
                   environment={"LD_PRELOAD": str(self.work / "clock.so"), "PYTHONPATH": str(self.work / "patroni")})

    # State

    def members(self):
        """What the first member that answers knows of all: role and state by host."""
        for host in self.hosts:
            try:
                with urllib.request.urlopen(f"http://{host.address}:8008/cluster", timeout=2) as answer:
                    found = {member["name"]: member for member in json.load(answer)["members"]}
                return {other: found[other.name] for other in self.hosts if other.name in found}
            except OSError:
                continue
        return {}

    def leader(self):
        return next((host for host, member in self.members().items() if member["role"] == "leader"), None)

    def standby(self):
        """The synchronous one."""
        return next((host for host, member in self.members().items() if member["role"] == "sync_standby"), None)

    def settled(self):
        """The leader, if it and both standbys run on one timeline, one of them in step; nil otherwise."""
        members = self.members()
        roles = sorted(member["role"] for member in members.values())
        is_running = all(member["state"] in ("running", "streaming") for member in members.values())
        is_one = len({member.get("timeline") for member in members.values()}) == 1
        if roles != ["leader", "replica", "sync_standby"] or not is_running or not is_one:
            return None
        leader = self.leader()
        streams = self.query(leader, "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")
        return leader if streams.strip() == "2" else None

    def query(self, host, statement):
        try:
            return hosts.run(f"{self.programs}/psql", "-AtqX", "-v", "ON_ERROR_STOP=1", "-c", statement,
                             f"host={host.address} user=postgres dbname=postgres connect_timeout=2")
        except RuntimeError as error:
            raise OSError(str(error)) from error

    # Failures

    def kill_postmaster(self, host):
        process = int((self.disk(host) / "data/postmaster.pid").read_text().split()[0])
        os.kill(process, signal.SIGKILL)

    def freeze(self, host):
        hosts.run("fsfreeze", "-f", self.disk(host))

    def thaw(self, host):
        hosts.run("fsfreeze", "-u", self.disk(host), check=False)
