// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.us;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.etude.et.graph.EtException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workloads read from a text, and their graphs drawn, by what the public API has for it. */
class WorkloadFilesTest {
    @TempDir
    Path temp;

    private static Workload job() {
        return Workload.of(2, r -> r.compute("forward", us(100)).allReduce("gradients", mib(25)));
    }

    @Test
    void theGraphOfARankIsDrawnInEachFormat() throws IOException {
        Workload job = job();
        for (String ending : new String[] {"svg", "dot", "graphml"}) {
            Path file = temp.resolve("job." + ending);
            assertThat(job.exportGraph(1, file.toString())).isSameAs(job);
            assertThat(Files.readString(file)).contains("forward").contains("gradients");
        }
    }

    @Test
    void whatCannotBeDrawnIsAnErrorAndLeavesNoFile() throws IOException {
        for (int rank : new int[] {-1, 2}) {
            assertThatThrownBy(() ->
                            job().exportGraph(rank, temp.resolve("job.svg").toString()))
                    .isInstanceOf(EtException.class)
                    .hasMessageContaining("rank " + rank)
                    .hasMessageContaining("0 to 1");
        }
        assertThatThrownBy(() -> job().exportGraph(0, temp.resolve("job.png").toString()))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("unknown ending");
        try (Stream<Path> files = Files.list(temp)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void aTextIsATraceForEachRank() throws IOException {
        Path file = Files.writeString(temp.resolve("model.txt"), """
                DATA
                2
                embed	-1	120	NONE	0	110	NONE	0	90	ALLREDUCE	4194304	10
                head	-1	150	NONE	0	160	NONE	0	140	ALLREDUCE	2097152	10
                """);
        Workload once = Workloads.text(file.toString(), 4, 1);
        assertThat(once.ranks()).isEqualTo(4);
        var collectives = once.nodes().where(t -> t.stringColumn("node_type").isEqualTo("comm_coll"));
        assertThat(collectives.rowCount()).isEqualTo(4 * 2);
        assertThat(collectives.longColumn("size_bytes").sum()).isEqualTo(4 * (4_194_304 + 2_097_152));
        assertThat(once.save(temp.resolve("ets").toString())).isSameAs(once);
        assertThat(temp.resolve("ets/model.0.et")).exists();
        assertThat(Workloads.text(file.toString(), 4, 3).nodes().rowCount())
                .isGreaterThan(2 * once.nodes().rowCount());
    }

    @Test
    void aTextThatIsNoneIsAnError() throws IOException {
        Path file = Files.writeString(temp.resolve("model.txt"), "DATA\nmany\n");
        assertThatThrownBy(() -> Workloads.text(file.toString(), 4, 1))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("model.txt");
    }
}
