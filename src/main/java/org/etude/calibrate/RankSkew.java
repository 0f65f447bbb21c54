// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import org.hipparchus.analysis.integration.SimpsonIntegrator;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Expected lateness of the last of n ranks relative to the mean, for independent random arrivals: the expected maximum
 * of n standard normal draws (David and Nagaraja, "Order Statistics", 2003, section 3.1).
 */
final class RankSkew {
    private static final double FAR = 10;
    private static final int STEPS = 1 << 14;

    private RankSkew() {}

    /** In standard deviations: 0 for one rank, 0.564 for two, 1.029 for four, 1.424 for eight. */
    static double expectedLast(int ranks) {
        if (ranks == 1) {
            return 0;
        }
        NormalDistribution normal = new NormalDistribution();
        SimpsonIntegrator integrator = new SimpsonIntegrator();
        double late =
                integrator.integrate(STEPS * 4, x -> 1 - Math.pow(normal.cumulativeProbability(x), ranks), 0, FAR);
        double early = integrator.integrate(STEPS * 4, x -> Math.pow(normal.cumulativeProbability(x), ranks), -FAR, 0);
        return late - early;
    }
}
