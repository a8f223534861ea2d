"""A stack whose clock is set, for mornings.py: Debian's libfaketime under every process."""
import glob
import os
import shutil
import time

from web_stack import Stack

LIBRARY = "/usr/lib/*/faketime/libfaketimeMT.so.1"


def library():
    """The library's path; None without it."""
    return next(iter(glob.glob(LIBRARY)), None)


class ClockedStack(Stack):
    """One run of a stack whose date is another one. Its data stays for the next run.

    `pulsum up` hands its services only the variables that it knows, so a folder of the run's own has a script for each
    service, which sets the clock. Only the date is moved: timers and waits count on the monotonic clock of the machine.
    """

    def __init__(self, executables, folder, at):
        super().__init__(executables, folder)
        self.ahead = int(at.timestamp() - time.time())
        clock = {"LD_PRELOAD": library(), "FAKETIME": f"{self.ahead:+d}", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        # Debug builds hash passwords without optimisation.
        self.environment = {**os.environ, **clock, "DEBUG_SCRYPT_LOG_N": "10"}
        programs = os.path.join(folder, "programs")
        os.makedirs(programs, exist_ok=True)
        for path in glob.glob(os.path.join(executables, "pulsum-*")):
            if os.path.isdir(path) or not os.access(path, os.X_OK):
                continue
            sets = " ".join(f"{name}='{value}'" for name, value in clock.items())
            script = os.path.join(programs, os.path.basename(path))
            with open(script, "w") as file:
                file.write(f'#!/bin/sh\n{sets} exec "{os.path.abspath(path)}" "$@"\n')
            os.chmod(script, 0o755)
        # It starts the services of the folder in which it lies itself.
        self.pulsum = os.path.join(programs, "pulsum")
        if not os.path.exists(self.pulsum):
            shutil.copy2(os.path.join(executables, "pulsum"), self.pulsum)

    def now(self):
        """Seconds since 1970 on the stack's clock."""
        return time.time() + self.ahead
