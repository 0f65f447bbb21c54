// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.collective.CollectiveAlgorithm;
import org.etude.report.Sha256;
import org.etude.spec.TransferTimes;
import org.etude.store.Saved;
import org.etude.store.Storable;

/**
 * Transfer times from timed collectives, with one curve per type and group size. Untimed combinations are inferred and
 * marked as such: from another type of the same group size by the bytes per rank link, otherwise from another group
 * size by those bytes and the steps of a ring.
 */
public final class MeasuredTimes implements TransferTimes, Storable {
    private static final double NANOS = 1e3;
    private static final String ALL_REDUCE = "all_reduce";
    private static final String ALL_TO_ALL = "all_to_all";
    /** Types from which others are inferred, the most similar first. */
    private static final List<String> STAND_INS =
            List.of(ALL_REDUCE, "all_gather", "reduce_scatter", ALL_TO_ALL, MESSAGE);

    private static final CollectiveAlgorithm RING = CollectiveAlgorithm.RING;

    private final Map<String, TreeMap<Integer, TimeCurve>> curves = new TreeMap<>();
    private final Crowding crowding;
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
        TimeCurve message = curve(MESSAGE, 2);
        if (message != null) {
            sorted.forEach((type, byRanks) -> byRanks.forEach((ranks, of) -> {
                if (!type.equals(MESSAGE)) {
                    // No collective needs more messages one after the other than a ring's all-reduce.
                    double messages = RING.steps(ALL_REDUCE, ranks);
                    curves.get(type)
                            .put(
                                    ranks,
                                    TimeCurve.ofFiles(of.stream()
                                            .map(file -> TimeCurve.ofNetwork(file, message, messages))
                                            .toList()));
                }
            }));
        }
        crowding = new Crowding(curves.getOrDefault(ALL_REDUCE, new TreeMap<>()), message);
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
                    "no timed collective", "Time at least all-reduces of several sizes on the network to predict.");
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
            if (type.equals(MESSAGE)) {
                return message(ranks, size, own, beyond);
            }
            return exchanges(type, ranks) ? exchange(type, size, backend, beyond) : answer(own.micros(size), beyond);
        }
        return backend.equals("gloo") ? onGloo(type, ranks, bytes, size) : alike(type, ranks, size);
    }

    /** What was not timed, by how gloo carries it out. */
    private Answer onGloo(String type, int ranks, long bytes, double size) {
        TimeCurve message = curve(MESSAGE, 2);
        if (type.equals("reduce_scatter")) {
            // ProcessGroupGloo.cpp: an all-reduce of the whole buffer, of which each rank keeps its part.
            Answer whole = of(ALL_REDUCE, ranks, bytes, "gloo");
            String from = whole.inferredFrom();
            return Answer.same(
                    whole.nanos(),
                    from.isEmpty() ? ALL_REDUCE + " of " + ranks + " ranks, as which gloo runs it" : from);
        }
        if (message == null) {
            return alike(type, ranks, size);
        }
        double parts = size * (ranks - 1) / ranks;
        return switch (type) {
            // scatter.cc, gather.cc: the parts of all others pass the root's link, the only one in use.
            case "scatter", "gather" ->
                answer(message.micros(parts), "sendrecv of 2 ranks, by the bytes of the root's link");
            case "all_gather", ALL_TO_ALL -> {
                double oneWay = message.micros(parts);
                yield ranks > 2
                        ? alike(type, ranks, size)
                        : exchange(
                                new PairExchange(type, oneWay, oneWay, true),
                                "sendrecv of 2 ranks; a later rank waits until the other's data have been sent");
            }
            default -> alike(type, ranks, size);
        };
    }

    private Answer alike(String type, int ranks, double size) {
        for (String other : STAND_INS) {
            TimeCurve curve = curve(other, ranks);
            if (curve != null) {
                double alike = size * RING.wire(type, ranks) / RING.wire(other, ranks);
                return answer(curve.micros(alike), other + " of " + ranks + " ranks, by the bytes of a rank's link");
            }
        }
        return otherGroup(type, ranks, size);
    }

    private Answer exchange(String type, double size, String backend, String beyond) {
        PairExchange exchange = new PairExchange(
                type, curve(MESSAGE, 2).micros(size / 2), curve(type, 2).slowest(size), backend.equals("gloo"));
        return exchange(
                exchange,
                exchange.isAssumed()
                        ? "timings of ranks that started together; a later one waits until the other's data have been sent"
                        : beyond);
    }

    private Answer exchange(PairExchange exchange, String inferredFrom) {
        return new Answer(
                nanos(exchange.lateMicros()),
                nanos(exchange.earlyMicros()),
                nanos(exchange.togetherMicros()),
                nanos(curve(MESSAGE, 2).startMicros()),
                inferredFrom);
    }

    /** A message. Its sender's occupation of the connection follows from an exchange of two ranks. */
    private Answer message(int ranks, double size, TimeCurve own, String beyond) {
        double micros = own.micros(size);
        double held = 0;
        if (ranks == 2 && curve(ALL_TO_ALL, ranks) != null) {
            PairExchange exchange = new PairExchange(
                    ALL_TO_ALL, micros, curve(ALL_TO_ALL, ranks).slowest(2 * size), true);
            held = exchange.heldMicros();
        }
        return new Answer(nanos(micros), nanos(micros - held), nanos(micros), 0, beyond);
    }

    /** Whether both directions of a link are used at once, and the time of one direction is known. */
    private boolean exchanges(String type, int ranks) {
        return ranks == 2 && (type.equals("all_gather") || type.equals(ALL_TO_ALL)) && curve(MESSAGE, ranks) != null;
    }

    /** The size in the sense of timings: the larger of a rank's input and output. */
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
        double micros = curve.micros(alike) + curve.startMicros(alike) * (steps - 1);
        return answer(
                Math.max(0, micros),
                other + " of " + timed + " ranks, by a ring's steps and the bytes of a rank's link");
    }

    @Override
    public double crowding(int senders) {
        return crowding.of(senders);
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
