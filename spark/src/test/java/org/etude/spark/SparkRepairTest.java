// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.etude.ClusterWorkloads;
import org.etude.Workload;
import org.etude.cluster.Cluster;
import org.etude.cluster.ClusterException;
import org.etude.report.Progress;
import org.etude.spec.RepairOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SparkRepairTest {
    @TempDir
    private Path dir;

    /** Files, changes and findings are equal, and there is something to compare. */
    static void assertSame(Workload away, Workload here, Path dir) throws Exception {
        assertThat(SparkConvertTest.files(away, dir.resolve("away")))
                .isEqualTo(SparkConvertTest.files(here, dir.resolve("here")));
        assertThat(away.changes().print(Integer.MAX_VALUE))
                .isEqualTo(here.changes().print(Integer.MAX_VALUE));
        assertThat(away.findings().print(Integer.MAX_VALUE))
                .isEqualTo(here.findings().print(Integer.MAX_VALUE));
        assertThat(here.findings().rowCount()).isGreaterThan(8);
    }

    @ParameterizedTest
    @EnumSource(RepairOptions.Mismatch.class)
    void whatRanksDisagreeAboutIsDecidedByAShuffle(RepairOptions.Mismatch mismatch) throws Exception {
        Path traces = dir.resolve("job");
        FaultyJob.job().save(traces.toString());
        RepairOptions options = RepairOptions.forAstraSim().withMismatch(mismatch);
        Set<String> stages = new LinkedHashSet<>();
        Workload away = ClusterWorkloads.repair(
                Cluster.at("local[2]"), traces, options, (what, done, total) -> stages.add(what));
        assertThat(stages).contains("match messages", "match collectives");
        assertSame(away, Workload.read(traces).repair(options, Progress.NONE), dir);
    }

    @Test
    void tracesOfThisProcessAreSentToASessionThatStaysOpen() throws Exception {
        try (SparkSession session = LocalSession.builder(2).getOrCreate()) {
            Workload job = FaultyJob.job();
            assertSame(job.repair(Cluster.spark(session)), job.repair(), dir);
            assertThat(session.range(3).count()).isEqualTo(3);
        }
    }

    @Test
    void aBrokenTraceIsNamed() throws Exception {
        Path traces = dir.resolve("job");
        FaultyJob.job().save(traces.toString());
        Path broken = traces.resolve("workload.5.et");
        byte[] bytes = Files.readAllBytes(broken);
        Files.write(broken, Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> Workload.repair(Cluster.at("local[1]"), traces.toString()))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("workload.5.et")
                .hasMessageContaining("not a valid Chakra ET");
    }
}
