// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.plot.model.Mark;
import org.etude.plot.model.Panel;
import org.etude.report.Progress;

/**
 * Merges neighbouring boxes of a lane that are narrower than a pixel and less than a pixel apart, so that a timeline of
 * a million operators has only as many boxes as are visible. O(n log n).
 */
final class BoxMerger {
    /** Boxes after merging. */
    private final IntArrayList lane = new IntArrayList();

    private final DoubleArrayList from = new DoubleArrayList();
    private final DoubleArrayList to = new DoubleArrayList();
    private final List<String> texts = new ArrayList<>();
    private int merged;

    private BoxMerger() {}

    /**
     * The figure with merged boxes, and a sentence about it in the caption.
     *
     * @param pixels number of pixels on the x axis
     * @param most maximum number of boxes in all; the pixel size grows until it is met
     */
    static Figure prepare(Figure figure, double pixels, int most) {
        long before = boxes(figure.panels());
        if (before == 0) {
            return figure;
        }
        double left = pixels;
        List<Panel> panels = merged(figure.panels(), left);
        while (boxes(panels) > most && left > 1) {
            left /= 2;
            panels = merged(figure.panels(), left);
        }
        long after = boxes(panels);
        Figure result = figure.panels(panels);
        if (after == shown(figure.panels())) {
            return result;
        }
        String note = String.format(
                Locale.ROOT,
                "%,d intervals drawn as %,d boxes: neighbours closer than a pixel are one.",
                before,
                after);
        return result.caption(figure.caption().isEmpty() ? note : figure.caption() + " " + note);
    }

    private static long boxes(List<Panel> panels) {
        return panels.stream()
                .flatMap(p -> p.marks(Mark.Boxes.class).stream())
                .mapToLong(Mark.Boxes::size)
                .sum();
    }

    /** The number of boxes within the axes' ranges. */
    private static long shown(List<Panel> panels) {
        return boxes(merged(panels, Double.POSITIVE_INFINITY));
    }

    private static List<Panel> merged(List<Panel> panels, double pixels) {
        List<Panel> result = new ArrayList<>();
        for (Panel panel : panels) {
            double[] range = Mapping.range(panel, true);
            double pixel = (range[1] - range[0]) / pixels;
            List<Mark> marks = new ArrayList<>();
            for (Mark mark : panel.marks()) {
                marks.add(mark instanceof Mark.Boxes boxes ? merge(boxes, range, pixel) : mark);
            }
            result.add(panel.marks(marks));
        }
        return result;
    }

    /** The boxes by lane and start, merged where they are closer than {@code pixel}, clipped to the range. */
    static Mark.Boxes merge(Mark.Boxes boxes, double[] range, double pixel) {
        Progress.checkInterrupted();
        int[] order = new int[boxes.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.mergeSort(order, (a, b) -> {
            int byLane = Integer.compare(boxes.lane()[a], boxes.lane()[b]);
            return byLane != 0 ? byLane : Double.compare(boxes.from()[a], boxes.from()[b]);
        });
        BoxMerger merger = new BoxMerger();
        for (int i : order) {
            if (boxes.to()[i] >= range[0] && boxes.from()[i] <= range[1]) {
                double start = Math.max(range[0], boxes.from()[i]);
                merger.add(boxes.lane()[i], start, Math.min(range[1], boxes.to()[i]), boxes.text(i), pixel);
            }
        }
        merger.close();
        return new Mark.Boxes(
                boxes.name(),
                boxes.ink(),
                merger.lane.toIntArray(),
                merger.from.toDoubleArray(),
                merger.to.toDoubleArray(),
                boxes.texts().isEmpty() ? List.of() : merger.texts,
                boxes.lanes(),
                boxes.behind());
    }

    private void add(int atLane, double start, double end, String text, double pixel) {
        int last = lane.size() - 1;
        boolean near = last >= 0 && lane.getInt(last) == atLane && start - to.getDouble(last) < pixel;
        boolean narrow = end - start < pixel;
        if (near && narrow && (merged > 0 || to.getDouble(last) - from.getDouble(last) < pixel)) {
            merged++;
            to.set(last, Math.max(to.getDouble(last), end));
        } else {
            close();
            lane.add(atLane);
            from.add(start);
            to.add(end);
            texts.add(text);
        }
    }

    /** Labels the last box with the number of boxes it represents. */
    private void close() {
        if (merged > 0) {
            texts.set(texts.size() - 1, String.format(Locale.ROOT, "%,d in one", merged + 1));
            merged = 0;
        }
    }
}
