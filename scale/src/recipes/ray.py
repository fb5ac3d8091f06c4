"""Runs a plan of `scale` on Ray: python FILE [ADDRESS OF THE CLUSTER]

Without an address, it starts a cluster on this machine. Every node needs `scale` on its path and the
directory of the plan. Starting it again runs only what is missing.
"""

import subprocess
import sys

import ray

PLAN = "PLAN"
STAGES = ["STAGES"]


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def run(unit):
    """Runs one unit. Ray repeats it after a kill and after code 4, such as a full disk."""
    code = subprocess.run(["scale", "run", PLAN, unit]).returncode
    if code == 4 or code < 0:
        raise RuntimeError(f"{unit} ended with {code}")
    return unit, code


def main():
    ray.init(*sys.argv[1:])
    for stage in STAGES:
        subprocess.run(["scale", "seal", PLAN], stdout=subprocess.DEVNULL)
        missing = subprocess.check_output(["scale", "missing", PLAN, "--stage", stage], text=True).split()
        for unit, code in ray.get([run.remote(unit) for unit in missing]):
            if code != 0:
                sys.exit(f"{unit} ended with {code}")
    sys.exit(subprocess.run(["scale", "status", PLAN]).returncode)


if __name__ == "__main__":
    main()
