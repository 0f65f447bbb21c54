// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.groups.Tuple;
import org.etude.compat.simai.cluster.ClusterText;
import org.etude.report.Finding;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.PhysicalTopology.Link;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.shape.TopologySpec;
import org.etude.topology.text.Families;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class InfraGraphsTest {
    @TempDir
    private Path directory;

    static String example() {
        try (InputStream in = InfraGraphsTest.class.getResourceAsStream("two-tier.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static InfraGraphs.Read read(String text) {
        return InfraGraphs.parse(text, "net.yaml");
    }

    /** GPUs 0-7, NVSwitches 8-11, asics of the leaves 12-13 and of the spine 14. */
    @Test
    void partsWithTwoEdgesAreLinksAndTheRestOfADrawingIsLeftOut() {
        InfraGraphs.Read read = read(example());
        PhysicalTopology graph = read.spec().physical();
        assertThat(graph.hosts()).isEqualTo(8);
        assertThat(graph.switches()).isEqualTo(7);
        assertThat(graph.preferredSwitches()).isEqualTo(4);
        assertThat(graph.links()).hasSize(8 + 8 + 2);
        assertThat(graph.links())
                .extracting(Link::a, Link::b, l -> l.spec().bandwidth().toGbps(), l -> l.spec()
                        .latencyNs())
                .contains(
                        Tuple.tuple(0, 8, 3600.0, 300.0),
                        Tuple.tuple(7, 11, 3600.0, 300.0),
                        // PCIe twice, the card, the cable, the leaf's backplane; the cable is the slowest.
                        Tuple.tuple(0, 12, 400.0, 150.0 + 150 + 100 + 500 + 50),
                        Tuple.tuple(5, 13, 400.0, 950.0),
                        Tuple.tuple(12, 14, 800.0, 50.0 + 1000 + 50),
                        Tuple.tuple(13, 14, 800.0, 1100.0));
        assertThat(read.spec().logical().dims())
                .extracting(TopologyDim::npus, d -> d.bandwidth().toGbps(), TopologyDim::latencyNs)
                .containsExactly(
                        Tuple.tuple(2, 3600.0, 300.0), Tuple.tuple(4, 800.0 * 2 / 8, (2 * 950.0 + 2 * 1100) / 2));
        assertThat(read.spec().logical().dims()).extracting(TopologyDim::kind).containsOnly(DimKind.SWITCH);
    }

    @Test
    void whatIsAssumedIsReported() {
        List<Finding> findings = read(example()).report().findings();
        assertThat(findings)
                .extracting(Finding::level, Finding::where, Finding::what)
                .containsExactly(
                        Tuple.tuple(Finding.Level.WARNING, "net.yaml devices[0].links[2] (stack)", "no rate is given"),
                        Tuple.tuple(
                                Finding.Level.WARNING, "net.yaml devices[0].links[2] (stack)", "no latency is given"),
                        Tuple.tuple(
                                Finding.Level.INFO,
                                "file:net.yaml",
                                "36 components with two edges became part of a link, 24 that lead nowhere are left out"));
    }

    @Test
    void transfersSayNoRate() {
        String text = example().replace("{gigabits_per_second: 512}", "{gigatransfers_per_second: 32}");
        assertThat(read(text).report().findings())
                .anySatisfy(f -> assertThat(f.where()).endsWith("(pcie)"))
                .anySatisfy(f -> assertThat(f.effect()).isEqualTo(LinkSpec.DEFAULT.bandwidth() + " is assumed"));
    }

    @Test
    void jsonAndAnAnnotatedGraphAreReadToo() {
        String json = "{\"infrastructure\": {\"devices\": [{\"name\": \"d\", \"components\": ["
                + "{\"name\": \"x\", \"count\": 2, \"choice\": \"xpu\"}, {\"name\": \"s\", \"count\": 1, \"choice\":"
                + " \"switch\"}], \"links\": [{\"name\": \"l\", \"physical\": {\"bandwidth\":"
                + " {\"gigabits_per_second\": 100}, \"latency\": {\"us\": 1}}}], \"edges\": [{\"ep1\": {\"component\":"
                + " \"x\"}, \"ep2\": {\"component\": \"s\"}, \"scheme\": \"many2many\", \"link\": \"l\"}]}],"
                + " \"instances\": [{\"name\": \"n\", \"device\": \"d\", \"count\": 1}]}, \"annotations\": {\"nodes\":"
                + " [{\"name\": \"n.0.x.0\", \"attributes\": [{\"attribute\": \"rank\", \"value\": \"1\"}]}, {\"name\":"
                + " \"n[0]x[1]\", \"attributes\": [{\"attribute\": \"colour\", \"value\": \"red\"}, {\"attribute\":"
                + " \"rank\", \"value\": 0}]}]}}";
        PhysicalTopology graph = read(json).spec().physical();
        assertThat(graph.links()).extracting(Link::a, Link::b).containsExactly(Tuple.tuple(1, 2), Tuple.tuple(0, 2));
        assertThatThrownBy(() -> read(json.replace("\"value\": 0", "\"value\": 7")))
                .hasMessageContaining("the ranks of the 2 xpus are not 0 to 1");
        assertThatThrownBy(() -> read(json.replace("n.0.x.0", "n.3.x.0")))
                .hasMessageContaining("annotations.nodes[0].name: there is no node n.3.x.0");
        for (String name : List.of(".", "n", "n.0.x.0:2", "n.0.x.", "n.x.0.0")) {
            assertThatThrownBy(() -> read(json.replace("n.0.x.0", name)))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("annotations.nodes[0].name: there is no node " + name);
        }
    }

    @Test
    void aRingJoinsTheLastToTheFirst() {
        String ring = "devices: [{name: d, components: [{name: x, count: 1, choice: xpu}, {name: s, count: 1, choice:"
                + " switch}], links: [{name: l}], edges: [{ep1: {component: x}, ep2: {component: s}, link: l}]}]\n"
                + "links: [{name: w}]\ninstances: [{name: n, device: d, count: 4}]\n"
                + "edges: [{ep1: {instance: n, component: s}, ep2: {instance: n, component: s}, scheme: ring, link:"
                + " w}]\n";
        assertThat(read(ring).spec().physical().links())
                .extracting(Link::a, Link::b)
                .containsExactly(
                        Tuple.tuple(0, 4),
                        Tuple.tuple(1, 5),
                        Tuple.tuple(2, 6),
                        Tuple.tuple(3, 7),
                        Tuple.tuple(4, 5),
                        Tuple.tuple(5, 6),
                        Tuple.tuple(6, 7),
                        Tuple.tuple(7, 4));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            device: box, count: 4      | device: bix, count: 4       | instances[0].device: there is no device bix
            choice: xpu                | choice: gpu                 | devices[0].components[0].choice: is gpu
            count: 2, choice: xpu      | count: -2, choice: xpu      | devices[0].components[0].count: is -2, not a count
            count: 2, choice: xpu      | count: two, choice: xpu     | devices[0].components[0].count: is "two"
            name: nvsw, count: 1       | name: gpu, count: 1         | the component gpu is defined twice
            server[0:2]                | server[0:5]                 | edges[0].ep1.instance: "server[0:5]" is empty or out of range for the 4
            server[0:2]                | host[0:2]                   | edges[0].ep1.instance: there is no instance host[0:2]
            card.port                  | card.prt                    | edges[1].ep1.component: device card has no component prt
            card.port                  | card                        | "card" is the device card, which is not a node
            card.port                  | gpu.port                    | selects inside a component that is not a device
            port[:4]                   | port[4:4]                   | "port[4:4]" is empty or out of range for the 8 components port
            port[:4]                   | port[::0]                   | is empty or out of range
            port[:4]                   | port[]                      | is not a name with a slice
            scheme: one2one, link: cable | scheme: all, link: cable  | edges[0].scheme: is all
            link: trunk                | link: trunks                | edges[2].link: there is no link trunks here
            gigabits_per_second: 512   | megabits_per_second: 512    | bandwidth: has the key megabits_per_second
            gigabits_per_second: 512   | gigabits_per_second: fast   | is "fast", not a number
            gigabits_per_second: 512   | gigabits_per_second: 0      | is 0
            gigabits_per_second: 512   | gigabits_per_second: 1e999999999 | bandwidth.gigabits_per_second: is 1E+999999999, too large or too small
            gigabits_per_second: 512   | gigabits_per_second: 1e-400 | is 1E-400, too large or too small
            ns: 150                    | ns: -150                    | is -150, not a number 0 or above
            component: gpu}, ep2: {component: nvsw | component: nvsw}, ep2: {component: "nvsw[0]"} # | line
            instances:                 | connections:                | has the key connections, which InfraGraph 2.4 does not define
            choice: xpu                | choice: nic                 | no component has the choice xpu
            name: bus, count: 1, choice: custom, custom: {type: endpoint} | name: card, count: 1, choice: device | the device card contains itself
            scheme: one2one, link: trunk | scheme: ring, link: trunk | a ring needs two equal endpoints
            count: 4}                  | count: 4000000}             | makes more than 16777216 nodes
            """)
    void mistakesAreReportedWithTheirPlace(String old, String wrong, String what) {
        assertThat(example()).contains(old);
        assertThatThrownBy(() -> read(example().replace(old, wrong)))
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith(what.startsWith("no component") ? "file:net.yaml" : "net.yaml: ")
                .hasMessageContaining(what);
    }

    @Test
    void nodesWithoutAPartnerAreAFinding() {
        assertThat(read(example()).report().findings())
                .noneMatch(row -> row.what().contains("one2one"));
        assertThat(read(example().replace("port[:4]", "port[:3]")).report().findings())
                .filteredOn(row -> row.what().contains("one2one"))
                .extracting(Finding::level, Finding::where, Finding::what, Finding::effect)
                .containsExactly(Tuple.tuple(
                        Finding.Level.WARNING,
                        "net.yaml edges[0]",
                        "one2one between 4 nodes and 3",
                        "1 node of the longer one is not joined by this edge"));
    }

    @Test
    void brokenTextsSayTheLine() {
        assertThatThrownBy(() -> read("devices:\n  - name: [")).hasMessageContaining("line ");
        assertThatThrownBy(() -> InfraGraphs.parse("{\"devices\": [}", "x.json"))
                .hasMessageContaining("x.json: line 1: is not JSON");
        assertThatThrownBy(() -> read("- 1")).hasMessageContaining("is not an InfraGraph description");
        assertThatThrownBy(() -> read("devices: []\ndevices: []")).hasMessageContaining("devices");
        assertThatThrownBy(() -> InfraGraphs.read(directory.resolve("gone.yaml")))
                .hasMessageContaining("gone.yaml: the topology cannot be read");
        assertThatThrownBy(() -> InfraGraphs.write(
                        TopologySpec.grid(DimKind.RING, 2),
                        Files.createFile(directory.resolve("f")).resolve("x.yaml")))
                .hasMessageContaining("cannot be written");
    }

    static List<String> networks() {
        List<String> all = new ArrayList<>(Families.TEXTS);
        all.addAll(List.of(
                "torus:1",
                "torus:4x1",
                "fattree:2x2x3",
                "spectrum-x:16:gps=4:npa=2:psn=2",
                "spectrum-x:8:gps=4:nsps=3:psn=1",
                "alibaba-hpn:16:gps=4:npa=2:psn=3:dp",
                "dcn+:16:gps=4:npa=6:psn=2:dt",
                "nvl72:1",
                "cluster:16:gps=2:nsps=0:npa=4:psn=1:ro"));
        return all;
    }

    @ParameterizedTest
    @MethodSource("networks")
    void whatIsWrittenIsReadAsItWas(String text) {
        TopologySpec plain = ClusterText.any(text);
        int levels = plain.links().size();
        Bandwidth[] rates = new Bandwidth[levels];
        Time[] times = new Time[levels];
        double[] shares = new double[levels];
        Arrays.setAll(rates, l -> Bandwidth.gbps(100.0 / 3 + l));
        Arrays.setAll(times, l -> Time.ns(1000.0 / 7 + l));
        Arrays.setAll(shares, l -> l * 1e-7);
        TopologySpec odd = plain.bandwidth(rates).latency(times).errorRate(shares);
        for (TopologySpec spec : List.of(plain, odd)) {
            for (boolean json : new boolean[] {false, true}) {
                InfraGraphs.Read read = InfraGraphs.parse(InfraGraphs.text(spec, json), "x");
                assertThat(read.spec().physical()).isEqualTo(spec.physical());
                assertThat(read.spec().logical()).isEqualTo(spec.logical());
                assertThat(read.spec()).isEqualTo(spec);
                assertThat(read.report()).isEmpty();
            }
        }
    }

    @Test
    void aHostsOwnLinkStaysGiven() {
        TopologySpec spec = TopologySpec.grid(DimKind.RING, 4).bandwidth(Bandwidth.gbps(10), Bandwidth.gbps(20));
        TopologySpec read =
                InfraGraphs.parse(InfraGraphs.text(spec, false), "x").spec();
        assertThat(read).isEqualTo(spec);
        assertThat(read.logical().physical()).isPresent();
        assertThat(InfraGraphs.parse(InfraGraphs.text(TopologySpec.grid(DimKind.RING, 4), true), "x")
                        .spec()
                        .logical()
                        .physical())
                .isEmpty();
    }

    /** Changing the rate of one link in the file takes effect. */
    @Test
    void whatWasChangedInTheFileHolds() {
        String text = InfraGraphs.text(TopologySpec.fatTree(2, 1, 2), false);
        TopologySpec less = InfraGraphs.parse(text.replace("server[2:4]", "server[2:3]"), "x")
                .spec();
        assertThat(less.physical().links()).hasSize(5);
        assertThat(less.toString()).isEqualTo("fattree:2x1x2");
    }

    @ParameterizedTest
    @CsvSource({
        "level=0,level=one",
        "level=0,level=2000000000",
        "levels_given=2,levels_given=-2",
        "dims=4,dims=4x",
        "error_rate=0.25,error_rate=2"
    })
    void detailsThatEtudeNeverWroteAreRefused(String written, String changed) {
        String text = InfraGraphs.text(TopologySpec.fatTree(2, 1, 2).errorRate(0.25), false);
        assertThat(text).contains(written);
        assertThatThrownBy(() -> read(text.replace(written, changed)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("description: contains " + changed + ", which Etude never writes");
    }

    @Test
    void clustersHaveServersAndFewEdges() {
        String text = InfraGraphs.text(ClusterText.any("spectrum-x:1024"), false);
        assertThat(text.lines().filter(line -> line.contains("scheme:"))).hasSize(1 + 16 + 64);
        assertThat(text)
                .contains("instance: \"server[0:64]\"\n    component: \"xpu[7]\"")
                .contains("- name: xpu\n    count: 8\n    choice: xpu");
    }

    /** Any graph, including parallel links and preferred switches. */
    @Property(tries = 200)
    void randomGraphsAreReadAsTheyWere(
            @ForAll @IntRange(min = 1, max = 6) int hosts,
            @ForAll @IntRange(min = 1, max = 6) int switches,
            @ForAll @IntRange(min = 0, max = 20) int more,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<Link> links = new ArrayList<>();
        LinkSpec[] specs = {
            new LinkSpec(Bandwidth.gbps(1 + random.nextInt(9)), random.nextInt(3000) / 7.0, 0),
            new LinkSpec(Bandwidth.gbps(0.3), 0, 0.25)
        };
        for (int host = 0; host < hosts; host++) {
            links.add(new Link(host, hosts + random.nextInt(switches), specs[0], 0));
        }
        for (int i = 0; i < more; i++) {
            int a = random.nextInt(hosts + switches);
            int b = random.nextInt(hosts + switches);
            if (a != b) {
                int level = random.nextInt(2);
                links.add(new Link(a, b, specs[level], level));
            }
        }
        PhysicalTopology graph =
                new PhysicalTopology("web", hosts, switches, links, List.of("a", "b #2"), random.nextInt(switches + 1));
        TopologySpec spec = TopologySpec.graph(graph, List.of(DimKind.RING), List.of(hosts));
        Set<Object> pairs = new HashSet<>();
        boolean simple = links.stream().allMatch(l -> pairs.add(Set.of(l.a(), l.b())));
        InfraGraphs.Read read = InfraGraphs.parse(InfraGraphs.text(spec, seed % 2 == 0), "x");
        assertThat(read.spec().physical()).isEqualTo(spec.physical());
        assertThat(read.spec()).isEqualTo(spec);
        assertThat(read.report().size()).isEqualTo(simple ? 0 : 1);
    }
}
