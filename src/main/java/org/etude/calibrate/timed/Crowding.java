// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import java.util.Map;
import java.util.TreeMap;
import org.etude.collective.CollectiveAlgorithm;

/**
 * By how much transfers take longer the more ranks send at once, because they share a machine's cores, a bus or a switch. In a
 * ring's all-reduce all ranks of the group send at once, one step after the other, so its time divided by that of as many steps
 * between ranks that send alone is that factor. It is taken at the largest size timed, since a shaped link lets the first bytes of a
 * message pass unshaped, and interpolated between group sizes; beyond the largest group, that group's factor holds.
 */
final class Crowding {
    private static final String ALL_REDUCE = "all_reduce";
    private static final CollectiveAlgorithm RING = CollectiveAlgorithm.RING;

    private final TreeMap<Integer, Double> factors = new TreeMap<>();

    /**
     * Compares all-reduces with messages or, without those, with the all-reduces of the smallest group.
     *
     * @param allReduces curves by group size, perhaps none
     * @param message the curve of messages, or null
     */
    Crowding(TreeMap<Integer, TimeCurve> allReduces, TimeCurve message) {
        factors.put(1, 1.0);
        if (message == null && allReduces.isEmpty()) {
            return;
        }
        int least = message == null ? allReduces.firstKey() : 1;
        TimeCurve alone = message == null ? allReduces.get(least) : message;
        double aloneSteps = message == null ? RING.steps(ALL_REDUCE, least) : 1;
        double atLeast = 1;
        for (Map.Entry<Integer, TimeCurve> timed : allReduces.tailMap(least).entrySet()) {
            int ranks = timed.getKey();
            double bytes = timed.getValue().largest();
            double step = timed.getValue().micros(bytes) / RING.steps(ALL_REDUCE, ranks);
            atLeast = Math.max(atLeast, step / (alone.micros(bytes / ranks * least) / aloneSteps));
            factors.put(ranks, atLeast);
        }
    }

    /** The factor while so many ranks send at once, 1 or more. */
    double of(int senders) {
        Map.Entry<Integer, Double> below = factors.floorEntry(Math.max(1, senders));
        Map.Entry<Integer, Double> above = factors.ceilingEntry(senders);
        if (above == null || above.getKey().equals(below.getKey())) {
            return below.getValue();
        }
        double share = (senders - below.getKey()) / (double) (above.getKey() - below.getKey());
        return below.getValue() + share * (above.getValue() - below.getValue());
    }
}
