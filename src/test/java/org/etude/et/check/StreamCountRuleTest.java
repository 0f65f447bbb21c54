// SPDX-License-Identifier: Apache-2.0
package org.etude.et.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.repair.Repair;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.RepairOptions;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;

class StreamCountRuleTest {
    private static final CommGroups FIRST_AND_LAST = CommGroups.of(Map.of(1, List.of(0, 2)));

    /** Embeddings tied between the first and the last pipeline stage, then a norm of all ranks. */
    private static final EtGraph OUTER = Cases.graph(Cases.grouped(1, 0, 4096, "1"), Cases.collective(2, 0, 4096, 1));

    private static final EtGraph INNER = Cases.graph(Cases.work(1, 1), Cases.collective(2, 0, 4096, 1));

    private static EtSet set(EtGraph... ranks) {
        return new EtSet("t", List.of(ranks), FIRST_AND_LAST, Report.empty());
    }

    @Test
    void aGroupOnSomeRanksBeforeACollectiveOfAllIsReported() {
        EtSet tied = set(OUTER, INNER, OUTER);
        assertThat(EtValidator.check(tied, Progress.NONE).findings())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.level()).isEqualTo(Finding.Level.WARNING);
                    assertThat(row.where()).isEqualTo("collective 0 of all ranks");
                    assertThat(row.what()).isEqualTo("comes after 1 collectives on rank 0 and after 0 on rank 1");
                    assertThat(row.effect()).startsWith("ASTRA-sim never finishes this job, although Etude does");
                });
        assertThat(Repair.run(tied, RepairOptions.forAstraSim(), Progress.NONE)
                        .set()
                        .report()
                        .findings())
                .filteredOn(row -> row.level() == Finding.Level.ERROR)
                .extracting(Finding::where)
                .contains("collective 0 of all ranks");
        assertThat(Repair.run(tied, RepairOptions.defaults(), Progress.NONE)
                        .set()
                        .report()
                        .findings())
                .extracting(Finding::where)
                .doesNotContain("collective 0 of all ranks");
    }

    /** The rule is that of the simulation: with the reference's numbers the run stalls, with agreed ones it ends. */
    @Test
    void itHangsInCompatOnly() {
        Scenario scenario = Cases.each(LogicalTopology.ring(3), List.of(OUTER, INNER, OUTER), Map.of(1, List.of(0, 2)));
        assertThat(Simulator.run(scenario).complete()).isTrue();
        assertThat(Simulator.run(scenario.options(scenario.options().compat(true)))
                        .complete())
                .isFalse();
    }

    @Test
    void equalCountsAndGroupsAfterwardsAreSound() {
        assertThat(StreamCountRule.check(set(OUTER, OUTER, OUTER), "validate", Finding.Level.WARNING))
                .isEmpty();
        EtGraph after = Cases.graph(Cases.collective(1, 0, 4096), Cases.grouped(2, 0, 4096, "1", 1));
        EtGraph without = Cases.graph(Cases.collective(1, 0, 4096));
        assertThat(StreamCountRule.check(set(after, without, after), "validate", Finding.Level.WARNING))
                .isEmpty();
    }
}
