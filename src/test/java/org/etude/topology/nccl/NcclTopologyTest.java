// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.assertj.core.data.Offset;
import org.etude.Topology;
import org.etude.report.Finding;
import org.etude.topology.graph.GraphRoutes;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NcclTopologyTest {
    @TempDir
    Path dir;

    private NcclTopology.Read read(String xml) throws IOException {
        return NcclTopology.read(Files.writeString(dir.resolve("topo.xml"), xml));
    }

    private static List<String> whats(NcclTopology.Read read) {
        return read.report().findings().stream().map(Finding::what).toList();
    }

    private static double gigabytes(PhysicalTopology graph, String level, int host) {
        return graph.links().stream()
                .filter(l -> graph.levels().get(l.level()).startsWith(level) && (l.a() == host || l.b() == host))
                .mapToDouble(l -> l.spec().bandwidth().bytesPerSecond() / 1e9)
                .sum();
    }

    @Test
    void gpusOfAnNvSwitchSeeEachOtherThroughIt() throws IOException {
        NcclTopology.Read read = read(NcclXml.of(1, 8, NcclXml.Ports.NVSWITCH, 18));
        PhysicalTopology graph = read.spec().physical();
        assertThat(graph.hosts()).isEqualTo(8);
        // The NVSwitch, two sockets, four PCI switches.
        assertThat(graph.switches()).isEqualTo(7);
        assertThat(graph.preferredSwitches()).isEqualTo(1);
        assertThat(gigabytes(graph, "nvlink", 3)).isCloseTo(18 * 20.6, Offset.offset(1e-9));
        assertThat(gigabytes(graph, "pci", 3)).isCloseTo(16 * 240 / 80.0, Offset.offset(1e-9));
        assertThat(gigabytes(graph, "sys", 9)).isCloseTo(22, Offset.offset(1e-9));
        assertThat(read.spec().logical().dims()).hasSize(1);
        assertThat(read.spec().logical().dims().get(0).npus()).isEqualTo(8);
        GraphRoutes routes = new GraphRoutes(graph);
        assertThat(routes.hops(0, 7)).isEqualTo(2);
        assertThat(whats(read)).containsExactly("4 NICs of 200.0 GB/s together", "no latencies");
    }

    @Test
    void filesInUtf16AreRecognised() throws IOException {
        String xml = NcclXml.of(1, 4, NcclXml.Ports.MESH, 2);
        String name = "topo16.xml";
        Path file = Files.writeString(dir.resolve(name), xml, StandardCharsets.UTF_16);
        Path same = Files.writeString(Files.createDirectory(dir.resolve("utf8")).resolve(name), xml);
        assertThat(Topology.read(file.toString()).toString())
                .isEqualTo(Topology.read(same.toString()).toString());
    }

    @Test
    void aMeshIsOneLinkForEachPair() throws IOException {
        PhysicalTopology graph =
                read(NcclXml.of(1, 4, NcclXml.Ports.MESH, 2)).spec().physical();
        assertThat(graph.links().stream()
                        .filter(l -> graph.levels().get(l.level()).equals("nvlink")))
                .hasSize(6);
        assertThat(gigabytes(graph, "nvlink", 0)).isCloseTo(3 * 2 * 20.6, Offset.offset(1e-9));
        PhysicalTopology xgmi =
                read(NcclXml.of(1, 8, NcclXml.Ports.XGMI, 1)).spec().physical();
        assertThat(gigabytes(xgmi, "xgmi", 7)).isCloseTo(7 * 48, Offset.offset(1e-9));
    }

    /** From MI300 on, AMD's GPUs are processing accelerators, class 0x12, also as the targets of xGMI. */
    @Test
    void acceleratorsOfAmdAreJoinedDirectly() throws IOException {
        String xml = NcclXml.of(1, 8, NcclXml.Ports.XGMI, 1);
        PhysicalTopology graph =
                read(xml.replace("0x030200", "0x120000")).spec().physical();
        assertThat(graph).isEqualTo(read(xml).spec().physical());
        assertThat(graph.levels()).contains("xgmi");
        assertThat(new GraphRoutes(graph).hops(0, 7)).isEqualTo(1);
    }

    @Test
    void anAcceleratorWithoutPortsIsAGpuIfItIsOfAmd() throws IOException {
        String xml = NcclXml.of(1, 8, NcclXml.Ports.NONE, 0);
        String other = xml.replace("class=\"0x030200\"", "class=\"0x120000\" vendor=\"0x8086\"");
        assertThat(read(other.replace("0x8086", "0x1002")).spec().physical())
                .isEqualTo(read(xml).spec().physical());
        assertThatThrownBy(() -> read(other)).hasMessageContaining("it has no GPU");
    }

    @ParameterizedTest
    @CsvSource({"0x038000", "0x120000", "''"})
    void aPortThatNamesAGpuLeadsToIt(String type) throws IOException {
        String xml = NcclXml.of(1, 4, NcclXml.Ports.MESH, 2);
        assertThat(read(xml.replace("tclass=\"0x030200\"", "tclass=\"" + type + "\""))
                        .spec()
                        .physical())
                .isEqualTo(read(xml).spec().physical());
    }

    @Test
    void aFileOfACloudHasGpusWithoutPorts() throws IOException {
        NcclTopology.Read read = read(NcclXml.of(1, 8, NcclXml.Ports.NONE, 0));
        assertThat(read.spec().physical().hosts()).isEqualTo(8);
        assertThat(whats(read)).contains("no NVLink and no xGMI", "8 GPUs without a rank or with the same rank");
        assertThat(new GraphRoutes(read.spec().physical()).hops(0, 7)).isEqualTo(5);
    }

    @Test
    void severalNodesMeetInANetwork() throws IOException {
        NcclTopology.Read read = read(NcclXml.of(2, 4, NcclXml.Ports.NONE, 0));
        PhysicalTopology graph = read.spec().physical();
        assertThat(graph.hosts()).isEqualTo(8);
        assertThat(new GraphRoutes(graph).hops(0, 4)).isEqualTo(6);
        assertThat(graph.links().stream()
                        .filter(l -> graph.levels().get(l.level()).equals("net")))
                .hasSize(4);
    }

    @Test
    void ranksGiveTheOrder() throws IOException {
        String xml = NcclXml.of(1, 4, NcclXml.Ports.MESH, 1)
                .replace("rank=\"0\"", "rank=\"9\"")
                .replace("dev=\"0\" sm", "dev=\"9\" sm");
        PhysicalTopology graph = read(xml).spec().physical();
        // GPU 0 is the last host now: it shares a PCI switch with host 0, which was GPU 1.
        GraphRoutes routes = new GraphRoutes(graph);
        assertThat(routes.hops(0, 3)).isEqualTo(1);
        assertThat(graph.links().stream()
                        .filter(l -> graph.levels().get(l.level()).startsWith("pci") && l.a() == 3)
                        .map(PhysicalTopology.Link::b))
                .isEqualTo(graph.links().stream()
                        .filter(l -> graph.levels().get(l.level()).startsWith("pci") && l.a() == 0)
                        .map(PhysicalTopology.Link::b)
                        .toList());
    }

    @Test
    void topologyReadTakesItByItsContent() throws IOException {
        Path file = Files.writeString(dir.resolve("dgx"), NcclXml.of(1, 8, NcclXml.Ports.NVSWITCH, 18));
        Topology topology = Topology.read(file.toString());
        assertThat(topology.hosts()).isEqualTo(8);
        assertThat(topology.findings().rowCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<system> | line 1: not XML",
                "<graphs/> | the document is a <graphs>, not a <system>",
                "<system/> | line 1: it has no GPU",
                "<!DOCTYPE system [<!ENTITY a \"b\">]><system>&a;</system> | line 1: it has a document type",
                "<system version='3'><cpu numaid='0'/></system> | line 1: version 3 of the description is not supported",
                "<system><cpu numaid='0'><pci busid='1' class='0x030000'/><pci busid='1' class='0x030000'/></cpu></system> | line 1: two pci elements have the busid 1",
                "<system><cpu numaid='0'><pci class='0x030000'/></cpu></system> | a <pci> has no busid",
                "<system><cpu numaid='0'><pci busid='1' link_width='x'/></cpu></system> | link_width of a <pci> is \"x\"",
                "<system><cpu numaid='0'><pci busid='1'><gpu><nvlink tclass='0x030000' target='2'/></gpu></pci></cpu></system> | link to 0/2, which is not in the file",
                "<system><cpu numaid='0'><pci busid='1'><gpu/></pci></cpu><cpu numaid='0'/></system> | two cpu elements have the numaid 0"
            })
    void brokenFilesAreRefused(String xml, String said) {
        assertThatThrownBy(() -> read(xml))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("topo.xml")
                .hasMessageContaining(said);
    }

    @Property(tries = 150)
    void anyFileIsReadOrRefused(@ForAll @Size(min = 2, max = 6) List<@IntRange(min = 0, max = 1 << 20) Integer> edits)
            throws IOException {
        byte[] bytes = NcclXml.of(1, 4, NcclXml.Ports.MESH, 2).getBytes(StandardCharsets.US_ASCII);
        for (int k = 0; k + 1 < edits.size(); k += 2) {
            bytes[edits.get(k) % bytes.length] = (byte) (32 + edits.get(k + 1) % 95);
        }
        readOrRefused(bytes);
    }

    private static void readOrRefused(byte[] xml) throws IOException {
        Path file = Files.createTempFile("nccl", ".xml");
        try {
            NcclTopology.read(Files.write(file, xml));
        } catch (TopologyException e) {
            assertThat(e).hasMessageContaining(file.getFileName().toString());
        } finally {
            Files.delete(file);
        }
    }

    /** Numbers with which a link would have no rate are errors of the file, with their line. */
    @ParameterizedTest
    @CsvSource({
        "count=\"2\", count=\"0\", 'line 6: count of a <nvlink> is 0, not 1 or more'",
        "count=\"2\", count=\"-2\", 'line 6: count of a <nvlink> is -2, not 1 or more'",
        "link_width=\"16\", link_width=\"-16\", 'line 3: link_width of a <pci> is -16, not 0 or more'",
        "nvlink, c2c, 'line 6: bw of a <c2c> is 0, not 1 or more'"
    })
    void linksWithoutARateAreRefused(String what, String by, String said) {
        String xml = NcclXml.of(1, 4, NcclXml.Ports.MESH, 2).replace(what, by);
        assertThatThrownBy(() -> read(xml))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("topo.xml: " + said);
    }

    /** Any number in place of any other, as no profiler writes them. */
    @Property(tries = 150)
    void anyNumbersAreReadOrRefused(
            @ForAll @IntRange(min = 0, max = 200) int which, @ForAll @IntRange(min = -20, max = 200_000_000) int number)
            throws IOException {
        String xml = NcclXml.of(1, 4, NcclXml.Ports.MESH, 2);
        Matcher numbers = Pattern.compile("(?<=\")[0-9]+(?=\")").matcher(xml);
        List<MatchResult> all = numbers.results().toList();
        MatchResult one = all.get(which % all.size());
        String changed = xml.substring(0, one.start()) + number + xml.substring(one.end());
        readOrRefused(changed.getBytes(StandardCharsets.US_ASCII));
    }
}
