// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.host;
import static org.etude.link.TestDevice.kernel;

import java.util.List;
import org.etude.link.TestDevice;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.junit.jupiter.api.Test;

/** An operator that launches two kernels on stream 3; events are the operator, both calls, both kernels. */
class LinkedGraphTest {
    private final LinkedRank graph = TestDevice.link(List.of(
                    host("op", 0, 0, 100, 1),
                    call("hipLaunchKernel", 0, 10, 5, 7),
                    call("hipLaunchKernel", 0, 20, 5, 8),
                    kernel("gemm", 3, 30, 20, 7),
                    kernel("gelu", 3, 60, 10, 8)))
            .ranks()
            .get(0);

    @Test
    void gpuWorkHasItsPlaceAndItsLaunch() {
        assertThat(graph.size()).isEqualTo(3);
        int[] events = {0, 3, 4};
        int[] launches = {-1, 1, 2};
        for (int node = 0; node < 3; node++) {
            boolean gpu = node > 0;
            assertThat(graph.kind(node)).isEqualTo(gpu ? NodeKind.KERNEL : NodeKind.HOST_OP);
            assertThat(graph.eventIndex(node)).isEqualTo(events[node]);
            assertThat(graph.launchEvent(node)).isEqualTo(launches[node]);
            assertThat(graph.stream(node)).isEqualTo(gpu ? 3 : -1);
            assertThat(graph.device(node)).isEqualTo(gpu ? 0 : -1);
            assertThat(graph.lane(node))
                    .as("the first of the threads, the first of the streams")
                    .isZero();
            assertThat(graph.parent(node)).isEqualTo(gpu ? 0 : -1);
            assertThat(graph.hostIndex(node)).as("there is no execution trace").isEqualTo(-1);
        }
    }

    @Test
    void dependenciesAreCountedByNode() {
        assertThat(graph.dependencyCount(0)).isZero();
        assertThat(graph.dependencyCount(1)).isEqualTo(1);
        assertThat(graph.dependency(1, 0)).isZero();
        assertThat(graph.dependencyKind(1, 0)).isEqualTo(EdgeKind.LAUNCH);
        assertThat(graph.dependencyCount(2))
                .as("its launch, and the kernel before it")
                .isEqualTo(2);
        assertThat(List.of(graph.dependency(2, 0), graph.dependency(2, 1))).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void aDependencyThatIsNotThereIsAnError() {
        assertThatThrownBy(() -> graph.dependency(1, 1))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("node 1 has 1 dependencies, not 1");
        assertThatThrownBy(() -> graph.dependencyKind(1, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> graph.dependency(0, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
