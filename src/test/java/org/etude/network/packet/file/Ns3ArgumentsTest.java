// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.report.Finding;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Ns3ArgumentsTest {
    private static final PacketNetworkSpec SHIPPED = PacketNetworkSpec.shipped();

    private static Ns3Arguments of(String... arguments) {
        return Ns3Arguments.of(SHIPPED, List.of(arguments));
    }

    @Test
    void withoutArgumentsNothingChanges() {
        assertThat(of().spec()).isEqualTo(SHIPPED);
        assertThat(of("--num-queues-per-dim=2", "wherever").spec()).isEqualTo(SHIPPED);
        assertThat(of("--num-queues-per-dim=2").report().findings()).isEmpty();
    }

    @Test
    void aRunOfRandomNumbersIsTaken() {
        assertThat(of("--RngRun=7").spec()).isEqualTo(SHIPPED.withRandomRun(7));
        assertThat(of("--RngRun=7", "--RngRun=2").spec().randomRun()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"false, false", "f, false", "0, false", "true, true", "t, true", "1, true"})
    void pausesAreIgnoredOrObeyed(String value, boolean pfc) {
        assertThat(of("--ns3::QbbNetDevice::QbbEnabled=" + value)
                        .spec()
                        .switches()
                        .pfc())
                .isEqualTo(pfc);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--RngRun=0", "--RngRun=-1", "--RngRun=two", "--ns3::QbbNetDevice::QbbEnabled=no"})
    void valuesWithoutSenseAreNamed(String argument) {
        assertThatThrownBy(() -> of(argument))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining(argument);
    }

    @Test
    void whatHasNoEffectIsSaid() {
        Ns3Arguments all = of("--RngSeed=3", "--ns3::RdmaHw::MiThresh=2", "--SchedulerType=ns3::HeapScheduler");
        assertThat(all.spec()).isEqualTo(SHIPPED);
        assertThat(all.report().findings())
                .extracting(Finding::where)
                .containsExactly("--RngSeed=3", "--ns3::RdmaHw::MiThresh=2", "--SchedulerType=ns3::HeapScheduler");
    }

    /** Two runs lose different packets, the same run the same ones. */
    @Test
    void anotherRunLosesOtherPackets() {
        PacketTopology star = PacketTopologies.star(2, 100_000_000_000L, 500);
        PacketNetworkSpec lossy = SHIPPED.withErrorRate(0.01);
        assertThat(rows(star, lossy, 2)).isEqualTo(rows(star, lossy, 2)).isNotEqualTo(rows(star, lossy, 3));
    }

    private static List<String> rows(PacketTopology star, PacketNetworkSpec spec, int run) {
        PacketNetworkSpec taken =
                Ns3Arguments.of(spec, List.of("--RngRun=" + run)).spec();
        return new Lab(star, taken).flow(0, 1, 3_000_000, 0).run().all();
    }
}
