// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** The table behind a figure that was drawn by hand: one row per value of each kind of mark. */
class MarksTableTest {
    private static final double[] ONE = {1};

    /** One text per row: panel, series, category, x, y, until. */
    private static List<String> rows(Panel... panels) {
        Table table = MarksTable.of("t", List.of(panels));
        assertThat(table.columnNames()).containsExactly("panel", "series", "category", "x", "y", "until");
        return table.stream().map(MarksTableTest::text).toList();
    }

    private static String text(Row row) {
        return row.getInt("panel") + " " + row.getString("series") + " '" + row.getString("category") + "' "
                + row.getDouble("x") + " " + row.getDouble("y") + " " + row.getDouble("until");
    }

    private static Panel numbers() {
        return Panel.of(Axis.linear(""), Axis.linear(""));
    }

    @Test
    void linesPointsAndBandsHaveARowPerX() {
        assertThat(rows(numbers()
                        .line("l", Ink.BLUE, new double[] {1, 2}, new double[] {10, Double.NaN})
                        .points("p", Ink.BLUE, ONE, ONE, List.of("here"))
                        .points("q", Ink.BLUE, ONE, ONE)
                        .band("b", Ink.BLUE, ONE, new double[] {3}, new double[] {4})))
                .containsExactly(
                        "0 l '' 1.0 10.0 NaN",
                        "0 l '' 2.0 NaN NaN",
                        "0 p 'here' 1.0 1.0 NaN",
                        "0 q '' 1.0 1.0 NaN",
                        "0 b '' 1.0 3.0 4.0");
    }

    /** Boxes are named by their lane, whatever text they carry; a shade covers all lanes. */
    @Test
    void boxesAndShadesHaveARowPerInterval() {
        Panel lanes = Panel.of(Axis.linear(""), Axis.categories("", List.of("top", "low")))
                .boxes("x", Ink.BLUE, new int[] {1}, new double[] {5}, new double[] {7}, List.of("gemm"))
                .shade("s", Ink.SKY, new double[] {2}, new double[] {3});
        assertThat(rows(lanes)).containsExactly("0 x 'low' 5.0 NaN 7.0", "0 s '' 2.0 NaN 3.0");
    }

    /** Panels are numbered from 0, those without marks included. */
    @Test
    void barsAndCellsAreNamedByTheirCategories() {
        Panel bars = Panel.of(Axis.categories("", List.of("a", "b")), Axis.linear(""))
                .bars("n", Ink.BLUE, 8, 9);
        Panel heat = Panel.of(Axis.categories("", List.of("c0", "c1")), Axis.categories("", List.of("r0")))
                .heat("h", new double[][] {{1, Double.NaN}}, Double.NaN);
        assertThat(rows(bars, numbers(), heat))
                .containsExactly(
                        "0 n 'a' NaN 8.0 NaN",
                        "0 n 'b' NaN 9.0 NaN",
                        "2 h 'r0 / c0' NaN 1.0 NaN",
                        "2 h 'r0 / c1' NaN NaN NaN");
    }
}
