"""A stack whose date is set, for mornings.py."""
import os
import subprocess
import time

from web_stack import Stack


class DatedStack(Stack):
    """One run of a stack on another date. Its data stays for the next run.

    `pulsum up` hands its services `LD_PRELOAD`, but not variables that it does not know. So the library that moves the date
    is compiled for each run.
    """

    def __init__(self, executables, folder, root, at):
        super().__init__(executables, folder)
        self.moved_by = int(at.timestamp() - time.time())
        library = os.path.join(folder, "clock.so")
        subprocess.run(
            ["cc", "-O2", "-shared", "-fPIC", f"-DMOVED_BY={self.moved_by}L", "-o", library,
             os.path.join(root, "Benchmarks/c/clock.c")], check=True)
        # Debug builds hash passwords without optimisation.
        self.environment = {**os.environ, "LD_PRELOAD": library, "DEBUG_SCRYPT_LOG_N": "10"}

    def now(self):
        """Seconds since 1970 on the stack's clock."""
        return time.time() + self.moved_by
