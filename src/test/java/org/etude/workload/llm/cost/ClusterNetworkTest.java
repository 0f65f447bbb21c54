package org.etude.workload.llm.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.spec.CollectiveType;
import org.etude.workload.llm.cost.ClusterNetwork.Overlap;
import org.etude.workload.llm.cost.ClusterNetwork.Routing;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.Parallelism;
import org.junit.jupiter.api.Test;

class ClusterNetworkTest {
    private static final NodeModel NODE = new NodeModel(8, 200, 180, 25, 0, 0);
    private static final double NIC = 25 * 0.92;

    private static ClusterNetwork network(Parallelism ranks, int choices) {
        return new ClusterNetwork(NODE, ranks, MachineFit.NONE, new Routing(choices, false), new Overlap(false, false));
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

    /** Two experts of four nodes: another node gets a token with the chance 1 - (3 / 4)^2 = 7 / 16, three times, of two copies. */
    @Test
    void aTokenGoesToANodeOnce() {
        ClusterNetwork network = network(new Parallelism(1, 32, 32, 1), 2);
        double time = network.collective(CollectiveType.ALL_TO_ALL, 1e9, Group.EXPERT, 32);
        assertThat(time).isEqualTo(1e9 * 3 * 7 / 16.0 / 2 / (NIC * 0.8), within(1.0));
    }

    @Test
    void chunksHideAllButTheFirst() {
        Parallelism ranks = new Parallelism(4, 1, 8, 1);
        ClusterNetwork chunked =
                new ClusterNetwork(NODE, ranks, MachineFit.NONE, new Routing(1, false), new Overlap(true, true));
        double whole = network(ranks, 1).collective(CollectiveType.REDUCE_SCATTER, 1e9, Group.TENSOR, 4);
        assertThat(chunked.collective(CollectiveType.REDUCE_SCATTER, 1e9, Group.TENSOR, 4))
                .isEqualTo(whole / 4, within(1e-6));
        assertThat(chunked.hidden(CollectiveType.REDUCE_SCATTER, 1e9, Group.TENSOR, 4))
                .isEqualTo(whole * 3 / 4, within(1e-6));
        assertThat(chunked.hidden(CollectiveType.REDUCE_SCATTER, 1e9, Group.DATA, 8))
                .isZero();
        assertThat(network(ranks, 1).hidden(CollectiveType.REDUCE_SCATTER, 1e9, Group.TENSOR, 4))
                .isZero();
        assertThat(chunked.blockingMessages()).isTrue();
        assertThat(chunked.collective(CollectiveType.ALL_REDUCE, 1e9, Group.TENSOR, 4))
                .isEqualTo(network(ranks, 1).collective(CollectiveType.ALL_REDUCE, 1e9, Group.TENSOR, 4));
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
}
