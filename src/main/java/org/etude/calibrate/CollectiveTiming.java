// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.Locale;
import org.etude.spec.CollectiveType;
import org.etude.spec.TransferTimes;

/**
 * One timed collective.
 *
 * @param type its type, as {@link #typeOf} writes it: all_reduce, all_gather, reduce_scatter, all_to_all,
 *     broadcast, reduce, sendrecv
 * @param ranks size of the group
 * @param bytes bytes of the larger of a rank's input and output
 * @param micros its time in us
 * @param nodes number of nodes of the ranks, or 0 when unknown
 * @param error relative standard error of the time, from repetitions; 0 when unknown
 */
public record CollectiveTiming(String type, int ranks, long bytes, double micros, int nodes, double error) {
    /** A timing with unknown nodes and error. */
    public CollectiveTiming(String type, int ranks, long bytes, double micros) {
        this(type, ranks, bytes, micros, 0, 0);
    }

    /**
     * Normalises the name of a type: "AllReduce" becomes all_reduce, "send_recv" sendrecv. An unknown name is only
     * converted to lower case.
     */
    public static String typeOf(String name) {
        String plain = name.toLowerCase(Locale.ROOT);
        CollectiveType type = CollectiveType.named(name).orElse(CollectiveType.UNKNOWN);
        return switch (type) {
            case SEND, RECV -> TransferTimes.MESSAGE;
            case UNKNOWN -> plain.replace("_", "").equals(TransferTimes.MESSAGE) ? TransferTimes.MESSAGE : plain;
            default -> type.name().toLowerCase(Locale.ROOT);
        };
    }

    /** Whether the type is a collective or message whose algorithms are known, unlike nccl-tests' hypercube. */
    public boolean hasKnownType() {
        return type.equals(TransferTimes.MESSAGE) || CollectiveType.named(type).isPresent();
    }

    /** Normalises the type. Rejects groups of fewer than two, negative sizes and non-positive times. */
    public CollectiveTiming {
        type = typeOf(type);
        boolean timed = micros > 0 && micros < Double.POSITIVE_INFINITY;
        boolean spread = error >= 0 && error < Double.POSITIVE_INFINITY;
        if (ranks < 2 || bytes < 0 || !timed || !spread || nodes < 0 || nodes > ranks) {
            throw new CalibrationException(
                    "not a timing: " + type + " of " + bytes + " bytes on " + ranks + " ranks in " + micros + " us",
                    "A group has at least two ranks, and the time is above zero.");
        }
    }
}
