// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtNames;
import org.etude.sim.engine.UnevenAllToAlls.Parts;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;

/**
 * Whether a rank to which several others send at once takes as long as its link needs for all of it. Full-duplex links
 * of a switch do; links that are shaped at their senders only do not. Timings of equal parts do not tell, but the
 * recorded all-to-alls with unequal parts do: their times from the last start to the last end are in proportion either to
 * the most that a rank sends, or to the most that it sends or receives. Without recorded times on one clock, receivers
 * count.
 */
final class Incast {
    private final List<Double> bySender = new ArrayList<>();
    private final List<Double> byLink = new ArrayList<>();

    /** The recorded time of one all-to-all. */
    static final class Recorded {
        private long start = Long.MIN_VALUE;
        private long end = Long.MIN_VALUE;
        private boolean known = true;

        /** Adds the part of a rank. */
        void join(RankWorkload rank, int node) {
            RankProgram program = rank.program;
            long clock = program.metadata(EtNames.CLOCK_NS);
            long begin = program.attribute(node, EtNames.START_NS, RankProgram.MISSING);
            long nanos = program.attribute(node, EtNames.DURATION_NS, RankProgram.MISSING);
            known &= clock != RankProgram.MISSING && begin != RankProgram.MISSING && nanos != RankProgram.MISSING;
            if (known) {
                start = Math.max(start, begin + clock);
                end = Math.max(end, begin + clock + program.attribute(node, EtNames.MEASURED_NS, nanos));
            }
        }

        private double nanos() {
            return known ? end - start : 0;
        }
    }

    /** Takes an all-to-all of three or more ranks into account; of two, a rank receives what the other sends. */
    void add(Parts parts, Recorded times) {
        long most = 0;
        long both = 0;
        for (int member : parts.members()) {
            most = Math.max(most, parts.sentBy(member));
            both = Math.max(both, Math.max(parts.sentBy(member), parts.receivedBy(member)));
        }
        if (parts.members().length > 2 && most > 0 && times.nanos() > 0) {
            bySender.add(Math.log(times.nanos() / most));
            byLink.add(Math.log(times.nanos() / both));
        }
    }

    /** Whether the time of a receiver counts, which is the default. */
    boolean delays() {
        return variance(byLink) <= variance(bySender);
    }

    private static double variance(List<Double> values) {
        double mean = values.stream().mapToDouble(v -> v).average().orElse(0);
        return values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    }
}
