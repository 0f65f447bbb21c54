// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.spec.CollectiveType;
import org.etude.spec.Parallelism;
import org.etude.workload.parallel.Group;
import org.junit.jupiter.api.Test;

class ClusterNetworkTest {
    private static final NodeModel NODE = new NodeModel(8, 200, 180, 25, 0, 0);
    private static final double NIC = 25 * 0.92;

    private static ClusterNetwork network(Parallelism ranks, int choices) {
        return new ClusterNetwork(NODE, ranks, MachineFit.NONE, choices, false);
    }

    @Test
    void aGroupOfANodeRunsAtItsLinks() {
        ClusterNetwork network = network(new Parallelism(8, 1, 4, 1), 1);
        double time = network.collective(CollectiveType.ALL_REDUCE, 1e9, Group.TENSOR, 8);
        assertThat(time).isEqualTo(2 * 7 / 8.0 * 1e9 / 200, within(1.0));
        assertThat(network.collective(CollectiveType.ALL_GATHER, 1e9 / 8, Group.TENSOR, 8))
                .isEqualTo(time / 2, within(1.0));
    }

    /** With tp 8 each copy has one NIC to itself; with tp 2 four members of a node share four, with tp 1 all eight. */
    @Test
    void copiesLeaveANodeOverTheNicsOfTheirMembers() {
        double one = network(new Parallelism(8, 1, 4, 1), 1).collective(CollectiveType.ALL_REDUCE, 1e9, Group.DATA, 4);
        double four =
                network(new Parallelism(2, 1, 16, 1), 1).collective(CollectiveType.ALL_REDUCE, 1e9, Group.DATA, 16);
        assertThat(one).isEqualTo(2 * 3 / 4.0 * 1e9 / NIC, within(1.0));
        assertThat(four).isEqualTo(2 * 15 / 16.0 * 1e9 / (4 * NIC), within(1.0));
    }

    /** Twelve copies on nodes of eight are eight and four, or four and eight; of six, one group of four is two and four. */
    @Test
    void theNodeWithTheFewestMembersLimitsAGroup() {
        double twelve =
                network(new Parallelism(1, 1, 12, 2), 1).collective(CollectiveType.ALL_REDUCE, 1e9, Group.DATA, 12);
        assertThat(twelve).isEqualTo(2 * 11 / 12.0 * 1e9 / (4 * NIC), within(1.0));
        double six = network(new Parallelism(1, 1, 6, 4), 1).collective(CollectiveType.ALL_REDUCE, 1e9, Group.DATA, 6);
        assertThat(six).isEqualTo(2 * 5 / 6.0 * 1e9 / (2 * NIC), within(1.0));
        double pairs =
                network(new Parallelism(2, 1, 6, 2), 1).collective(CollectiveType.ALL_REDUCE, 1e9, Group.DATA, 6);
        assertThat(pairs).isEqualTo(2 * 5 / 6.0 * 1e9 / (2 * NIC), within(1.0));
        double inside =
                network(new Parallelism(1, 1, 4, 6), 1).collective(CollectiveType.ALL_REDUCE, 1e9, Group.DATA, 4);
        assertThat(inside).isEqualTo(2 * 3 / 4.0 * 1e9 / 200, within(1.0));
    }

    /** Racks of 72 are used by 64 ranks each where the job has a power of two, or by 72, or unevenly. */
    @Test
    void aJobOfSeveralRacksUsesThemAlike() {
        NodeModel rack = NODE.withDomain(72);
        assertThat(rack.used(64)).isEqualTo(72);
        assertThat(rack.used(256)).isEqualTo(64);
        assertThat(rack.used(144)).isEqualTo(72);
        assertThat(rack.used(264)).isEqualTo(66);
        assertThat(rack.used(100)).isEqualTo(72);
        assertThat(NODE.used(12)).isEqualTo(8);
        assertThat(NODE.used(24)).isEqualTo(8);
        ClusterNetwork racks = new ClusterNetwork(rack, new Parallelism(1, 1, 32, 8), MachineFit.NONE, 1, false);
        assertThat(racks.collective(CollectiveType.ALL_REDUCE, 1e9, Group.DATA, 32))
                .isEqualTo(2 * 31 / 32.0 * 1e9 / 200, within(1.0));
    }

    /** Counted one by one over all groups. */
    @Property(tries = 300)
    void noGroupHasFewerMembersInAnyNode(
            @ForAll @IntRange(min = 0, max = 3) int tensor,
            @ForAll @IntRange(min = 2, max = 30) int copies,
            @ForAll @IntRange(min = 1, max = 12) int stages) {
        Parallelism ranks = new Parallelism(1 << tensor, 1, copies, stages);
        int fewest = Integer.MAX_VALUE;
        for (int stage = 0; stage < stages; stage++) {
            int[] members = new int[ranks.world() / 8 + 1];
            for (int copy = 0; copy < copies; copy++) {
                members[(stage * copies + copy) * ranks.tp() / 8]++;
            }
            fewest = Math.min(
                    fewest, IntStream.of(members).filter(n -> n > 0).min().orElseThrow());
        }
        fewest = ranks.world() <= 8 ? copies : fewest;
        double rate = fewest == copies ? fewest == 2 ? 180 : 200 : Math.min(fewest == 2 ? 180 : 200, fewest * NIC);
        boolean alone = fewest == 1 && copies > 1;
        double time = network(ranks, 1).collective(CollectiveType.ALL_REDUCE, 1e9, Group.DATA, copies);
        assertThat(time).isEqualTo(2 * (copies - 1.0) / copies * 1e9 / (alone ? NIC : rate), within(1.0));
    }

