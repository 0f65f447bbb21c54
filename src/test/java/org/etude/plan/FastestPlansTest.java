// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.workload.parallel.StepTimes;
import org.junit.jupiter.api.Test;

class FastestPlansTest {
    private static Plan plan(double step, double memory) {
        return new Plan(new StepEstimate(null, new StepTimes(step, List.of())), memory, 0);
    }

    private static double step(Plan plan) {
        return plan.estimate().times().step();
    }

    @Test
    void theFastestAreKeptInOrderAndEqualOnesByMemory() {
        FastestPlans plans = new FastestPlans(3);
        Plan slow = plan(40, 1);
        Plan large = plan(20, 9);
        Plan small = plan(20, 3);
        Plan quick = plan(10, 8);
        List.of(slow, large, small, quick).forEach(plans::add);
        assertThat(plans.fastest()).containsExactly(quick, small, large);
        assertThat(plans.front()).containsExactly(quick, small, slow);
    }

    @Test
    void anythingIsWantedUntilEnoughAreKept() {
        FastestPlans plans = new FastestPlans(2);
        assertThat(plans.slowest()).isEqualTo(Double.MAX_VALUE);
        plans.add(plan(10, 5));
        assertThat(plans.slowest()).isEqualTo(Double.MAX_VALUE);
        assertThat(plans.mayKeep(1e30, 1e30)).isTrue();
        plans.add(plan(20, 7));
        assertThat(plans.slowest()).isEqualTo(20);
        assertThat(plans.mayKeep(20, 99)).as("as fast as the slowest").isTrue();
        assertThat(plans.mayKeep(21, 99)).as("slower and larger").isFalse();
        assertThat(plans.mayKeep(21, 5))
                .as("slower, and as large as a faster one")
                .isFalse();
        assertThat(plans.mayKeep(21, 4.9)).as("smaller than any").isTrue();
    }

    @Test
    void ofEqualPlansTheFrontHasOne() {
        FastestPlans plans = new FastestPlans(5);
        Plan first = plan(10, 5);
        plans.add(first);
        plans.add(plan(10, 5));
        assertThat(plans.fastest()).hasSize(2);
        assertThat(plans.front()).hasSize(1);
        assertThat(plans.front().get(0)).isSameAs(first);
    }

    /** Against a plain re-implementation: sort all, and keep those that no other beats. */
    @Property(tries = 300)
    void theListsAreThoseOfAllPlans(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 12) Integer> steps,
            @ForAll @Size(40) List<@IntRange(max = 12) Integer> memories,
            @ForAll @IntRange(min = 1, max = 8) int keep) {
        FastestPlans plans = new FastestPlans(keep);
        List<double[]> all = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            plans.add(plan(steps.get(i), memories.get(i)));
            all.add(new double[] {steps.get(i), memories.get(i)});
        }
        List<String> sorted = all.stream()
                .sorted(Comparator.<double[]>comparingDouble(one -> one[0]).thenComparingDouble(one -> one[1]))
                .limit(keep)
                .map(one -> one[0] + " " + one[1])
                .toList();
        assertThat(plans.fastest().stream()
                        .map(one -> step(one) + " " + one.memory())
                        .toList())
                .isEqualTo(sorted);
        List<String> unbeaten = all.stream()
                .filter(one -> all.stream()
                        .noneMatch(other ->
                                other[0] <= one[0] && other[1] <= one[1] && (other[0] < one[0] || other[1] < one[1])))
                .sorted(Comparator.comparingDouble(one -> one[0]))
                .map(one -> one[0] + " " + one[1])
                .distinct()
                .toList();
        assertThat(plans.front().stream()
                        .map(one -> step(one) + " " + one.memory())
                        .toList())
                .isEqualTo(unbeaten);
    }
}
