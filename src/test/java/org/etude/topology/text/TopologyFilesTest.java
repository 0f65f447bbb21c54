// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.graph.TopologyLayout;
import org.etude.topology.shape.TopologySpec;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyFilesTest {
    @TempDir
    private Path directory;

    @Test
    void thePhysicalTextListsEachLinkOnce() {
        TopologySpec star = TopologyText.parse("switch:2")
                .bandwidth(Bandwidth.gbps(12.5))
                .latency(Time.ns(750))
                .errorRate(0.001);
        assertThat(TopologyFiles.physical(star.physical()))
                .isEqualTo("3 1 2\n2\n2 0 12.5Gbps 0.00075ms 0.001\n2 1 12.5Gbps 0.00075ms 0.001\n");
    }

    @Test
    void theSystemSuitsTheNetwork() {
        assertThat(TopologyFiles.system(TopologyText.parse("fattree:16x8").logical()))
                .contains("\"all-reduce-implementation\": [\"halvingDoubling\"]")
                .contains("\"all-to-all-implementation\": [\"direct\"]");
        assertThat(TopologyFiles.system(TopologyText.parse("fattree:3x2").logical()))
                .contains("\"all-reduce-implementation\": [\"ring\"]");
        assertThat(TopologyFiles.system(TopologyText.parse("switch:8,ring:4").logical()))
                .contains("[\"halvingDoubling\", \"ring\"]");
    }

    @Test
    void logicalSizesAreTextsOrNumbers() throws Exception {
        Path file = directory.resolve("logical.json");
        Files.writeString(file, "{\"logical-dims\": [\"4\", 8]}");
        assertThat(TopologyFiles.readLogical(file)).containsExactly(4, 8);
        Files.writeString(file, "{\"logical-dims\": [0]}");
        assertThatThrownBy(() -> TopologyFiles.readLogical(file))
                .hasMessageContaining("logical-dims: dimension 0 is 0, not a whole number above 0");
        Files.writeString(file, "{\"dims\": [4]}");
        assertThatThrownBy(() -> TopologyFiles.readLogical(file)).hasMessageContaining("has no key logical-dims");
        Files.writeString(file, "{");
        assertThatThrownBy(() -> TopologyFiles.readLogical(file)).hasMessageContaining("is not JSON");
        assertThatThrownBy(() -> TopologyFiles.readLogical(directory.resolve("none.json")))
                .hasMessageContaining("none.json: cannot be read");
    }

    @Test
    void whatCannotBeWrittenIsNamed() throws Exception {
        Path taken = Files.writeString(directory.resolve("taken"), "a file");
        assertThatThrownBy(() -> TopologyFiles.write(TopologyText.parse("ring:4"), taken))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("cannot be written");
        assertThat(TopologyFiles.write(TopologyText.parse("ring:4"), directory.resolve("new")))
                .hasSize(4)
                .allMatch(Files::exists);
    }

    @Test
    void layoutsPlaceTiersGridsAndCircles() {
        TopologyLayout tree = TopologyText.parse("fattree:2x2").layout();
        assertThat(tree.positions().get(0).y()).isZero();
        assertThat(tree.positions().get(4).y())
                .isLessThan(tree.positions().get(6).y());
        TopologyLayout torus = TopologyText.parse("torus:2x3x2").layout();
        assertThat(torus.positions().get(12 + 11)).isEqualTo(new TopologyLayout.Position(1, 2, 1));
        assertThat(torus.positions().get(11).z()).isEqualTo(1);
        TopologyLayout dragonfly = TopologyText.parse("dragonfly:3x2x1").layout();
        assertThat(dragonfly.edges()).filteredOn(edge -> edge.level() == 2).hasSize(3);
    }
}
