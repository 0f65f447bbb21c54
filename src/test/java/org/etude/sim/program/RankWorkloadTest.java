// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.sim.spec.Cases.collective;
import static org.etude.sim.spec.Cases.graph;
import static org.etude.sim.spec.Cases.receive;
import static org.etude.sim.spec.Cases.send;
import static org.etude.sim.spec.Cases.work;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNode;
import org.junit.jupiter.api.Test;

class RankWorkloadTest {
    private final List<Integer> issued = new ArrayList<>();

    private RankWorkload rank(EtNode... nodes) {
        return new RankWorkload(3, new RankProgram(graph(nodes)), (rank, node) -> issued.add(node));
    }

    private static EtNode onHost(EtNode node) {
        return node.withAttributes(List.of(EtAttribute.bool("is_cpu_op", true)));
    }

    private static EtNode onGpu(EtNode node) {
        return node.withAttributes(List.of(EtAttribute.bool("is_cpu_op", false)));
    }

    @Test
    void aSlotRunsOneNodeAtATimeLowestIdFirst() {
        RankWorkload rank = rank(onGpu(work(0, 5)), onGpu(work(1, 5)), onHost(work(2, 5)), onHost(work(3, 5)));
        rank.pass(10);
        assertThat(issued).containsExactly(0, 2);
        assertThat(rank.issued).containsExactly(10, RankWorkload.NEVER, 10, RankWorkload.NEVER);
        assertThat(rank.isRunning(0)).isTrue();
        assertThat(rank.isRunning(1)).isFalse();
        assertThat(rank.stuck()).as("others run").isFalse();
        rank.end(0, 15);
        assertThat(rank.isRunning(0)).isFalse();
        rank.pass(15);
        assertThat(issued).containsExactly(0, 2, 1);
        assertThat(rank.open()).isEqualTo(3);
    }

    @Test
    void aNodeIsFreeWhenTheLastOfItsDependenciesEnds() {
        RankWorkload rank = rank(onGpu(work(0, 5)), onHost(work(1, 5)), onGpu(work(2, 5, 0, 1)));
        assertThat(rank.waitsFor(2)).isEqualTo(2);
        rank.pass(0);
        rank.end(0, 5);
        rank.pass(5);
        assertThat(issued).containsExactly(0, 1);
        assertThat(rank.idle()).isFalse();
        assertThat(rank.stuck()).isFalse();
        rank.end(1, 7);
        assertThat(rank.stuck()).as("free but not issued").isTrue();
        rank.pass(7);
        rank.end(2, 9);
        assertThat(issued).containsExactly(0, 1, 2);
        assertThat(rank.ended).containsExactly(5, 7, 9);
        assertThat(rank.idle()).isTrue();
        assertThat(rank.open()).isZero();
    }

    @Test
    void receivesHoldNoSlotAndSendsOne() {
        RankWorkload rank =
                rank(receive(0, 1, 8, 1), receive(1, 1, 8, 2), send(2, 1, 8, 3), send(3, 1, 8, 5), receive(4, 1, 8, 4));
        rank.pass(0);
        assertThat(issued).containsExactly(0, 1, 2, 4);
        assertThat(rank.communicating()).isEqualTo(2);
        rank.end(2, 1);
        assertThat(rank.communicating()).isEqualTo(-1);
        rank.pass(1);
        assertThat(rank.communicating()).isEqualTo(3);
    }

    /** A node that ends at once, as empty ones do, frees its children for the next pass, even on a slot that is free. */
    @Test
    void childrenOfNodesThatEndDuringAPassAreIssuedInTheNext() {
        RankWorkload[] made = new RankWorkload[1];
        made[0] = new RankWorkload(
                0, new RankProgram(graph(onGpu(work(0, 0)), onGpu(work(1, 0, 0)), onGpu(work(2, 0)))), (rank, node) -> {
                    issued.add(node);
                    rank.end(node, 4);
                });
        made[0].pass(4);
        assertThat(issued).containsExactly(0, 2);
        assertThat(made[0].stuck()).isTrue();
        made[0].pass(4);
        assertThat(issued).containsExactly(0, 2, 1);
        made[0].pass(4);
        assertThat(issued).as("nothing is issued twice").containsExactly(0, 2, 1);
        assertThat(made[0].idle()).isTrue();
    }

    @Test
    void arrivalsOfPartnersAreKeptByNode() {
        RankWorkload rank = rank(collective(0, 0, 64), collective(1, 0, 64, 0));
        rank.pass(6);
        assertThat(rank.communicating()).isZero();
        assertThat(rank.arrived(0)).as("nobody came later").isEqualTo(6);
        assertThat(rank.met(1)).isEqualTo(RankWorkload.NEVER);
        rank.met(1, 30);
        assertThat(rank.met(1)).isEqualTo(30);
        assertThat(rank.met(0)).isEqualTo(RankWorkload.NEVER);
        rank.arrived(new long[] {8, 40});
        assertThat(rank.arrived(0)).isEqualTo(8);
        assertThat(rank.arrivals()).containsExactly(8, 40);
        rank.begins(0, 7);
        assertThat(rank.issued[0]).isEqualTo(7);
    }
}
