package org.etude.spec;

/**
 * Time of a collective or message: startUs + bytes x usPerByte.
 *
 * @param startUs start-up time in us, not negative
 * @param usPerByte time a byte in us, above zero
 * @param evidence what it rests on, for people
 */
public record CommunicationCost(double startUs, double usPerByte, String evidence) {
    /** Refuses what is no time. */
    public CommunicationCost {
        if (!(startUs >= 0 && startUs < Double.POSITIVE_INFINITY)
                || !(usPerByte > 0 && usPerByte < Double.POSITIVE_INFINITY)) {
            throw new WorkloadException(
                    "a start of " + startUs + " us and " + usPerByte + " us a byte (" + evidence + ")",
                    "Fit to timings of several sizes, from small to large.");
        }
    }

    /** The time of a size in us. */
    public double micros(long bytes) {
        return startUs + bytes * usPerByte;
    }
}
