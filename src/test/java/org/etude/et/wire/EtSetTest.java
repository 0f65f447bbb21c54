// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtSetTest {
    @TempDir
    Path dir;

    private static EtGraph graph(long id) {
        return new EtGraphBuilder("", List.of())
                .add(EtNode.of(id, "n", EtNodeType.COMP))
                .build();
    }

    @Test
    void writesAndReadsAllRanksWithTheirGroups() throws IOException {
        CommGroups groups = CommGroups.of(Map.of(2, List.of(1, 0), 1, List.of(0)));
        EtFiles.writeSet(new EtSet("w", List.of(graph(5), graph(6)), groups, Report.empty()), dir, Progress.NONE);
        assertThat(dir.resolve("groups.json")).hasContent("{\n  \"1\": [0],\n  \"2\": [1, 0]\n}\n");
        EtSet read = EtFiles.readSet(dir.resolve("w"), Progress.NONE);
        assertThat(read.ranks()).extracting(g -> g.id(0)).containsExactly(5L, 6L);
        assertThat(read.groups()).isEqualTo(groups);
        assertThat(read.report().findings()).isEmpty();
        assertThat(EtFiles.readSet(dir, Progress.NONE).prefix()).isEqualTo("w");
    }

    @Test
    void leavesTheFilesOfALargerJobAlone() throws IOException {
        Path left = Files.writeString(dir.resolve("w.7.et"), "left over");
        EtSet set = new EtSet("w", List.of(graph(5), graph(6)), CommGroups.none(), Report.empty());
        assertThatThrownBy(() -> EtFiles.writeSet(set, dir, Progress.NONE))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("holds w.7.et, but the job to write has only 2 ranks");
        assertThat(left).hasContent("left over");
        assertThat(dir.resolve("w.0.et")).doesNotExist();
    }

    /** One directory has one groups.json, with which each job there is read. */
    @Test
    void leavesAJobWithOtherGroupsAlone() {
        CommGroups pairs = CommGroups.of(Map.of(1, List.of(0, 1)));
        EtFiles.writeSet(new EtSet("a", List.of(graph(5), graph(6)), pairs, Report.empty()), dir, Progress.NONE);
        EtSet other = new EtSet("b", List.of(graph(7)), CommGroups.of(Map.of(1, List.of(0))), Report.empty());
        assertThatThrownBy(() -> EtFiles.writeSet(other, dir, Progress.NONE))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("holds a.0.et of another job with other process groups in groups.json");
        assertThat(EtFiles.readSet(dir, Progress.NONE).groups()).isEqualTo(pairs);
        EtFiles.writeSet(new EtSet("b", List.of(graph(7)), pairs, Report.empty()), dir, Progress.NONE);
        assertThat(EtFiles.readSet(dir.resolve("b"), Progress.NONE).ranks()).hasSize(1);
    }

    @Test
    void reportsMissingRanks() {
        EtFiles.write(graph(1), dir.resolve("w.0.et"));
        EtFiles.write(graph(3), dir.resolve("w.2.et.gz"));
        EtSet set = EtFiles.readSet(dir.resolve("w"), Progress.NONE);
        assertThat(set.ranks()).extracting(EtGraph::size).containsExactly(1, 0, 1);
        assertThat(set.report().findings()).singleElement().satisfies(f -> {
            assertThat(f.level()).isEqualTo(Level.ERROR);
            assertThat(f.rank()).isEqualTo(1);
        });
    }

    @Test
    void saysWhichPrefixesThereAre() {
        EtFiles.write(graph(1), dir.resolve("a.0.et"));
        EtFiles.write(graph(1), dir.resolve("b.0.et"));
        assertThatThrownBy(() -> EtFiles.readSet(dir, Progress.NONE)).hasMessageContaining("several prefixes: [a, b]");
        assertThatThrownBy(() -> EtFiles.readSet(dir.resolve("c"), Progress.NONE))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("found here: a, b.");
        assertThatThrownBy(() -> EtFiles.readSet(
                        Files.createDirectory(dir.resolve("empty")).resolve("c"), Progress.NONE))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("no ETs are in " + dir.resolve("empty"));
    }

    @Test
    void refusesSenselessGroups() throws IOException {
        Path file = dir.resolve("g.json");
        for (String bad :
                List.of("[]", "{\"0\":[1]}", "{\"a\":[1]}", "{\"1\":[]}", "{\"1\":[1,1]}", "{\"1\":[-1]}", "{")) {
            Files.writeString(file, bad);
            assertThatThrownBy(() -> CommGroups.read(file)).as(bad).isInstanceOf(EtException.class);
        }
        Files.writeString(file, "{}");
        assertThat(CommGroups.read(file)).isEqualTo(CommGroups.none());
    }
}
