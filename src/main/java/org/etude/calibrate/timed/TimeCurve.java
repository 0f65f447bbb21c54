// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.etude.calibrate.CollectiveTiming;
import org.etude.number.Medians;

/**
 * Time of one collective of one group size by its bytes: linear interpolation between measured sizes, with the median
 * of repeated ones. Below the smallest size its time applies (start-up); beyond the largest, time is proportional to
 * the bytes.
 */
final class TimeCurve {
    private final long[] bytes;
    private final double[] micros;
    /** The curves of single files when there are several. */
    private final List<TimeCurve> files;

    private TimeCurve(long[] bytes, double[] micros, List<TimeCurve> files) {
        this.bytes = bytes;
        this.micros = micros;
        this.files = files;
    }

    /** A curve through the timings of several files, at least one, each with its own sizes. */
    static TimeCurve ofFiles(List<List<CollectiveTiming>> files) {
        TimeCurve all = of(files.stream().flatMap(List::stream).toList());
        return new TimeCurve(
                all.bytes, all.micros, files.stream().map(TimeCurve::of).toList());
    }

    /**
     * Timings of a collective without what is no part of the network: its smallest size takes at most as long as so many
     * messages of that size, one after the other. Ranks that slept before a skewed start need longer to call and to be
     * woken, which recordings hold as host time. This is taken off all times.
     */
    static List<CollectiveTiming> ofNetwork(List<CollectiveTiming> file, TimeCurve message, double messages) {
        TimeCurve curve = of(file);
        double longest = messages * message.micros(curve.bytes[0]);
        double excess = curve.startMicros() - longest;
        return excess <= 0
                ? file
                : file.stream()
                        .map(t -> new CollectiveTiming(
                                t.type(), t.ranks(), t.bytes(), Math.max(longest, t.micros() - excess)))
                        .toList();
    }

    /** The longest time of a size in us over all files: from the one whose ranks started most apart. */
    double slowest(double size) {
        return files.stream().mapToDouble(file -> file.micros(size)).max().orElseGet(() -> micros(size));
    }

    /** A curve through timings of one type and group size; at least one. */
    static TimeCurve of(List<CollectiveTiming> timings) {
        Map<Long, List<Double>> bySize = timings.stream()
                .collect(Collectors.groupingBy(
                        CollectiveTiming::bytes,
                        TreeMap::new,
                        Collectors.mapping(CollectiveTiming::micros, Collectors.toList())));
        return new TimeCurve(
                bySize.keySet().stream().mapToLong(Long::longValue).toArray(),
                bySize.values().stream()
                        .mapToDouble(times -> Medians.of(
                                times.stream().mapToDouble(Double::doubleValue).toArray()))
                        .toArray(),
                List.of());
    }

    /** The index of the first timing of at least this size, which is neither the smallest nor beyond the largest. */
    private int above(double size) {
        int above = Arrays.binarySearch(bytes, (long) Math.ceil(size));
        return above < 0 ? -above - 1 : above;
    }

    /** The time of a size in us. */
    double micros(double size) {
        int last = bytes.length - 1;
        if (size <= bytes[0]) {
            return micros[0];
        }
        if (size >= bytes[last]) {
            return micros[last] * size / bytes[last];
        }
        int above = above(size);
        double share = (size - bytes[above - 1]) / (bytes[above] - bytes[above - 1]);
        return micros[above - 1] + share * (micros[above] - micros[above - 1]);
    }

    /**
     * How much of the time of a size does not grow with the bytes, in us: the line through the timings next to it,
     * extended to no bytes. A link that lets bursts pass, or steps that overlap, make it less than the time of the smallest
     * size.
     */
    double startMicros(double size) {
        int last = bytes.length - 1;
        if (size <= bytes[0]) {
            return micros[0];
        }
        if (size >= bytes[last]) {
            return 0;
        }
        int above = above(size);
        double rate = (micros[above] - micros[above - 1]) / (bytes[above] - bytes[above - 1]);
        return Math.max(0, Math.min(micros[0], micros[above] - rate * bytes[above]));
    }

    /** The time of a transfer without bytes, as far as it was measured. */
    double startMicros() {
        return micros[0];
    }

    long largest() {
        return bytes[bytes.length - 1];
    }
}
