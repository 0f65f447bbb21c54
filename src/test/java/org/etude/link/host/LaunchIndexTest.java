// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.copy;
import static org.etude.link.TestDevice.host;
import static org.etude.link.TestDevice.kernel;

import java.util.List;
import org.etude.link.TestDevice;
import org.etude.link.model.RankLog;
import org.etude.report.Finding;
import org.etude.trace.activity.CommEvents;
import org.junit.jupiter.api.Test;

/** GPU work is tied to its call by correlation, whatever the call's name. */
class LaunchIndexTest {
    private static final String NCCL = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";

    private final RankLog log = new RankLog(3);

    private int[] launches(TestDevice.Event... events) {
        TestDevice device = new TestDevice(List.of(events));
        return LaunchIndex.find(
                device, RuntimeCall.classify(device), HostNesting.enclosing(device), new CommEvents(device), log);
    }

    @Test
    void anyCallWithTheCorrelationIsTheLaunch() {
        assertThat(launches(
                        call("cudaLaunchKernel", 0, 0, 5, 1),
                        call("someNewCall", 0, 10, 5, 2),
                        kernel("a", 7, 20, 5, 2),
                        copy(7, 30, 5, 1),
                        kernel("b", 7, 40, 5, 9)))
                .containsExactly(-1, -1, 1, 0, -1);
        assertThat(log.report().findings()).isEmpty();
    }

    @Test
    void withoutACorrelationNothingIsTied() {
        assertThat(launches(call("cudaLaunchKernel", 0, 0, 5, 0), kernel("a", 7, 20, 5, 0)))
                .containsExactly(-1, -1);
    }

    /** Calls at 0, 20 and 40 share a correlation: work at 20 belongs to the second, work at 19 to the first. */
    @Test
    void ofSeveralCallsTheLatestThatIsNotLaterLaunched() {
        assertThat(launches(
                        call("cudaLaunchKernel", 0, 0, 1, 5),
                        kernel("a", 7, 19, 1, 5),
                        call("cudaLaunchKernel", 0, 20, 2, 5),
                        kernel("b", 7, 20, 1, 5),
                        call("cudaLaunchKernel", 0, 40, 1, 5)))
                .containsExactly(-1, 0, -1, 2, -1);
        assertThat(log.report().findings()).singleElement().satisfies(f -> {
            assertThat(f.level()).isEqualTo(Finding.Level.WARNING);
            assertThat(f.rank()).isEqualTo(3);
            assertThat(f.what()).isEqualTo("2 GPU events have several runtime calls with their correlation");
        });
    }

    @Test
    void workBeforeAllOfItsCallsIsTheFirstOnes() {
        assertThat(launches(
                        kernel("a", 7, 0, 1, 5),
                        call("cudaLaunchKernel", 0, 10, 1, 5),
                        call("cudaLaunchKernel", 0, 20, 1, 5)))
                .containsExactly(1, -1, -1);
    }

    /** Early roctracer: collectives have correlation 0. Only launches inside a collective's operator can be theirs. */
    @Test
    void collectivesWithoutCorrelationFollowTheOrderOfTheirLaunches() {
        assertThat(launches(
                        call("hipLaunchKernel", 0, 0, 1, 3),
                        host("c10d::allreduce_", 0, 10, 20, 1),
                        call("hipLaunchKernel", 0, 12, 1, 4),
                        host("c10d::allreduce_", 0, 40, 20, 2),
                        call("hipLaunchKernel", 0, 42, 1, 5),
                        kernel(NCCL, 7, 100, 5, 0),
                        kernel(NCCL, 7, 110, 5, 0)))
                .containsExactly(-1, -1, -1, -1, -1, 2, 4);
        assertThat(log.report().findings())
                .extracting(Finding::what)
                .containsExactly("2 of 2 collective kernels without correlation were linked by order");
    }

    @Test
    void aKernelCannotStartBeforeTheLaunchItIsTiedTo() {
        assertThat(launches(
                        kernel(NCCL, 7, 5, 5, 0),
                        host("c10d::allreduce_", 0, 10, 20, 1),
                        call("hipLaunchKernel", 0, 12, 1, 4),
                        kernel(NCCL, 7, 100, 5, 0)))
                .containsExactly(-1, -1, -1, 2);
        assertThat(log.report().findings())
                .extracting(Finding::what)
                .containsExactly("1 of 2 collective kernels without correlation were linked by order");
    }

    @Test
    void theOpenOneTiesAsTheOneWithALogDoes() {
        TestDevice device = new TestDevice(List.of(call("cudaLaunchKernel", 0, 0, 5, 1), kernel("a", 7, 20, 5, 1)));
        assertThat(LaunchIndex.of(device, HostNesting.enclosing(device))).containsExactly(-1, 0);
    }
}
