// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobArrayTest {
    private static final OptionalInt NO_COUNT = OptionalInt.empty();
    private static final OptionalLong NO_FIRST = OptionalLong.empty();

    @TempDir
    private Path dir;

    private static Shard shard(Map<String, String> environment, OptionalInt shards, OptionalLong first) {
        JobArray task = JobArray.of(environment).orElseThrow();
        return task.numbering(shards, first).shard(task);
    }

    private static Map<String, String> slurm(int task, int min, int max, int step, int count) {
        return Map.of(
                "SLURM_ARRAY_TASK_ID", "" + task,
                "SLURM_ARRAY_TASK_MIN", "" + min,
                "SLURM_ARRAY_TASK_MAX", "" + max,
                "SLURM_ARRAY_TASK_STEP", "" + step,
                "SLURM_ARRAY_TASK_COUNT", "" + count);
    }

    @Test
    void takesIndexAndCountFromWhateverTheSchedulerTells() {
        assertThat(shard(slurm(3, 0, 7, 1, 8), NO_COUNT, NO_FIRST)).isEqualTo(new Shard(3, 8));
        assertThat(shard(slurm(3, 1, 8, 1, 8), NO_COUNT, NO_FIRST)).isEqualTo(new Shard(2, 8));
        assertThat(shard(slurm(9, 1, 13, 4, 4), NO_COUNT, NO_FIRST)).isEqualTo(new Shard(2, 4));
        assertThat(shard(slurm(120, 100, 140, 10, 5), OptionalInt.of(5), NO_FIRST))
                .isEqualTo(new Shard(2, 5));
        Map<String, String> grid =
                Map.of("SGE_TASK_ID", "5", "SGE_TASK_FIRST", "1", "SGE_TASK_LAST", "9", "SGE_TASK_STEPSIZE", "2");
        assertThat(shard(grid, NO_COUNT, NO_FIRST)).isEqualTo(new Shard(2, 5));
        Map<String, String> batch = Map.of("AWS_BATCH_JOB_ARRAY_INDEX", "6", "AWS_BATCH_JOB_ARRAY_SIZE", "7");
        assertThat(shard(batch, NO_COUNT, NO_FIRST)).isEqualTo(new Shard(6, 7));
        assertThat(shard(Map.of("JOB_COMPLETION_INDEX", "0"), OptionalInt.of(3), NO_FIRST))
                .isEqualTo(new Shard(0, 3));
        Map<String, String> lsf = Map.of("LSB_JOBINDEX", "4", "LSB_JOBINDEX_END", "8", "LSB_JOBINDEX_STEP", "1");
        assertThat(shard(lsf, NO_COUNT, NO_FIRST)).isEqualTo(new Shard(3, 8));
        assertThat(shard(Map.of("PBS_ARRAY_INDEX", "4"), OptionalInt.of(8), OptionalLong.of(1)))
                .isEqualTo(new Shard(3, 8));
        assertThat(shard(Map.of("PBS_ARRAYID", "4"), OptionalInt.of(8), OptionalLong.of(0)))
                .isEqualTo(new Shard(4, 8));
        assertThat(shard(Map.of("HQ_TASK_ID", "7"), OptionalInt.of(8), OptionalLong.of(0)))
                .isEqualTo(new Shard(7, 8));
    }

    private static Map<String, String> lsf(int task, int last, int step) {
        return Map.of("LSB_JOBINDEX", "" + task, "LSB_JOBINDEX_END", "" + last, "LSB_JOBINDEX_STEP", "" + step);
    }

    /** Tells a task's last and step, and not the first: {@code bsub -J "a[4-10:3]"}. */
    @Test
    void rangesOfLsfBeginAnywhere() {
        OptionalInt three = OptionalInt.of(3);
        for (int shard = 0; shard < 3; shard++) {
            assertThat(shard(lsf(4 + 3 * shard, 10, 3), three, OptionalLong.of(4)))
                    .isEqualTo(new Shard(shard, 3));
        }
        assertThatThrownBy(() -> shard(lsf(4, 10, 3), three, NO_FIRST))
                .hasMessageContaining("LSB_JOBINDEX does not state which task is the first of 3 shards");
        assertThatThrownBy(() -> shard(lsf(5, 20, 3), NO_COUNT, NO_FIRST))
                .hasMessageContaining("LSB_JOBINDEX is 5, but the tasks of 7 shards are 1 to 19 in steps of 3");
    }

    /** {@code bsub -J "a[1-12:3]"}: tasks 1, 4, 7 and 10. */
    @Test
    void theEndOfARangeNeedNotBeATask() {
        OptionalInt four = OptionalInt.of(4);
        for (int shard = 0; shard < 4; shard++) {
            int task = 1 + 3 * shard;
            assertThat(shard(lsf(task, 12, 3), four, OptionalLong.of(1))).isEqualTo(new Shard(shard, 4));
            assertThat(shard(slurm(task, 1, 12, 3, 4), four, OptionalLong.of(1)))
                    .isEqualTo(new Shard(shard, 4));
            assertThat(shard(grid(task, 1, 12, 3), four, OptionalLong.of(1))).isEqualTo(new Shard(shard, 4));
        }
        assertThat(shard(lsf(7, 12, 3), OptionalInt.of(3), OptionalLong.of(4))).isEqualTo(new Shard(1, 3));
        assertThatThrownBy(() -> shard(lsf(8, 12, 3), OptionalInt.of(3), OptionalLong.of(4)))
                .hasMessageContaining("LSB_JOBINDEX is 8, but the tasks of 3 shards are 4 to 10 in steps of 3");
    }

    /** Task 4 alone may be shard 3 of 1 to 4, or shard 1 of 1 to 10 in steps of 3. */
    @Test
    void oneTaskAloneDoesNotTellTheStep() {
        OptionalInt four = OptionalInt.of(4);
        OptionalLong one = OptionalLong.of(1);
        for (Map<String, String> alone : List.of(lsf(4, 4, 1), slurm(4, 4, 4, 1, 1), grid(4, 4, 4, 1), lsf(1, 1, 1))) {
            assertThatThrownBy(() -> shard(alone, four, one))
                    .isInstanceOf(SweepException.class)
                    .hasMessageMatching(
                            "(?s).* states only task [14], which does not determine the step of the 4 tasks from 1 on.*");
        }
        assertThat(shard(slurm(4, 1, 4, 1, 4), four, one)).isEqualTo(new Shard(3, 4));
        assertThat(shard(grid(4, 1, 4, 1), four, one)).isEqualTo(new Shard(3, 4));
        assertThat(shard(lsf(3, 4, 1), four, one)).isEqualTo(new Shard(2, 4));
        assertThat(shard(slurm(4, 4, 4, 1, 1), OptionalInt.of(1), OptionalLong.of(4)))
                .isEqualTo(new Shard(0, 1));
    }

    /** Each scheduler's own way of running a failed task alone, into a directory where it ran before. */
    @Test
    void failedTasksOfEverySchedulerRunAlone() {
        OptionalInt five = OptionalInt.of(5);
        failedAgain(
                five, OptionalLong.of(100), new Shard(1, 5), slurm(103, 100, 112, 3, 5), slurm(103, 103, 109, 6, 2));
        failedAgain(NO_COUNT, NO_FIRST, new Shard(2, 5), grid(7, 1, 13, 3), grid(7, 7, 7, 1));
        failedAgain(five, OptionalLong.of(4), new Shard(2, 5), lsf(8, 12, 2), lsf(8, 8, 1));
        Map<String, String> index = Map.of("JOB_COMPLETION_INDEX", "4");
        failedAgain(five, NO_FIRST, new Shard(4, 5), index, index);
        Map<String, String> batch = Map.of("AWS_BATCH_JOB_ARRAY_INDEX", "2", "AWS_BATCH_JOB_ARRAY_SIZE", "5");
        failedAgain(NO_COUNT, NO_FIRST, new Shard(2, 5), batch, batch);
        for (String variable : List.of("PBS_ARRAY_INDEX", "PBS_ARRAYID", "HQ_TASK_ID")) {
            failedAgain(five, OptionalLong.of(3), new Shard(3, 5), Map.of(variable, "6"), Map.of(variable, "6"));
        }
    }

    private static Map<String, String> grid(int task, int first, int last, int step) {
        return Map.of(
                "SGE_TASK_ID", "" + task,
                "SGE_TASK_FIRST", "" + first,
                "SGE_TASK_LAST", "" + last,
                "SGE_TASK_STEPSIZE", "" + step);
    }

    private void failedAgain(
            OptionalInt shards,
            OptionalLong first,
            Shard expected,
            Map<String, String> whole,
            Map<String, String> again) {
        JobArray before = JobArray.of(whole).orElseThrow();
        Path out = dir.resolve(before.variable());
        assertThat(ShardNumbering.shard(out, before, shards, first)).isEqualTo(expected);
        JobArray alone = JobArray.of(again).orElseThrow();
        assertThat(ShardNumbering.shard(out, alone, NO_COUNT, NO_FIRST)).isEqualTo(expected);
    }

    @Test
    void outsideOfArraysThereIsNoTask() {
        assertThat(JobArray.of(Map.of())).isEmpty();
        assertThat(JobArray.of(Map.of("SGE_TASK_ID", "undefined"))).isEmpty();
        assertThat(JobArray.of(Map.of("LSB_JOBINDEX", "0"))).isEmpty();
    }

    @Test
    void theInnermostOfTwoSchedulersCounts() {
        Map<String, String> both = Map.of("SLURM_ARRAY_TASK_ID", "3", "HQ_TASK_ID", "5");
        assertThat(JobArray.of(both).orElseThrow().variable()).isEqualTo("HQ_TASK_ID");
    }

    @Test
    void aRangeOfFailedTasksIsNotTakenForTheWholeArray() {
        assertThatThrownBy(() -> shard(slurm(3, 3, 4, 1, 2), NO_COUNT, NO_FIRST))
                .isInstanceOf(SweepException.class)
                .hasMessageContaining("its array runs from 3 to 4");
        assertThatThrownBy(() -> shard(slurm(3, 3, 7, 1, 2), NO_COUNT, NO_FIRST))
                .hasMessageContaining("how many tasks there are");
        assertThatThrownBy(() -> shard(slurm(3, 3, 7, 1, 2), OptionalInt.of(8), NO_FIRST))
                .hasMessageContaining("which task is the first of 8 shards");
        assertThat(shard(slurm(3, 3, 7, 1, 2), OptionalInt.of(8), OptionalLong.of(1)))
                .isEqualTo(new Shard(2, 8));
        // Of 0-9, 4 and 8 run again, and Slurm calls that a step of 4.
        assertThat(shard(slurm(8, 4, 8, 4, 2), OptionalInt.of(10), OptionalLong.of(0)))
                .isEqualTo(new Shard(8, 10));
        assertThat(shard(slurm(9, 1, 13, 4, 4), OptionalInt.of(4), OptionalLong.of(1)))
                .isEqualTo(new Shard(2, 4));
        // Of 1, 5, 9 and 13, the last two run again.
        assertThat(shard(slurm(9, 9, 13, 4, 2), OptionalInt.of(4), OptionalLong.of(1)))
                .isEqualTo(new Shard(2, 4));
        assertThatThrownBy(() -> shard(Map.of("PBS_ARRAY_INDEX", "8"), OptionalInt.of(8), OptionalLong.of(0)))
                .hasMessageContaining("PBS_ARRAY_INDEX is 8, but the tasks of 8 shards are 0 to 7");
    }

    @Test
    void tasksThatRunAgainAreTheShardsTheyWere() {
        Path out = dir.resolve("out");
        JobArray first = JobArray.of(slurm(5, 1, 8, 1, 8)).orElseThrow();
        assertThat(ShardNumbering.shard(out, first, NO_COUNT, NO_FIRST)).isEqualTo(new Shard(4, 8));
        assertThat(out.resolve(ShardNumbering.FILE)).exists();
        JobArray again = JobArray.of(slurm(7, 3, 7, 1, 2)).orElseThrow();
        assertThat(ShardNumbering.shard(out, again, NO_COUNT, NO_FIRST)).isEqualTo(new Shard(6, 8));
        assertThatThrownBy(() -> ShardNumbering.shard(out, again, OptionalInt.of(9), NO_FIRST))
                .hasMessageContaining("the shards here are tasks 1 to 8");
        JobArray beyond = JobArray.of(slurm(9, 9, 9, 1, 1)).orElseThrow();
        assertThatThrownBy(() -> ShardNumbering.shard(out, beyond, NO_COUNT, NO_FIRST))
                .hasMessageContaining("SLURM_ARRAY_TASK_ID is 9");
    }

    @Test
    void aDamagedNumberingIsNamed() throws Exception {
        Files.writeString(dir.resolve(ShardNumbering.FILE), "{");
        JobArray task = JobArray.of(slurm(5, 1, 8, 1, 8)).orElseThrow();
        assertThatThrownBy(() -> ShardNumbering.shard(dir, task, NO_COUNT, NO_FIRST))
                .isInstanceOf(SweepException.class)
                .hasMessageContaining(ShardNumbering.FILE);
    }

    @Test
    void usesTheCoresThatTheSchedulerGave() {
        assertThat(CoreShare.of(Map.of("SLURM_CPUS_PER_TASK", "4"), 64)).isEqualTo(4);
        assertThat(CoreShare.of(Map.of("NSLOTS", "128"), 64)).isEqualTo(64);
        assertThat(CoreShare.of(Map.of("NCPUS", "many"), 64)).isEqualTo(64);
        assertThat(CoreShare.of(Map.of(), 64)).isEqualTo(64);
    }
}
