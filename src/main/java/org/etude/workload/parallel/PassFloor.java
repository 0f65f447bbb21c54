// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

/**
 * A lower bound of the time of a pass, in ns.
 *
 * @param time its kernels and the collectives that they wait for
 * @param computed its kernels alone, which nothing can hide
 */
public record PassFloor(double time, double computed) {
    /** An empty pass. */
    public static final PassFloor NONE = new PassFloor(0, 0);

    /** Both in sequence. */
    public PassFloor plus(PassFloor other) {
        return new PassFloor(time + other.time, computed + other.computed);
    }

    /** The bound if communication can be hidden by another pass, or not. */
    public double least(boolean hidden) {
        return hidden ? computed : time;
    }
}
