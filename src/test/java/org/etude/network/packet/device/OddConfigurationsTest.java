// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.network.packet.spec.ConfigFile;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configurations that the reference runs or hangs on because of their content, not their syntax. */
class OddConfigurationsTest {
    private static final PacketTopology STAR = PacketTopologies.star(3, 25_000_000_000L, 1000);

    @TempDir
    private Path directory;

    private PacketNetworkSpec read(String more) throws Exception {
        Path file = directory.resolve("config.txt");
        Files.writeString(
                file,
                "TOPOLOGY_FILE t RATE_AI 50Mb/s RATE_HAI 100Mb/s L2_ACK_INTERVAL 1 L2_CHUNK_SIZE 4000 HAS_WIN 0 "
                        + more);
        return ConfigFile.read(file).spec();
    }

    /** Without RP_TIMER, whose default is 0, DCQCN runs for as long as nothing is marked. */
    @Test
    void dcqcnNeedsItsTimersWhenSomethingIsMarked() throws Exception {
        PacketNetworkSpec spec = read("CC_MODE 1 KMAX_MAP 1 25000000000 40 KMIN_MAP 1 25000000000 10");
        PacketNetworkSpec none = read("CC_MODE 12 KMAX_MAP 1 25000000000 40 KMIN_MAP 1 25000000000 10");
        assertThat(new Lab(STAR, spec).flow(0, 2, 100_000, 0).run().rows())
                .isEqualTo(new Lab(STAR, none).flow(0, 2, 100_000, 0).run().rows())
                .hasSize(1);
        Lab incast = new Lab(STAR, spec).flow(0, 2, 1_000_000, 0).flow(1, 2, 1_000_000, 0);
        assertThatThrownBy(incast::run)
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining("ALPHA_RESUME_INTERVAL 55, RATE_DECREASE_INTERVAL 4, RP_TIMER 0");
    }

    @Test
    void withoutAStepTheRateStaysDown() throws Exception {
        String marks = "CC_MODE 1 RP_TIMER 50 ALPHA_RESUME_INTERVAL 1 EWMA_GAIN 0.1 KMAX_MAP 1 25000000000 40 ";
        List<String> rising = both(read(marks + "FAST_RECOVERY_TIMES 0"));
        List<String> still = both(read(marks + "FAST_RECOVERY_TIMES 0 RATE_AI 0Mb/s RATE_HAI 0Mb/s"));
        assertThat(nanos(still)).isGreaterThan(nanos(rising));
    }

    private static List<String> both(PacketNetworkSpec spec) {
        return new Lab(STAR, spec)
                .flow(0, 2, 2_000_000, 0)
                .flow(1, 2, 2_000_000, 0)
                .run()
                .rows();
    }

    private static long nanos(List<String> rows) {
        return rows.stream()
                .mapToLong(row -> Long.parseLong(row.split(" ")[6]))
                .max()
                .orElseThrow();
    }

    /** 400 Gbit/s over 50 ms: bits times nanoseconds pass 2^63, and the window must not. */
    @Test
    void longFatLinksHaveTheirWholeWindow() {
        assertThat(Routes.product(100_000_000L, 400_000_000_000L)).isEqualTo(5_000_000_000L);
        PacketTopology far = PacketTopologies.star(2, 400_000_000_000L, 50_000_000);
        Lab lab = new Lab(far, PacketNetworkSpec.shipped())
                .flow(0, 1, 1_000_000, 0)
                .run();
        assertThat(nanos(lab.rows())).isBetween(200_000_000L, 200_100_000L);
    }

    @Property
    void productsAreWholeBytes(
            @ForAll @LongRange(min = 0, max = 9_000_000) long nanos,
            @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long bps) {
        assertThat(Routes.product(nanos, bps)).isEqualTo(nanos * bps / 1_000_000_000L / 8);
        assertThat(Routes.product(nanos * 1000, bps * 1000)).isEqualTo(nanos * bps / 8000);
    }
}
