// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.report.Sha256;
import org.etude.spec.TransferTimes;
import org.etude.spec.network.CollectiveAlgorithm;
import org.etude.store.Saved;
import org.etude.store.Storable;

/**
 * Times of transfers from timed collectives, each type and group size by its own curve. What was not timed is inferred, and
 * says so: from another type of the same group size by the bytes a rank's link carries, else from another group size by those
 * bytes and by the steps of a ring.
 */
public final class MeasuredTimes implements TransferTimes, Storable {
    private static final double NANOS = 1e3;
    /** Up to this many times one way's time an exchange of two ranks was timed with ranks that started together. */
    private static final double ALIGNED = 1.15;

    private static final String ALL_REDUCE = "all_reduce";
    /** Types that may speak for another one, the most alike first. */
    private static final List<String> STAND_INS =
            List.of(ALL_REDUCE, "all_gather", "reduce_scatter", "all_to_all", MESSAGE);

    private static final CollectiveAlgorithm RING = CollectiveAlgorithm.RING;

    private final Map<String, TreeMap<Integer, TimeCurve>> curves = new TreeMap<>();
    private final String digest;
    private final List<List<CollectiveTiming>> files;

    private MeasuredTimes(List<List<CollectiveTiming>> files) {
        Map<String, Map<Integer, List<List<CollectiveTiming>>>> sorted = new TreeMap<>();
        for (List<CollectiveTiming> file : files) {
            Map<String, Map<Integer, List<CollectiveTiming>>> own = new TreeMap<>();
            for (CollectiveTiming t : file) {
                own.computeIfAbsent(t.type(), type -> new TreeMap<>())
                        .computeIfAbsent(t.ranks(), ranks -> new ArrayList<>())
                        .add(t);
            }
            own.forEach(
                    (type, byRanks) -> byRanks.forEach((ranks, of) -> sorted.computeIfAbsent(type, t -> new TreeMap<>())
                            .computeIfAbsent(ranks, r -> new ArrayList<>())
                            .add(of)));
        }
        sorted.forEach((type, byRanks) -> byRanks.forEach((ranks, of) ->
                curves.computeIfAbsent(type, t -> new TreeMap<>()).put(ranks, TimeCurve.ofFiles(of))));
        digest = Sha256.hex(files.toString());
        this.files = files.stream().map(List::copyOf).toList();
    }

    /**
     * Times by these timings.
     *
     * @throws CalibrationException when there is none
     */
    public static MeasuredTimes of(List<CollectiveTiming> timings) {
        return ofFiles(List.of(timings));
    }

    /**
     * Times by the timings of several files of one network, such as one with aligned and one with skewed starts.
     *
     * @throws CalibrationException when there is none
     */
    public static MeasuredTimes ofFiles(List<List<CollectiveTiming>> files) {
        if (files.stream().allMatch(List::isEmpty)) {
            throw new CalibrationException(
                    "no timed collective", "Time all-reduces at least, of several sizes, on the network to predict.");
        }
        return new MeasuredTimes(files);
    }

    @Override
    public Answer of(String type, int ranks, long bytes, String backend) {
        double size = larger(type, ranks, bytes);
        TimeCurve own = curve(type, ranks);
        if (own != null) {
            String beyond =
                    size > 2.0 * own.largest() ? "timings of at most " + own.largest() + " bytes, by their rate" : "";
            return exchanges(type, ranks)
                    ? exchange(ranks, size, own, backend, beyond)
                    : answer(own.micros(size), beyond);
        }
        for (String other : STAND_INS) {
            TimeCurve curve = curve(other, ranks);
            if (curve != null) {
                double alike = size * RING.wire(type, ranks) / RING.wire(other, ranks);
                return answer(curve.micros(alike), other + " of " + ranks + " ranks, by the bytes of a rank's link");
            }
        }
        return otherGroup(type, ranks, size);
    }

    /**
     * Two ranks that exchange at once use a link both ways. One that comes a message's latency later sends its data before its
     * own request for the other's, which so waits behind them: the early rank is through after one way, the late one after
     * both, at most. Timings with skewed starts lie between the two, those with aligned ones at one way; how far a late rank
     * is held up follows from how far they exceed it.
     */
    private Answer exchange(int ranks, double size, TimeCurve own, String backend, String beyond) {
        TimeCurve message = curve(MESSAGE, ranks);
        double micros = own.slowest(size);
        double oneWay = message.micros(size / ranks);
        boolean aligned = micros < ALIGNED * oneWay;
        if (aligned && backend.equals("gloo")) {
            return new Answer(
                    nanos(2 * oneWay),
                    nanos(Math.min(micros, oneWay)),
                    nanos(message.startMicros()),
                    "timings of ranks that started together; one that comes later waits until the other's data are through");
        }
        if (oneWay >= micros) {
            return answer(micros, beyond);
        }
        double late = Math.max(micros, Math.min(2 * micros - oneWay, 2 * oneWay));
        return new Answer(nanos(late), nanos(oneWay), nanos(message.startMicros()), beyond);
    }

    /** Whether both directions of a link are in use at once, and the time of one direction is known. */
    private boolean exchanges(String type, int ranks) {
        return ranks == 2 && (type.equals("all_gather") || type.equals("all_to_all")) && curve(MESSAGE, ranks) != null;
    }

    /** In the timings' sense the size is that of the larger of a rank's input and output. */
    private static double larger(String type, int ranks, long bytes) {
        return type.equals("all_gather") || type.equals("gather") ? (double) bytes * ranks : bytes;
    }

    private TimeCurve curve(String type, int ranks) {
        Map<Integer, TimeCurve> byRanks = curves.get(type);
        return byRanks == null ? null : byRanks.get(ranks);
    }

    private Answer otherGroup(String type, int ranks, double size) {
        List<String> order = new ArrayList<>(List.of(type));
        order.addAll(STAND_INS);
        order.addAll(curves.keySet());
        String other = order.stream().filter(curves::containsKey).findFirst().orElseThrow();
        TreeMap<Integer, TimeCurve> byRanks = curves.get(other);
        Integer below = byRanks.floorKey(ranks);
        int timed = below == null ? byRanks.firstKey() : below;
        TimeCurve curve = byRanks.get(timed);
        double alike = size * RING.wire(type, ranks) / RING.wire(other, timed);
        double steps = RING.steps(type, ranks) / RING.steps(other, timed);
        double micros = Math.max(
                curve.micros(alike) + curve.startMicros() * (steps - 1), curve.micros(alike) - curve.startMicros());
        return answer(
                Math.max(0, micros),
                other + " of " + timed + " ranks, by a ring's steps and the bytes of a rank's link");
    }

    private static Answer answer(double micros, String inferredFrom) {
        return Answer.same(nanos(micros), inferredFrom);
    }

    private static long nanos(double micros) {
        return Math.max(1, Math.round(micros * NANOS));
    }

    @Override
    public String digest() {
        return digest;
    }

    @Override
    public String toString() {
        List<String> rows = new ArrayList<>();
        curves.forEach((type, byRanks) -> rows.add(type + " of " + byRanks.keySet() + " ranks"));
        return "measured " + String.join(", ", rows);
    }

    /** The timings, file by file. */
    private record Timings(List<List<CollectiveTiming>> files) implements Saved {
        @Override
        public Object restored() {
            return ofFiles(files);
        }
    }

    @Override
    public Saved saved() {
        return new Timings(files);
    }
}
