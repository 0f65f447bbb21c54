// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import org.etude.plot.figure.Figure;
import org.etude.plot.model.PlotException;
import tech.tablesaw.api.Table;

/** The figure of each analysis of a recording, drawn from its table. */
public enum QuestionFigures {
    /** Of kernels. */
    KERNELS("kernels", "Kernels", "category", "total_us", "name"),
    /** Of busy and idle time. */
    IDLE("idle", "Busy and idle time of streams", "category", "total_us", "rank", "stream"),
    /** Of operators and their kernels. */
    OPERATORS("operators", "GPU time by operator", "category", "total_us", "operator"),
    /** Of launches. */
    LAUNCHES("launches", "Mean delay from launch to work", "", "delay_us", "rank", "call"),
    /** Of launch queues. */
    QUEUES("launch_queues", "Longest launch queue", "", "max_launches", "rank", "stream"),
    /** Of copies. */
    COPIES("copies", "Copies", "", "total_us", "rank", "kind"),
    /** Of annotations. */
    ANNOTATIONS("annotations", "Annotations", "where", "total_us", "name"),
    /** Of what ranks send. */
    TRAFFIC("node_traffic", "Traffic within and between nodes", "scope", "size_bytes", "type"),
    /** Of differences. */
    DIFF("diff", "What differs, per rank and step", "kind", "diff_us", "name"),
    /** Of floating-point work. */
    FLOPS("flops", "Time of matrix products, convolutions and attention", "", "total_us", "operator", "shapes"),
    /** Of sequences of kernels. */
    SEQUENCES("sequences", "How often sequences of GPU work came", "", "count", "operator", "sequence"),
    /** Of hardware counters; those of the first row's unit. */
    COUNTERS("counters", "Hardware counters", "counter", "total", "kernel"),
    /** Of memory: steps over time. */
    MEMORY("memory_timeline", "Memory in use", "", "allocated_bytes"),
    /** Of the bandwidth of collectives: lines over sizes. */
    BANDWIDTH("bandwidth", "Bus bandwidth of collectives", "", "busbw_gbps");

    private final String table;
    private final String title;
    private final String part;
    private final String value;
    private final String[] label;

    QuestionFigures(String table, String title, String part, String value, String... label) {
        this.table = table;
        this.title = title;
        this.part = part;
        this.value = value;
        this.label = label;
    }

    /**
     * The figure of an analysis, by the table's name.
     *
     * @throws PlotException when the table is not the result of an analysis, or has no rows
     */
    public static Figure ofAnswer(Table answer) {
        if ("critical_path".equals(answer.name())) {
            return CriticalPathChart.of("Critical path", answer);
        }
        for (QuestionFigures question : values()) {
            if (question.table.equals(answer.name())) {
                return question.of(answer);
            }
        }
        throw new PlotException(
                "table " + answer.name() + " is not the result of an analysis of a recording",
                "Use Plots.compare(table, ...).");
    }

    /**
     * Draws the figure.
     *
     * @throws PlotException when the table has no rows
     */
    public Figure of(Table answer) {
        if (this == BANDWIDTH && answer.rowCount() > 0) {
            // A barrier moves nothing, so that it has no bandwidth.
            Table sized = answer.where(answer.longColumn("size_bytes")
                    .isGreaterThan(0)
                    .and(answer.doubleColumn(value).isNotMissing()));
            sized.setName(answer.name());
            return SeriesChart.lines(title, sized, "size_bytes", value, "type").table(answer);
        }
        if (this == MEMORY) {
            return MemoryChart.of(title, answer);
        }
        if (this == COUNTERS && answer.rowCount() > 0) {
            String unit = answer.stringColumn("unit").get(0);
            Table same = answer.where(answer.stringColumn("unit").isEqualTo(unit));
            same.setName(answer.name());
            String said = unit.isEmpty() ? title : title + " (" + unit + ")";
            return RankedChart.of(said, same, part, value, label).table(answer);
        }
        return this == LAUNCHES || this == QUEUES
                ? RankedChart.ofLargest(title, answer, part, value, label)
                : RankedChart.of(title, answer, part, value, label);
    }
}
