// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.sim.result.TimedNodes;
import org.junit.jupiter.api.Test;

/** Nodes by hand: rank, type, start, and a group or the other rank and the tag. Rows are in the order given, rank by rank. */
class CollectiveRoundsTest {
    private record Node(int rank, EtNodeType type, long issued, String group, int other, int tag) {}

    private final List<Node> nodes = new ArrayList<>();
    /** The number of each rank in the job. */
    private int[] numbers = {0, 1, 2};

    private void collective(int rank, long issued, String group) {
        nodes.add(new Node(rank, EtNodeType.COMM_COLL, issued, group, -1, 0));
    }

    private void send(int rank, long issued, int to, int tag) {
        nodes.add(new Node(rank, EtNodeType.COMM_SEND, issued, "", to, tag));
    }

    private void receive(int rank, long issued, int from, int tag) {
        nodes.add(new Node(rank, EtNodeType.COMM_RECV, issued, "", from, tag));
    }

    private int last(int row, CommGroups groups) {
        nodes.sort(Comparator.comparingInt(Node::rank));
        return new CollectiveRounds(timed(), groups).lastToJoin(row);
    }

    private int last(int row) {
        return last(row, CommGroups.none());
    }

    private TimedNodes timed() {
        return (TimedNodes) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {TimedNodes.class}, (proxy, method, given) -> {
                    int at = given == null || !(given[0] instanceof Integer number) ? -1 : number;
                    return switch (method.getName()) {
                        case "size" -> nodes.size();
                        case "ranks" -> numbers.length;
                        case "firstOf" -> firstOf(at);
                        case "rank" -> nodes.get(at).rank;
                        case "type" -> nodes.get(at).type;
                        case "issued" -> nodes.get(at).issued;
                        case "group" -> nodes.get(at).group;
                        case "numberOf" -> numbers[at];
                        case "rankOf" -> indexOf(at);
                        case "number" ->
                            given[1].equals(EtNames.COMM_TAG) ? nodes.get(at).tag : (long) nodes.get(at).other;
                        default -> throw new UnsupportedOperationException(method.getName());
                    };
                });
    }

    private int firstOf(int rank) {
        assertThat(rank).isBetween(0, numbers.length);
        return (int) nodes.stream().filter(node -> node.rank < rank).count();
    }

    private int indexOf(int number) {
        for (int rank = 0; rank < numbers.length; rank++) {
            if (numbers[rank] == number) {
                return rank;
            }
        }
        return -1;
    }

    /** Rows 0 and 1 are of rank 0, row 2 and 3 of rank 1, row 4 and 5 of rank 2; the second call of rank 1 comes first in its file. */
    @Test
    void theLastToComeIsWhoIsWaitedFor() {
        collective(0, 10, "");
        collective(0, 50, "0");
        collective(1, 60, "");
        collective(1, 12, "");
        collective(2, 11, "0");
        collective(2, 55, "");
        assertThat(List.of(last(0), last(3), last(4))).containsExactly(3, 3, 3);
        assertThat(List.of(last(1), last(2), last(5))).containsExactly(2, 2, 2);
    }

    /** Of ranks that come at once, each waits for itself alone. */
    @Test
    void nobodyIsWaitedForWhereAllComeAtOnce() {
        collective(0, 10, "");
        collective(1, 10, "");
        assertThat(List.of(last(0), last(1))).containsExactly(0, 1);
    }

    /** A rank that called less often than the others is not waited for. */
    @Test
    void aRankWithoutThisCallIsPassedOver() {
        collective(0, 10, "");
        collective(0, 20, "");
        collective(1, 15, "");
        assertThat(List.of(last(0), last(1))).containsExactly(2, 1);
    }

    /** Group 1 is ranks 0 and 2 and a rank that was not recorded; rank 1 comes later, but is in another group. */
    @Test
    void onlyMembersOfTheGroupCount() {
        CommGroups groups = CommGroups.of(Map.of(1, List.of(0, 2, 7), 2, List.of(1)));
        collective(0, 10, "1");
        collective(1, 90, "2");
        collective(2, 20, "1");
        assertThat(List.of(last(0, groups), last(1, groups), last(2, groups))).containsExactly(2, 1, 2);
    }

    /** The n-th receive of a pair and tag is for the n-th send of it, by time; a send waits for nobody. */
    @Test
    void receivesWaitForTheirSend() {
        send(0, 30, 1, 5);
        send(0, 10, 1, 5);
        send(0, 20, 1, 6);
        receive(1, 1, 0, 5);
        receive(1, 2, 0, 6);
        receive(1, 3, 0, 5);
        receive(1, 4, 0, 5);
        assertThat(List.of(last(3), last(4), last(5), last(6))).containsExactly(1, 2, 0, -1);
        assertThat(last(0)).isEqualTo(-1);
    }

    /** Ranks 4 and 5 of a job: messages name these numbers, and one from rank 3 has no sender here. */
    @Test
    void messagesNameRanksOfTheJob() {
        numbers = new int[] {4, 5};
        send(0, 10, 5, 0);
        receive(1, 1, 4, 0);
        receive(1, 2, 3, 0);
        assertThat(List.of(last(1), last(2))).containsExactly(0, -1);
    }

    @Test
    void aReceiveOfAnotherPairIsNotIt() {
        send(0, 10, 2, 0);
        receive(1, 1, 0, 0);
        assertThat(last(1)).isEqualTo(-1);
        nodes.add(new Node(2, EtNodeType.COMP, 3, "", -1, 0));
        assertThat(last(2)).isEqualTo(-1);
    }
}
