package org.etude.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeSet;
import org.etude.Shared;
import org.etude.et.EtFiles;
import org.etude.et.EtGraph;
import org.etude.et.EtNode;
import org.junit.jupiter.api.Test;

/** Real damage: a recorded graph with dangling, self and circular control dependencies, and one of our own like it. */
class DirtyGraphTest {
    @Test
    void anOperatorSplitInTwoKeepsItsDataDependencies() {
        EtGraph graph = Graphs.of(
                Graphs.comp(6344).withCtrlDeps(99_999),
                Graphs.comp(6345, 6344).withCtrlDeps(6347),
                Graphs.comp(6347, 6345).withCtrlDeps(6347));
        EtGraph after = Repair.run(Graphs.set(graph)).set().ranks().get(0);
        assertThat(Graphs.edges(after)).containsExactly("6345<-6344", "6347<-6345");
    }

    @Test
    void theRecordedGraphIsReleasedWhole() {
        Optional<Path> dirty = Shared.dir("golden").map(golden -> golden.resolve("chakra/dirty"));
        dirty.ifPresent(folder -> {
            EtGraph graph = EtFiles.read(folder.resolve("chakra_feeder_test.0.et.gz"));
            Repaired repaired = Repair.run(Graphs.set(graph));
            EtGraph after = repaired.set().ranks().get(0);
            assertThat(after.size()).isEqualTo(3664);
            assertThat(FeederOrder.of(after).released()).isEqualTo(3664);
            assertThat(rows(repaired, "dangling")).isEqualTo(1277);
            assertThat(rows(repaired, "redundant")).isGreaterThanOrEqualTo(383);
            assertThat(repaired.changes())
                    .filteredOn(c -> c.pass().equals("cycles"))
                    .isNotEmpty()
                    .allSatisfy(c -> assertThat(c.action()).startsWith("remove control dependency"));
            assertThat(dataEdges(after)).as("data dependencies were sound").isEqualTo(dataEdges(graph));
            assertThat(Repair.run(repaired.set()).changes()).isEmpty();
        });
    }

    private static long rows(Repaired repaired, String pass) {
        return repaired.changes().stream().filter(c -> c.pass().equals(pass)).count();
    }

    private static TreeSet<String> dataEdges(EtGraph graph) {
        TreeSet<String> edges = new TreeSet<>();
        for (EtNode node : graph.nodes()) {
            for (long dep : node.dataDeps()) {
                edges.add(node.id() + "<-" + dep);
            }
        }
        return edges;
    }
}
