// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.util.List;
import org.etude.plot.model.Mark;
import org.etude.plot.model.Panel;
import org.etude.table.schema.TableStart;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** The data of a figure's marks, one row per value. */
final class MarksTable {
    private final IntColumn panel = IntColumn.create("panel");
    private final StringColumn series = StringColumn.create("series");
    private final StringColumn category = StringColumn.create("category");
    private final DoubleColumn x = DoubleColumn.create("x");
    private final DoubleColumn y = DoubleColumn.create("y");
    private final DoubleColumn until = DoubleColumn.create("until");
    private int at;

    private MarksTable() {}

    /** Columns: panel, series, category (lane, bar or cell), x, y and until, the other end of an interval. */
    static Table of(String name, List<Panel> panels) {
        MarksTable rows = new MarksTable();
        for (Panel panel : panels) {
            for (Mark mark : panel.marks()) {
                rows.add(panel, mark);
            }
            rows.at++;
        }
        TableStart.await();
        return Table.create(name, rows.panel, rows.series, rows.category, rows.x, rows.y, rows.until);
    }

    private void add(Panel owner, Mark mark) {
        double none = Double.NaN;
        if (mark instanceof Mark.Line line) {
            for (int i = 0; i < line.x().length; i++) {
                row(mark, "", line.x()[i], line.y()[i], none);
            }
        } else if (mark instanceof Mark.Points points) {
            for (int i = 0; i < points.x().length; i++) {
                row(mark, points.texts().isEmpty() ? "" : points.texts().get(i), points.x()[i], points.y()[i], none);
            }
        } else if (mark instanceof Mark.Bars bars) {
            for (int i = 0; i < bars.y().length; i++) {
                row(mark, owner.x().categories().get(i), none, bars.y()[i], none);
            }
        } else if (mark instanceof Mark.Band band) {
            for (int i = 0; i < band.x().length; i++) {
                row(mark, "", band.x()[i], band.low()[i], band.high()[i]);
            }
        } else if (mark instanceof Mark.Boxes boxes) {
            for (int i = 0; i < boxes.size(); i++) {
                row(mark, owner.y().categories().get(boxes.lane()[i]), boxes.from()[i], none, boxes.to()[i]);
            }
        } else if (mark instanceof Mark.Shade shade) {
            for (int i = 0; i < shade.from().length; i++) {
                row(mark, "", shade.from()[i], none, shade.to()[i]);
            }
        } else if (mark instanceof Mark.Heat heat) {
            cells(owner, heat);
        }
    }

    private void cells(Panel owner, Mark.Heat heat) {
        for (int r = 0; r < heat.z().length; r++) {
            for (int c = 0; c < heat.z()[r].length; c++) {
                String cell = owner.y().categories().get(r) + " / "
                        + owner.x().categories().get(c);
                row(heat, cell, Double.NaN, heat.z()[r][c], Double.NaN);
            }
        }
    }

    private void row(Mark mark, String name, double atX, double atY, double end) {
        panel.append(at);
        series.append(mark.name());
        category.append(name);
        x.append(atX);
        y.append(atY);
        until.append(end);
    }
}
