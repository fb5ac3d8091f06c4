#!/bin/sh
# Runs a plan of `scale` on Slurm: sh FILE [OPTIONS OF SBATCH]
#
# Submits an array of jobs for each stage; a stage begins when the one before it has succeeded. Every
# node needs `scale` on its path and the directory of the plan. Slurm requeues what a failed node ran.
# A unit that was killed stays FAILED: when the queue is empty, run this again, and it submits only what
# is missing. With SCALE_LOOP=1, it does so itself, until nothing is missing.
set -eu
export SCALE_PLAN=PLAN

submit() {
after=
while read -r stage units memory; do
    array=$(scale missing "$SCALE_PLAN" --stage "$stage" --ranges)
    [ -n "$array" ] || continue
    run="$stage/\$SLURM_ARRAY_TASK_ID"
    if [ "$units" -gt 1000 ]; then
        # Slurm's default allows 1000 tasks in an array: each runs a block of units.
        array=0-999
        run="$stage --block \$SLURM_ARRAY_TASK_ID --of 1000"
    fi
    # shellcheck disable=SC2086
    job=$(sbatch --parsable --requeue --kill-on-invalid-dep=yes $after --array="$array" --job-name="scale-$stage" \
        --cpus-per-task=1 --mem="${memory}M" "$@" --wrap "exec scale run \"\$SCALE_PLAN\" $run")
    echo "$stage: job $job, tasks $array"
    after="--dependency=afterok:${job%%;*}"
done <<'END'
STAGES
END
}

scale seal "$SCALE_PLAN" >/dev/null
submit "$@"
while [ -n "${SCALE_LOOP-}" ] && [ -n "$(scale missing "$SCALE_PLAN")" ]; do
    sleep 30
    # Jobs of this plan have the names of its stages.
    [ -n "$(squeue --me --noheader --format=%j | grep '^scale-')" ] || submit "$@"
done
