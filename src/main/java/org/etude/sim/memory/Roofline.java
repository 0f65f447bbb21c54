// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.memory;

import org.etude.spec.SystemSpec;

/**
 * The roofline model (Williams 2009): performance is the lesser of peak and memory rate times operational intensity.
 *
 * @param bytesPerSecond memory rate
 * @param peak operations per second
 */
public record Roofline(double bytesPerSecond, double peak) {

    public static Roofline of(SystemSpec system) {
        return new Roofline(system.localMemoryGBps() * 1e9, system.peakTflops() * 1e12);
    }

    public double intensity(long operations, long bytes) {
        return (double) operations / bytes;
    }

    public double performance(double intensity) {
        return Math.min(bytesPerSecond * intensity, peak);
    }

    /** The time of this many operations on this many bytes, truncated to ns. */
    public long nanos(long operations, long bytes) {
        double seconds = operations / performance(intensity(operations, bytes));
        return (long) (seconds * 1e9);
    }
}
