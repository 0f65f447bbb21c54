// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * The cost of a computation: a time, or operations and bytes for a simulator's roofline, or both.
 *
 * @param time its duration, 0 when unknown
 * @param operations floating-point operations, 0 when not known
 * @param bytes bytes to and from memory, 0 when not known
 */
public record Cost(Time time, long operations, Bytes bytes) {
    private static final Time UNKNOWN = new Time(0);

    /** A known time. */
    public static Cost of(Time time) {
        return new Cost(time, 0, new Bytes(0));
    }

    /**
     * Operations and bytes, rounded up; a computation without bytes counts one, because a roofline divides by bytes.
     */
    public static Cost of(double operations, double bytes) {
        return new Cost(UNKNOWN, (long) Math.ceil(operations), new Bytes(Math.max(1, (long) Math.ceil(bytes))));
    }

    /** The same with a time. */
    public Cost taking(Time known) {
        return new Cost(known, operations, bytes);
    }

    /** Whether operations and bytes are known. */
    boolean hasWork() {
        return bytes.value() > 0;
    }
}
