// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.etude.config.NamedConfig;
import org.etude.config.UnknownConfigException;
import org.etude.network.packet.spec.ConfigFile;
import org.etude.report.Finding;
import org.etude.sim.spec.SystemReader;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.topology.graph.TopologyException;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every ready-made configuration of {@code configs/} opens by its name and says where its values are from. */
class ConfigsTest {
    private static final Path CONFIGS = Path.of("configs");

    static List<String> networks() {
        return NamedConfig.NETWORK.names();
    }

    static List<String> systems() {
        return NamedConfig.SYSTEM.names();
    }

    static List<String> packets() {
        return NamedConfig.PACKETS.names();
    }

    @Test
    void theIndexListsExactlyTheFiles() throws IOException {
        try (Stream<Path> files = Files.walk(CONFIGS, 2)) {
            List<String> there = files.filter(file -> CONFIGS.relativize(file).getNameCount() == 2)
                    .map(file -> CONFIGS.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
            assertThat(Files.readAllLines(CONFIGS.resolve("index.txt"))).isEqualTo(there);
        }
    }

    @ParameterizedTest
    @MethodSource("networks")
    void networksOpenAndNameTheirSource(String name) {
        Topology network = Topology.parse(name);
        assertThat(network.check(0).findings()).noneMatch(finding -> finding.level() != Finding.Level.INFO);
        assertThat(network.levels()).isNotEmpty();
        assertThat(NamedConfig.NETWORK.text(name)).containsPattern("sources:\n  - \"[A-Z]");
    }

    @ParameterizedTest
    @MethodSource("systems")
    void systemsOpenWithoutFindingsAndNameTheirSource(String name) {
        assertThat(SystemReader.read(Path.of(name)).findings()).isEmpty();
        assertThat(NamedConfig.SYSTEM.text(name)).contains("Source: ");
    }

    @ParameterizedTest
    @MethodSource("packets")
    void packetConfigurationsDifferFromTheShippedOneInTheControlOnly(String name) {
        PacketNetworkSpec shipped = PacketNetworkSpec.shipped();
        CongestionControl control = CongestionControl.valueOf(name.toUpperCase(Locale.ROOT));
        PacketNetworkSpec named = ConfigFile.settings(Path.of(name)).spec();
        assertThat(named.transport()).isEqualTo(shipped.transport());
        assertThat(named.congestion()).isEqualTo(shipped.with(control).congestion());
        assertThat(NamedConfig.PACKETS.text(name)).contains("Source: ");
    }

    @Test
    void aNetworkOfNodesFollowsTheNumberOfRanks() {
        assertThat(Topology.parse("dgx-h100").hosts()).isEqualTo(8);
        assertThat(Topology.parse("dgx-h100", 2).hosts()).isEqualTo(2);
        Topology pod = Topology.parse("dgx-h100", 64);
        assertThat(pod).isEqualTo(Topology.parse("dgx-h100:64"));
        assertThat(pod.logical().dims()).extracting(dim -> dim.npus()).containsExactly(8, 8);
        assertThat(pod.logical().dims())
                .extracting(dim -> dim.bandwidth())
                .containsExactly(Bandwidth.gigabytesPerSecond(450), gbps(400));
        assertThat(Topology.parse("gb200-nvl72:144").logical().dims())
                .extracting(dim -> dim.npus())
                .containsExactly(72, 2);
    }

    @Test
    void theStudyTopologiesAreThoseOfTheStudy() {
        assertThat(Topology.parse("study-torus-128"))
                .isEqualTo(Topology.torus(4, 4, 8)
                        .bandwidth(gbps(25), gbps(25), gbps(65))
                        .latency(us(5), us(5), us(14)));
    }

    @Test
    void wrongSizesAndNamesAreExplained() {
        assertThatThrownBy(() -> Topology.parse("dgx-h100", 12))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("nodes of 8");
        assertThatThrownBy(() -> ConfigFile.settings(Path.of("bbr")))
                .isInstanceOf(UnknownConfigException.class)
                .hasMessageContaining("dcqcn");
        assertThatThrownBy(() -> Topology.parse("dgx-h900")).isInstanceOf(TopologyException.class);
    }
}
