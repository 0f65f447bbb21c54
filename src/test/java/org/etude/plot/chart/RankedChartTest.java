// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.plot.figure.Figure;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class RankedChartTest {
    /** GPU work of a graph has no operator, and its bar says so. */
    @Test
    void aMissingNameIsSaid() {
        Table table = Table.create(
                "operators",
                StringColumn.create("operator", "aten::mm", "", "aten::mm"),
                StringColumn.create("category", "compute", "compute", "compute"),
                DoubleColumn.create("total_us", 1, 9, 2));
        Figure figure = RankedChart.of("GPU time by operator", table, "category", "total_us", "operator");
        assertThat(figure.plotlyJson()).contains("\"no operator\"").contains("\"aten::mm\"");
    }
}
