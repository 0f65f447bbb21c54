// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.copy;
import static org.etude.link.TestDevice.kernel;

import org.junit.jupiter.api.Test;

/** GPU work in the order of its launches, as events 0 to 6 of two threads and two streams. */
class LaunchOrderTest {
    private final HostSide side = HostSide.of(
            call("cudaLaunchKernel", 0, 0, 1, 1),
            call("cudaLaunchKernel", 4, 10, 1, 2),
            call("cudaGraphLaunch", 0, 20, 1, 3),
            kernel("of 1", 5, 100, 5, 1),
            kernel("of 2", 8, 90, 5, 2),
            kernel("of 3, first", 5, 110, 5, 3),
            kernel("of 3, second", 5, 120, 5, 3),
            copy(8, 50, 5, 0));
    private final LaunchOrder order = new LaunchOrder(side.rank, side.nodes);

    private String name(int node) {
        return node < 0 ? "" : ParentAssigner.name(side.rank, side.nodes, node);
    }

    @Test
    void theFirstWorkOfACall() {
        assertThat(name(order.firstOf(0))).isEqualTo("of 1");
        assertThat(name(order.firstOf(2))).isEqualTo("of 3, first");
        assertThat(order.firstOf(3)).isEqualTo(-1);
    }

    @Test
    void theLastOnAThreadBeforeAnEvent() {
        assertThat(name(order.lastOnThread(0, 0))).isEmpty();
        assertThat(name(order.lastOnThread(0, 1))).isEqualTo("of 1");
        assertThat(name(order.lastOnThread(0, 2))).isEqualTo("of 1");
        assertThat(name(order.lastOnThread(0, 3))).isEqualTo("of 3, second");
        assertThat(name(order.lastOnThread(4, 2))).isEqualTo("of 2");
        assertThat(name(order.lastOnThread(9, 3))).isEmpty();
    }

    @Test
    void theNextOnAThreadFromAnEvent() {
        assertThat(name(order.nextOnThread(0, 1))).isEqualTo("of 3, first");
        assertThat(name(order.nextOnThread(0, 3))).isEmpty();
        assertThat(name(order.nextOnThread(9, 0))).isEmpty();
    }

    /** Stream 5 is lane 0, stream 8 lane 1; work without a launch precedes everything. */
    @Test
    void theLastOnAStreamBeforeAnEvent() {
        assertThat(order.streams()).isEqualTo(2);
        assertThat(name(order.lastOnStream(0, 0))).isEmpty();
        assertThat(name(order.lastOnStream(0, 2))).isEqualTo("of 1");
        assertThat(name(order.lastOnStream(0, 3))).isEqualTo("of 3, second");
        assertThat(name(order.lastOnStream(1, 0))).isEqualTo("Memcpy DtoH");
        assertThat(name(order.lastOnStream(1, 2))).isEqualTo("of 2");
    }

    @Test
    void aStreamIsFoundByItsNumber() {
        assertThat(order.laneOfStream(5)).isZero();
        assertThat(order.laneOfStream(8)).isEqualTo(1);
        assertThat(order.laneOfStream(7)).isEqualTo(-1);
    }
}
