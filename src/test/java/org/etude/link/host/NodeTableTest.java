// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.link.Recording;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of a rank's nodes: by start; a node without a time follows the last timed one before it on its thread. */
class NodeTableTest {
    private static final String ROOT = "[pytorch|profiler|execution_trace|thread]";

    @TempDir
    private Path dir;

    private final Recording.Rank rank = Recording.alone().thread(1, 1).thread(2, 2);

    private HostSide side;

    private List<String> order() {
        side = HostSide.of(rank, dir);
        return IntStream.range(0, side.nodes.size)
                .filter(i -> side.nodes.kind(i) != NodeKind.ROOT)
                .mapToObj(i -> ParentAssigner.name(side.rank, side.nodes, i))
                .toList();
    }

    /** A node without an event. */
    private void untimed(long id, String name, int thread) {
        rank.node(id, name, thread, id, "tid", thread);
    }

    @Test
    void timedNodesAreOrderedByTheirStart() {
        rank.op(10, "late", 1, 1, 20, 5).op(11, "early", 2, 2, 5, 5).op("Kineto's", 3, 10, 5);
        assertThat(order()).containsExactly("early", "Kineto's", "late");
    }

    @Test
    void anUntimedNodeFollowsTheTimedOneBeforeItOnItsThread() {
        rank.op(10, "a", 1, 1, 0, 5);
        untimed(11, "after a", 1);
        untimed(12, "after that", 1);
        rank.op(13, "b", 1, 1, 20, 5).op(20, "other thread", 2, 2, 10, 5);
        untimed(21, "after other", 2);
        assertThat(order()).containsExactly("a", "after a", "after that", "other thread", "after other", "b");
    }

    /** What has no timed node before it comes first; on a thread without times, Record function ids tell what is before. */
    @Test
    void withoutATimedNodeBeforeItItComesFirst() {
        untimed(10, "before all", 1);
        rank.op(11, "a", 1, 1, 0, 5);
        untimed(20, "on a thread without times", 2);
        assertThat(order()).containsExactly("before all", "a", "on a thread without times");
    }

    /** In a faulty file a node may start before the one before it: the latest start so far counts. */
    @Test
    void anUntimedNodeFollowsTheLatestStartSoFar() {
        rank.op(10, "late", 1, 1, 20, 5).op(11, "early", 1, 1, 5, 5);
        untimed(12, "untimed", 1);
        assertThat(order()).containsExactly("early", "late", "untimed");
    }

    @Test
    void timesAreThoseOfTheEvent() {
        rank.op(10, "a", 1, 1, 0, 5);
        untimed(11, "untimed", 1);
        order();
        for (int i = 0; i < side.nodes.size; i++) {
            boolean timed = ParentAssigner.name(side.rank, side.nodes, i).equals("a");
            assertThat(side.nodes.timed(i)).isEqualTo(timed);
            assertThat(side.nodes.end(i)).isEqualTo(timed ? side.nodes.start(i) + 5_000 : LinkedRank.UNTIMED);
            if (!timed) {
                assertThat(side.nodes.start(i)).isEqualTo(LinkedRank.UNTIMED);
                assertThat(side.nodes.enclosingNode(i, side.rank.enclosing())).isEqualTo(-1);
            }
        }
    }

    /** Every node of the execution trace and every event that is a node is found again. */
    @Test
    void nodesAreFoundByTheirSource() {
        rank.op(10, "a", 1, 1, 0, 5).op("Kineto's", 1, 10, 5);
        order();
        for (int i = 0; i < side.nodes.size; i++) {
            if (side.nodes.host[i] >= 0) {
                assertThat(side.nodes.nodeOfHost[side.nodes.host[i]]).isEqualTo(i);
            }
            if (side.nodes.event[i] >= 0) {
                assertThat(side.nodes.nodeOfEvent[side.nodes.event[i]]).isEqualTo(i);
            }
        }
        assertThat(side.nodes.host).contains(-1);
        assertThat(ROOT).isEqualTo(ParentAssigner.name(side.rank, side.nodes, 0));
    }
}
