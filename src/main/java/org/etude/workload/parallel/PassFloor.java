// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Lower bounds of the time of a pass or of several in sequence, in ns. */
public final class PassFloor {
    /** An empty pass. */
    public static final PassFloor NONE = new PassFloor(0, 0);

    private final double time;
    /** Kernels, and collectives of each kind of group: what of a pass takes turns on one stream. */
    private final double[] streams;

    /**
     * Of a pass.
     *
     * @param time its kernels and the collectives that they wait for
     * @param computed its kernels alone, which nothing can hide
     * @param groups its collectives, for each kind of group alone
     */
    public PassFloor(double time, double computed, double... groups) {
        this(
                time,
                DoubleStream.concat(DoubleStream.of(computed), Arrays.stream(groups))
                        .toArray());
    }

    private PassFloor(double time, double[] streams) {
        this.time = time;
        this.streams = streams;
    }

    /** Both in sequence. */
    public PassFloor plus(PassFloor other) {
        double[] sum = Arrays.copyOf(streams, Math.max(streams.length, other.streams.length));
        for (int i = 0; i < other.streams.length; i++) {
            sum[i] += other.streams[i];
        }
        return new PassFloor(time + other.time, sum);
    }

    /** The bound if another pass can run at the same time, so that only what takes turns with itself counts, or not. */
    public double least(boolean hidden) {
        return hidden ? Arrays.stream(streams).max().orElse(0) : time;
    }
}
