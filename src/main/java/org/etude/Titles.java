package org.etude;

import java.util.Map;
import java.util.TreeMap;
import org.etude.et.EtGraph;
import org.etude.et.EtSet;
import org.etude.link.LinkedSet;
import org.etude.trace.RankTrace;
import org.etude.trace.TraceHeader;
import org.etude.trace.TraceSet;

/** The line above the table that a value shows. */
final class Titles {
    /** Rows shown below it. */
    static final int ROWS = 16;

    private Titles() {}

    static String of(TraceSet traces) {
        return "Traces " + traces.source() + ": " + counts(traces);
    }

    static String of(LinkedSet linked) {
        return "LinkedTraces " + linked.traces().source() + ": " + counts(linked.traces()) + ", "
                + count(linked.unmatched().size(), "unmatched", "unmatched");
    }

    static String of(EtSet workload, int changes) {
        long nodes = workload.ranks().stream().mapToLong(EtGraph::size).sum();
        return "Workload " + workload.prefix() + ": " + count(workload.ranks().size(), "rank", "ranks") + ", "
                + count(nodes, "node", "nodes") + (changes == 0 ? "" : ", " + count(changes, "change", "changes"));
    }

    private static String counts(TraceSet traces) {
        int steps =
                traces.ranks().stream().mapToInt(r -> r.steps().size()).max().orElse(0);
        String platform = platform(traces);
        return count(traces.ranks().size(), "rank", "ranks")
                + (traces.worldSize() > traces.ranks().size() ? " of " + traces.worldSize() : "")
                + (platform.isEmpty() ? "" : ", " + platform)
                + (steps == 0 ? "" : ", " + count(steps, "step", "steps"));
    }

    /** The platform and the versions that the first Kineto file states. */
    private static String platform(TraceSet traces) {
        for (RankTrace rank : traces.ranks()) {
            if (rank.device() != null) {
                TraceHeader header = rank.device().header();
                StringBuilder text = new StringBuilder(header.platform().name());
                for (Map.Entry<String, String> version : new TreeMap<>(header.versions()).entrySet()) {
                    text.append(", ").append(version.getKey()).append(' ').append(version.getValue());
                }
                return text.toString();
            }
        }
        return "";
    }

    static String count(long number, String one, String many) {
        return String.format(java.util.Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
    }
}
