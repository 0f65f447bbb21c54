// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.engine.UnevenAllToAlls.Parts;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Of two all-to-alls, both send at most 2000 bytes from a rank, and to one rank of the first 4000 are sent. If receivers counted,
 * the first would take twice as long as the second; if only senders did, as long. The recorded times are closer to the former
 * from a ratio of the square root of 2 on: of 142 ns to 100 ns, but not of 141 ns.
 */
class IncastTest {
    private static final Parts TO_ONE =
            new Parts(new int[] {0, 1, 2}, new long[][] {{9, 0, 0}, {2000, 9, 0}, {2000, 0, 9}});
    private static final Parts FROM_ONE =
            new Parts(new int[] {0, 1, 2}, new long[][] {{9, 2000, 0}, {0, 9, 0}, {0, 0, 9}});
    private static final long NONE = -1;

    private final Incast incast = new Incast();

    /** Adds a rank's part; what is {@link #NONE} is not stated. */
    private static void join(Incast.Recorded recorded, long clock, long start, long duration, long measured) {
        EtGraphBuilder out = new EtGraphBuilder(
                "0.0.4", clock == NONE ? List.of() : List.of(EtAttribute.int64(EtNames.CLOCK_NS, clock)));
        out.begin(1, "a2a", EtNodeType.COMM_COLL, 0, 1);
        out.dependencies(new long[0], new long[0]);
        state(out, EtNames.START_NS, start);
        state(out, EtNames.DURATION_NS, duration);
        state(out, EtNames.MEASURED_NS, measured);
        out.end();
        recorded.join(new RankWorkload(0, new RankProgram(out.build()), (rank, node) -> {}), 0);
    }

    private static void state(EtGraphBuilder out, String name, long value) {
        if (value != NONE) {
            out.int64(name, value);
        }
    }

    private static Incast.Recorded lasting(long nanos) {
        Incast.Recorded recorded = new Incast.Recorded();
        join(recorded, 0, 0, nanos, NONE);
        return recorded;
    }

    @Test
    void withoutRecordedTimesReceiversCount() {
        assertThat(incast.delays()).isTrue();
    }

    /** Of one alone, the times say nothing. */
    @Test
    void oneRecordedTimeLeavesReceiversCounting() {
        incast.add(TO_ONE, lasting(100));
        assertThat(incast.delays()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"200, true", "142, true", "141, false", "100, false", "50, false"})
    void theCloserProportionDecides(long nanos, boolean delays) {
        incast.add(TO_ONE, lasting(nanos));
        incast.add(FROM_ONE, lasting(100));
        assertThat(incast.delays()).isEqualTo(delays);
    }

    /** From the start of the last rank to the end of the last, on one clock; ends are measured where that is stated. */
    @ParameterizedTest
    @CsvSource({"192, true", "191, false"})
    void aTimeIsFromTheLastStartToTheLastEnd(long measured, boolean delays) {
        Incast.Recorded recorded = new Incast.Recorded();
        join(recorded, 1000, 0, 60, NONE);
        join(recorded, 50, 1000, 9999, measured); // from 1050 to 1242
        join(recorded, 100, 1000, 100, NONE); // from 1100
        incast.add(TO_ONE, recorded);
        incast.add(FROM_ONE, lasting(100));
        assertThat(incast.delays()).isEqualTo(delays);
    }

    /** Counted with that time, the one without would have made receivers irrelevant. */
    @ParameterizedTest
    @CsvSource({"-1, 0, 100", "0, -1, 100", "0, 0, -1"})
    void oneWithARankOfUnknownTimeDoesNotCount(long clock, long start, long duration) {
        Incast.Recorded recorded = new Incast.Recorded();
        join(recorded, clock, start, duration, NONE);
        join(recorded, 0, 0, 100, NONE);
        incast.add(TO_ONE, recorded);
        incast.add(FROM_ONE, lasting(100));
        assertThat(incast.delays()).isTrue();
    }

    @Test
    void oneThatTakesNoTimeOrSendsNothingDoesNotCount() {
        incast.add(TO_ONE, lasting(200));
        incast.add(TO_ONE, lasting(0));
        incast.add(new Parts(new int[] {0, 1, 2}, new long[3][3]), lasting(100));
        incast.add(FROM_ONE, lasting(100));
        assertThat(incast.delays()).isTrue();
        incast.add(TO_ONE, lasting(100));
        incast.add(TO_ONE, lasting(100));
        incast.add(TO_ONE, lasting(100));
        assertThat(incast.delays()).isFalse();
    }

    /** A link whose rank sends more than it receives is as busy as it sends: the times say nothing. */
    @Test
    void aLinkIsAsBusyAsItsBusierDirection() {
        incast.add(new Parts(new int[] {0, 1, 2}, new long[][] {{9, 2000, 2000}, {0, 9, 0}, {0, 0, 9}}), lasting(200));
        incast.add(FROM_ONE, lasting(100));
        assertThat(incast.delays()).isTrue();
    }

    /** Of two ranks, one receives what the other sends. */
    @Test
    void ofTwoRanksNothingCanBeLearnt() {
        incast.add(new Parts(new int[] {0, 1}, new long[][] {{0, 1000}, {4000, 0}}), lasting(100));
        incast.add(TO_ONE, lasting(100));
        assertThat(incast.delays()).isTrue();
        incast.add(FROM_ONE, lasting(100));
        assertThat(incast.delays()).isFalse();
    }
}
