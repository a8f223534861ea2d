"""A Prometheus that scrapes processes on this machine as deploy/monitoring/prometheus.yml says."""
import json
import os
import pathlib
import shutil
import subprocess
import urllib.parse
import urllib.request

import yaml

import hosts
import server

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")


def program():
    found = shutil.which("prometheus") or CACHE / "pulsum/prometheus/usr/bin/prometheus"
    if not os.access(found, os.X_OK):
        raise RuntimeError("Prometheus is missing: run deploy/install test.")
    return found


class Prometheus:
    """Uses the job of the configuration that finds processes by files.

    - Parameters:
      - folders: where processes write these files.
      - faster: by how much the interval of the scrapes is shortened.
    """

    def __init__(self, configuration, folders, work, faster):
        plan = yaml.safe_load(configuration.read_text())
        self.interval = float(plan["global"]["scrape_interval"].removesuffix("s"))
        (job,) = [job for job in plan["scrape_configs"] if "file_sd_configs" in job]
        (targets,) = job["file_sd_configs"]
        (pattern,) = targets["files"]
        targets["files"] = [f"{folder}/{os.path.basename(pattern)}" for folder in folders]
        pace = f"{round(1000 * self.interval / faster)}ms"
        file = work / "prometheus.yml"
        file.write_text(yaml.safe_dump({
            "global": {"scrape_interval": pace, "scrape_timeout": pace}, "scrape_configs": [job]}))
        self.url = f"http://127.0.0.1:{server.free_port()}"
        with open(work / "prometheus.log", "ab") as log:
            self.process = subprocess.Popen(
                [program(), f"--config.file={file}", f"--storage.tsdb.path={work}/prometheus",
                 f"--web.listen-address={self.url.removeprefix('http://')}", "--log.level=warn"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd="/")
        try:
            hosts.wait("Prometheus", 30, lambda: self.get("query", query="1"))
        except BaseException:
            self.stop()
            raise

    def get(self, path, **parameters):
        words = urllib.parse.urlencode(parameters)
        with urllib.request.urlopen(f"{self.url}/api/v1/{path}?{words}", timeout=10) as answer:
            return json.load(answer)["data"]

    def values(self, query):
        """Values of an instant query."""
        return [float(series["value"][1]) for series in self.get("query", query=query)["result"]]

    def total(self, query):
        """Their sum, as a scaler takes it; None without any."""
        found = self.values(query)
        return sum(found) if found else None

    def stop(self):
        self.process.kill()
        self.process.wait()
