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
 */
public record CollectiveTiming(String type, int ranks, long bytes, double micros) {
    /**
     * The name of a type in timings, however a benchmark writes it: "AllReduce" is all_reduce, "send_recv" sendrecv. A name that
     * is no collective's stays, in lower case.
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

    /** Writes the type in one way. Refuses a group of less than two, negative sizes and times that are not positive. */
    public CollectiveTiming {
        type = typeOf(type);
        if (ranks < 2 || bytes < 0 || !(micros > 0) || Double.isInfinite(micros)) {
            throw new CalibrationException(
                    "not a timing: " + type + " of " + bytes + " bytes on " + ranks + " ranks in " + micros + " us",
                    "A group has two ranks or more and a time above zero.");
        }
    }
}
