// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.cluster.Cluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two workers that Spark itself starts on this machine, and their executors, processes of their own. */
class LocalClusterTest {
    private static final String TWO_WORKERS = "local-cluster[2,1,512]";
    private static final String MEMORY = "spark.executor.memory";
    private static final String PATIENCE = "spark.scheduler.maxRegisteredResourcesWaitingTime";

    @TempDir
    private Path dir;

    @BeforeAll
    static void limit() {
        System.setProperty(MEMORY, "500m");
        System.setProperty(PATIENCE, "400s");
    }

    @AfterAll
    static void release() {
        System.clearProperty(MEMORY);
        System.clearProperty(PATIENCE);
    }

    /** The recording's backend runs on the host, so that both shuffles of a conversion go between executors. */
    @Test
    void workersStartedForTheRunGiveTheSameFiles() throws Exception {
        String traces = SparkConvertTest.DATA.resolve("pipeline-2").toString();
        Workload away = Workload.convert(Cluster.at(TWO_WORKERS), traces);
        assertThat(SparkConvertTest.files(away, dir.resolve("away")))
                .isEqualTo(SparkConvertTest.files(Traces.load(traces).link().toEt(), dir.resolve("here")));
    }

    /** All three shuffles of a repair go between executors. */
    @Test
    void workersStartedForTheRunRepairAsOneMachineDoes() throws Exception {
        String traces = dir.resolve("job").toString();
        FaultyJob.job().save(traces);
        Workload away = Workload.repair(Cluster.at(TWO_WORKERS), traces);
        SparkRepairTest.assertSame(away, Workload.read(traces).repair(), dir);
    }
}
