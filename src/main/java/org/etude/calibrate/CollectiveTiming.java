package org.etude.calibrate;

/**
 * One timed collective.
 *
 * @param type its type as PyTorch and nccl-tests name it, lower case: all_reduce, all_gather, reduce_scatter, all_to_all,
 *     broadcast, reduce, sendrecv
 * @param ranks size of the group
 * @param bytes bytes of the larger of a rank's input and output
 * @param micros its time in us
 */
public record CollectiveTiming(String type, int ranks, long bytes, double micros) {
    /** Refuses a group of less than two, negative sizes and times that are not positive. */
    public CollectiveTiming {
        if (ranks < 2 || bytes < 0 || !(micros > 0) || Double.isInfinite(micros)) {
            throw new CalibrationException(
                    "not a timing: " + type + " of " + bytes + " bytes on " + ranks + " ranks in " + micros + " us",
                    "A group has two ranks or more and a time above zero.");
        }
    }
}
