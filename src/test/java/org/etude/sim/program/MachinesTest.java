// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.junit.jupiter.api.Test;

/** Which ranks share a machine, if the traces name machines and the job has the ranks that were recorded. */
class MachinesTest {
    private static EtGraph rank(long machine, long ranks) {
        return new EtGraphBuilder(
                        "",
                        List.of(
                                EtAttribute.int64(EtNames.MACHINE, machine),
                                EtAttribute.int64(EtNames.RECORDED_RANKS, ranks)))
                .build();
    }

    @Test
    void allRanksOfOneMachine() {
        List<EtGraph> ranks = List.of(rank(3, 2), rank(3, 2));
        assertThat(Machines.of(ranks)).containsExactly(0, 0);
        assertThat(Machines.isOne(ranks)).isTrue();
    }

    @Test
    void severalMachinesOrOtherRanksAreNotOne() {
        assertThat(Machines.isOne(List.of(rank(3, 2), rank(4, 2)))).isFalse();
        assertThat(Machines.isOne(List.of(rank(3, 4), rank(3, 4))))
                .as("two of four")
                .isFalse();
        assertThat(Machines.isOne(
                        List.of(new EtGraphBuilder("", List.of()).build(), new EtGraphBuilder("", List.of()).build())))
                .as("unnamed")
                .isFalse();
    }
}
