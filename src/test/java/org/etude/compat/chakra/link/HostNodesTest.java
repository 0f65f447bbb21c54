// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.link.Recording;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.Graph;
import org.etude.link.model.GraphChecks;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The execution trace's tree made sound, and its nodes tied to events by id. Thread roots are nodes 2 and 3. */
class HostNodesTest {
    @TempDir
    Path dir;

    private final Recording.Rank job = Recording.alone();

    @BeforeEach
    void roots() {
        job.node(1, "[pytorch|profiler|execution_trace|process]", 1, 0);
        job.thread(2, 1).thread(3, 2);
    }

    private LinkedRank link() {
        LinkedRank rank = job.link(dir);
        GraphChecks.sound(rank);
        return rank;
    }

    private List<String> warnings() {
        return job.job().link(dir).report().findings().stream()
                .filter(f -> f.level() == Finding.Level.WARNING)
                .map(f -> f.where() + ": " + f.what() + "; " + f.effect())
                .toList();
    }

    @Test
    void nodesWithoutAnEventKeepTheirPlaceInTheThread() {
        job.op(10, "a", 2, 1, 100, 50).node(11, "unseen", 2, 11, "tid", 1).op(12, "b", 2, 1, 200, 50);
        LinkedRank rank = link();
        assertThat(Graph.edges(rank, EdgeKind.THREAD_ORDER)).containsExactly("a>unseen", "a>b");
        int unseen = Graph.node(rank, "unseen");
        assertThat(rank.startNanos(unseen)).isEqualTo(LinkedRank.UNTIMED);
        assertThat(rank.durationNanos(unseen)).isZero();
        assertThat(Graph.node(rank, "a")).isLessThan(unseen);
        assertThat(unseen).isLessThan(Graph.node(rank, "b"));
        assertThat(rank.coverage()).contains(new LinkedRank.Coverage("host ops", 2, 3));
    }

    @Test
    void anUntimedCalleeFollowsItsCallerAlone() {
        job.op(10, "a", 2, 1, 100, 50);
        job.node(11, "inner", 10, 11, "tid", 1)
                .node(12, "next", 2, 12, "tid", 1)
                .node(13, "other", 3, 13, "tid", 2);
        LinkedRank rank = link();
        assertThat(Graph.edges(rank, EdgeKind.NESTING)).contains("a>inner");
        assertThat(Graph.edges(rank, EdgeKind.THREAD_ORDER)).containsExactly("inner>next");
    }

    @Test
    void aParentThatIsMissingIsReplacedByTheThread() {
        job.node(10, "lost", 99, 10, "tid", 2);
        assertThat(Graph.parent(link(), "lost")).endsWith("thread]");
        assertThat(link().parent(Graph.node(link(), "lost"))).isEqualTo(rootOf(3));
        assertThat(warnings())
                .contains(
                        "nodes 10: 1 node names a parent that is not in the file; attached to the root of their thread");
    }

    private int rootOf(long id) {
        LinkedRank rank = link();
        for (int i = 0; i < rank.size(); i++) {
            if (rank.hostIndex(i) >= 0 && rank.trace().host().id(rank.hostIndex(i)) == id) {
                return i;
            }
        }
        throw new AssertionError("no node " + id);
    }

    @Test
    void aNodeThatIsItsOwnParentIsAttachedToItsThread() {
        job.node(10, "vain", 10, 10, "tid", 1);
        assertThat(link().parent(Graph.node(link(), "vain"))).isEqualTo(rootOf(2));
        assertThat(warnings())
                .contains("nodes 10: 1 node names itself as parent; attached to the root of their thread");
    }

    @Test
    void aThreadWithoutARootIsAttachedToTheProcess() {
        job.node(10, "stray", 99, 10, "tid", 8);
        assertThat(link().parent(Graph.node(link(), "stray"))).isEqualTo(rootOf(1));
        assertThat(link().parent(rootOf(3))).isEqualTo(rootOf(1));
        assertThat(link().parent(rootOf(1))).isEqualTo(-1);
    }

