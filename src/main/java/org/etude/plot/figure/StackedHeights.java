// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.util.ArrayList;
import java.util.List;
import org.etude.plot.model.Extent;
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

    /** Extends a range to include the upper ends of a panel's bars, and the intervals drawn around them. */
    static void extend(Panel panel, Extent range) {
        List<double[]> tops = of(panel);
        List<Mark.Bars> all = panel.marks(Mark.Bars.class);
        for (int b = 0; b < all.size(); b++) {
            Mark.Bars bars = all.get(b);
            range.addAll(tops.get(b));
            for (int i = 0; i < bars.low().length; i++) {
                range.add(tops.get(b)[i] + bars.low()[i] - bars.y()[i]);
                range.add(tops.get(b)[i] + bars.high()[i] - bars.y()[i]);
            }
        }
    }
}
