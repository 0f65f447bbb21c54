// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import org.etude.report.Internal;

/**
 * When ports of one rate mark packets: never below the low threshold, always above the high one, with linearly rising
 * probability in between.
 *
 * @param bitsPerSecond the rate of the ports that it applies to
 * @param lowBytes the low threshold
 * @param highBytes the high threshold
 * @param probability the probability just below the high threshold
 */
@Internal
public record EcnThreshold(long bitsPerSecond, long lowBytes, long highBytes, double probability) {
    /** Rejects thresholds out of order. */
    public EcnThreshold {
        if (lowBytes < 0 || highBytes < lowBytes || !(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException(
                    "ECN marks of " + bitsPerSecond + " bit/s ports: need 0 <= low <= high and a "
                            + "probability in 0..1, found " + lowBytes + ", " + highBytes + ", " + probability);
        }
    }
}
