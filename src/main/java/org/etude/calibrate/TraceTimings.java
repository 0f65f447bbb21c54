// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.number.Medians;
import org.etude.spec.CollectiveType;

/**
 * Derives timings from a job's own collectives. A kernel's duration includes waiting for the slowest rank; with aligned
 * clocks it can be separated, and the time from the last rank's start to the end is the transfer.
 */
public final class TraceTimings {
    private TraceTimings() {}

    /**
     * One timing per matched collective of two or more ranks that was timed on all of them: the median over ranks of
     * duration minus waiting. Messages that shared a kernel with others have none, as the trace times the kernel only.
     * O(n log n) in their number.
     */
    public static List<CollectiveTiming> of(LinkedSet linked) {
        Map<Integer, LinkedRank> ranks = new HashMap<>();
        linked.ranks().forEach(rank -> ranks.put(rank.trace().rank(), rank));
        List<CollectiveTiming> timings = new ArrayList<>();
        for (CollectiveMatch match : CollectiveMatcher.match(linked).matches()) {
            boolean message = match.type() == CollectiveType.SEND;
            double micros = transferMicros(match);
            boolean alone = match.members().stream()
                    .allMatch(m -> ranks.get(m.rank()).collectives(m.node()).size() == 1);
            if (match.members().size() > 1 && match.missing().isEmpty() && micros > 0 && match.sameType() && alone) {
                CollectiveMatch.Member first = match.members().get(0);
                Collective c = ranks.get(first.rank()).collective(first.node());
                long bytes = c == null ? -1 : Math.max(c.inBytes(), c.outBytes());
                if (bytes >= 0) {
                    String type = message ? "sendrecv" : match.type().name().toLowerCase(Locale.ROOT);
                    timings.add(new CollectiveTiming(type, match.members().size(), bytes, micros));
                }
            }
        }
        return timings;
    }

    private static double transferMicros(CollectiveMatch match) {
        double[] times = match.members().stream()
                .filter(m -> m.startNanos() != LinkedRank.UNTIMED)
                .mapToDouble(m -> (m.durationNanos() - m.waitingNanos()) / 1e3)
                .toArray();
        return times.length < match.members().size() ? -1 : Medians.of(times);
    }
}