    @Test
    void aCycleIsCutAboveTheNodeThatStartedFirst() {
        job.node(10, "c", 11, 30, "tid", 1).node(11, "b", 12, 20, "tid", 1).node(12, "a", 10, 10, "tid", 1);
        LinkedRank rank = link();
        assertThat(rank.parent(Graph.node(rank, "a"))).isEqualTo(rootOf(2));
        assertThat(Graph.parent(rank, "b")).isEqualTo("a");
        assertThat(Graph.parent(rank, "c")).isEqualTo("b");
        assertThat(warnings())
                .filteredOn(w -> w.contains("cycle"))
                .singleElement()
                .asString()
                .contains("1 cycle of 3 nodes that are each other's parents; cut above node 12");
    }

    @Test
    void eachCycleIsCutOnce() {
        job.node(10, "a", 11, 10, "tid", 1).node(11, "b", 10, 11, "tid", 1).node(12, "on it", 11, 12, "tid", 1);
        job.node(13, "c", 14, 13, "tid", 1).node(14, "d", 13, 14, "tid", 1);
        assertThat(warnings()).filteredOn(w -> w.contains("1 cycle of 2 nodes")).hasSize(2);
        assertThat(Graph.parent(link(), "on it")).isEqualTo("b");
    }

    @Test
    void startsCountByFunctionIdNotByNodeId() {
        job.node(10, "second", 2, 20, "tid", 1).node(11, "first", 2, 10, "tid", 1);
        assertThat(Graph.edges(link(), EdgeKind.THREAD_ORDER)).containsExactly("first>second");
    }

    @Test
    void withoutFunctionIdsNodeIdsGiveTheOrder() {
        job.node(10, "first", 2, 0, "tid", 1).node(11, "second", 2, 5, "tid", 1);
        assertThat(Graph.edges(link(), EdgeKind.THREAD_ORDER)).containsExactly("first>second");
    }

    private void shifted(int by, String... names) {
        for (int k = 0; k < names.length; k++) {
            job.node(10 + k, names[k], 2, 10 + k, "tid", 1);
            job.op(names[k], 1, 100 * k, 50, "Record function id", 10 + k - by);
        }
    }

    @Test
    void idsOfOneFileMayBeShifted() {
        for (int shift : new int[] {0, 1, -1, 3, -3}) {
            job.nodes.removeAll();
            job.events.removeAll();
            roots();
            shifted(shift, "a", "b", "c", "d", "e", "f", "g", "h");
            LinkedSet linked = job.job().link(dir);
            assertThat(linked.ranks().get(0).coverage()).contains(new LinkedRank.Coverage("host ops", 8, 8));
            assertThat(linked.report().findings().stream()
                            .anyMatch(f -> f.what().equals("Record function ids are shifted by " + shift)))
                    .isEqualTo(shift != 0);
        }
    }

    @Test
    void idsOfAnotherRunAreNotUsed() {
        for (int k = 0; k < 8; k++) {
            job.node(10 + k, "op" + k, 2, 10 + k, "tid", 1);
            job.op("op" + k, 1, 100 * k, 50, "Record function id", 17 - k);
        }
        LinkedRank rank = link();
        assertThat(warnings()).anyMatch(w -> w.contains("do not agree by name"));
        assertThat(rank.coverage()).contains(new LinkedRank.Coverage("host ops", 8, 8));
        assertThat(Graph.start(rank, "op3") - Graph.start(rank, "op0")).isEqualTo(300);
    }

    @Test
    void aGarbledNameIsBelievedBetweenTwoThatAgree() {
        for (int k = 0; k < 5; k++) {
            job.node(10 + k, "op" + k, 2, 10 + k, "tid", 1);
            job.op(k == 2 ? "garbled" : "op" + k, 1, 100 * k, 50, "Record function id", 10 + k);
        }
        LinkedRank rank = link();
        assertThat(Graph.start(rank, "op2") - Graph.start(rank, "op0")).isEqualTo(200);
        assertThat(warnings()).anyMatch(w -> w.contains("1 host node matched by id although the names differ"));
    }

    @Test
    void atTheBorderAGarbledNameIsNotBelieved() {
        for (int k = 0; k < 5; k++) {
            job.node(10 + k, "op" + k, 2, 10 + k, "tid", 1);
            job.op(k == 4 ? "garbled" : "op" + k, 1, 100 * k, 50, "Record function id", 10 + k);
        }
        assertThat(link().coverage()).contains(new LinkedRank.Coverage("host ops", 4, 5));
    }

