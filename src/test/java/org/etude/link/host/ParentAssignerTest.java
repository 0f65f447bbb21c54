// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.host;
import static org.etude.link.TestDevice.kernel;

import java.nio.file.Path;
import org.etude.link.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who called each operator and launched each piece of GPU work. */
class ParentAssignerTest {
    @Test
    void workBelongsToTheOperatorOpenAtItsLaunchElseToTheLaunch() {
        HostSide side = HostSide.of(
                host("outer", 0, 0, 50, 1),
                host("inner", 0, 5, 20, 2),
                call("cudaLaunchKernel", 0, 10, 2, 7),
                call("cudaLaunchKernel", 0, 60, 2, 8),
                kernel("k1", 7, 100, 5, 7),
                kernel("k2", 7, 110, 5, 8),
                kernel("k3", 7, 120, 5, 9));
        // Of the launches only the one outside of operators is a node.
        assertThat(side.callers()).containsExactly("", "outer", "", "inner", "cudaLaunchKernel", "");
    }

    @Test
    void theExecutionTraceNamesTheCallerUnlessItWasOver(@TempDir Path dir) {
        Recording.Rank rank = Recording.alone().thread(2, 1);
        rank.op(10, "first", 2, 1, 0, 10)
                .op(11, "during", 10, 1, 2, 5)
                .op(12, "afterwards", 10, 1, 20, 5)
                .op(13, "around", 2, 1, 40, 20)
                .op(14, "mistaken", 10, 1, 45, 5);
        HostSide side = HostSide.of(rank, dir);
        assertThat(callerOf(side, "during")).isEqualTo("first");
        assertThat(callerOf(side, "afterwards")).isEqualTo("[pytorch|profiler|execution_trace|thread]");
        assertThat(callerOf(side, "mistaken")).isEqualTo("around");
    }

    /** On another thread a caller may be over (backward passes), but cannot start later than its callee. */
    @Test
    void acrossThreadsTheCallerOnlyStartsFirst(@TempDir Path dir) {
        Recording.Rank rank = Recording.alone().thread(2, 1);
        rank.op(10, "first", 2, 1, 0, 10)
                .node(11, "handed over", 10, 11, "tid", 1)
                .op("handed over", 5, 30, 5, "Record function id", 11)
                .node(13, "too early", 12, 13, "tid", 1)
                .op("too early", 6, 35, 3, "Record function id", 13)
                .op(12, "late", 2, 1, 40, 10);
        HostSide side = HostSide.of(rank, dir);
        assertThat(callerOf(side, "handed over")).isEqualTo("first");
        assertThat(callerOf(side, "too early")).isEqualTo("[pytorch|profiler|execution_trace|thread]");
    }

    /** PyTorch's observer pushes a backend's transfer on the stack of the thread that asked for it: its next calls seem to be inside. */
    @Test
    void aTransferOnABackendsThreadCallsNothingOnAnother(@TempDir Path dir) {
        Recording.Rank rank = Recording.alone().thread(2, 1);
        rank.op(10, "c10d::allreduce_", 2, 1, 0, 5)
                .node(11, "gloo:all_reduce", 10, 11, "tid", 1)
                .op("gloo:all_reduce", 5, 3, 40, "Record function id", 11)
                .op(12, "next call", 11, 1, 10, 5)
                .node(13, "copy of the backend", 11, 13, "tid", 1)
                .op("copy of the backend", 5, 20, 5, "Record function id", 13);
        HostSide side = HostSide.of(rank, dir);
        assertThat(callerOf(side, "next call")).isEqualTo("[pytorch|profiler|execution_trace|thread]");
        assertThat(callerOf(side, "copy of the backend")).isEqualTo("gloo:all_reduce");
        assertThat(callerOf(side, "gloo:all_reduce")).isEqualTo("c10d::allreduce_");
    }

    /** A send of gloo is still open on its caller's thread when that thread calls the next collective. */
    @Test
    void aMessageUnderWayCallsNothing() {
        HostSide side = HostSide.of(
                host("step", 0, 0, 100, 1),
                host("c10d::send", 0, 5, 10, 2),
                host("gloo:send", 0, 8, 60, 3),
                host("c10d::recv_", 0, 20, 10, 4),
                host("gloo:recv", 0, 22, 90, 5),
                host("c10d::allreduce_", 0, 40, 5, 6));
        assertThat(side.callers()).containsExactly("", "step", "c10d::send", "step", "c10d::recv_", "step");
    }

    /**
     * By the execution trace "inner" calls "outer", at whose start it starts; by time it is inside, since what the trace names as
     * its own caller was over.
     */
    @Test
    void aCallerThatItsOwnCalleeCallsIsDropped(@TempDir Path dir) {
        Recording.Rank rank = Recording.alone().thread(2, 1);
        rank.op(10, "over", 2, 1, 0, 5)
                .node(12, "inner", 10, 12, "tid", 1)
                .op(13, "outer", 12, 1, 10, 20)
                .op("inner", 1, 10, 10, "Record function id", 12);
        HostSide side = HostSide.of(rank, dir);
        assertThat(callerOf(side, "inner")).isEqualTo("outer");
        assertThat(callerOf(side, "outer")).isEmpty();
        assertThat(side.log.report().findings())
                .extracting(finding -> finding.where() + ": " + finding.what())
                .containsExactly("node outer: a caller is called by its own callee");
    }

    /** Of such a cycle the caller that only timestamps give is dropped. */
    @Test
    void aCallerByTimeIsDroppedBeforeOneOfTheTrace(@TempDir Path dir) {
        Recording.Rank rank = Recording.alone().thread(2, 1);
        rank.op(10, "over", 2, 1, 0, 5)
                .node(12, "inner", 10, 12, "tid", 1)
                .op(13, "outer", 12, 1, 10, 20)
                .op("seen by Kineto alone", 1, 10, 15)
                .op("inner", 1, 10, 10, "Record function id", 12);
        HostSide side = HostSide.of(rank, dir);
        assertThat(callerOf(side, "inner")).isEqualTo("seen by Kineto alone");
        assertThat(callerOf(side, "outer")).isEqualTo("inner");
        assertThat(callerOf(side, "seen by Kineto alone")).isEmpty();
        assertThat(side.log.report().findings())
                .extracting(finding -> finding.where() + ": " + finding.what())
                .containsExactly("node seen by Kineto alone: a caller is called by its own callee");
    }

    /** A caller on the same thread is open until its end, both ends included. */
    @Test
    void aCalleeMayStartAtEitherEndOfItsCaller(@TempDir Path dir) {
        Recording.Rank rank = Recording.alone().thread(2, 1);
        rank.op(10, "caller", 2, 1, 10, 10).op(11, "at its start", 10, 1, 10, 2).op(12, "at its end", 10, 1, 20, 2);
        HostSide side = HostSide.of(rank, dir);
        assertThat(callerOf(side, "at its start")).isEqualTo("caller");
        assertThat(callerOf(side, "at its end")).isEqualTo("caller");
    }

    private static String callerOf(HostSide side, String name) {
        for (int i = 0; i < side.nodes.size; i++) {
            if (ParentAssigner.name(side.rank, side.nodes, i).equals(name)) {
                return side.callers().get(i);
            }
        }
        throw new AssertionError(name);
    }
}
