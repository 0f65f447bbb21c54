// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.etude.Sweep;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.number.IntervalSet;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.spec.CollectiveSizes;
import org.etude.spec.Fidelity;
import org.etude.spec.LlmSettings;
import org.etude.spec.ScaleSettings;
import org.etude.spec.WhatIf;
import org.junit.jupiter.api.Test;

/** What a cell shows when it ends with a value of the API. */
class PrintedValuesTest {
    /** They do something and are no values. */
    private static final Set<String> SERVICES = Set.of("WorkerPool", "Builder");

    @Test
    void noValueShowsItsAddress() throws Exception {
        TreeSet<String> bare = new TreeSet<>();
        for (Class<?> type : PublicTypes.reachedFrom(List.of("org.etude", "org.etude.spec", "org.etude.unit"))
                .keySet()) {
            boolean instances = Arrays.stream(type.getDeclaredMethods())
                    .anyMatch(method ->
                            Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers()));
            if (instances && !type.isInterface() && !type.isAnnotation() && !SERVICES.contains(type.getSimpleName())) {
                Method shown = type.getMethod("toString");
                if (shown.getDeclaringClass() == Object.class) {
                    bare.add(type.getName());
                }
            }
        }
        assertThat(bare).isEmpty();
    }

    @Test
    void settingsShowWhatWasSaid() {
        assertThat(new ScaleSettings().sizes(CollectiveSizes.WIRE).jitter(0.05))
                .hasToString("sizes WIRE, splits 4, jitter 0.05");
        assertThat(Fidelity.ANALYTIC).hasToString("ANALYTIC").isSameAs(Fidelity.UNAWARE);
        assertThat(Sweep.of(Workload.of(2, r -> r.compute("c", us(1))))
                        .over(Topology.ring(2).bandwidth(gbps(1))))
                .hasToString("Sweep of 1 workload on ring:2");
    }

    @Test
    void questionsAndReportsAreEqualByContent() {
        WhatIf twice = WhatIf.nothing().links(2).op("aten::*", 0);
        assertThat(twice)
                .isEqualTo(WhatIf.nothing().links(2).op("aten::*", 0))
                .hasSameHashCodeAs(WhatIf.nothing().links(2).op("aten::*", 0))
                .isNotEqualTo(WhatIf.nothing().links(3).op("aten::*", 0))
                .hasToString("links x 2, aten::* free");
        Finding finding = new Finding(Finding.Level.INFO, "load", 0, "here", "what", "why", "none");
        assertThat(Report.of(List.of(finding))).isEqualTo(Report.empty().plus(Report.of(List.of(finding))));
        assertThat(Report.of(List.of(finding))).hasToString("info: what");
        assertThat(Report.empty()).hasToString("no findings");
        assertThat(new LlmSettings("gpt_7B").world(8)).isEqualTo(new LlmSettings("gpt_7B").world(8));
    }

    @Test
    void intervalSetsAreEqualByContent() {
        assertThat(intervals(0, 5, 7, 9)).isEqualTo(intervals(7, 9, 0, 5)).hasToString("[0, 5) [7, 9)");
        assertThat(intervals(0, 5)).isNotEqualTo(intervals(0, 6));
        assertThat(intervals()).hasToString("no interval");
    }

    private static IntervalSet intervals(long... ends) {
        IntervalSet.Builder builder = new IntervalSet.Builder();
        for (int i = 0; i < ends.length; i += 2) {
            builder.add(ends[i], ends[i + 1]);
        }
        return builder.union();
    }
}
