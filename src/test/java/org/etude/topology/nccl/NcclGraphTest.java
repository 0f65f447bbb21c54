// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.config.XmlTree;
import org.etude.report.Finding;
import org.etude.topology.graph.PhysicalTopology;
import org.junit.jupiter.api.Test;

/** The links of small descriptions, written out. */
class NcclGraphTest {
    private static final String CPU = "<cpu numaid=\"0\" arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"175\">";

    private NcclGraph graph;

    private PhysicalTopology build(String inside) {
        try {
            Path file = Files.createTempFile("topo", ".xml");
            Files.writeString(file, "<system version=\"1\">\n" + inside + "\n</system>");
            graph = new NcclGraph("topo.xml", XmlTree.of(file));
            Files.delete(file);
        } catch (IOException | XmlTree.BadXml e) {
            throw new AssertionError(e);
        }
        return graph.build();
    }

    private static String gpu(int number, String ports) {
        return "<pci busid=\"" + number
                + "\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"><gpu dev=\"" + number
                + "\" sm=\"90\" rank=\"" + number + "\">" + ports + "</gpu></pci>";
    }

    private static String nvlink(int target, int count) {
        return "<nvlink target=\"" + target + "\" count=\"" + count + "\" tclass=\"0x030200\"/>";
    }

    /** "a-b level GB/s" of each link. */
    private static List<String> links(PhysicalTopology topology) {
        return topology.links().stream()
                .map(link -> Math.min(link.a(), link.b()) + "-" + Math.max(link.a(), link.b()) + " "
                        + topology.levels().get(link.level()) + " "
                        + Math.round(link.spec().bandwidth().toGbps() / 8 * 10) / 10.0)
                .sorted()
                .toList();
    }

    private List<String> what() {
        return graph.findings().stream().map(Finding::what).toList();
    }

    @Test
    void portsBetweenTwoGpusAreOneLink() {
        PhysicalTopology pair = build(CPU + gpu(0, nvlink(1, 4)) + gpu(1, nvlink(0, 4)) + "</cpu>");
        assertThat(links(pair)).containsExactly("0-1 nvlink 82.4", "0-2 pci 48.0", "1-2 pci 48.0");
        assertThat(pair.hosts()).isEqualTo(2);
        assertThat(what()).containsExactly("no latencies");
    }

    /** 20.6 GB/s six times is 123.6 or 123.60000000000001, whether added or multiplied. */
    @Property(tries = 60)
    void theSameRateInTwoPiecesIsNotUneven(@ForAll @IntRange(min = 1, max = 18) int count) {
        PhysicalTopology pair = build(CPU + gpu(0, nvlink(1, 1).repeat(count)) + gpu(1, nvlink(0, count)) + "</cpu>");
        assertThat(what()).containsExactly("no latencies");
        assertThat(pair.links().stream()
                        .filter(link -> pair.levels().get(link.level()).equals("nvlink"))
                        .mapToDouble(link -> link.spec().bandwidth().toGbps() / 8)
                        .sum())
                .isCloseTo(20.6 * count, within(1e-6));
    }

    @Test
    void theLowerRateOfTwoDirectionsCounts() {
        PhysicalTopology pair = build(CPU + gpu(0, nvlink(1, 4)) + gpu(1, nvlink(0, 2)) + "</cpu>");
        assertThat(links(pair)).contains("0-1 nvlink 41.2");
        assertThat(what()).contains("1 link with different rates in the two directions: gpu 0/0 - gpu 0/1");
    }

    /** Each of two ranks on one GPU lists its links, which exist once: NCCL joins both to the device. */
    @Test
    void ranksOnOneGpuShareItsLinks() {
        String shared = gpu(0, nvlink(1, 4)).replace("</pci>", "") + "<gpu dev=\"0\" sm=\"90\" rank=\"2\">"
                + nvlink(1, 4) + "</gpu></pci>";
        PhysicalTopology three = build(CPU + shared + gpu(1, nvlink(0, 4)) + "</cpu>");
        assertThat(three.hosts()).isEqualTo(3);
        // Hosts 0 to 2, the socket, and the device of ranks 0 and 2.
        assertThat(links(three))
                .containsExactly(
                        "0-4 device 5000.0", "1-3 pci 48.0", "1-4 nvlink 82.4", "2-4 device 5000.0", "3-4 pci 48.0");
    }

    @Test
    void anUnknownProcessorIsNamed() {
        String cpus = CPU.replace("AuthenticAMD", "HygonGenuine") + gpu(0, "") + "</cpu>"
                + CPU.replace("AuthenticAMD", "HygonGenuine").replace("numaid=\"0\"", "numaid=\"1\"") + gpu(1, "")
                + "</cpu>";
        assertThat(links(build(cpus))).contains("2-3 sys 5000.0");
        assertThat(what()).contains("processors that NCCL does not know: x86_64 HygonGenuine");
    }

    @Test
    void gpusAreOrderedByRankThenByDevice() {
        String swapped =
                gpu(0, "").replace("rank=\"0\"", "rank=\"1\"") + gpu(1, "").replace("rank=\"1\"", "rank=\"0\"");
        build(CPU + swapped + "</cpu>");
        assertThat(what()).doesNotContain("2 GPUs without a rank or with the same rank");
        String same = gpu(0, "").replace(" rank=\"0\"", "").replace("dev=\"0\"", "dev=\"3\"")
                + gpu(1, "").replace(" rank=\"1\"", "").replace("dev=\"1\"", "dev=\"3\"");
        build(CPU + same + "</cpu>");
        assertThat(what()).contains("2 GPUs without a rank or with the same rank");
    }

    @Test
    void whatCannotBeADescriptionIsRefusedWithItsLine() {
        assertThatThrownBy(() -> build(CPU + gpu(0, nvlink(7, 1)) + "</cpu>"))
                .hasMessageContaining("topo.xml: gpu 0/0 has a link to 0/7, which is not in the file");
        assertThatThrownBy(() -> build(CPU + gpu(0, "") + gpu(0, "") + "</cpu>"))
                .hasMessageContaining("topo.xml: line 2: two pci elements have the busid 0");
        assertThatThrownBy(() -> build(CPU + "</cpu>" + CPU + gpu(0, "") + "</cpu>"))
                .hasMessageContaining("two cpu elements have the numaid 0");
        assertThatThrownBy(() -> build(CPU + "</cpu>")).hasMessageContaining("it has no GPU");
        assertThatThrownBy(() -> build(CPU + gpu(0, nvlink(1, 0)) + gpu(1, "") + "</cpu>"))
                .hasMessageContaining("count of a <nvlink> is 0, not 1 or more");
    }
}
