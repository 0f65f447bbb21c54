// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.host;
import static org.etude.link.TestDevice.kernel;

import java.util.List;
import org.etude.link.TestDevice;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.Graph;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;

/** Launches that come after the start of their work stay unless they would close a cycle. */
class CycleGuardTest {
    private static LinkedSet linked(TestDevice.Event... events) {
        return TestDevice.link(List.of(events));
    }

    private static List<String> launches(LinkedSet linked) {
        LinkedRank rank = linked.ranks().get(0);
        return Graph.edges(rank, EdgeKind.LAUNCH);
    }

    private static List<String> findings(LinkedSet linked) {
        return linked.report().findings().stream().map(Finding::what).toList();
    }

    /** The second operator launches "before", although the host waited for "awaited" behind it on the stream first. */
    @Test
    void onlyALaunchOnACycleIsDropped() {
        LinkedSet linked = linked(
                host("first", 1, 0, 8, 0),
                call("hipLaunchKernel", 1, 2, 1, 1),
                kernel("free", 1, 9, 10, 3),
                kernel("before", 0, 10, 5, 2),
                kernel("awaited", 0, 20, 10, 1),
                call("hipDeviceSynchronize", 1, 15, 25, 0),
                host("second", 1, 50, 40, 0),
                call("hipLaunchKernel", 1, 60, 1, 2),
                host("other", 2, 30, 10, 0),
                call("hipLaunchKernel", 2, 32, 1, 3));
        LinkedRank rank = linked.ranks().get(0);
        assertThat(Graph.edges(rank, EdgeKind.SYNC)).containsExactly("awaited>hipDeviceSynchronize");
        assertThat(launches(linked)).containsExactly("other>free", "first>awaited");
        assertThat(findings(linked))
                .containsExactly("2 GPU activities begin before their launch", "1 launch was dropped as a dependency");
    }

    /** The same cycle; "later" runs on the host after the wait, so it and what it launches depend on the cycle but close none. */
    @Test
    void aLaunchDownstreamOfACycleStays() {
        LinkedSet linked = linked(
                host("first", 1, 0, 8, 0),
                call("hipLaunchKernel", 1, 2, 1, 1),
                kernel("before", 0, 10, 5, 2),
                kernel("awaited", 0, 20, 10, 1),
                call("hipDeviceSynchronize", 1, 15, 25, 0),
                host("second", 1, 50, 40, 0),
                call("hipLaunchKernel", 1, 60, 1, 2),
                kernel("early", 9, 95, 10, 3),
                host("later", 1, 100, 40, 0),
                call("hipLaunchKernel", 1, 110, 1, 3));
        assertThat(launches(linked)).containsExactly("first>awaited", "later>early");
        assertThat(findings(linked)).contains("1 launch was dropped as a dependency");
    }

    @Test
    void withoutAWaitAllStay() {
        LinkedSet linked = linked(
                kernel("free", 1, 5, 10, 2),
                kernel("early", 0, 10, 10, 1),
                host("op", 1, 50, 40, 0),
                call("hipLaunchKernel", 1, 60, 1, 1),
                call("hipLaunchKernel", 1, 70, 1, 2));
        assertThat(launches(linked)).containsExactly("op>free", "op>early");
    }
}
