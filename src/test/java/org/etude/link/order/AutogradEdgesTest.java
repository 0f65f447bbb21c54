// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.link.Recording;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.Graph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which forward operator a backward operator belongs to. */
class AutogradEdgesTest {
    @TempDir
    private Path dir;

    private final Recording.Rank rank = Recording.alone();

    private List<String> edges() {
        return Graph.edges(rank.link(dir), EdgeKind.AUTOGRAD);
    }

    private void forward(String name, double at, long sequence) {
        rank.op(name, 1, at, 5, "Sequence number", sequence, "Fwd thread id", 0);
    }

    private void backward(String name, double at, double micros, long sequence) {
        rank.op(name, 2, at, micros, "Sequence number", sequence, "Fwd thread id", 1);
    }

    @Test
    void theLastForwardOperatorWithTheSequenceNumberCounts() {
        forward("first", 0, 0);
        forward("again", 10, 7);
        forward("last", 20, 7);
        backward("of last", 100, 10, 7);
        backward("of first", 120, 10, 0);
        assertThat(edges()).containsExactly("last>of last", "first>of first");
    }

    @Test
    void aNumberThatNoForwardOperatorHasGivesNoEdge() {
        forward("first", 0, 1);
        backward("other", 100, 10, 2);
        rank.op("unnumbered", 2, 120, 10, "Fwd thread id", 1);
        assertThat(edges()).isEmpty();
    }

    /** Operators inside a backward operator carry its number; the outer one has the edge. */
    @Test
    void operatorsInsideInheritTheEdge() {
        forward("first", 0, 1);
        forward("second", 10, 2);
        backward("outer", 100, 50, 1);
        backward("inner", 110, 10, 1);
        backward("another", 125, 10, 2);
        assertThat(edges()).containsExactly("first>outer", "second>another");
    }

    /** Nodes of the execution trace name their forward node; 0 is none, and so are the node itself and unknown ids. */
    @Test
    void withoutNumbersTheForwardParentCounts() {
        rank.thread(2, 1).thread(3, 2);
        rank.op(10, "forward", 2, 1, 0, 5);
        rank.op(11, "unused", 2, 1, 10, 5);
        parent(20, "backward", 3, 100, 30, 10);
        parent(21, "inside", 20, 105, 10, 10);
        parent(22, "itself", 3, 140, 10, 22);
        parent(23, "unknown", 3, 160, 10, 999);
        parent(24, "none", 3, 180, 10, 0);
        assertThat(edges()).containsExactly("forward>backward");
    }

    private void parent(long id, String name, long caller, double at, double micros, long forward) {
        rank.node(id, name, caller, id, "tid", 2, "fw_parent", forward)
                .op(name, 2, at, micros, "Record function id", id);
    }
}
