// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import java.util.Locale;

/**
 * A reason why a predicted step may be off, and by how much.
 *
 * @param cause the reason, or {@link StepRange#TOGETHER}
 * @param lowFrac the shortest step by it less the predicted one, as a fraction of the predicted one; 0 or less
 * @param highFrac the longest step by it less the predicted one, as such a fraction; 0 or more
 * @param why what it rests on
 */
public record RangeCause(String cause, double lowFrac, double highFrac, String why) {
    /** The range in words: {@code -15.0 to +18.3 %}. */
    public String percent() {
        return String.format(Locale.ROOT, "%+.1f to %+.1f %%", lowFrac * 100 + 0.0, highFrac * 100 + 0.0);
    }
}
