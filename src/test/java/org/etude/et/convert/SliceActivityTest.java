// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.etude.et.host.HostTimeline;
import org.etude.et.host.SliceActivity;
import org.etude.link.Recording;
import org.etude.link.model.LinkedRank;
import org.etude.trace.activity.Activity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a slice of the host's timeline is, by the innermost operator that is open. */
class SliceActivityTest {
    private static final int MAIN = 1;
    private static final int BACKEND = 9;

    @TempDir
    private Path dir;

    private final Recording.Rank recorded = new Recording(2).rank(0);
    private LinkedRank rank;
    private SliceActivity slices;

    @BeforeEach
    void thread() {
        recorded.thread(2, MAIN);
    }

    private void annotation(String name, double at, double micros) {
        recorded.op(name, MAIN, at, micros);
        ((ObjectNode) recorded.events.get(recorded.events.size() - 1)).put("cat", "user_annotation");
    }

    private void link() {
        rank = recorded.link(dir);
        slices = new SliceActivity(rank);
    }

    private int node(String name) {
        return IntStream.range(0, rank.size())
                .filter(i -> rank.name(i).equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Activity mark(String owner) {
        return slices.mark(node(owner));
    }

    /** Computation is not marked; the rest is host time, in and between annotations as well. */
    @Test
    void operatorsOfARankWithoutGpuCompute() {
        annotation("step", 0, 100);
        recorded.op(10, "aten::linear", 2, MAIN, 10, 50).op(11, "aten::mm", 10, MAIN, 20, 10);
        link();
        assertThat(mark("aten::linear")).isNull();
        assertThat(mark("aten::mm")).isNull();
        assertThat(mark("step")).isEqualTo(Activity.HOST);
        assertThat(slices.mark(HostTimeline.NONE)).isEqualTo(Activity.HOST);
        assertThat(mark("aten::mm")).as("again, after another owner").isNull();
    }

    /** Where the transfers were recorded, their calls are host time; otherwise they are all there is of the transfers. */
    @Test
    void callsOfCollectivesAreHostTimeIfTheirTransfersWereRecorded() {
        recorded.op(10, "c10d::allreduce_", 2, MAIN, 10, 50)
                .op(11, "aten::mm", 2, MAIN, 70, 10)
                .op("gloo:all_reduce", BACKEND, 20, 30);
        link();
        assertThat(mark("c10d::allreduce_")).isEqualTo(Activity.HOST);
        assertThat(mark("aten::mm")).isNull();
    }

    @Test
    void callsOfCollectivesAreTransfersIfNothingElseOfThemWasRecorded() {
        recorded.op(10, "c10d::allreduce_", 2, MAIN, 10, 50)
                .op(11, "aten::copy_", 10, MAIN, 20, 10)
                .op(12, "aten::mm", 2, MAIN, 70, 10);
        link();
        assertThat(mark("c10d::allreduce_")).isEqualTo(Activity.TRANSFER);
        assertThat(mark("aten::copy_")).as("called by the call").isNull();
        assertThat(mark("aten::mm")).isNull();
    }

    /** What a backend runs on its own thread is part of its transfer. */
    @Test
    void operatorsWithinABackendsWorkAreNoComputation() {
        recorded.op(10, "c10d::allreduce_", 2, MAIN, 10, 50)
                .op(11, "aten::copy_", 10, MAIN, 15, 5)
                .op("gloo:all_reduce", BACKEND, 20, 30)
                .op("aten::div_", BACKEND, 25, 10);
        link();
        assertThat(mark("aten::copy_")).isNull();
        assertThat(mark("aten::div_")).isEqualTo(Activity.HOST);
    }

    @Test
    void theHostOfARankWithGpuComputesNothingAndIsNotMarked() {
        recorded.op(10, "aten::mm", 2, MAIN, 10, 50).launch("gemm", MAIN, 20, 7, 5, 1);
        link();
        assertThat(mark("aten::mm")).isNull();
        assertThat(slices.mark(HostTimeline.NONE)).isNull();
    }

    @Test
    void placeholdersOfAHostThatWasNotRecordedAreIdle() {
        recorded.nodes.removeAll();
        recorded.gpu("kernel", "gemm", 7, 20, 5);
        link();
        assertThat(slices.mark(HostTimeline.NONE)).isEqualTo(Activity.IDLE);
    }

    @Test
    void restIsNamedAfterWhatIsOpen() {
        annotation("step", 0, 100);
        recorded.op(10, "aten::linear", 2, MAIN, 10, 50);
        link();
        assertThat(slices.nameOfRest(HostTimeline.NONE)).isEqualTo("host time between operators");
        assertThat(slices.nameOfRest(node("aten::linear"))).isEqualTo("self time of aten::linear");
        assertThat(slices.nameOfRest(node("step"))).isEqualTo("host time in step");
        assertThat(slices.nameOfRest(node("step"))).isSameAs(slices.nameOfRest(node("step")));
    }
}
