// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.us;

import java.util.Locale;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.spec.Fidelity;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.Table;

/** Neighbouring ranks that are equal are one row of a value's text. */
class EqualRanksTest {
    private static Table ranks(long... values) {
        IntColumn rank = IntColumn.create("rank");
        for (int i = 0; i < values.length; i++) {
            rank.append(i);
        }
        return Table.create("ranks", rank, LongColumn.create("wall_ns", values));
    }

    @Test
    void neighboursThatAreEqualAreOne() {
        assertThat(EqualRanks.of(ranks(5, 5, 5, 7, 5, 5))
                        .column("rank")
                        .asStringColumn()
                        .asList())
                .containsExactly("0-2", "3", "4-5");
        assertThat(EqualRanks.of(ranks(5, 5, 5, 7, 5, 5)).longColumn("wall_ns").asList())
                .containsExactly(5L, 7L, 5L);
    }

    @Test
    void theirNumbersHaveAsciiDigitsEverywhere() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("fa-IR-u-nu-arabext"));
        try {
            assertThat(EqualRanks.of(ranks(5, 5, 7)).stringColumn("rank").asList())
                    .containsExactly("0-1", "2");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void differentOnesStay() {
        Table different = ranks(1, 2, 3);
        assertThat(EqualRanks.of(different)).isSameAs(different);
        assertThat(EqualRanks.of(ranks())).isEmpty();
        Table other = Table.create("x", LongColumn.create("wall_ns", 1, 1));
        assertThat(EqualRanks.of(other)).isSameAs(other);
    }

    @Test
    void aRunShowsThem() {
        Simulation run = Workload.of(8, r -> r.compute("forward", us(100)).allReduce("gradients", mib(1)))
                .simulate(Topology.ring(8), s -> s.fidelity(Fidelity.ANALYTIC));
        assertThat(run.toString()).contains("0-7");
        assertThat(run.ranks().rowCount()).isEqualTo(8);
    }
}
