// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

/**
 * The least that a pass takes, ns.
 *
 * @param time its kernels and the collectives that they wait for
 * @param computed its kernels alone, which nothing can hide
 */
public record PassFloor(double time, double computed) {
    /** Nothing. */
    public static final PassFloor NONE = new PassFloor(0, 0);

    /** One behind the other. */
    public PassFloor plus(PassFloor other) {
        return new PassFloor(time + other.time, computed + other.computed);
    }

    /** What it takes where communication may be hidden by another pass, or not. */
    public double least(boolean hidden) {
        return hidden ? computed : time;
    }
}
