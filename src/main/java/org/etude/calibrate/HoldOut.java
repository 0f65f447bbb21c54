// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Holds out a fraction of the samples, to judge a fit on data it has not seen. Deterministic for a given seed.
 *
 * @param fraction part that is held out, above 0 and below 1
 * @param seed seed of the choice
 */
public record HoldOut(double fraction, long seed) {
    /** Rejects a fraction that leaves nothing to fit or nothing to judge. */
    public HoldOut {
        if (!(fraction > 0 && fraction < 1)) {
            throw new CalibrationException(
                    "hold-out fraction must be above 0 and below 1: " + fraction,
                    "Give a part such as 0.3, to fit to the rest.");
        }
    }

    /**
     * The two parts, each in the order of the samples.
     *
     * @param training samples to fit
     * @param heldOut samples to judge on
     */
    public record Split<T>(List<T> training, List<T> heldOut) {}

    /** Splits samples; both parts get at least one if there are two or more samples. */
    public <T> Split<T> split(List<T> samples) {
        int n = samples.size();
        int held = Math.min(n - 1, Math.max(1, (int) Math.round(fraction * n)));
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(seed));
        Set<Integer> out = new HashSet<>(order.subList(0, Math.max(0, held)));
        List<T> training = new ArrayList<>();
        List<T> heldOut = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            (out.contains(i) ? heldOut : training).add(samples.get(i));
        }
        return new Split<>(training, heldOut);
    }
}
