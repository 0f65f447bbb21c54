// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.etude.unit.Units.bytes;

import java.util.List;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.junit.jupiter.api.Test;

/** A packet run ends with its last rank, not with the acknowledgements that are still under way. */
class EndOfPacketRunTest {

    /** Both move the same bytes in the same steps; only the reduce-scatter ends with messages between the nodes. */
    @Test
    void aReduceScatterBetweenNodesTakesAsLongAsAnAllGather() {
        double gather = micros(CollectiveType.ALL_GATHER, 4 << 10);
        double scatter = micros(CollectiveType.REDUCE_SCATTER, 64 << 10);
        assertThat(scatter).isCloseTo(gather, within(0.5));
    }

    private static double micros(CollectiveType type, long size) {
        return Workloads.collectives(16, type, List.of(bytes(size)))
                .simulate(Topology.parse("dgx-h100:16"), x -> x.fidelity(Fidelity.PACKET))
                .end()
                .toMicros();
    }
}
