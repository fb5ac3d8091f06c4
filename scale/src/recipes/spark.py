"""Runs a plan of `scale` on Spark: spark-submit FILE, or python FILE [ADDRESS OF THE MASTER]

Without an address, the configuration names the master. Every executor needs `scale` on its path and the
directory of the plan. Starting it again runs only what is missing.
"""

import subprocess
import sys

from pyspark.sql import SparkSession

PLAN = "PLAN"
STAGES = ["STAGES"]


def run(unit):
    """Runs one unit. Spark repeats it after a kill and after code 4, such as a full disk."""
    code = subprocess.run(["scale", "run", PLAN, unit]).returncode
    if code == 4 or code < 0:
        raise RuntimeError(f"{unit} ended with {code}")
    return unit, code


def main():
    builder = SparkSession.builder.appName("scale")
    for address in sys.argv[1:]:
        builder = builder.master(address)
    session = builder.getOrCreate()
    context = session.sparkContext
    for stage in STAGES:
        subprocess.run(["scale", "seal", PLAN], stdout=subprocess.DEVNULL)
        missing = subprocess.check_output(["scale", "missing", PLAN, "--stage", stage], text=True).split()
        if not missing:
            continue
        # One task a unit: Spark would put many small files into one task.
        for unit, code in context.parallelize(missing, len(missing)).map(run).collect():
            if code != 0:
                sys.exit(f"{unit} ended with {code}")
    session.stop()
    sys.exit(subprocess.run(["scale", "status", PLAN]).returncode)


if __name__ == "__main__":
    main()