    @Test
    void aDoubledIdGoesToTheNodeOfItsName() {
        job.node(10, "a", 2, 10, "tid", 1).node(11, "b", 2, 10, "tid", 1).node(12, "c", 2, 12, "tid", 1);
        job.op("b", 1, 100, 50, "Record function id", 10).op("c", 1, 200, 50, "Record function id", 12);
        LinkedRank rank = link();
        assertThat(Graph.start(rank, "c") - Graph.start(rank, "b")).isEqualTo(100);
        assertThat(rank.startNanos(Graph.node(rank, "a"))).isEqualTo(LinkedRank.UNTIMED);
        assertThat(warnings()).anyMatch(w -> w.contains("1 Record function id occurs more than once"));
    }

    @Test
    void backwardFollowsTheForwardThatTheTraceNames() {
        job.op(10, "forward", 2, 1, 100, 50);
        job.node(11, "backward", 3, 11, "tid", 2, "fw_parent", 10).op("backward", 2, 200, 50, "Record function id", 11);
        job.node(12, "inner", 11, 12, "tid", 2, "fw_parent", 10).op("inner", 2, 210, 20, "Record function id", 12);
        assertThat(Graph.edges(link(), EdgeKind.AUTOGRAD)).containsExactly("forward>backward");
    }

    @Test
    void backwardFollowsTheLastForwardOfItsSequenceNumber() {
        job.nodes.removeAll();
        job.op("outer", 1, 100, 50, "Sequence number", 4).op("inner", 1, 110, 20, "Sequence number", 4);
        job.op("backward", 2, 200, 50, "Sequence number", 4, "Fwd thread id", 1);
        job.op("part", 2, 210, 20, "Sequence number", 4, "Fwd thread id", 1);
        job.op("unrelated", 2, 300, 20, "Sequence number", 5, "Fwd thread id", 1);
        assertThat(Graph.edges(link(), EdgeKind.AUTOGRAD)).containsExactly("inner>backward");
    }

    @Test
    void anOperatorMayBeACalleeOfTheProcessItself() {
        job.node(10, "free", 1, 10, "tid", 1);
        assertThat(link().parent(Graph.node(link(), "free"))).isEqualTo(rootOf(1));
        assertThat(warnings()).noneMatch(w -> w.contains("parent"));
    }

    @Test
    void functionIdsCountFromOne() {
        job.node(10, "a", 2, 1, "tid", 1).node(11, "b", 2, 2, "tid", 1);
        job.op("a", 1, 100, 50).op("b", 1, 200, 50, "Record function id", 2);
        job.op("a", 1, 300, 50, "Record function id", 1);
        LinkedRank rank = link();
        int first = Graph.node(rank, "a");
        assertThat(rank.hostIndex(first)).as("the a without an id is no node's").isEqualTo(-1);
        assertThat(rank.coverage()).contains(new LinkedRank.Coverage("host ops", 2, 2));
    }

    @Test
    void callsThatBeginBeforeTheirCallerLoseTheEdgeAndKeepTheCaller() {
        job.op(10, "caller", 2, 1, 200, 50);
        job.node(11, "hasty", 10, 11, "tid", 1).op("hasty", 2, 210, 20, "Record function id", 11);
        job.node(12, "early", 10, 12, "tid", 2).op("early", 3, 100, 20, "Record function id", 12);
        LinkedRank rank = link();
        assertThat(Graph.edges(rank, EdgeKind.NESTING)).contains("caller>hasty").doesNotContain("caller>early");
    }

    @Test
    void withoutRootsAndTimesLeavesFollowEachOther() {
        job.nodes.removeAll();
        job.node(10, "caller", 0, 0, "tid", 1)
                .node(11, "inner", 10, 0, "tid", 1)
                .node(12, "next", 0, 0, "tid", 1);
        LinkedRank rank = link();
        assertThat(Graph.edges(rank, EdgeKind.NESTING)).containsExactly("caller>inner");
        assertThat(Graph.edges(rank, EdgeKind.THREAD_ORDER)).containsExactly("inner>next");
    }
}
