// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.etude.compat.triosim.engine.SmallStep.settings;
import static org.etude.compat.triosim.engine.TrioSimParallelism.DATA;
import static org.etude.compat.triosim.engine.TrioSimParallelism.PIPELINE;
import static org.etude.compat.triosim.engine.TrioSimParallelism.REPLICAS;
import static org.etude.compat.triosim.engine.TrioSimParallelism.TENSOR;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.etude.compat.triosim.engine.SmallStep;
import org.etude.compat.triosim.trace.MessageKind;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TimedOp;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimTrace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when, worked out by hand; see {@link SmallStep}. */
class TrioSimTimelineTest {
    @TempDir
    private Path dir;

    private final TrioSimTimeline timeline = new TrioSimTimeline();
    private TrioSimTrace step;

    @BeforeEach
    void read() {
        step = TrioSimTrace.read(SmallStep.write(dir));
    }

    private static String text(TimedOp op) {
        return String.format(
                Locale.ROOT,
                "gpu %d.%d: %d %.3f-%.3f",
                op.gpu(),
                op.microBatch(),
                op.index(),
                op.start() * 1e3,
                op.end() * 1e3);
    }

    private static String text(TimedMessage message) {
        return String.format(
                Locale.ROOT,
                "%s %d->%d: %d bytes %.3f-%.3f",
                message.kind().label(),
                message.from(),
                message.to(),
                message.bytes(),
                message.sent() * 1e3,
                message.arrived() * 1e3);
    }

    private List<String> ops() {
        return timeline.ops().stream().map(TrioSimTimelineTest::text).toList();
    }

    /** All but what comes from the remote memory. */
    private List<String> exchanged() {
        return timeline.messages().stream()
                .filter(message -> message.from() != TimedMessage.REMOTE)
                .map(TrioSimTimelineTest::text)
                .toList();
    }

    @Test
    void aPipelineHandsOverBetweenItsStages() {
        TrioSim.run(step, SmallStep.batch(settings(PIPELINE, 2, 1, true), 2, 1), timeline);
        // each micro-batch: 2 MB forward and 0.5 MB backward at 1 GB/s; the second goes back first
        assertThat(exchanged())
                .containsExactly(
                        "nextRound 0->1: 2000000 bytes 0.500-2.500",
                        "nextGPU 0->1: 2000000 bytes 3.000-5.000",
                        "nextGPU 1->0: 500000 bytes 8.000-8.500",
                        "nextGPU 1->0: 500000 bytes 10.000-10.500");
        assertThat(ops())
                .containsExactly(
                        "gpu 0.0: 0 0.000-0.500",
                        "gpu 0.0: 4 10.500-10.750",
                        "gpu 0.0: 5 10.750-11.000",
                        "gpu 0.1: 0 2.500-3.000",
                        "gpu 0.1: 4 8.500-8.750",
                        "gpu 0.1: 5 8.750-9.000",
                        "gpu 1.0: 1 2.500-3.500",
                        "gpu 1.0: 2 8.000-9.500",
                        "gpu 1.0: 3 9.500-10.000",
                        "gpu 1.1: 1 5.000-6.000",
                        "gpu 1.1: 2 6.000-7.500",
                        "gpu 1.1: 3 7.500-8.000");
    }

    @Test
    void anAllReduceGoesRoundTheRingTwice() {
        TrioSim.run(step, settings(DATA, 2, 1, true), timeline);
        assertThat(exchanged())
                .containsExactly(
                        "scatter 0->1: 1000000 bytes 8.000-9.000",
                        "scatter 1->0: 1000000 bytes 8.000-9.000",
                        "gather 0->1: 1000000 bytes 9.000-10.000",
                        "gather 1->0: 1000000 bytes 9.000-10.000");
        assertThat(timeline.ops()).hasSize(12);
    }

    @Test
    void fetchesNameTheRemoteMemoryAndComeOneAfterAnother() {
        TrioSim.run(step, settings(REPLICAS, 1, 1, true), timeline);
        assertThat(timeline.messages())
                .extracting(TimedMessage::from, TimedMessage::to, TimedMessage::kind, TimedMessage::bytes)
                .containsExactly(
                        tuple(TimedMessage.REMOTE, 0, MessageKind.FETCH, 3_000_000L),
                        // made by the second operator, whose outputs have no place since it fetches nothing
                        tuple(TimedMessage.REMOTE, 0, MessageKind.FETCH, 4_000_000L),
                        tuple(TimedMessage.REMOTE, 0, MessageKind.FETCH, 1_000_000L),
                        tuple(TimedMessage.REMOTE, 0, MessageKind.FETCH, 2_000_000L));
        assertThat(timeline.messages()).extracting(TimedMessage::number).containsExactly(0L, 1L, 2L, 3L);
        for (int i = 1; i < timeline.messages().size(); i++) {
            assertThat(timeline.messages().get(i).sent())
                    .isEqualTo(timeline.messages().get(i - 1).arrived());
        }
    }

    @Test
    void aRunThatStopsShowsHowFarItCame() {
        assertThatThrownBy(() -> TrioSim.run(step, settings(TENSOR, 1, 1, true), timeline))
                .isInstanceOf(TrioSimException.class);
        assertThat(ops()).containsExactly("gpu 0.0: 0 0.000-1.000");
    }
}
