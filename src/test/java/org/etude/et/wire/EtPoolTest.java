// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtPoolTest {
    private static EtGraph graph(long micros) {
        return new EtGraphBuilder("0.0.4", List.of())
                .add(EtNode.of(1, "work", EtNodeType.COMP).withDurationMicros(micros))
                .build();
    }

    @Test
    void filesOfTheSameBytesGiveTheSameGraph(@TempDir Path dir) throws IOException {
        EtFiles.write(graph(5), dir.resolve("w.0.et"));
        EtFiles.write(graph(6), dir.resolve("w.1.et"));
        Files.copy(dir.resolve("w.0.et"), dir.resolve("w.2.et"));
        Files.createLink(dir.resolve("w.3.et"), dir.resolve("w.1.et"));
        List<EtGraph> ranks = EtFiles.readSet(dir.resolve("w"), Progress.NONE).ranks();
        assertThat(ranks.get(2)).isSameAs(ranks.get(0));
        assertThat(ranks.get(3)).isSameAs(ranks.get(1)).isNotSameAs(ranks.get(0));
        assertThat(ranks.get(1).durationMicros(0)).isEqualTo(6);
    }

    @Test
    void aMissingFileIsNamed(@TempDir Path dir) {
        assertThatThrownBy(() -> new EtPool().read(dir.resolve("no.et")))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("no.et");
    }

    @Test
    void oneTraceIsReplicatedWithoutCopies() {
        EtGraph one = graph(5);
        EtSet many = new EtSet("w", List.of(one), CommGroups.none(), Report.empty()).replicate(1000);
        assertThat(many.ranks()).hasSize(1000).allMatch(rank -> rank == one);
        EtSet two = new EtSet("w", List.of(one, graph(6)), CommGroups.none(), Report.empty());
        assertThatThrownBy(() -> two.replicate(4))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("different traces");
        assertThatThrownBy(() -> many.replicate(0)).isInstanceOf(EtException.class);
    }
}
