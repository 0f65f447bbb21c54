// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.etude.analysis.Arrivals;
import org.etude.analysis.ChangedRun;
import org.etude.calibrate.CollectiveTiming;
import org.etude.calibrate.Estimate;
import org.etude.calibrate.Parameter;
import org.etude.calibrate.Residual;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.RangeCause;
import org.etude.replay.ReplayedStep;
import org.etude.table.recorded.ParametersTable;
import org.etude.table.recorded.ResidualsTable;
import org.etude.table.run.ArrivalsTable;
import org.etude.table.run.PredictedStepsTable;
import org.etude.table.run.ReplayTable;
import org.etude.table.run.StepRangeTable;
import org.etude.table.run.StragglersTable;
import org.etude.table.run.TimingsTable;
import org.etude.table.run.WhatIfTable;
import org.etude.table.work.RankMapTable;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.Table;

/** Each column shows what its getter is for, in its unit, and nothing where a row has no value. */
class TableRowsTest {
    private static String rows(Table table) {
        String text = TableCsv.text(table);
        return text.substring(text.indexOf('\n') + 1);
    }

    @Test
    void parametersOfAllSizesNameNone() {
        Estimate value = new Estimate(1.5, 1, 2);
        Estimate bare = new Estimate(3, Double.NaN, Double.NaN);
        assertThat(rows(ParametersTable.of(List.of(
                        new Parameter("link", "alpha", "us", value, 8, 64, 5),
                        new Parameter("step", "launch", "us", bare, -1, -1, 1)))))
                .isEqualTo("link,alpha,us,1.5,1,2,8,64,5\nstep,launch,us,3,,,,,1\n");
    }

    @Test
    void residualsSayWhatTheFitHasSeen() {
        assertThat(rows(ResidualsTable.of(
                        List.of(new Residual("a", "8 bytes", 4, 5, false), new Residual("a", "9 bytes", 4, 3, true)))))
                .isEqualTo("a,8 bytes,4,5,0.25,fitted\na,9 bytes,4,3,-0.25,held_out\n");
    }

    @Test
    void stepsWithoutMarksHaveNoNumber() {
        assertThat(rows(ReplayTable.of(List.of(
                        new ReplayedStep(0, 3, 2_000_000, 1_000_000),
                        new ReplayedStep(1, ReplayedStep.UNMARKED, 0, 5)))))
                .isEqualTo("0,3,2,1,-0.5\n1,,0,0.000005,\n");
        assertThat(rows(StepRangeTable.of(List.of(new RangeCause("recorded steps", -0.25, 0.5, "their spread")))))
                .isEqualTo("recorded steps,-0.25,0.5,their spread\n");
        assertThat(rows(PredictedStepsTable.of(List.of(new PredictedStep(2, 7, 3_500_000, 100, 4_000_000)))))
                .isEqualTo("2,7,3.5,4\n");
    }

    @Test
    void arrivalsAndStragglersSayTheirSource() {
        Arrivals.Arrival at = new Arrivals.Arrival(1, "tp", 4, "all_reduce", 2_000, 1_500, 500);
        assertThat(rows(ArrivalsTable.of("recorded", List.of(at)))).isEqualTo("recorded,1,tp,4,all_reduce,2,1.5,0.5\n");
        Arrivals.Straggler late = new Arrivals.Straggler(1, 5, 2, 3_000_000, 600_000, at, 500_000);
        assertThat(rows(StragglersTable.of("simulated", List.of(late))))
                .isEqualTo("simulated,1,5,2,3,600,1.5,all_reduce of tp #4,0.5\n");
    }

    @Test
    void changesThatStoppedHaveNoStep() {
        assertThat(rows(WhatIfTable.of(List.of(
                        new ChangedRun.Outcome("links=2", 4_000_000, 3_000_000, "", OptionalLong.of(2_000_000)),
                        new ChangedRun.Outcome("links=0", 4_000_000, 0, "stalled", OptionalLong.empty())))))
                .isEqualTo("links=2,4,3,1,0.25,2,\nlinks=0,4,,,,,stalled\n");
    }

    @Test
    void timingsAndRankMapsAreAsGiven() {
        assertThat(rows(TimingsTable.of(List.of(new CollectiveTiming("all_gather", 4, 1 << 20, 12.5)))))
                .isEqualTo("all_gather,4,1048576,12.5,0,0\n");
        assertThat(rows(RankMapTable.of(List.of(1, 0, 1)))).isEqualTo("0,1\n1,0\n2,1\n");
    }
}
