// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.link.Recording;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators of threads that the Kineto trace does not show are placed by their Record function ids. */
class UnrecordedThreadsTest {
    private static final String SHAPES = "[[1024]]";

    @TempDir
    private Path dir;

    private final Recording.Rank rank = Recording.alone().thread(2, 1).thread(3, 9);

    private HostSide side;

    private void unrecorded(long id, String name) {
        rank.node(id, name, 3, id, "tid", 9);
    }

    private List<String> order() {
        side = HostSide.of(rank, dir);
        return IntStream.range(0, side.nodes.size)
                .filter(i -> side.nodes.kind(i) != NodeKind.ROOT)
                .mapToObj(i -> ParentAssigner.name(side.rank, side.nodes, i))
                .toList();
    }

    /** The estimate in us since the first event; -1 for none. */
    private long estimate(String name) {
        int node = order().indexOf(name) + side.nodes.size - order().size();
        long start = side.nodes.estimatedStart(node);
        return start == LinkedRank.UNTIMED ? -1 : (start - side.rank.device().startNanos(0)) / 1000;
    }

    @Test
    void aNodeFollowsTheRecordedOneBeforeItOnAnyThread() {
        rank.op(10, "a", 2, 1, 0, 5);
        unrecorded(11, "callback");
        unrecorded(12, "its second operator");
        rank.op(13, "b", 2, 1, 20, 5);
        assertThat(order()).containsExactly("a", "callback", "its second operator", "b");
        assertThat(estimate("callback")).isEqualTo(5);
        assertThat(estimate("its second operator")).isEqualTo(5);
    }

    /** The one before it encloses the one after it: it started when that did, at the latest. */
    @Test
    void itStartsBeforeTheRecordedOneAfterIt() {
        rank.op(10, "a", 2, 1, 0, 50);
        unrecorded(11, "callback");
        rank.op(12, "in a", 10, 1, 20, 5).op(13, "b", 2, 1, 60, 5);
        assertThat(order()).containsExactly("a", "in a", "callback", "b");
        assertThat(estimate("callback")).isEqualTo(20);
    }

    @Test
    void outsideTheWindowThereIsNoEstimate() {
        unrecorded(9, "before");
        rank.op(10, "a", 2, 1, 0, 5).op(11, "b", 2, 1, 20, 5);
        unrecorded(12, "after");
        assertThat(estimate("before")).isEqualTo(-1);
        assertThat(estimate("after")).isEqualTo(-1);
        assertThat(order()).containsExactly("before", "a", "b", "after");
    }

    /** Another gap than that of a thread the profiler leaves out; the node keeps its place on its thread. */
    @Test
    void nodesOfARecordedThreadHaveNoEstimate() {
        rank.op(10, "a", 2, 1, 0, 5);
        rank.node(11, "unmatched", 2, 11, "tid", 1);
        rank.op(12, "b", 2, 1, 20, 5);
        assertThat(order()).containsExactly("a", "unmatched", "b");
        assertThat(estimate("unmatched")).isEqualTo(-1);
    }

    /** PowerSGD's second all-reduce, which a callback calls: it runs in its place and holds nobody up. */
    @Test
    void aCollectiveOfSuchAThreadIsKept() {
        rank.op(10, "a", 2, 1, 0, 5);
        allReduce(11, 1);
        backendEvent(12, 10, 8);
        rank.node(20, "c10d::allreduce_", 3, 20, "tid", 9)
                .inputs("[[[1]]]", "[" + SHAPES + "]", "[[\"Tensor(float)\"]]");
        rank.node(21, "gloo:all_reduce", 3, 21, "tid", 9).inputs("[[1]]", SHAPES, "[\"Tensor(float)\"]");
        rank.op(22, "b", 2, 1, 40, 5);
        LinkedSet linked = rank.job().link(dir);
        LinkedRank graph = linked.ranks().get(0);
        List<Collective> collectives = graph.collectives();
        assertThat(collectives).hasSize(2);
        long begin = graph.trace().device().startNanos(0);
        assertThat(collectives.stream().map(c -> (graph.startNanos(c.node()) - begin) / 1000))
                .containsExactly(10L, 18L);
        assertThat(collectives.stream().map(c -> graph.durationNanos(c.node()) / 1000))
                .containsExactly(8L, 0L);
        assertThat(linked.report().findings().stream().map(Finding::what))
                .contains("1 collective ran on threads that the profiler did not record");
    }

    private void allReduce(long id, int tid) {
        rank.op(id, "c10d::allreduce_", 2, tid, 8, 1).inputs("[[[1]]]", "[" + SHAPES + "]", "[[\"Tensor(float)\"]]");
    }

    /** gloo's work: under the caller in the execution trace, on a thread of its own in Kineto's. */
    private void backendEvent(long id, double at, double micros) {
        rank.node(id, "gloo:all_reduce", 2, id, "tid", 1)
                .inputs("[[1]]", SHAPES, "[\"Tensor(float)\"]")
                .op("gloo:all_reduce", 7, at, micros, "Record function id", id);
    }
}
