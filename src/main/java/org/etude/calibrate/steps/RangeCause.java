// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import java.util.Locale;

/**
 * A cause of uncertainty of a predicted step, and its size.
 *
 * @param cause the reason, or {@link StepRange#TOGETHER}
 * @param lowFrac the shortest step that the cause allows minus the predicted step, as a fraction of the predicted step; 0 or less
 * @param highFrac the longest step that the cause allows minus the predicted step, as the same fraction; 0 or more
 * @param evidence the evidence for it
 */
public record RangeCause(String cause, double lowFrac, double highFrac, String evidence) {
    /** The range in words: {@code -15.0 to +18.3 %}. */
    public String percent() {
        return String.format(Locale.ROOT, "%+.1f to %+.1f %%", lowFrac * 100 + 0.0, highFrac * 100 + 0.0);
    }
}
