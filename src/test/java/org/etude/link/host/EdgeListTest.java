// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.host;
import static org.etude.link.TestDevice.kernel;

import org.etude.link.model.EdgeKind;
import org.junit.jupiter.api.Test;

/** Edges lead forward in time: a blocking call counts from its end, every other node from its start. */
class EdgeListTest {
    /** An operator at 0, a wait from 10 to 60, kernels at 20 and 60. */
    private final HostSide side = HostSide.of(
            host("op", 0, 0, 100, 1),
            call("cudaDeviceSynchronize", 0, 10, 50, 2),
            kernel("a", 7, 20, 20, 3),
            kernel("b", 7, 60, 5, 4));

    private final EdgeList edges = new EdgeList(side.nodes);
    private final int op = side.node(0);
    private final int wait = side.node(1);
    private final int a = side.node(2);
    private final int b = side.node(3);

    @Test
    void aBlockingCallMayWaitForWhatStartsLater() {
        assertThat(edges.add(a, wait, EdgeKind.SYNC)).isTrue();
        assertThat(edges.add(wait, a, EdgeKind.SYNC)).isFalse();
        assertThat(edges.size()).isEqualTo(1);
        assertThat(edges.source(0)).isEqualTo(a);
        assertThat(edges.target(0)).isEqualTo(wait);
        assertThat(edges.kind(0)).isEqualTo((byte) EdgeKind.SYNC.ordinal());
    }

    /** The wait ends when b starts: the smaller number is first. */
    @Test
    void atOneTimeTheNumberDecides() {
        assertThat(edges.forward(Math.min(wait, b), Math.max(wait, b))).isTrue();
        assertThat(edges.forward(Math.max(wait, b), Math.min(wait, b))).isFalse();
    }

    @Test
    void onlyEdgesAgainstTimeAreCountedAsRefused() {
        assertThat(edges.add(-1, op, EdgeKind.SYNC)).isFalse();
        assertThat(edges.add(op, op, EdgeKind.SYNC)).isFalse();
        assertThat(edges.refused(EdgeKind.SYNC)).isZero();
        assertThat(edges.add(b, a, EdgeKind.STREAM_ORDER)).isFalse();
        assertThat(edges.add(b, op, EdgeKind.STREAM_ORDER)).isFalse();
        assertThat(edges.refused(EdgeKind.STREAM_ORDER)).isEqualTo(2);
        assertThat(edges.refused(EdgeKind.SYNC)).isZero();
        assertThat(edges.size()).isZero();
    }

    @Test
    void aForcedEdgeStandsWhateverTimeSays() {
        edges.force(b, op, EdgeKind.SYNC);
        assertThat(edges.size()).isEqualTo(1);
        assertThat(edges.source(0)).isEqualTo(b);
        assertThat(edges.refused(EdgeKind.SYNC)).isZero();
    }
}
