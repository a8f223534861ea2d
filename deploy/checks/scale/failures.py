"""The failures, each with its recovery, and what they cost: the longest time without an acknowledged write."""
import statistics
import threading
import time

import hosts

# Seconds that a failure lasts before its recovery begins, at least; longer until everybody's writes are acknowledged.
HOLD = 30


class Failure:
    """A failure: what happens, how it is mended, and the longest accepted time without an acknowledged write."""

    def __init__(self, name, goal, inject, mend=lambda: None, hold=HOLD):
        self.name, self.goal, self.inject, self.mend, self.hold = name, goal, inject, mend, hold
        # By round: seconds without a write of anybody, and of the one who waited longest; in the failure, then until
        # all is as before.
        self.measured = []


class SlowDisk:
    """The leader's disk, which stops for some time and goes on, again and again. Freezing a file system works with
    every kernel, without a device mapper or limits of a control group."""
    ending = threading.Event()
    thread = None

    def __init__(self, cluster, stop, go):
        self.cluster, self.stop, self.go = cluster, stop, go

    def begin(self):
        SlowDisk.ending.clear()
        SlowDisk.thread = threading.Thread(target=self.run, args=(self.cluster.leader(),), daemon=True)
        SlowDisk.thread.start()

    def run(self, host):
        while not SlowDisk.ending.is_set():
            self.cluster.freeze(host)
            SlowDisk.ending.wait(self.stop)
            self.cluster.thaw(host)
            SlowDisk.ending.wait(self.go)

    @classmethod
    def end_all(cls):
        cls.ending.set()
        if cls.thread:
            cls.thread.join(60)


def all_failures(cluster, pulsum):
    """In the order in which they happen. Names of hosts are looked up when a failure begins: leaders change."""
    first, second = pulsum.hosts
    hit = []

    def leader():
        hit[:] = [cluster.leader()]
        return hit[0]

    def standby():
        hit[:] = [cluster.standby()]
        return hit[0]

    def others():
        return [host for host in cluster.hosts if host is not hit[0]]

    def power():
        hit[0].plug(True)
        cluster.start(hit[0])

    slow, hung = SlowDisk(cluster, 0.5, 0.1), SlowDisk(cluster, 15, 60)
    return [
        Failure("postmaster of the leader killed", 10, lambda: cluster.kill_postmaster(leader())),
        Failure("host of the leader dies", 35, lambda: leader().die(), power),
        Failure("host of the synchronous standby dies", 35, lambda: standby().die(), power),
        Failure("leader cut off from everybody", 35, lambda: leader().plug(False), lambda: hit[0].plug(True)),
        Failure("leader cut off from PostgreSQL and etcd only", 35, lambda: leader().cut(others()),
                lambda: hit[0].heal()),
        Failure("a Pulsum host dies: broker, API, workers", 35, lambda: pulsum.die(second),
                lambda: pulsum.come_back(second)),
        Failure("the other Pulsum host dies", 35, lambda: pulsum.die(first), lambda: pulsum.come_back(first)),
        Failure("disk of the leader slow: 0.5 s of 0.6 s", None, slow.begin, SlowDisk.end_all),
        Failure("disk of the leader hangs for 15 s", None, hung.begin, SlowDisk.end_all, hold=20),
        Failure("clock of the leader + 1 h, then back", None, lambda: leader().step_clock(3600),
                lambda: hit[0].step_clock(0)),
        Failure("every process replaced in turn", None, pulsum.upgrade, hold=0),
        # Stays: entries of that host are listed by its time. Pulsum accepts 120 s between machines.
        Failure("clock of a Pulsum host + 90 s", None, lambda: second.step_clock(90)),
    ]


def measure(failure, cluster, load, pulsum, say):
    """Lets a failure happen and mends it; remembers what both cost."""
    load.spread()
    hosts.wait("a quiet state before the failure", 120, lambda: cluster.settled() and pulsum.is_whole())
    begin = time.monotonic()
    hosts.wait("writes before the failure", 60, lambda: load.is_flowing(begin))
    begin = time.monotonic()
    failure.inject()
    after = time.monotonic()
    hosts.wait(f"writes after: {failure.name}", 150, lambda: load.is_flowing(after))
    hosts.wait("the time of the failure", failure.hold + 5, lambda: time.monotonic() > begin + failure.hold)
    middle = time.monotonic()
    during = load.longest(begin, middle)
    failure.mend()
    hosts.wait("all hosts", 150, lambda: cluster.settled() and pulsum.is_whole())
    mended = time.monotonic()
    hosts.wait("writes at the end", 60, lambda: load.is_flowing(mended))
    back = load.longest(middle, time.monotonic())
    failure.measured.append((*during, *back))
    say(f"{failure.name}: {during[0]:.1f} s without a write, {during[1]:.1f} s for one person; "
        f"{back[0]:.1f} s and {back[1]:.1f} s on the way back")


def table(failures):
    """Medians over the rounds as Markdown."""
    rows = ["| failure | goal | nobody's writes | one person's | on the way back |", "|---|---|---|---|---|"]
    for failure in failures:
        if failure.measured:
            nobody, one, back, one_back = (statistics.median(values) for values in zip(*failure.measured))
            goal = f"< {failure.goal} s" if failure.goal else "–"
            rows.append(f"| {failure.name} | {goal} | {nobody:.1f} s | {one:.1f} s | {back:.1f} s, {one_back:.1f} s |")
    return "\n".join(rows)


def missed(failures):
    """Failures whose median is above the goal."""
    return [failure.name for failure in failures if failure.goal and failure.measured
            and statistics.median(values[0] for values in failure.measured) >= failure.goal]
