// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.MetadataNumbers;
import org.etude.et.timeline.RecordedTimelines;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.sim.program.CommStreams;
import org.etude.sim.program.RankProgram;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.spec.SystemSpec;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.LogicalTopology;

/**
 * When the nodes of a converted recording ran, in the same columns as a simulated run, so that the same analyses apply
 * to both. Times are relative to the first node of any rank; ranks without a common clock start together.
 */
public final class RecordedOps {
    private static final long NS_PER_US = 1_000;

    private RecordedOps() {}

    /** Reads all ranks of a converted recording. Linear in the nodes. */
    public static OpColumns of(EtSet set) {
        Scenario scenario = new Scenario(
                set.ranks(),
                set.groups(),
                SystemSpec.builder().build(),
                LogicalTopology.fitting(set.ranks().size()),
                RemoteMemorySpec.none(),
                Path.of(""),
                SimOptions.defaults());
        boolean together = set.ranks().stream().allMatch(RecordedOps::hasClock);
        long[] begins = set.ranks().stream().mapToLong(RecordedOps::begin).toArray();
        RankTimes[] times = new RankTimes[begins.length];
        for (int rank = 0; rank < begins.length; rank++) {
            Progress.checkInterrupted();
            EtGraph graph = set.ranks().get(rank);
            long shift = clock(graph) + RecordedTimelines.shift(begins, rank, together);
            times[rank] = times(graph, shift, scenario.options());
        }
        return new OpColumns(times, null, scenario, numbers(set));
    }

    /** The rank number that each trace was recorded as; its index if the trace does not give it. */
    private static List<Integer> numbers(EtSet set) {
        List<Integer> numbers = new ArrayList<>();
        for (EtGraph graph : set.ranks()) {
            numbers.add(MetadataNumbers.recordedRank(graph, numbers.size()));
        }
        return numbers;
    }

    private static RankTimes times(EtGraph graph, long shift, SimOptions options) {
        RankProgram program = new RankProgram(graph, CommStreams.of(options));
        long[] issued = new long[program.size];
        long[] ended = new long[program.size];
        int start = graph.key(EtNames.START_NS);
        int time = graph.key(EtNames.DURATION_NS);
        int taken = graph.key(EtNames.MEASURED_NS);
        for (int n = 0; n < program.size; n++) {
            int node = program.source(n);
            long duration = graph.integer(node, time, graph.durationMicros(node) * NS_PER_US);
            if (graph.has(node, start)) {
                long measured = graph.integer(node, taken, duration);
                ended[n] = graph.integer(node, start, graph.startMicros(node) * NS_PER_US) + shift + measured;
                // Measured time beyond the duration was spent waiting for dependencies.
                issued[n] = ended[n] - Math.min(duration, measured);
            } else {
                // Whatever delays a whole rank begins with the job.
                ended[n] = duration;
            }
        }
        return new RankTimes(program, issued, ended, null);
    }

    /** The first start of a rank, on the clock of all ranks. */
    private static long begin(EtGraph graph) {
        long begin = Long.MAX_VALUE;
        int start = graph.key(EtNames.START_NS);
        for (int node = 0; node < graph.size(); node++) {
            if (graph.has(node, start)) {
                begin = Math.min(begin, graph.integer(node, start, graph.startMicros(node) * NS_PER_US));
            }
        }
        return begin == Long.MAX_VALUE ? 0 : begin + clock(graph);
    }

    private static boolean hasClock(EtGraph graph) {
        return graph.metadata().stream().anyMatch(a -> a.name().equals(EtNames.CLOCK_NS));
    }

    private static long clock(EtGraph graph) {
        return MetadataNumbers.whole(graph, EtNames.CLOCK_NS, 0);
    }
}
