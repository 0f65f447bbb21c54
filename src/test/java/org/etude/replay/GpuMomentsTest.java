// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.junit.jupiter.api.Test;

/** Kernels recorded at 100 to 200, 200 to 300 and 500 to 600 ns that the run places at 10, 130 and 900. */
class GpuMomentsTest {
    private static final long[] ISSUED = {10, 130, 900};
    private static final long[] ENDED = {110, 230, 1000};

    private static EtGraphBuilder kernels() {
        EtGraphBuilder graph = RecordedNodes.graph();
        RecordedNodes.add(graph, 0, false, 100, 100);
        RecordedNodes.add(graph, 1, false, 200, 100);
        return RecordedNodes.add(graph, 2, false, 500, 100);
    }

    private static GpuMoments moments(EtGraph graph) {
        return GpuMoments.of(graph, n -> ISSUED[n], n -> ENDED[n]);
    }

    @Test
    void aMomentKeepsItsDistanceToTheEventBefore() {
        GpuMoments moments = moments(kernels().build());
        assertThat(moments.at(100)).isEqualTo(10);
        assertThat(moments.at(150)).isEqualTo(60);
        assertThat(moments.at(199)).isEqualTo(109);
        assertThat(moments.at(200)).as("the start counts, not the end").isEqualTo(130);
        assertThat(moments.at(300)).isEqualTo(230);
        assertThat(moments.at(450)).as("idle").isEqualTo(380);
        assertThat(moments.at(500)).isEqualTo(900);
        assertThat(moments.at(10_000)).isEqualTo(10_400);
    }

    @Test
    void beforeTheFirstKernelThereIsNoMoment() {
        assertThat(moments(kernels().build()).at(99)).isEqualTo(-1);
        assertThat(moments(RecordedNodes.graph().build()).at(99)).isEqualTo(-1);
    }

    /** The host, nodes without a recorded time and kernels that never ended do not count. */
    @Test
    void onlyKernelsThatRanCount() {
        EtGraphBuilder graph = kernels();
        RecordedNodes.add(graph, 3, true, 50, 10);
        graph.begin(4, "unrecorded", EtNodeType.COMP, 0, 0)
                .bool(EtNames.IS_CPU_OP, false)
                .end();
        RecordedNodes.add(graph, 5, false, 60, 10);
        EtGraph built = graph.build();
        GpuMoments moments = GpuMoments.of(built, n -> n < 3 ? ISSUED[n] : 7, n -> n < 3 ? ENDED[n] : n == 5 ? -1 : 8);
        assertThat(moments.at(99)).isEqualTo(-1);
        assertThat(moments.at(100)).isEqualTo(10);
    }

    /** A kernel that ended at 0 ran. */
    @Test
    void anEndAtZeroIsAnEnd() {
        EtGraph graph =
                RecordedNodes.add(RecordedNodes.graph(), 0, false, 100, 0).build();
        assertThat(GpuMoments.of(graph, n -> 0, n -> 0).at(105)).isEqualTo(5);
    }

    /** What was measured counts where the duration was changed. */
    @Test
    void theMeasuredEndCounts() {
        EtGraphBuilder graph = RecordedNodes.graph();
        RecordedNodes.open(graph, 0, false, 100, 700)
                .int64(EtNames.MEASURED_NS, 50)
                .end();
        GpuMoments moments = GpuMoments.of(graph.build(), n -> 1_000, n -> 2_000);
        assertThat(moments.at(149)).isEqualTo(1_049);
        assertThat(moments.at(150)).isEqualTo(2_000);
        assertThat(moments.at(160)).isEqualTo(2_010);
    }

    /** Against a search of all events: the latest that is not after the moment, a start before an end. */
    @Property(tries = 200)
    void theClosestEventBeforeCounts(
            @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 20) Integer> starts,
            @ForAll @Size(12) List<@IntRange(max = 6) Integer> lengths,
            @ForAll @IntRange(max = 30) int moment) {
        EtGraphBuilder graph = RecordedNodes.graph();
        List<long[]> events = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            long start = starts.get(i);
            long length = lengths.get(i);
            RecordedNodes.add(graph, i, false, start, length);
            // The run keeps recorded order: twice as late, so that equal moments are equal in it.
            events.add(new long[] {start, 1, 2 * start});
            events.add(new long[] {start + length, 0, 2 * (start + length)});
        }
        GpuMoments moments =
                GpuMoments.of(graph.build(), n -> 2L * starts.get(n), n -> 2L * (starts.get(n) + lengths.get(n)));
        long[] closest = null;
        for (long[] event : events) {
            if (event[0] <= moment
                    && (closest == null || event[0] > closest[0] || event[0] == closest[0] && event[1] > closest[1])) {
                closest = event;
            }
        }
        assertThat(moments.at(moment)).isEqualTo(closest == null ? -1 : closest[2] + moment - closest[0]);
    }
}
