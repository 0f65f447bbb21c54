// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import java.util.function.DoubleUnaryOperator;

/** Finds where a function that falls, and may level off, reaches a value; each value of it is expensive. */
public final class DecreasingRoot {
    private static final int TRIES = 40;

    private DecreasingRoot() {}

    /**
     * The argument at which the function comes within {@code tolerance} of the target, by false position (Illinois).
     *
     * @param first a first guess of the argument, above 0; doubled until the function is below the target
     * @param most the greatest argument to try
     * @return 0 when the function is not above the target at 0; {@code most} when it is above it everywhere
     */
    public static double of(DoubleUnaryOperator function, double target, double first, double most, double tolerance) {
        double low = 0;
        double above = function.applyAsDouble(0) - target;
        if (above <= tolerance) {
            return 0;
        }
        double high = first;
        double below = function.applyAsDouble(high) - target;
        while (below > tolerance) {
            if (high >= most) {
                return most;
            }
            low = high;
            above = below;
            high = Math.min(most, 2 * high);
            below = function.applyAsDouble(high) - target;
        }
        double at = high;
        double value = below;
        int side = 0;
        for (int i = 0; i < TRIES && Math.abs(value) > tolerance; i++) {
            at = (low * below - high * above) / (below - above);
            value = function.applyAsDouble(at) - target;
            if (value > 0) {
                low = at;
                above = value;
                below = side > 0 ? below / 2 : below;
                side = 1;
            } else {
                high = at;
                below = value;
                above = side < 0 ? above / 2 : above;
                side = -1;
            }
        }
        return at;
    }
}
