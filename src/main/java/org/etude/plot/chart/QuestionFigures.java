package org.etude.plot.chart;

import org.etude.plot.figure.Figure;
import tech.tablesaw.api.Table;

/** The figure of each question that is asked of a recording, from its table. */
public enum QuestionFigures {
    /** Of kernels. */
    KERNELS("Kernels", "category", "total_us", "name"),
    /** Of busy and idle time. */
    IDLE("Busy and idle time of streams", "category", "total_us", "rank", "stream"),
    /** Of operators and their kernels. */
    OPERATORS("GPU time by operator", "category", "total_us", "operator"),
    /** Of launches. */
    LAUNCHES("Mean delay from launch to work", "", "delay_us", "rank", "call"),
    /** Of launch queues. */
    QUEUES("Longest launch queue", "", "max_launches", "rank", "stream"),
    /** Of copies. */
    COPIES("Copies", "", "total_us", "rank", "kind"),
    /** Of annotations. */
    ANNOTATIONS("Annotations", "where", "total_us", "name"),
    /** Of what ranks send. */
    TRAFFIC("Traffic within and between nodes", "scope", "size_bytes", "type"),
    /** Of differences. */
    DIFF("What differs, per rank and step", "kind", "diff_us", "name"),
    /** Of floating-point work. */
    FLOPS("Time of matrix products, convolutions and attention", "", "total_us", "operator", "shapes"),
    /** Of the bandwidth of collectives: lines over sizes. */
    BANDWIDTH("Bus bandwidth of collectives", "", "busbw_gbps");

    private final String title;
    private final String part;
    private final String value;
    private final String[] label;

    QuestionFigures(String title, String part, String value, String... label) {
        this.title = title;
        this.part = part;
        this.value = value;
        this.label = label;
    }

    /**
     * The figure.
     *
     * @throws org.etude.plot.model.PlotException when the table has no rows
     */
    public Figure of(Table table) {
        if (this == BANDWIDTH && table.rowCount() > 0) {
            Table sized = table.where(table.longColumn("size_bytes")
                    .isNotMissing()
                    .and(table.doubleColumn(value).isNotMissing()));
            sized.setName(table.name());
            return SeriesChart.lines(title, sized, "size_bytes", value, "type").table(table);
        }
        return RankedChart.of(title, table, part, value, label);
    }
}
