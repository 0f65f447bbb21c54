// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.etude.number.Digits;

/**
 * The schedulers whose job arrays Etude supports, with the environment variables that describe a task; an empty name
 * marks a value that the scheduler does not provide. HyperQueue comes first, because its workers run inside jobs of the
 * others.
 *
 * <p>Sources: the manuals of HyperQueue (task arrays), AWS Batch (array jobs), Kubernetes (indexed jobs), Slurm (sbatch), Grid
 * Engine (qsub), LSF (bsub), PBS Professional and TORQUE (qsub).
 */
public enum Scheduler {
    /** HyperQueue. */
    HYPERQUEUE("HQ_TASK_ID", "", "", "", ""),
    /** AWS Batch, whose tasks count from 0. */
    AWS_BATCH("AWS_BATCH_JOB_ARRAY_INDEX", "0", "", "", "AWS_BATCH_JOB_ARRAY_SIZE"),
    /** An indexed job of Kubernetes, whose tasks count from 0. */
    KUBERNETES("JOB_COMPLETION_INDEX", "0", "", "", ""),
    /** Slurm. */
    SLURM(
            "SLURM_ARRAY_TASK_ID",
            "SLURM_ARRAY_TASK_MIN",
            "SLURM_ARRAY_TASK_MAX",
            "SLURM_ARRAY_TASK_STEP",
            "SLURM_ARRAY_TASK_COUNT"),
    /** Grid Engine; outside arrays its variables say "undefined". */
    GRID_ENGINE("SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE", ""),
    /** LSF, whose tasks count from 1; outside arrays its index is 0. */
    LSF("LSB_JOBINDEX", "1", "LSB_JOBINDEX_END", "LSB_JOBINDEX_STEP", ""),
    /** PBS Professional. */
    PBS("PBS_ARRAY_INDEX", "", "", "", ""),
    /** TORQUE. */
    TORQUE("PBS_ARRAYID", "", "", "", "");

    private final String task;
    private final String first;
    private final String last;
    private final String step;
    private final String count;

    Scheduler(String task, String first, String last, String step, String count) {
        this.task = task;
        this.first = first;
        this.last = last;
        this.step = step;
        this.count = count;
    }

    /** The array task of a process with this environment, if this scheduler started it as one. */
    Optional<JobArray> task(Map<String, String> environment) {
        OptionalLong id = number(task, environment);
        if (id.isEmpty() || this == LSF && id.getAsLong() == 0) {
            return Optional.empty();
        }
        OptionalLong from = first.matches("\\d+") ? OptionalLong.of(Long.parseLong(first)) : number(first, environment);
        OptionalLong tasks = number(count, environment);
        OptionalLong to = number(last, environment);
        if (to.isEmpty() && from.isPresent() && tasks.isPresent()) {
            to = OptionalLong.of(from.getAsLong() + tasks.getAsLong() - 1);
        }
        long by = Math.max(1, number(step, environment).orElse(1));
        return Optional.of(new JobArray(task, id.getAsLong(), from, this != LSF, to, by, tasks));
    }

    private static OptionalLong number(String variable, Map<String, String> environment) {
        long value = Digits.toLong(environment.getOrDefault(variable, "").strip());
        return value >= 0 ? OptionalLong.of(value) : OptionalLong.empty();
    }
}
