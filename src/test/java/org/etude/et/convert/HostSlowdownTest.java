// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.etude.Traces;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much transfers of a backend slow the host's work, in recordings over gloo. */
class HostSlowdownTest {
    private static final long MILLION = 1_000_000;

    @ParameterizedTest
    @ValueSource(strings = {"data/resnet50-2", "data/cnn-2"})
    void slowsWorkOfTheHostEachByItsOwnMeasure(String recording) {
        Set<Long> paces = new HashSet<>();
        for (EtGraph graph : Traces.load(recording).link().toEt().set().ranks()) {
            for (int node = 0; node < graph.size(); node++) {
                if (graph.has(node, EtNames.PACE_PPM)) {
                    long pace = graph.integer(node, EtNames.PACE_PPM, -1);
                    long beside = graph.integer(node, EtNames.SLOWED_PPM, -1);
                    assertThat(graph.isCpuOp(node)).isTrue();
                    assertThat(pace).as(graph.name(node)).isBetween(1L, MILLION);
                    assertThat(beside).as(graph.name(node)).isBetween(0L, MILLION);
                    // A pace below that of the remaining work is possible only where the recording gives none.
                    assertThat(graph.integer(node, EtNames.SLOWEST_PPM, 0))
                            .as(graph.name(node))
                            .isLessThan(pace);
                    if (beside > 0) {
                        paces.add(pace);
                    }
                }
            }
        }
        assertThat(paces).hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data/cnn-2-cuda", "data/cnn-2-hip"})
    void isNoneWhereTheGpuCarriesTransfers(String recording) {
        for (EtGraph graph : Traces.load(recording).link().toEt().set().ranks()) {
            assertThat(graph.key(EtNames.PACE_PPM)).isNegative();
        }
    }
}
