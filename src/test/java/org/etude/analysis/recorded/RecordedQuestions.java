// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.etude.Traces;
import tech.tablesaw.api.Table;

/** What can be asked of a recording by itself, by the name of its command. */
final class RecordedQuestions {
    private RecordedQuestions() {}

    /** All of them, in a map of the caller's own; traffic between nodes of this many ranks. */
    static Map<String, Function<Traces, Table>> of(int ranksPerNode) {
        Map<String, Function<Traces, Table>> all = new LinkedHashMap<>();
        all.put("steps", Traces::steps);
        all.put("kernels", Traces::kernels);
        all.put("idle", Traces::idle);
        all.put("operators", Traces::operators);
        all.put("launches", Traces::launches);
        all.put("launch-queues", Traces::launchQueues);
        all.put("copies", Traces::copies);
        all.put("annotations", Traces::annotations);
        all.put("flops", Traces::flops);
        all.put("bandwidth", Traces::bandwidth);
        all.put("traffic", traces -> traces.nodeTraffic(ranksPerNode));
        all.put("memory", Traces::memory);
        all.put("memory-kinds", Traces::stepMemory);
        all.put("sequences", Traces::sequences);
        all.put("counters", Traces::counters);
        all.put("spread", Traces::spread);
        all.put("stragglers", Traces::stragglerCosts);
        all.put("critical-path", Traces::criticalPath);
        return all;
    }
}
