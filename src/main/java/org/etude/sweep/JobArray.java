// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A task of a job array as its scheduler reports it: its number and the range of tasks.
 *
 * @param variable environment variable that held the number
 * @param task the number of this task
 * @param first the first task, if known
 * @param begins whether {@code first} is the start of this task's range rather than the usual start of this scheduler's
 *     arrays
 * @param last the last task, if known
 * @param step from one task to the next, at least 1
 * @param count number of tasks, if known; less than the range when tasks were listed individually
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
     * The numbering of tasks: shard i is task {@code first + i * step}.
     *
     * @param shards number of shards
     * @param first the task that is shard 0
     * @param step from one shard's task to the next
     */
    public record Numbering(int shards, long first, long step) {
        /**
         * The shard of a task.
         *
         * @throws SweepException when the task does not belong to this numbering
         */
        public Shard shard(JobArray of) {
            long ahead = of.task - first;
            if (ahead < 0 || ahead % step != 0 || ahead / step >= shards) {
                throw new SweepException(
                        of.variable + " is " + of.task + ", but the tasks of " + shards + " shards are " + this,
                        "Submit the array with these tasks, or give --first-task and --shards as it was submitted.");
            }
            return new Shard((int) (ahead / step), shards);
        }

        @Override
        public String toString() {
            return first + " to " + (first + (shards - 1) * step) + (step == 1 ? "" : " in steps of " + step);
        }
    }

    /** The task of a process with this environment ({@code System.getenv()}), if it belongs to an array. */
    public static Optional<JobArray> of(Map<String, String> environment) {
        return Arrays.stream(Scheduler.values())
                .flatMap(scheduler -> scheduler.task(environment).stream())
                .findFirst();
    }

    /** The task of this process. */
    public static JobArray here() {
        return of(System.getenv())
                .orElseThrow(() -> new SweepException(
                        "no job array's variable is set: this process is not a task of Slurm, Kubernetes, AWS Batch, PBS,"
                                + " TORQUE, Grid Engine, LSF or HyperQueue",
                        "Name the shard, such as --shard 3/8."));
    }

    /**
     * Determines how the tasks of the whole array are numbered. When failed tasks are rerun, a scheduler reports only
     * their range. The range is therefore taken for the whole array only if it has as many tasks as there are shards,
     * or if the number of shards is unknown and the range starts at 0 or 1. If the user gives the first task, the
     * reported step applies when the range from there on has as many tasks as there are shards; otherwise the step is
     * 1. A single task does not reveal the array's step.
     *
     * @param shards the number of shards, if given by the user
     * @param firstTask the task that is shard 0, if given by the user
     * @throws SweepException when it cannot be determined
     */
    public Numbering numbering(OptionalInt shards, OptionalLong firstTask) {
        OptionalInt ranged = ranged();
        int count = shards.orElseGet(() -> ranged.orElseThrow(() -> new SweepException(
                variable + " does not state how many tasks there are",
                "Give it with --shards, the number of tasks of the whole array.")));
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
                variable + " does not state which task is the first of " + count + " shards" + range(),
                "Give it with --first-task: the number of the whole array's first task, such as 0"
                        + (shards.isPresent() ? "." : ", and --shards: how many there are."));
    }

    /**
     * The end of a range need not be a task: 1-12 in steps of 3 ends with 10. The step of rerun tasks, such as 4 and 8
     * of 10, is not that of the whole array; counted from the first task, such a range has fewer tasks than there are
     * shards.
     */
    private Numbering from(long from, int shards) {
        if (shards > 1 && mayBeAlone()) {
            throw new SweepException(
                    variable + " states only task " + task + ", which does not determine the step of the " + shards
                            + " tasks from " + from + " on",
                    "Run it again when another task of the whole array has started, or name the shard, such as --shard 0/"
                            + shards + ".");
        }
        boolean upToLast =
                last.isPresent() && last.getAsLong() >= from && (last.getAsLong() - from) / step + 1 == shards;
        return new Numbering(shards, from, upToLast ? step : 1);
    }

    /** Whether this may be a range of one task. */
    private boolean mayBeAlone() {
        boolean begin = !begins || first.isPresent() && first.getAsLong() == task;
        return last.isPresent() && last.getAsLong() == task && step == 1 && begin;
    }

    private String range() {
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
