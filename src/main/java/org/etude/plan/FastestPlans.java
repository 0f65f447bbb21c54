// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The fastest plans so far, and the Pareto front of step time and memory. */
final class FastestPlans {
    private static final Comparator<Plan> FASTER = Comparator.<Plan>comparingDouble(
                    plan -> plan.estimate().times().step())
            .thenComparingDouble(Plan::memory);

    private final int keep;
    private final List<Plan> fastest = new ArrayList<>();
    private final List<Plan> front = new ArrayList<>();

    FastestPlans(int keep) {
        this.keep = keep;
    }

    List<Plan> fastest() {
        return fastest;
    }

    /** By step time, the fastest first, and so by falling memory. */
    List<Plan> front() {
        return front;
    }

    /** The slowest step time kept, in ns; {@code Double.MAX_VALUE} while fewer plans than requested are kept. */
    double slowest() {
        return fastest.size() < keep
                ? Double.MAX_VALUE
                : fastest.get(fastest.size() - 1).estimate().times().step();
    }

    /** Whether a plan with this lower bound on its step time and this memory could be kept. */
    boolean mayKeep(double floor, double memory) {
        return floor <= slowest() || !isDominated(floor, memory);
    }

    private boolean isDominated(double step, double memory) {
        return front.stream()
                .anyMatch(
                        one -> one.memory() <= memory && one.estimate().times().step() <= step);
    }

    void add(Plan plan) {
        fastest.add(plan);
        fastest.sort(FASTER);
        if (fastest.size() > keep) {
            fastest.remove(fastest.size() - 1);
        }
        double step = plan.estimate().times().step();
        if (!isDominated(step, plan.memory())) {
            front.removeIf(one ->
                    one.memory() >= plan.memory() && one.estimate().times().step() >= step);
            front.add(plan);
            front.sort(FASTER);
        }
    }
}
