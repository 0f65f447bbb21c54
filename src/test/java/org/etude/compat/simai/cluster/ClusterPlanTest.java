// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.topology.graph.TopologyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterPlanTest {
    /** Two servers of two GPUs, one rail each: ids 0-3 GPUs, 4-5 NVSwitches, 6-7 rails, 8 spine. */
    private static final String SMALL = "9 2 2 3 10 H100\n"
            + "4 5 6 7 8 \n"
            + "0 4 2880Gbps 0.000025ms 0\n"
            + "0 6 400Gbps 0.0005ms 0\n"
            + "1 4 2880Gbps 0.000025ms 0\n"
            + "1 7 400Gbps 0.0005ms 0\n"
            + "2 5 2880Gbps 0.000025ms 0\n"
            + "2 6 400Gbps 0.0005ms 0\n"
            + "3 5 2880Gbps 0.000025ms 0\n"
            + "3 7 400Gbps 0.0005ms 0\n"
            + "6 8 400Gbps 0.0005ms 0\n"
            + "7 8 400Gbps 0.0005ms 0\n";

    @TempDir
    private Path dir;

    private static ClusterPlan plan(ClusterTemplate template, ClusterWiring wiring, Object... options) {
        Map<ClusterOption, String> given = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            given.put((ClusterOption) options[i], options[i + 1].toString());
        }
        return ClusterPlan.of(
                ClusterSpec.of(template, wiring.rails(), wiring.tors() == 2, wiring.planes() == 2, given));
    }

    private static String text(ClusterPlan plan) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ClusterFile.writeTo(plan, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void smallClusterIsWrittenLinkByLink() throws IOException {
        ClusterPlan plan = plan(
                ClusterTemplate.SPECTRUM_X,
                ClusterWiring.RAIL,
                ClusterOption.GPUS,
                4,
                ClusterOption.GPUS_PER_SERVER,
                2,
                ClusterOption.PSW_SWITCHES,
                1);
        assertThat(text(plan)).isEqualTo(SMALL);
        assertThat(plan.report().findings()).hasSize(1);
        assertThat(plan.report().findings().get(0).what()).isEqualTo("8 top-of-rack switches replaced by 2");
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        Path file = dir.resolve("small");
        Files.writeString(file, SMALL);
        ClusterGraph graph = ClusterFile.read(file);
        assertThat(graph.gpus()).isEqualTo(4);
        assertThat(graph.gpusPerServer()).isEqualTo(2);
        assertThat(graph.nvSwitches()).isEqualTo(2);
        assertThat(graph.switches()).isEqualTo(3);
        assertThat(graph.gpuType()).isEqualTo("H100");
        assertThat(graph.links()).hasSize(10);
        assertThat(graph.links().get(3)).isEqualTo(new ClusterGraph.Link(1, 7, "400Gbps", "0.0005ms", "0"));
        assertThat(graph.isNvSwitch(5)).isTrue();
        assertThat(graph.isNvSwitch(6)).isFalse();
        assertThat(graph.server(3)).isEqualTo(1);
        ClusterPlan plan = plan(ClusterTemplate.CUSTOM, ClusterWiring.PLAIN_DUAL_TOR, ClusterOption.GPUS, 16);
        ClusterFile.write(plan, file);
        assertThat(ClusterFile.read(file))
                .usingRecursiveComparison()
                .ignoringFields("name")
                .isEqualTo(ClusterGraph.of(plan));
    }

    @Test
    void lastServerMustBeFull() {
        ClusterPlan plan = plan(ClusterTemplate.SPECTRUM_X, ClusterWiring.RAIL, ClusterOption.GPUS, 12);
        assertThatThrownBy(() -> ClusterFile.write(plan, dir.resolve("none")))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("12 GPUs are not a multiple of 8 per server")
                .hasMessageContaining("Use 16 GPUs");
        assertThat(dir.resolve("none")).doesNotExist();
    }

    /** SimAI stumbles over the NVSwitch that the last server lacks; where there are none it does not. */
    @Test
    void withoutNvSwitchesServersNeedNotBeFull() throws IOException {
        ClusterPlan plan = plan(
                ClusterTemplate.SPECTRUM_X,
                ClusterWiring.RAIL,
                ClusterOption.GPUS,
                3,
                ClusterOption.GPUS_PER_SERVER,
                2,
                ClusterOption.NV_SWITCHES_PER_SERVER,
                0,
                ClusterOption.PSW_SWITCHES,
                1);
        assertThat(text(plan).lines())
                .startsWith(
                        "6 2 0 3 5 H100",
                        "3 4 5 ",
                        "0 3 400Gbps 0.0005ms 0",
                        "1 4 400Gbps 0.0005ms 0",
                        "2 3 400Gbps 0.0005ms 0")
                .hasSize(7);
    }

    @Test
    void segmentsOfAnySizeAreCounted() {
        ClusterPlan plan = plan(
                ClusterTemplate.CUSTOM,
                ClusterWiring.PLAIN,
                ClusterOption.GPUS,
                2_000_000_000,
                ClusterOption.NICS_PER_ASW,
                2_000_000_000,
                ClusterOption.NV_SWITCHES_PER_SERVER,
                0);
        assertThat(plan.segments()).isEqualTo(1);
        assertThatThrownBy(() -> plan(
                        ClusterTemplate.CUSTOM,
                        ClusterWiring.PLAIN,
                        ClusterOption.GPUS,
                        2_000_000_000,
                        ClusterOption.PSW_SWITCHES,
                        2_000_000_000))
                .hasMessageContaining("more than two billion nodes");
    }

    @Test
    void podHasALimitThatCanBeLifted() {
        ClusterPlan plan = plan(ClusterTemplate.SPECTRUM_X, ClusterWiring.RAIL, ClusterOption.GPUS, 8192);
        assertThat(plan.tooLarge()).get().satisfies(e -> assertThat(e)
                .hasMessageContaining("8192 GPUs need 16 segments of 512")
                .hasMessageContaining("Use at most 4096 GPUs"));
        assertThat(plan.extended().tooLarge()).isEmpty();
        assertThat(plan.extended().asws()).isEqualTo(128);
        ClusterPlan fits = plan(ClusterTemplate.SPECTRUM_X, ClusterWiring.RAIL);
        assertThat(fits.extended()).isSameAs(fits);
    }

    @Test
    void seventyTwoRailsExceedThePodButFourFit() {
        ClusterPlan rails = plan(
                ClusterTemplate.SPECTRUM_X,
                ClusterWiring.RAIL,
                ClusterOption.GPUS,
                144,
                ClusterOption.GPUS_PER_SERVER,
                72);
        assertThat(rails.tooLarge()).isPresent();
        ClusterPlan racks = plan(ClusterTemplate.NVL72, ClusterWiring.RAIL, ClusterOption.GPUS, 144);
        assertThat(racks.tooLarge()).isEmpty();
        assertThat(racks.spec().fileName()).isEqualTo("NVL72_144g_72gps_400Gbps_GB200");
        assertThat(racks.nvSwitches()).isEqualTo(2);
        assertThat(racks.asws()).isEqualTo(4);
        ClusterGraph graph = ClusterGraph.of(racks);
        assertThat(graph.links()).hasSize((int) racks.statedLinks());
        assertThat(graph.links().stream().filter(l -> l.a() == 71 || l.b() == 71))
                .hasSize(2);
        assertThat(graph.links().stream().filter(l -> l.b() == 144 + 2 + 3 && l.a() < 144))
                .hasSize(36);
    }

    @Test
    void badNumbersAndWiringsAreNamed() {
        assertThatThrownBy(() -> plan(ClusterTemplate.CUSTOM, ClusterWiring.PLAIN, ClusterOption.GPUS, "many"))
                .hasMessageContaining("-g (GPUs in all) is 'many', not a whole number");
        assertThatThrownBy(() -> plan(ClusterTemplate.CUSTOM, ClusterWiring.PLAIN, ClusterOption.NICS_PER_ASW, 0))
                .hasMessageContaining("-npa (NICs of a top-of-rack switch) is 0");
        assertThatThrownBy(() -> plan(ClusterTemplate.CUSTOM, ClusterWiring.PLAIN, ClusterOption.BANDWIDTH, "400 Gbps"))
                .hasMessageContaining("-bw (rate from a NIC to its top-of-rack switch) is '400 Gbps', not one word");
        assertThatThrownBy(() -> ClusterSpec.of(ClusterTemplate.CUSTOM, false, true, true, Map.of()))
                .hasMessageContaining("not rail-optimised");
        assertThatThrownBy(() -> ClusterSpec.of(ClusterTemplate.CUSTOM, true, false, true, Map.of()))
                .hasMessageContaining("two top-of-rack switches");
    }

    @Test
    void brokenFilesSayWhere() throws IOException {
        Path file = dir.resolve("broken");
        Files.writeString(file, SMALL.replace("0 6 400Gbps", "0 99 400Gbps"));
        assertThatThrownBy(() -> ClusterFile.read(file)).hasMessageContaining("link 0-99 does not join");
        Files.writeString(file, SMALL.replace("4 5 6", "4 6 5"));
        assertThatThrownBy(() -> ClusterFile.read(file)).hasMessageContaining("word 8: switch id 6 where 5");
        Files.writeString(file, SMALL.substring(0, 20));
        assertThatThrownBy(() -> ClusterFile.read(file)).hasMessageContaining("ends before the switch id");
        assertThatThrownBy(() -> ClusterFile.read(dir.resolve("gone")))
                .hasMessageContaining("gone: the topology cannot be read: no such file or directory\n");
    }

    private static ClusterPlan custom(
            ClusterWiring wiring, int servers, int perServer, int nvSwitches, int nics, int spines) {
        return plan(
                ClusterTemplate.CUSTOM,
                wiring,
                ClusterOption.GPUS,
                servers * perServer,
                ClusterOption.GPUS_PER_SERVER,
                perServer,
                ClusterOption.NV_SWITCHES_PER_SERVER,
                nvSwitches,
                ClusterOption.NICS_PER_ASW,
                nics,
                ClusterOption.PSW_SWITCHES,
                spines);
    }

    @Property
    void everyGpuReachesItsSwitches(
            @ForAll @IntRange(min = 1, max = 6) int servers,
            @ForAll @IntRange(min = 1, max = 9) int perServer,
            @ForAll @IntRange(min = 0, max = 3) int nvSwitches,
            @ForAll @IntRange(min = 1, max = 5) int nics,
            @ForAll @IntRange(min = 0, max = 6) int spines,
            @ForAll ClusterWiring wiring) {
        ClusterPlan plan = custom(wiring, servers, perServer, nvSwitches, nics, spines);
        ClusterGraph graph = ClusterGraph.of(plan);
        Set<Integer> joined = new HashSet<>();
        Map<Integer, Integer> ofAsw = new HashMap<>();
        int[] of = new int[graph.nodes()];
        for (ClusterGraph.Link link : graph.links()) {
            joined.add(link.b());
            of[link.a()]++;
            if (link.a() < graph.gpus() && !graph.isNvSwitch(link.b())) {
                ofAsw.merge(link.b(), 1, Integer::sum);
            }
        }
        for (int gpu = 0; gpu < graph.gpus(); gpu++) {
            assertThat(of[gpu]).isEqualTo(nvSwitches + wiring.tors());
        }
        assertThat(ofAsw.values()).allMatch(count -> count <= nics);
        assertThat(joined).hasSize(plan.nvSwitches() + ofAsw.size() + (plan.asws() > 0 ? spines : 0));
        if (spines % 2 == 0) {
            assertThat(graph.links()).hasSize((int) plan.statedLinks());
        }
    }

    /** Closed forms: NVSwitches have the GPUs of a server, spines the top-of-rack switches of their plane, and so back. */
    @Property
    void degreesAreThoseOfTheWiring(
            @ForAll @IntRange(min = 1, max = 6) int servers,
            @ForAll @IntRange(min = 1, max = 8) int perServer,
            @ForAll @IntRange(min = 0, max = 2) int nvSwitches,
            @ForAll @IntRange(min = 1, max = 4) int nics,
            @ForAll @IntRange(min = 0, max = 7) int spines,
            @ForAll ClusterWiring wiring) {
        ClusterPlan plan = custom(wiring, servers, perServer, nvSwitches, nics, spines);
        ClusterGraph graph = ClusterGraph.of(plan);
        int[] degrees = new int[graph.nodes()];
        int[] down = new int[graph.nodes()];
        for (ClusterGraph.Link link : graph.links()) {
            degrees[link.a()]++;
            degrees[link.b()]++;
            down[link.b()] += link.a() < graph.gpus() ? 1 : 0;
        }
        int firstAsw = graph.gpus() + graph.nvSwitches();
        int firstSpine = firstAsw + plan.asws();
        int firstPlane = wiring.planes() == 2 ? (spines + 1) / 2 : spines;
        for (int node = graph.gpus(); node < graph.nodes(); node++) {
            int expected;
            if (node < firstAsw) {
                expected = perServer;
            } else if (node < firstSpine) {
                boolean second = node >= firstAsw + plan.asws() / wiring.tors();
                expected = down[node] + (wiring.planes() == 2 && second ? spines - firstPlane : firstPlane);
            } else {
                expected = plan.asws() / wiring.planes();
            }
            assertThat(degrees[node]).as("node " + node).isEqualTo(expected);
        }
        int units = wiring.rails() ? perServer : 1;
        assertThat(plan.segments()).isEqualTo((servers * perServer + nics * units - 1) / (nics * units));
        assertThat(plan.asws()).isEqualTo(plan.segments() * units * wiring.tors());
    }
}
