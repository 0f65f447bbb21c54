// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A task of a job array, as its scheduler tells it: which one it is, and of which range.
 *
 * @param variable where the number was found
 * @param task the number of this task
 * @param first the first task, if known
 * @param begins whether that is where the range of this task begins, not only where arrays of this scheduler mostly begin
 * @param last the last task, if known
 * @param step from one task to the next, at least 1
 * @param count number of tasks, if known; fewer than the range holds where tasks were named one by one
 */
public record JobArray(
        String variable,
        long task,
        OptionalLong first,
        boolean begins,
        OptionalLong last,
        long step,
        OptionalLong count) {
    /**
     * How tasks are numbered: shard i is task {@code first + i * step}.
     *
     * @param shards number of shards
     * @param first the task that is shard 0
     * @param step from one shard's task to the next
     */
    public record Numbering(int shards, long first, long step) {
        /**
         * The shard of a task.
         *
         * @throws SweepException when the task is none of them
         */
        public Shard shard(JobArray of) {
            long ahead = of.task - first;
            if (ahead < 0 || ahead % step != 0 || ahead / step >= shards) {
                throw new SweepException(
                        of.variable + " is " + of.task + ", but the tasks of " + shards + " shards are " + this,
                        "Submit the array with these tasks, or say --first-task and --shards as it was submitted.");
            }
            return new Shard((int) (ahead / step), shards);
        }

        @Override
        public String toString() {
            return first + " to " + (first + (shards - 1) * step) + (step == 1 ? "" : " in steps of " + step);
        }
    }

    /** The task of a process with this environment ({@code System.getenv()}), if it is one of an array. */
    public static Optional<JobArray> of(Map<String, String> environment) {
        return Arrays.stream(Scheduler.values())
                .flatMap(scheduler -> scheduler.task(environment).stream())
                .findFirst();
    }

    /** The same. */
    public static JobArray here() {
        return of(System.getenv())
                .orElseThrow(() -> new SweepException(
                        "no job array's variable is set: this process is no task of Slurm, Kubernetes, AWS Batch, PBS,"
                                + " TORQUE, Grid Engine, LSF or HyperQueue",
                        "Name the shard, such as --shard 3/8."));
    }

    /**
     * How the tasks of the whole array are numbered. When failed tasks run again, a scheduler tells only the range of those; so a
     * range is taken for the whole array only where it has as many tasks as there are shards, or nobody said how many there are
     * and it begins at 0 or 1. Where the user says the first task, the step counts if the range from there on has as many tasks as
     * there are shards; else tasks are in steps of 1. A task alone tells nothing of the array's step.
     *
     * @param shards the number of shards, where the user says it
     * @param firstTask the task that is shard 0, where the user says it
     * @throws SweepException when it cannot be told
     */
    public Numbering numbering(OptionalInt shards, OptionalLong firstTask) {
        OptionalInt ranged = ranged();
        int count = shards.orElseGet(() -> ranged.orElseThrow(() -> new SweepException(
                variable + " does not tell how many tasks there are",
                "Say it with --shards, the number of tasks of the whole array.")));
        if (firstTask.isPresent()) {
            return from(firstTask.getAsLong(), count);
        }
        boolean whole = ranged.isPresent() && ranged.getAsInt() == count;
        if (whole && (shards.isPresent() || first.orElse(0) <= 1)) {
            return new Numbering(count, first.orElse(0), step);
        }
        if (first.isPresent() && last.isEmpty()) {
            return new Numbering(count, first.getAsLong(), step);
        }
        throw new SweepException(
                variable + " does not tell which task is the first of " + count + " shards" + told(),
                "Say it with --first-task: the number of the whole array's first task, such as 0"
                        + (shards.isPresent() ? "." : ", and --shards: how many there are."));
    }

    /**
     * The end of a range need not be a task: 1-12 in steps of 3 ends with 10. The step of tasks that run again, such as 4 and 8 of 10,
     * is not the whole array's; from the first task on, such a range holds fewer than there are shards.
     */
    private Numbering from(long from, int shards) {
        if (shards > 1 && mayBeAlone()) {
            throw new SweepException(
                    variable + " tells of task " + task + " alone, which does not tell the step of the " + shards
                            + " tasks from " + from + " on",
                    "Run it again when another task of the whole array has begun, or name the shard, such as --shard 0/"
                            + shards + ".");
        }
        boolean upToLast =
                last.isPresent() && last.getAsLong() >= from && (last.getAsLong() - from) / step + 1 == shards;
        return new Numbering(shards, from, upToLast ? step : 1);
    }

    /** Whether this is a range of one task, as far as can be told. */
    private boolean mayBeAlone() {
        boolean begin = !begins || first.isPresent() && first.getAsLong() == task;
        return last.isPresent() && last.getAsLong() == task && step == 1 && begin;
    }

    private String told() {
        return last.isPresent()
                ? ": its array runs from " + (first.isPresent() ? first.getAsLong() : "?") + " to " + last.getAsLong()
                        + ", as it does when some tasks run again"
                : "";
    }

    private OptionalInt ranged() {
        if (first.isEmpty() || last.isEmpty()) {
            return OptionalInt.empty();
        }
        long tasks = (last.getAsLong() - first.getAsLong()) / step + 1;
        boolean usable = tasks >= 1 && tasks <= Integer.MAX_VALUE && count.orElse(tasks) == tasks;
        return usable ? OptionalInt.of((int) tasks) : OptionalInt.empty();
    }
}
