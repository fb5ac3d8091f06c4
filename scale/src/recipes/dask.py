"""Runs a plan of `scale` on Dask: python FILE [ADDRESS OF THE SCHEDULER]

Without an address, it starts a cluster on this machine. Every worker needs `scale` on its path and the
directory of the plan. Starting it again runs only what is missing.
"""

import subprocess
import sys

from dask.distributed import Client

PLAN = "PLAN"
STAGES = ["STAGES"]


def run(unit):
    """Runs one unit. Dask repeats it after a kill and after code 4, such as a full disk."""
    code = subprocess.run(["scale", "run", PLAN, unit]).returncode
    if code == 4 or code < 0:
        raise RuntimeError(f"{unit} ended with {code}")
    return unit, code


def main():
    with Client(*sys.argv[1:]) as client:
        for stage in STAGES:
            subprocess.run(["scale", "seal", PLAN], stdout=subprocess.DEVNULL)
            missing = subprocess.check_output(["scale", "missing", PLAN, "--stage", stage], text=True).split()
            for unit, code in client.gather(client.map(run, missing, retries=3, pure=False)):
                if code != 0:
                    sys.exit(f"{unit} ended with {code}")
    sys.exit(subprocess.run(["scale", "status", PLAN]).returncode)


if __name__ == "__main__":
    main()
