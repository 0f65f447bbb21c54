// SPDX-License-Identifier: Apache-2.0
package org.etude.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.et.check.EtValidator;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.repair.graph.FeederOrder;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.spec.RepairOptions;
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
        EtGraph graph = EtFiles.read(Shared.dir("golden", "chakra", "dirty", "chakra_feeder_test.0.et.gz"));
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
    }

    /** What the reference converter wrote has a dangling id in every file; both profiles give a trace that the feeder runs to its end. */
    @Test
    void everyConvertedTraceIsReleasedWhole() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(Shared.dir("golden", "chakra", "pairs"))) {
            all.filter(f -> f.toString().endsWith(".et.gz") && !f.toString().contains("*"))
                    .sorted()
                    .forEach(files::add);
        }
        assertThat(files).isNotEmpty();
        int differ = 0;
        for (Path file : files) {
            EtGraph graph = EtFiles.read(file);
            for (RepairOptions options : List.of(RepairOptions.defaults(), RepairOptions.forAstraSim())) {
                EtSet set =
                        Repair.run(Graphs.set(graph), options, Progress.NONE).set();
                boolean whole = FeederOrder.of(set.ranks().get(0)).isComplete();
                boolean refused = options.astraSim()
                        && EtValidator.check(set, Progress.NONE).has(Level.ERROR);
                differ += whole && !refused ? 0 : 1;
            }
        }
        System.out.println("repair of converted traces: " + 2 * files.size() + " cases, " + differ + " differ");
        assertThat(differ).isZero();
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
