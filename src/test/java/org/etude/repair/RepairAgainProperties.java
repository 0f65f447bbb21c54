// SPDX-License-Identifier: Apache-2.0
package org.etude.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.spec.RepairOptions;

/** What was repaired needs no repair: of jobs whose ranks disagree, where the single passes see only their own rank. */
class RepairAgainProperties {
    @Property(tries = 150)
    void ranksOfCommonTraces(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 7) int ranks,
            @ForAll @IntRange(min = 0, max = 3) int faulty) {
        Random random = new Random(seed);
        check(RepairTemplatesProperties.job(random, ranks, faulty), RepairOnClusterProperties.options(random));
    }

    @Property(tries = 150)
    void ranksOfTheirOwn(@ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int ranks) {
        Random random = new Random(seed);
        check(RepairOnClusterProperties.job(random, ranks), RepairOnClusterProperties.options(random));
    }

    /** On rank 3, two all-reduces come in another order than elsewhere, which is only reported, and a third is removed. */
    @Example
    void aCallOutOfOrderStaysWhereItIs() {
        ranksOfTheirOwn(170, 7);
    }

    @Tag("campaign")
    @Property(tries = 5_000)
    void manyRanksOfTheirOwn(@ForAll long seed, @ForAll @IntRange(min = 1, max = 9) int ranks) {
        ranksOfTheirOwn(seed, ranks);
    }

    /**
     * Sizes and types that the first repair completed may tell another that it could not: of 20,000 jobs two. Nothing else
     * may be left, and then nothing at all.
     */
    private static void check(EtSet set, RepairOptions options) {
        Repaired once = Repair.run(set, options, Progress.NONE);
        Repaired again = Repair.run(once.set(), options, Progress.NONE);
        assertThat(again.changes())
                .allSatisfy(change -> assertThat(change.action()).startsWith("set comm_"));
        Repaired last = again.changes().isEmpty() ? again : Repair.run(again.set(), options, Progress.NONE);
        assertThat(last.changes()).isEmpty();
        for (int rank = 0; rank < set.ranks().size(); rank++) {
            assertThat(Graphs.content(last.set().ranks().get(rank)))
                    .as("rank %d", rank)
                    .isEqualTo(Graphs.content(again.set().ranks().get(rank)));
        }
        assertThat(last.set().groups()).isEqualTo(once.set().groups());
    }
}
