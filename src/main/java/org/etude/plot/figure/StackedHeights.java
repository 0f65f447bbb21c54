// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.util.ArrayList;
import java.util.List;
import org.etude.plot.model.Mark;
import org.etude.plot.model.Panel;

/** The upper ends of stacked bars. */
final class StackedHeights {
    private StackedHeights() {}

    /** For each bars mark of a panel, in order, the upper end of each of its bars; a missing value has no height. */
    static List<double[]> of(Panel panel) {
        List<double[]> tops = new ArrayList<>();
        double[] before = new double[panel.x().categories().size()];
        for (Mark.Bars bars : panel.marks(Mark.Bars.class)) {
            double[] top = before.clone();
            for (int i = 0; i < top.length; i++) {
                top[i] += Double.isFinite(bars.y()[i]) ? bars.y()[i] : 0;
            }
            tops.add(top);
            before = top;
        }
        return tops;
    }
}
