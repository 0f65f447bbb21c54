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
     * duration minus waiting. O(n log n) in their number.
     */
    public static List<CollectiveTiming> of(LinkedSet linked) {
        Map<Integer, Map<Integer, Collective>> byNode = new HashMap<>();
        for (LinkedRank rank : linked.ranks()) {
            Map<Integer, Collective> nodes = byNode.computeIfAbsent(rank.trace().rank(), r -> new HashMap<>());
            rank.collectives().forEach(c -> nodes.put(c.node(), c));
        }
        List<CollectiveTiming> timings = new ArrayList<>();
        for (CollectiveMatch match : CollectiveMatcher.match(linked).matches()) {
            boolean message = match.type() == CollectiveType.SEND;
            double micros = transferMicros(match);
            if (match.members().size() > 1 && match.missing().isEmpty() && micros > 0 && match.sameType()) {
                CollectiveMatch.Member first = match.members().get(0);
                Collective c = byNode.get(first.rank()).get(first.node());
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
