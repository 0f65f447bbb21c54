// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SwitchSpecTest {
    private static final long G = 1_000_000_000;

    private static SwitchSpec spec(boolean nearest) {
        return new SwitchSpec(
                true,
                List.of(new EcnThreshold(100 * G, 400, 1600, 0.2), new EcnThreshold(400 * G, 1000, 4000, 0.5)),
                nearest,
                true,
                32 << 20,
                3);
    }

    @Test
    void aRateThatIsListedHasItsOwnMarks() {
        assertThat(spec(true).marksOf(100 * G)).isEqualTo(new EcnThreshold(100 * G, 400, 1600, 0.2));
        assertThat(spec(false).marksOf(400 * G)).isEqualTo(new EcnThreshold(400 * G, 1000, 4000, 0.5));
    }

    @Test
    void anotherRateScalesTheNearestOrMarksEverything() {
        assertThat(spec(true).marksOf(200 * G)).isEqualTo(new EcnThreshold(200 * G, 800, 3200, 0.2));
        assertThat(spec(true).marksOf(800 * G)).isEqualTo(new EcnThreshold(800 * G, 2000, 8000, 0.5));
        // As far from one as from the other: the first of the list.
        assertThat(spec(true).marksOf(250 * G)).isEqualTo(new EcnThreshold(250 * G, 1000, 4000, 0.2));
        assertThat(spec(false).marksOf(200 * G)).isEqualTo(new EcnThreshold(200 * G, 0, 0, 0));
        SwitchSpec none = new SwitchSpec(true, List.of(), true, true, 1, 0);
        assertThat(none.marksOf(G)).isEqualTo(new EcnThreshold(G, 0, 0, 0));
    }

    @Test
    void verbsChangeOneThingEach() {
        SwitchSpec spec = spec(true);
        assertThat(spec.passive()).isZero();
        assertThat(spec.trimming()).isFalse();
        SwitchSpec other =
                spec.withPfc(false).withEcn(false).withPassive(4).withBuffer(99).withTrimming(true);
        assertThat(other).isEqualTo(new SwitchSpec(false, spec.marks(), true, false, 99, 3, 4, true));
        assertThat(other.withPfc(true)
                        .withEcn(true)
                        .withPassive(0)
                        .withBuffer(32 << 20)
                        .withTrimming(false))
                .isEqualTo(spec);
    }

    @Test
    void marksAreCopied() {
        List<EcnThreshold> marks = new ArrayList<>();
        SwitchSpec spec = new SwitchSpec(true, marks, true, true, 1, 0);
        marks.add(new EcnThreshold(G, 0, 0, 0));
        assertThat(spec.marks()).isEmpty();
    }

    @Test
    void buffersAreFromOneByteToFourGibibytes() {
        assertThat(spec(true).withBuffer(0xffffffffL).bufferBytes()).isEqualTo(4_294_967_295L);
        for (long bytes : new long[] {0, -1, 0x100000000L}) {
            assertThatThrownBy(() -> spec(true).withBuffer(bytes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(": " + bytes + ", 3, 0");
        }
        assertThatThrownBy(() -> spec(true).withPassive(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SwitchSpec(true, List.of(), true, true, 1, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void marksOutOfOrderAreRefused() {
        assertThatThrownBy(() -> new EcnThreshold(G, -1, 5, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EcnThreshold(G, 6, 5, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found 6, 5, 0.0");
        assertThatThrownBy(() -> new EcnThreshold(G, 5, 5, 1.01)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EcnThreshold(G, 5, 5, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new EcnThreshold(G, 5, 5, 1).probability()).isEqualTo(1);
    }

    @Test
    void whatIsNoFlowOrFailureIsRefused() {
        assertThat(new BackgroundFlow(0, 1, 1, 0).bytes()).isEqualTo(1);
        assertThatThrownBy(() -> new BackgroundFlow(1, 1, 1, 0)).hasMessageEndingWith("1 to 1");
        assertThatThrownBy(() -> new BackgroundFlow(-1, 1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BackgroundFlow(0, -1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BackgroundFlow(0, 1, 0, 0)).hasMessageEndingWith("0 bytes at 0 ns");
        assertThatThrownBy(() -> new BackgroundFlow(0, 1, 1, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RoutingSpec.LinkFailure(-1, 0, 1)).hasMessageContaining("-1 ns");
    }

    @Test
    void failuresAddUp() {
        RoutingSpec.LinkFailure first = new RoutingSpec.LinkFailure(0, 1, 2);
        RoutingSpec.LinkFailure second = new RoutingSpec.LinkFailure(5, 3, 4);
        RoutingSpec routing = RoutingSpec.reference()
                .withFailure(first)
                .withHostForwarding(true)
                .withFailure(second);
        assertThat(routing).isEqualTo(new RoutingSpec(true, false, true, List.of(first, second)));
        assertThat(routing.withParallelLinks(true).parallelLinks()).isTrue();
        assertThat(RoutingSpec.reference().failures()).isEmpty();
    }
}
