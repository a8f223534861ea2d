"""A PostgreSQL server of its own on loopback, with Debian's programs."""
import os
import socket
import subprocess

import cluster
import hosts

SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 300
max_pred_locks_per_transaction = 256
shared_buffers = 64MB
"""


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Server:
    def __init__(self, work):
        self.programs, self.folder, self.port = cluster.server_programs(), work / "postgresql", free_port()
        # How often added columns had to wait for other transactions.
        self.given_way = 0
        self.folder.mkdir()
        if os.geteuid() == 0:
            hosts.run("chown", "postgres:postgres", self.folder)
        self.run("initdb", "-D", self.folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8",
                 "--locale=C.UTF-8")
        with open(self.folder / "data/postgresql.conf", "a") as file:
            file.write(f"{SETTINGS}port = {self.port}\n")
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log", "start")
        for statement in ("CREATE ROLE pulsum LOGIN CREATEROLE", "CREATE DATABASE health OWNER pulsum"):
            self.query(statement, "postgres")

    def run(self, program, *words):
        """Runs a program of the server, which refuses to run as root."""
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        # What stays in the background would hold a pipe open.
        hosts.run("sh", "-c", '"$@" >run.log 2>&1 || { cat run.log >&2; exit 1; }', "run", *user,
                  f"{self.programs}/{program}", *words, cwd=self.folder)

    def stop(self):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")

    def url(self):
        return f"postgresql://pulsum@127.0.0.1:{self.port}/health?sslmode=disable"

    def query(self, statement, database="health"):
        return hosts.run(
            f"{self.programs}/psql", "-AtqX", "-v", "ON_ERROR_STOP=1", "-c", statement, self.address(database))

    def address(self, database):
        return f"host=127.0.0.1 port={self.port} user=postgres dbname={database}"

    def read_everything(self, seconds):
        """Reads every table in one transaction that lasts so long, as pg_dump does; returns its process once it has
        all locks."""
        tables = self.query("SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname LIKE 'pulsum\\_%'")
        statement = (f"BEGIN; LOCK TABLE {', '.join(tables.split())} IN ACCESS SHARE MODE; "
                     f"SET application_name = 'reads everything'; SELECT pg_sleep({seconds}); COMMIT")
        process = subprocess.Popen(
            [f"{self.programs}/psql", "-AtqX", "-c", statement, self.address("health")], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL)
        hosts.wait("a transaction that reads everything", 30, lambda: self.query(
            "SELECT 1 FROM pg_stat_activity WHERE application_name = 'reads everything'").strip())
        return process

    # Schemas

    def migrations(self):
        """The number of applied migrations by service and owner."""
        schemas = self.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'pulsum\\_%' ORDER BY 1").split()
        found = {}
        for schema in schemas:
            rows = self.query(f"SELECT owner, max(number) FROM {schema}.storage_migrations GROUP BY owner")
            found |= {(schema.removeprefix("pulsum_"), owner): int(number)
                      for owner, number in (row.split("|") for row in rows.splitlines())}
        return found

    def add_columns(self):
        """What a later release may do to a schema, as a migration does it: in one transaction for each service, every
        table gets a column, and the migration is recorded. It gives way and comes again like one."""
        for service, owner in self.migrations():
            if service != owner:
                continue
            schema = f"pulsum_{service}"
            tables = self.query(
                f"SELECT tablename FROM pg_tables WHERE schemaname = '{schema}' AND tablename <> 'storage_migrations'")
            added = "".join(f'ALTER TABLE {schema}."{table}" ADD COLUMN tried_later BIGINT NOT NULL DEFAULT 0; '
                            for table in sorted(tables.split()))
            statement = (
                f"BEGIN; UPDATE {schema}.storage_lock SET turn = turn + 1; SET LOCAL lock_timeout = '2s'; {added}"
                f"INSERT INTO {schema}.storage_migrations (owner, number, name) SELECT owner, max(number) + 1, "
                f"'a column that a later release adds' FROM {schema}.storage_migrations GROUP BY owner; COMMIT")
            hosts.wait(f"columns of {service}", 60, lambda: self.is_done(statement))

    def is_done(self, statement):
        """False if other transactions were in the way."""
        try:
            self.query(statement)
            return True
        except RuntimeError as error:
            if any(reason in str(error) for reason in ("deadlock detected", "lock timeout")):
                self.given_way += 1
                return False
            raise