    /** Two experts of four nodes: another node gets a token with the chance 1 - (3 / 4)^2 = 7 / 16, three times, of two copies. */
    @Test
    void aTokenGoesToANodeOnce() {
        ClusterNetwork network = network(new Parallelism(1, 32, 32, 1), 2);
        double time = network.collective(CollectiveType.ALL_TO_ALL, 1e9, Group.EXPERT, 32);
        assertThat(time).isEqualTo(1e9 * 3 * 7 / 16.0 / 2 / (NIC * 0.8), within(1.0));
    }

    /** Two experts of eight ranks: 8 (1 - (7 / 8)^2) = 1.875 ranks get a token, seven eighths of them over links, of two copies. */
    @Test
    void aTokenGoesToARankOnce() {
        Parallelism ranks = new Parallelism(1, 8, 8, 1);
        assertThat(network(ranks, 2).collective(CollectiveType.ALL_TO_ALL, 1e9, Group.EXPERT, 8))
                .isEqualTo(1e9 * 1.875 / 2 * 7 / 8 / (200 * 0.8), within(1.0));
        assertThat(network(ranks, 1).collective(CollectiveType.ALL_TO_ALL, 1e9, Group.EXPERT, 8))
                .isEqualTo(1e9 * 7 / 8 / (200 * 0.8), within(1.0));
    }

    /** Tokens that go to each node once are counted so by whoever asks: of eight nodes seven eighths leave. */
    @Test
    void groupsAcrossNodesLeaveThemOverOneNicEach() {
        ClusterNetwork network = network(new Parallelism(1, 64, 64, 1), 8);
        assertThat(network.collective(CollectiveType.ALL_TO_ALL, 1e9, Group.EXPERT_FAR, 8))
                .isEqualTo(1e9 * 7 / 8 / (NIC * 0.8), within(1.0));
        assertThat(network.collective(CollectiveType.ALL_TO_ALL, 1e9, Group.EXPERT_NEAR, 8))
                .isEqualTo(1e9 * 7 / 8 / (200 * 0.8), within(1.0));
    }

    /** Never below the bytes that must leave a node over all its NICs. */
    @Property(tries = 200)
    void neverBelowTheFloor(
            @ForAll @IntRange(min = 0, max = 3) int tensor,
            @ForAll @IntRange(min = 1, max = 64) int nodes,
            @ForAll @IntRange(min = 1, max = 1 << 30) int bytes) {
        int tp = 1 << tensor;
        int dp = 8 * nodes / tp;
        ClusterNetwork network = network(new Parallelism(tp, 1, dp, 1), 1);
        double time = network.collective(CollectiveType.ALL_REDUCE, bytes, Group.DATA, dp);
        // Of tp groups, each with S bytes: a node sends 2 (N - 1) / N S of each at least.
        double floor = nodes == 1 ? 0 : 2.0 * (nodes - 1) / nodes * bytes * tp / (8 * 25);
        assertThat(time).isGreaterThanOrEqualTo(floor);
    }

    /** Four stages of two ranks fill a node of eight, and four more the next; stages of six straddle nodes. */
    @Test
    void stagesOfOneNodeSendOverItsLinks() {
        ClusterNetwork small = network(new Parallelism(2, 1, 1, 8), 1);
        double within = small.message(1e9, 0, 1);
        assertThat(within - small.message(0, 0, 1)).isEqualTo(1e9 / 180, within(1.0));
        assertThat(small.message(1e9, 6, 5)).isEqualTo(within);
        double across = small.message(1e9, 3, 4);
        assertThat(across - small.message(0, 3, 4)).isEqualTo(1e9 / NIC, within(1.0));
        assertThat(small.message(1e9, 0, 7)).isEqualTo(across);
        assertThat(network(new Parallelism(2, 1, 3, 4), 1).message(1e9, 0, 1)).isEqualTo(across);
        assertThat(network(new Parallelism(8, 1, 1, 4), 1).message(1e9, 0, 1)).isEqualTo(across);
    }

    @Test
    void stagesWaitForTheirMessagesWhereTheScheduleMakesThem() {
        Parallelism ranks = new Parallelism(4, 1, 8, 1);
        assertThat(network(ranks, 1).blockingMessages()).isFalse();
        assertThat(new ClusterNetwork(NODE, ranks, MachineFit.NONE, 1, true).blockingMessages())
                .isTrue();
    }
}
