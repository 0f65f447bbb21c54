// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Completion times that the reference recorded for small networks, shipped settings; ns. */
class RecordedFiguresTest {

    /** Hosts 0 and 1 at one switch, 2 and 3 at the other, one link between; 0 to 2 and 1 to 3 send 2 MB each. */
    @ParameterizedTest
    @CsvSource({
        "DCQCN, 100, 338095, 338178",
        "HPCC_PINT, 100, 363881, 347509",
        "DCTCP, 100, 338095, 338178",
        "NONE, 25, 1334377, 1334709",
        "TIMELY, 25, 1342379, 1342713",
        "HPCC_PINT, 400, 95920, 100267",
        "NONE, 400, 90024, 90045",
        "HPCC, 400, 99982, 99860"
    })
    void twoFlowsShareALink(CongestionControl control, int gbps, long first, long second) {
        Lab lab = new Lab(dumbbell(gbps), Lab.shipped().with(control))
                .flow(0, 2, 2_000_000, 0)
                .flow(1, 3, 2_000_000, 0)
                .run();
        assertThat(lab.completion(0, 2)).isEqualTo(first);
        assertThat(lab.completion(1, 3)).isEqualTo(second);
    }

    /** The second flow sends 1 MB from 20 us on. */
    @ParameterizedTest
    @CsvSource({
        "NONE, 100, 255178, 172098",
        "HPCC, 100, 286646, 179035",
        "TIMELY, 100, 258180, 174172",
        "DCTCP, 100, 255178, 172098",
        "DCQCN, 25, 1002709, 670629",
        "HPCC_PINT, 25, 1060183, 686572",
        "HPCC, 400, 81612, 51657",
        "HPCC_PINT, 400, 76921, 50261"
    })
    void aSecondFlowComesLater(CongestionControl control, int gbps, long first, long second) {
        Lab lab = new Lab(dumbbell(gbps), Lab.shipped().with(control))
                .flow(0, 2, 2_000_000, 0)
                .flow(1, 3, 1_000_000, 20_000)
                .run();
        assertThat(lab.completion(0, 2)).isEqualTo(first);
        assertThat(lab.completion(1, 3)).isEqualTo(second);
    }

    /** Seven senders without windows into a small buffer: marks are drawn at random, PFC pauses 664 times. */
    @Test
    void markedIncast() {
        PacketNetworkSpec spec = Lab.shipped()
                .with(CongestionControl.DCQCN)
                .with(Lab.shipped().transport().withWindow(false))
                .with(Lab.shipped().switches().withBuffer(1 << 20));
        Lab lab = new Lab(Lab.star(8, 100, 1000), spec);
        for (int i = 1; i < 8; i++) {
            lab.flow(i, 0, 2_000_000, 0);
        }
        lab.run();
        assertThat(lab.pauses.size()).isEqualTo(664);
        assertThat(lab.rows()).first().isEqualTo("0b000401 0b000001 10000 100 2000000 0 977764 171840");
        assertThat(lab.rows()).last().isEqualTo("0b000101 0b000001 10000 100 2000000 0 1173254 171840");
    }

    @Test
    void lossyLink() {
        Lab lab = new Lab(Lab.star(2, 100, 500), Lab.shipped().withErrorRate(0.001))
                .flow(0, 1, 4_000_000, 0)
                .run();
        assertThat(lab.completion(0, 1)).isEqualTo(352259);
    }

    private static PacketTopology dumbbell(int gbps) {
        long rate = gbps * 1_000_000_000L;
        return new PacketTopology(
                4,
                2,
                List.of(
                        new PacketTopology.Link(0, 4, rate, 1000, 0),
                        new PacketTopology.Link(1, 4, rate, 1000, 0),
                        new PacketTopology.Link(2, 5, rate, 1000, 0),
                        new PacketTopology.Link(3, 5, rate, 1000, 0),
                        new PacketTopology.Link(4, 5, rate, 1000, 0)));
    }
}
