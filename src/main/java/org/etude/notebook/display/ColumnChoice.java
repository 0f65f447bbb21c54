// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.table.TableText;

/** Which columns of a wide grid are shown initially: as many as fit a notebook's page; the rest on demand. */
final class ColumnChoice {
    /** The width that JupyterLab leaves for outputs in a window of 1360 pixels with its file list open. */
    private static final int PAGE_PIXELS = 940;

    private static final double CHAR_PIXELS = 7;
    private static final int PADDING_PIXELS = 20;
    /** Longer texts are wrapped. */
    private static final int LONGEST_TEXT = 36;

    private ColumnChoice() {}

    /**
     * The columns shown initially, ascending: from the left as far as the page is wide, without empty columns and those
     * for comparison.
     *
     * @param rows the rows that are shown
     */
    static List<Integer> shown(Grid grid, int[] rows) {
        List<Integer> all = IntStream.range(0, grid.heads().size()).boxed().toList();
        List<Integer> wanted = all.stream()
                .filter(column -> !TableText.isOnDemand(grid.heads().get(column).name()))
                .filter(column -> rows.length == 0 || holdsSomething(grid, rows, column))
                .toList();
        List<Integer> shown = new ArrayList<>();
        double pixels = 0;
        for (int column : wanted.isEmpty() ? all : wanted) {
            pixels += pixels(grid, rows, column);
            if (pixels > PAGE_PIXELS && !shown.isEmpty()) {
                break;
            }
            shown.add(column);
        }
        return shown;
    }

    private static boolean holdsSomething(Grid grid, int[] rows, int column) {
        return IntStream.of(rows).anyMatch(row -> !grid.cell(row, column).isEmpty());
    }

    private static double pixels(Grid grid, int[] rows, int column) {
        Grid.Head head = grid.heads().get(column);
        int longest = IntStream.of(rows)
                .map(row -> grid.cell(row, column).length())
                .max()
                .orElse(0);
        int chars = Math.max(head.name().length(), head.number() ? longest : Math.min(LONGEST_TEXT, longest));
        return chars * CHAR_PIXELS + PADDING_PIXELS;
    }
}
