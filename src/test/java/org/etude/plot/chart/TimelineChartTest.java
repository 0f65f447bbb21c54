// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.PlotException;
import org.etude.plot.model.TimelineWindow;
import org.etude.spec.EventFilter;
import org.etude.table.recorded.TimelineTable;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

class TimelineChartTest {
    private final Table table = TimelineTable.SCHEMA.rows().table();

    private TimelineChartTest add(int rank, String source, String lane, String name, double start, double duration) {
        Row row = table.appendRow();
        row.setInt("rank", rank);
        row.setString("source", source);
        row.setString("lane", lane);
        row.setString("name", name);
        row.setDouble("start_us", start);
        row.setDouble("duration_us", duration);
        return this;
    }

    private Figure figure(TimelineWindow window) {
        return TimelineChart.of("T", table, window);
    }

    private static Map<?, ?> axis(Figure figure, String name) {
        return (Map<?, ?>) ((Map<?, ?>) figure.plotly().get("layout")).get(name);
    }

    private static Map<?, ?> trace(Figure figure, String name) {
        return ((List<?>) figure.plotly().get("data"))
                .stream()
                        .<Map<?, ?>>map(trace -> (Map<?, ?>) trace)
                        .filter(trace -> name.equals(trace.get("name")))
                        .findFirst()
                        .orElse(null);
    }

    /** Rank 10 comes after rank 2; compute, communication, host, memory, and then what else there is. */
    @Test
    void lanesAreInTheOrderOfRanksAndKinds() {
        add(10, "recorded", "compute", "k", 0, 1).add(2, "recorded", "none", "k", 0, 1);
        add(2, "recorded", "memory", "k", 0, 1).add(2, "recorded", "comm", "k", 0, 1);
        add(2, "recorded", "compute", "k", 0, 1).add(2, "recorded", "host", "k", 0, 1);
        // A kind that is not known has number 0 in the order of kinds.
        assertThat(axis(figure(TimelineWindow.all()), "yaxis").get("ticktext"))
                .isEqualTo(List.of(
                        "rank 2 none",
                        "rank 2 compute",
                        "rank 2 comm",
                        "rank 2 host",
                        "rank 2 memory",
                        "rank 10 compute"));
    }

    @Test
    void theLanesOfARankFromTwoSourcesAreAdjacent() {
        add(0, "recorded", "compute", "k", 0, 1).add(1, "recorded", "compute", "k", 0, 1);
        add(0, "simulated", "compute", "k", 0, 1).add(0, "simulated", "comm", "k", 0, 1);
        assertThat(axis(figure(TimelineWindow.all()), "yaxis").get("ticktext"))
                .isEqualTo(List.of(
                        "rank 0 recorded compute",
                        "rank 0 simulated compute",
                        "rank 0 simulated comm",
                        "rank 1 recorded compute"));
    }

    /** Compute from 0 to 10 and 20 to 30 us, communication from 5 to 25: together from 5 to 10 and from 20 to 25. */
    @Test
    void overlapIsShadedOverBothLanes() {
        add(0, "recorded", "compute", "a", 0, 10).add(0, "recorded", "compute", "b", 20, 10);
        add(0, "recorded", "comm", "c", 5, 20);
        Map<?, ?> overlap = trace(figure(TimelineWindow.all()), "overlap");
        assertThat(overlap.get("base")).isEqualTo(List.of(5L, 20L));
        assertThat(overlap.get("x")).isEqualTo(List.of(5L, 5L));
        assertThat(overlap.get("width")).isEqualTo(2L);
    }

    @Test
    void communicationOfAnotherRankOverlapsNothing() {
        add(0, "recorded", "compute", "a", 0, 10).add(1, "recorded", "comm", "c", 0, 10);
        assertThat(trace(figure(TimelineWindow.all()), "overlap")).isNull();
    }

    /** From 2 ms to 3 ms: what ends at 2 or begins at 3 is outside, what reaches in is shown up to the borders. */
    @Test
    void aWindowShowsWhatReachesIntoIt() {
        add(0, "recorded", "compute", "before", 0, 2000).add(0, "recorded", "compute", "in", 1000, 1500);
        add(0, "recorded", "compute", "after", 3000, 5).add(1, "recorded", "compute", "other", 2000, 1000);
        TimelineWindow window = TimelineWindow.of(
                EventFilter.all().from(Time.ms(2)).to(Time.ms(3)).ranks(0));
        Figure figure = figure(window);
        assertThat(figure.table().stringColumn("name").asList()).containsExactly("in");
        // 2.5 ms is the end of what is shown, so that the axis is in ms.
        assertThat(axis(figure, "xaxis").get("range")).isEqualTo(List.of(2L, new java.math.BigDecimal("2.5")));
        assertThat(axis(figure, "yaxis").get("ticktext")).isEqualTo(List.of("rank 0 compute"));
        add(0, "recorded", "compute", "across the end", 2900, 5000);
        assertThat(axis(figure(window), "xaxis").get("range")).isEqualTo(List.of(2L, 3L));
    }

    /** Kernels of no length are recorded, and a cut recording may hold nothing else. */
    @Test
    void oneMomentIsShownToo() {
        add(0, "recorded", "compute", "k", 7, 0);
        assertThat(axis(figure(TimelineWindow.all()), "yaxis").get("ticktext")).isEqualTo(List.of("rank 0 compute"));
    }

    @Test
    void anEmptyWindowAndAnEmptyTableAreToldApart() {
        assertThatThrownBy(() -> figure(TimelineWindow.all()))
                .isInstanceOf(PlotException.class)
                .hasMessageStartingWith("the timeline has nothing to show")
                .hasMessageContaining("Load Kineto traces");
        add(0, "recorded", "compute", "k", 7, 1);
        assertThatThrownBy(() -> figure(TimelineWindow.of(EventFilter.all().from(Time.us(8)))))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("in this window");
    }
}
