// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.etude.network.packet.state.PortStatistics;
import org.etude.spec.network.EcnThreshold;
import org.etude.spec.network.SwitchSpec;
import org.junit.jupiter.api.Test;

/** Switches that only forward, as SimAI's NVSwitches. */
class PassiveSwitchTest {
    private static final List<EcnThreshold> EARLY = List.of(new EcnThreshold(100_000_000_000L, 2_000, 40_000, 1));

    /** Seven hosts send to one through a small buffer. */
    private static PortStatistics incast(int passive) {
        SwitchSpec switches = new SwitchSpec(true, EARLY, true, true, 600_000, 1, passive, false);
        Lab lab = new Lab(Lab.star(8, 100, 1000), Lab.shipped().with(switches));
        for (int host = 1; host < 8; host++) {
            lab.flow(host, 0, 60_000, 0);
        }
        lab.run();
        return lab.network.statistics();
    }

    private static long sum(PortStatistics ports, IntToLongFunction what) {
        return IntStream.range(0, ports.size()).mapToLong(what).sum();
    }

    @Test
    void theyNeitherMarkNorPause() {
        PortStatistics active = incast(0);
        assertThat(sum(active, active::marks)).isPositive();
        assertThat(sum(active, active::pausesSent)).isPositive();
        PortStatistics passive = incast(1);
        assertThat(sum(passive, passive::marks)).isZero();
        assertThat(sum(passive, passive::pausesSent)).isZero();
    }

    /** A passive switch is not taken for an active one of the same rates. */
    @Test
    void fastForwardKnowsThem() {
        List<List<String>> heard = new ArrayList<>();
        for (boolean fastForward : new boolean[] {true, false}) {
            SwitchSpec switches = Lab.shipped().switches().withPassive(1);
            Lab lab = new Lab(
                    PacketTopologies.fatTree(8, 2, 2, 100_000_000_000L, 1000),
                    Lab.shipped().with(switches).withFastForward(fastForward),
                    false);
            for (int round = 0; round < 3; round++) {
                // Through the first leaf, which is passive, then through the second.
                lab.flow(0, 1, 2_000_000, round * 1_000_000L);
                lab.flow(4, 5, 2_000_000, round * 1_000_000L + 500_000);
            }
            lab.run();
            assertThat(lab.network.skippedHops() > 0).isEqualTo(fastForward);
            heard.add(lab.heard);
        }
        assertThat(heard.get(0)).isEqualTo(heard.get(1));
    }
}
