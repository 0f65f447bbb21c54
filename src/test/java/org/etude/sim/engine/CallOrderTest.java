// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** A program counts its nodes from 0 in the order of their ids. */
class CallOrderTest {
    private static final long NOT_PLACED = Long.MIN_VALUE;

    private final EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());
    private final CallOrder order = new CallOrder();

    private void add(long id, EtNodeType type, String backend, boolean onThread, String group, long after) {
        out.begin(id, "n" + id, type, 0, 1);
        out.dependencies(new long[0], new long[0]);
        out.bool(EtNames.IS_CPU_OP, false);
        out.int64(EtNames.COMM_TYPE, CollectiveType.ALL_REDUCE.number());
        out.int64(EtNames.COMM_SIZE, 64);
        out.string(EtNames.PG_NAME, group);
        if (!backend.isEmpty()) {
            out.string(EtNames.BACKEND, backend);
        }
        if (onThread) {
            out.int64(EtNames.RESOURCE, id % 2);
        }
        if (after != NOT_PLACED) {
            out.int64(EtNames.CALLED_AFTER, after);
        }
        out.end();
    }

    private void collective(long id, String group) {
        add(id, EtNodeType.COMM_COLL, "gloo", true, group, NOT_PLACED);
    }

    private void placed(long id, long after) {
        add(id, EtNodeType.COMM_COLL, "gloo", true, "0", after);
    }

    private RankWorkload rank(int number, RankProgram program) {
        return new RankWorkload(number, program, (rank, node) -> {});
    }

    private RankWorkload rank() {
        return rank(0, new RankProgram(out.build()));
    }

    /** The ids of the nodes as they begin, if every one could begin at once and that of the highest id is asked first. */
    private List<Long> begun(RankWorkload rank) {
        List<Long> ids = new ArrayList<>();
        for (int node = rank.program.size - 1; node >= 0; node--) {
            if (order.mayBegin(rank, node)) {
                for (int next = node; next >= 0; next = order.behind(rank, next)) {
                    if (next != node) {
                        assertThat(order.mayBegin(rank, next)).isTrue();
                    }
                    ids.add(rank.program.id[next]);
                }
            }
        }
        return ids;
    }

    @Test
    void idsTellTheOrderOfTheCalls() {
        collective(7, "0");
        collective(5, "0");
        collective(6, "0");
        assertThat(begun(rank())).containsExactly(5L, 6L, 7L);
    }

    @Test
    void theNextOneIsToldOnlyOnceItCouldBegin() {
        collective(1, "0");
        collective(2, "0");
        RankWorkload rank = rank();
        assertThat(order.mayBegin(rank, 0)).isTrue();
        assertThat(order.behind(rank, 0)).isEqualTo(-1);
        assertThat(order.mayBegin(rank, 1)).isTrue();
        assertThat(order.behind(rank, 0)).as("it has begun").isEqualTo(-1);
        assertThat(order.behind(rank, 1)).as("the last one").isEqualTo(-1);
    }

    @Test
    void aPlacedOneIsCalledRightAfterTheOneThatItNames() {
        collective(1, "0");
        collective(3, "0");
        placed(9, 1);
        assertThat(begun(rank())).containsExactly(1L, 9L, 3L);
    }

    @Test
    void placedOnesFollowEachOther() {
        collective(4, "0");
        placed(2, 3);
        placed(3, 1);
        collective(1, "0");
        assertThat(begun(rank())).containsExactly(1L, 3L, 2L, 4L);
    }

    @Test
    void whatIsPlacedFirstIsBeforeEveryId() {
        collective(0, "0");
        placed(8, -1);
        placed(5, 8);
        assertThat(begun(rank())).containsExactly(8L, 5L, 0L);
    }

    @Test
    void placesThatNameEachOtherEnd() {
        placed(2, 1);
        placed(1, 2);
        assertThat(begun(rank())).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void eachGroupHasItsOwnOrder() {
        collective(1, "0");
        collective(2, "1");
        collective(3, "0");
        RankWorkload rank = rank();
        assertThat(order.mayBegin(rank, 1)).isTrue();
        assertThat(order.mayBegin(rank, 2)).isFalse();
        assertThat(order.mayBegin(rank, 0)).isTrue();
        assertThat(order.behind(rank, 0)).isEqualTo(2);
        assertThat(order.behind(rank, 1)).isEqualTo(-1);
    }

    /** Whatever comes before it, such a node begins when it can. */
    @Test
    void onlyCollectivesOfAHostBackendOnAThreadWait() {
        collective(1, "0");
        add(2, EtNodeType.COMM_COLL, "", true, "0", NOT_PLACED);
        add(3, EtNodeType.COMM_COLL, "gloo", false, "0", NOT_PLACED);
        add(4, EtNodeType.COMM_SEND, "gloo", true, "0", NOT_PLACED);
        collective(5, "0");
        add(6, EtNodeType.COMM_SEND, "gloo", true, "0", NOT_PLACED);
        RankWorkload rank = rank();
        for (int node : new int[] {1, 2, 5}) {
            assertThat(order.mayBegin(rank, node)).as("node %d", node).isTrue();
        }
        assertThat(order.mayBegin(rank, 4)).isFalse();
    }

    @Test
    void ranksOfOneProgramBeginApart() {
        collective(1, "0");
        collective(2, "0");
        RankProgram program = new RankProgram(out.build());
        RankWorkload first = rank(0, program);
        RankWorkload second = rank(1, program);
        assertThat(order.mayBegin(first, 0)).isTrue();
        assertThat(order.mayBegin(second, 1)).isFalse();
        assertThat(order.mayBegin(first, 1)).isTrue();
    }
}
