// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.etude.Sweep;
import org.etude.cluster.Cluster;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.ClusterException;
import org.etude.cluster.ClusterWork;
import org.etude.cluster.RemoteTask;
import org.etude.sweep.SweepRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkSweepTest {
    @TempDir
    private Path dir;

    @Test
    void threadsOfThisProcessGiveWhatTheOrdinaryRunGives() throws Exception {
        String here = Sweeps.csv(Sweeps.varied().run(), dir.resolve("here"));
        Sweep.Result away = Sweeps.varied().on(Cluster.at("local[2]")).run();
        assertThat(Sweeps.csv(away, dir.resolve("away"))).isEqualTo(here);
        assertThat(here.lines()).hasSize(13).anyMatch(row -> row.contains("skipped"));
        assertThat(Path.of("spark-warehouse")).doesNotExist();
        assertThat(Path.of("metastore_db")).doesNotExist();
    }

    @Test
    void outcomesAreKeptAndFoundAgainWhereverTheyWereMade() {
        Sweep sweep = Sweeps.varied().cache(dir.resolve("cache").toString());
        AtomicLong known = new AtomicLong(-1);
        Sweep.Result away = sweep.on(Cluster.at("local[2]"))
                .progress((what, done, total) -> known.set(what.equals("sweep") ? done : known.get()))
                .run();
        assertThat(known).hasValue(12);
        assertThat(away.rows()).noneMatch(SweepRow::cached);
        assertThat(sweep.run().rows()).allMatch(row -> row.cached() || row.key().isEmpty());
        // All is known, so that no cluster is asked for.
        assertThat(sweep.on(Cluster.at("spark://127.0.0.1:1")).run().rows())
                .allMatch(row -> row.cached() || row.key().isEmpty());
    }

    @Test
    void aSessionOfTheUsersStaysOpen() throws Exception {
        String here = Sweeps.csv(Sweeps.varied().run(), dir.resolve("here"));
        try (SparkSession session = LocalSession.builder(2).getOrCreate()) {
            Cluster cluster = Cluster.spark(session);
            assertThat(Sweeps.csv(Sweeps.varied().on(cluster).run(), dir.resolve("one")))
                    .isEqualTo(here);
            assertThat(Sweeps.csv(Sweeps.varied().on(cluster).run(), dir.resolve("two")))
                    .isEqualTo(here);
            assertThat(session.range(3).count()).isEqualTo(3);
        }
    }

    @Test
    void anInterruptedSweepIsCancelledAndItsOutcomesAreKept() {
        Path cache = dir.resolve("cache");
        Sweep sweep = Sweeps.lasting(200).cache(cache.toString()).on(Cluster.at("local[2]"));
        Thread caller = Thread.currentThread();
        assertThatThrownBy(() -> sweep.progress((what, done, total) -> {
                            if (what.equals("sweep") && done >= 3) {
                                caller.interrupt();
                            }
                        })
                        .run())
                .isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(cache).isDirectoryRecursivelyContaining("glob:**.json");
    }

    @Test
    void whatCannotBeReachedIsSaid() throws Exception {
        String address = "spark://127.0.0.1:1";
        assertThatThrownBy(() -> Sweeps.varied().on(Cluster.at(address)).run())
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining(address + ": no master can be reached: Connection refused")
                .hasMessageContaining("start-master.sh");
        assertThatThrownBy(() -> Sweeps.varied().on(Cluster.at("slurm")).run())
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("slurm: is not a cluster that Etude supports");
        assertThatThrownBy(() -> Sweeps.varied().on(Cluster.spark("text")).run())
                .hasMessageContaining("String: is not a cluster that Etude supports");
        assertThatThrownBy(() -> Sweeps.varied().on(Cluster.at("spark")).run())
                .hasMessageContaining("was not started by it");
    }

    /** Answers its input twice, or fails. */
    public static final class Echo implements RemoteTask {
        private final byte[] shared;

        /** Takes what is shared. */
        public Echo(byte[] shared) {
            this.shared = shared;
        }

        @Override
        public byte[] run(byte[] input) throws Exception {
            if (input[0] == 77) {
                throw new IllegalStateException("seventy-seven");
            }
            return new byte[] {input[0], shared[0]};
        }
    }

    @Test
    void answersBelongToTheirTasksAndAFailureEndsTheJob() {
        ClusterEngine.Job sound = job(70);
        ClusterEngine.Job faulty = job(100);
        int[] seen = new int[70];
        try (ClusterEngine engine = Cluster.at("local[3]").open(ClusterWork.SIMULATION)) {
            assertThat(engine.slots()).isEqualTo(3);
            engine.run(sound, (task, answer) -> {
                seen[task]++;
                assertThat(answer).containsExactly(task, 5);
            });
            assertThat(seen).containsOnly(1);
            assertThatThrownBy(() -> engine.run(faulty, (task, answer) -> {}))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("seventy-seven");
            engine.run(job(0), (task, answer) -> seen[0]++);
            assertThat(seen[0]).isEqualTo(1);
        }
    }

    static ClusterEngine.Job job(int tasks) {
        return new ClusterEngine.Job(
                "echo",
                Echo.class,
                new byte[] {5},
                IntStream.range(0, tasks).mapToObj(k -> new byte[] {(byte) k}).toList());
    }

    @Test
    void everySliceGetsEveryNthTask() {
        for (int inputs = 1; inputs < 40; inputs++) {
            for (int slices = 1; slices <= inputs; slices++) {
                var order = SparkEngine.order(inputs, slices);
                assertThat(order.stream().flatMap(java.util.List::stream))
                        .hasSize(inputs)
                        .doesNotHaveDuplicates();
                for (int slice = 0; slice < slices; slice++) {
                    // As Spark cuts a list.
                    long size = (slice + 1L) * inputs / slices - (long) slice * inputs / slices;
                    assertThat(order.get(slice)).hasSize((int) size);
                }
            }
        }
    }

    @Test
    void settingsThatAreCodeAreSentAsWhatTheyDo() throws Exception {
        assertThat(Files.exists(dir)).isTrue();
        Sweep sweep = Sweep.of(Sweeps.job())
                .over("ring:4")
                .vary("code", "x", s -> s.packets(p -> p.withErrorRate(0.001)))
                .withoutCache();
        assertThat(Sweeps.csv(sweep.on(Cluster.at("local[1]")).run(), dir.resolve("away")))
                .isEqualTo(Sweeps.csv(sweep.run(), dir.resolve("here")));
    }
}
