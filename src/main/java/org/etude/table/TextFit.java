// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Makes columns fit a line. Texts are broken into lines first, the widest first; when that is not enough, columns are left
 * out: what repeats another simulator's figures, then columns in which every cell shown is empty or 0, then numbers from the
 * right. The first column and texts stay, so that an advice is never cut.
 */
final class TextFit {
    private static final int NARROWEST_TEXT = 16;

    private final List<TextColumn> columns;
    private final List<TextColumn> left = new ArrayList<>();
    private final int width;

    private TextFit(List<TextColumn> columns, int width) {
        this.columns = columns;
        this.width = width;
    }

    /**
     * Sets the width of each column.
     *
     * @param columns the columns; those that find no place are removed
     * @param width characters of a line; 0 for any number
     * @return the removed columns, in their order
     */
    static List<TextColumn> fit(List<TextColumn> columns, int width) {
        if (width <= 0) {
            columns.forEach(column -> column.width(column.comfortable()));
            return List.of();
        }
        TextFit fit = new TextFit(columns, width);
        List<TextColumn> order = List.copyOf(columns);
        fit.drop();
        fit.shrink();
        fit.left.sort(Comparator.comparing(order::indexOf));
        return fit.left;
    }

    private void drop() {
        while (narrowest() > width) {
            TextColumn least = least();
            if (least == null) {
                return;
            }
            columns.remove(least);
            left.add(least);
        }
    }

    /** The column that says least, or null when all must stay. */
    private TextColumn least() {
        TextColumn silent = null;
        TextColumn last = null;
        for (TextColumn column : columns.subList(Math.min(1, columns.size()), columns.size())) {
            if (TableText.isOnDemand(column.name())) {
                return column;
            }
            silent = column.isTelling() ? silent : column;
            last = column.isNumber() || last == null && column.natural() < NARROWEST_TEXT ? column : last;
        }
        return silent == null ? last : silent;
    }

    private void shrink() {
        int excess = columns.stream().mapToInt(TextColumn::natural).sum() + gaps() - width;
        while (excess > 0) {
            TextColumn widest = columns.stream()
                    .filter(column -> column.width() > column.narrowest(NARROWEST_TEXT))
                    .max(Comparator.comparingInt(TextColumn::width))
                    .orElse(null);
            if (widest == null) {
                return;
            }
            widest.width(widest.width() - 1);
            excess--;
        }
    }

    private int narrowest() {
        return columns.stream().mapToInt(c -> c.narrowest(NARROWEST_TEXT)).sum() + gaps();
    }

    /** One blank before the first column, two before each other one. */
    private int gaps() {
        return 2 * columns.size() - 1;
    }
}
